"""Vacation days: a seat adds days to the decision it owes; all count them alike, and no claim ripens meanwhile."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core.fault import Fault, IllegalAction
from core.game import Seat
from net.table.clocks.time_control import DAY_MS
from net.table.duty.timekeeper import GRACE_MS, WITNESSED_MS
from net.table.line.vacation import SLACK_MS, days_of, vacation_text
from net.view.clock_view import SeatClock
from net.view.table_view import OfferKind, Phase, VacationView
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.clocks.test_table_clocks import move, say
from tests.net.table.clocks.test_table_witness import claim, look
from tests.net.table.line.test_table_claims import log, pass_time
from tests.net.table.test_table_play import same

START = 1_000_000
HOUR_MS = 3_600_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def days(people: int = 3, vacation: str = "7", **terms: str) -> Room:
    """Open a table with a day for each decision, at which all look at the time."""
    room = Room.playing(people, terms={"clock": "1d", "vacation": vacation, **terms})
    room.settle(START)
    return room


def take(room: Room, count: int, now: int, seat: int = 0) -> Signed:
    """Let a seat take days; all have it at once."""
    number = next(n for n in range(len(room.sitters)) if Seat(seat) in room.view(n).mine)
    table = room.table(number)
    draft = table.offer(OfferKind.VACATION, Seat(seat), count)
    table.keeper.check(table.annals, draft, now)
    signed = say(room, number, draft, now)
    room.settle(now)
    return signed


def left(room: Room, number: int = 0) -> list[tuple[int, int]]:
    """Give what each seat has left, and what it has taken now."""
    return [(one.left, one.taken) for one in room.view(number).vacations]


def test_days_are_added_to_the_decision_that_is_owed_and_all_see_it() -> None:
    room = days()
    assert left(room) == [(7, 0)] * 3
    take(room, 3, START + 10 * HOUR_MS)
    for number in range(3):
        assert left(room, number) == [(4, 3), (7, 0), (7, 0)]
        (clock, *_) = room.view(number).clocks
        assert clock.left_ms(START + 10 * HOUR_MS) == 14 * HOUR_MS + 3 * DAY_MS
        (wait,) = room.view(number).waits
        assert wait.until == START + 4 * DAY_MS + GRACE_MS
    (note,) = [one for one in room.view().notes if "vacation" in one.template]
    told = str(Fault(note.template, **dict(note.fields)))
    assert told == "red takes vacation: 3 days more for this decision, 4 left for later."
    assert same(room)


def test_days_are_taken_after_a_pause_on_the_same_turn_but_not_while_it_lasts() -> None:
    room = days(2)
    say(room, 1, room.table(1).offer(OfferKind.PAUSE, Seat(1)), START)
    room.settle(START)
    (offer,) = room.view(0).offers
    say(room, 0, room.table(0).answer(offer.id, Seat(0), yes=True), START)
    room.settle(START)
    with pytest.raises(IllegalAction, match="in which you owe a decision"):
        room.table(0).offer(OfferKind.VACATION, Seat(0), 2)
    say(room, 1, room.table(1).offer(OfferKind.RESUME, Seat(1)), START)
    room.settle(START)
    take(room, 2, START + HOUR_MS)
    assert left(room) == [(5, 2), (7, 0)]
    assert same(room)


def test_no_claim_ripens_meanwhile_and_one_does_afterwards() -> None:
    room = days()
    take(room, 2, START + HOUR_MS)
    end = START + 3 * DAY_MS + GRACE_MS
    for now in (START + DAY_MS + GRACE_MS, end - 1):
        pass_time(room, now, (1, 2))
        assert not room.view(1).waits[0].ripe
        with pytest.raises(IllegalAction, match="Wait a little longer"):
            room.table(1).claim(Seat(0))
    pass_time(room, end, (1, 2))
    assert room.view(1).waits[0].ripe
    assert room.table(1).claim(Seat(0)).kind is Kind.CLAIM


def test_the_next_decision_has_its_own_day_again_and_the_days_are_spent() -> None:
    room = days()
    take(room, 3, START)
    signed = move(room, START + 3 * DAY_MS + HOUR_MS)
    assert signed.event.data[1] == 3 * DAY_MS + HOUR_MS
    assert not any(view.clocks[0].doubtful for view in map(room.view, range(3)))
    assert [clock.clock for clock in room.view().clocks] == [SeatClock(0, 0, 1, DAY_MS)] * 3
    assert left(room) == [(4, 0), (7, 0), (7, 0)]
    now = START + 4 * DAY_MS
    for _ in range(2):
        move(room, now)
    take(room, 4, now)
    with pytest.raises(IllegalAction, match="You have 0 vacation days left"):
        room.table(0).offer(OfferKind.VACATION, Seat(0), 1)
    assert left(room, 2) == [(0, 4), (7, 0), (7, 0)]


def test_what_cannot_be_taken_is_refused_in_a_sentence() -> None:
    room = days()
    with pytest.raises(IllegalAction, match="for the time in which you owe a decision"):
        room.table(1).offer(OfferKind.VACATION, Seat(1), 1)
    for count in (None, 0, -1):
        with pytest.raises(IllegalAction, match="a whole number from 1"):
            room.table(0).offer(OfferKind.VACATION, Seat(0), count)
    with pytest.raises(IllegalAction, match="You have 7 vacation days left"):
        room.table(0).offer(OfferKind.VACATION, Seat(0), 8)
    with pytest.raises(IllegalAction, match="Your time is over"):
        take(room, 1, START + DAY_MS)
    with pytest.raises(IllegalAction, match="no vacation days"):
        days(vacation="0").table(0).offer(OfferKind.VACATION, Seat(0), 1)


def forge(room: Room, number: int, count: int, *, seat: int | None = None, ts: int = START) -> None:
    """Let a wrong client take days, with a text and a time of its own."""
    own = room.seat_of(number) if seat is None else seat
    room.forge(number, Kind.OFFER, ("vacation", vacation_text(count)), seat=own, ts=ts)


def test_what_a_wrong_client_takes_does_not_count() -> None:
    room = days()
    room.settle(START)
    forge(room, 1, 2)  # it owes nothing
    forge(room, 2, 2, seat=0)  # not its seat
    forge(room, 0, 8)  # more than there are
    room.forge(0, Kind.OFFER, ("vacation", "vacation 0"), seat=0)
    room.forge(0, Kind.OFFER, ("vacation", "holiday"), seat=0)
    assert left(room, 2) == [(7, 0)] * 3
    forge(room, 0, 5)
    forge(room, 0, 5)
    assert left(room, 2)[0] == (2, 5)
    assert same(room)


def test_who_is_late_by_their_own_word_gets_no_days_and_the_times_of_all_are_alike() -> None:
    room = days()
    move(room, START + HOUR_MS)
    began = START + HOUR_MS
    forge(room, 1, 1, ts=began + DAY_MS + SLACK_MS + 1)
    assert left(room)[1] == (7, 0)
    forge(room, 1, 1, ts=began + DAY_MS + SLACK_MS)
    forge(room, 1, 1, ts=began + 2 * DAY_MS + SLACK_MS)  # the first day counts for the second
    assert left(room)[1] == (5, 2)
    assert same(room)


def test_days_are_the_same_in_any_order_of_arrival_and_a_takeback_gives_none_back() -> None:
    room = days(2, takebacks="ask")
    take(room, 2, START)
    move(room, START + HOUR_MS)
    take(room, 1, START + 2 * HOUR_MS, seat=1)
    room.say(0, room.table(0).offer(OfferKind.TAKEBACK, Seat(0), 0))
    (offer,) = room.view(1).offers
    room.say(1, room.table(1).answer(offer.id, Seat(1), yes=True))
    room.settle(START + 3 * HOUR_MS)
    assert log(room) == []
    assert left(room) == [(5, 0), (6, 0)]
    for seed in range(8):
        events = list(room.events)
        Random(seed).shuffle(events)
        late = room.late([*room.events[:1], *events])
        for signed in room.events:
            late.take(signed)
        assert late.view.vacations == room.view().vacations


def test_a_flag_that_a_witness_saw_fall_counts_only_days_seen_in_time() -> None:
    pid = Room.open(4).sitters[-1].identity.pid
    for seen in (True, False):
        room = Room.open(4, terms={"clock": "1d", "vacation": "7", "flag": f"witness:{pid}"}, players="3")
        for number in range(3):
            room.say(number, room.table(number).sit(None, f"nick{number}"))
        for sitter in room.sitters:
            sitter.table.heard([one.identity.pid for one in room.sitters])
        look(room, START)
        assert room.view().phase is Phase.PLAYING
        taken = room.table(0).offer(OfferKind.VACATION, Seat(0), 1)
        room.events.append(room.sitters[0].sign(taken, START + HOUR_MS))
        look(room, START + HOUR_MS, *(() if seen else (3,)))
        assert left(room, 1)[0] == (6, 1)
        now = START + 2 * DAY_MS + WITNESSED_MS + GRACE_MS
        look(room, now, 0)
        if not seen:  # the witness has learnt of it only now
            claim(room, 1, 0, now, 0)
            assert log(room, 1) == ["abandon red"]
            continue
        assert log(room, 1) == []
        claim(room, 1, 0, now, 0)
        assert log(room, 1) == ["abandon red"]


def test_the_text_is_read_and_written() -> None:
    assert [days_of(vacation_text(count)) for count in (1, 30, 365)] == [1, 30, 365]
    assert [days_of(text) for text in ("vacation", "vacation 01", "vacation 1 ", "vacation 1000")] == [None] * 4


def test_a_bare_view_tells_nothing_of_it() -> None:
    view = days(vacation="0").view()
    assert view.vacations == ()
    assert replace(view, vacations=(VacationView(Seat(0), 1),)).vacations[0].taken == 0
