"""Clocks at a table: what is declared, what is doubted, and what happens when a flag falls."""

from __future__ import annotations

import pytest

from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from net.table.clocks.time_control import DAY_MS
from net.table.clocks.wait_timer import FINAL_MS, GAP_MS
from net.table.duty.timekeeper import GRACE_MS
from net.view.clock_view import ClockView
from net.view.table_view import OfferKind, Phase
from net.wire.event import Draft, Kind, Signed
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.line.test_table_claims import carry, log, pass_time
from tests.net.table.test_table_play import same

START = 1_000_000
BASE = 60_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def timed(people: int = 3, clock: str = "60+5", **terms: str) -> Room:
    """Open a table with a clock at which all look at the time for the first time."""
    room = Room.playing(people, terms={"clock": clock, **terms})
    room.settle(START)
    return room


def say(room: Room, number: int, draft: Draft, now: int) -> Signed:
    """Sign a draft as the program does, with the time that it took."""
    sitter = room.sitters[number]
    signed = sitter.sign(sitter.table.keeper.stamped(draft, now), now)
    room.events.append(signed)
    return signed


def move(room: Room, now: int, text: str = "1", *, arrives: int | None = None) -> Signed:
    """Move for whoever is to move at the time `now`; all have it at once, or when it `arrives`."""
    number, seat = room.mover()
    signed = say(room, number, room.table(number).move(seat, text), now)
    room.settle(now if arrives is None else arrives)
    return signed


def clock(room: Room, seat: int, number: int = 0) -> ClockView:
    return room.view(number).clocks[seat]


def test_a_table_without_a_clock_shows_none_and_declares_all_the_same() -> None:
    room = Room.playing(2)
    room.settle(START)
    assert room.view().clocks == ()
    assert move(room, START + 700).event.data == ("1", 700, None)
    assert room.table().steps()[0].spent_ms == 700


def test_who_decides_pays_and_his_bonus_is_added() -> None:
    room = timed()
    assert [view.clock.left_ms for view in room.view().clocks] == [BASE] * 3
    assert [view.since for view in room.view(2).clocks] == [START, None, None]
    move(room, START + 20_000)
    assert [view.clock.left_ms for view in room.view().clocks] == [45_000, BASE, BASE]
    assert [view.since for view in room.view(0).clocks] == [None, START + 20_000, None]
    assert clock(room, 1).left_ms(START + 50_000) == 30_000
    assert room.view(0).clocks == room.view(2).clocks


def test_a_claim_is_offered_only_when_the_flag_has_fallen_and_a_while_has_passed() -> None:
    room = timed()
    (wait,) = room.view(1).waits
    assert (wait.since, wait.until, wait.ripe) == (START, START + BASE + GRACE_MS, False)
    pass_time(room, START + BASE + GRACE_MS - 1, (1, 2))
    with pytest.raises(IllegalAction, match="Wait a little longer for red: 1 second"):
        room.table(1).claim(Seat(0))
    pass_time(room, START + BASE + GRACE_MS, (1, 2))
    assert room.view(1).waits[0].ripe
    assert room.table(1).claim(Seat(0)).kind is Kind.CLAIM


def fallen(room: Room, seat: int = 0, start: int = START) -> int:
    """Let the flag of a seat fall while the others watch, and one of them claim; give the time."""
    others = tuple(number for number in range(len(room.sitters)) if seat not in room.view(number).mine)
    now = start + clock(room, seat, others[0]).clock.left_ms + GRACE_MS
    for at in (start + (now - start) // 2, now):
        pass_time(room, at, others)
    say(room, others[0], room.table(others[0]).claim(Seat(seat)), now)
    carry(room, others)
    pass_time(room, now, others)
    return now


def test_thirty_seconds_after_the_claim_the_seat_is_out() -> None:
    room = timed()
    now = fallen(room)
    pass_time(room, now + FINAL_MS - 1, (1, 2))
    assert log(room, 1) == []
    pass_time(room, now + FINAL_MS, (1, 2))
    assert log(room, 1) == log(room, 2) == ["abandon red"]
    room.settle()
    assert same(room)


def test_a_move_that_comes_before_the_finals_beats_the_claim() -> None:
    room = timed()
    now = fallen(room)
    move(room, now + FINAL_MS - 1)
    pass_time(room, now + FINAL_MS + 1, (0, 1, 2))
    assert log(room) == ["1"]
    assert clock(room, 0).clock.left_ms == 5_000
    assert same(room)


def test_time_goes_on_where_a_word_of_another_is_taken_up_in_between() -> None:
    room = timed()
    say(room, 2, room.table(2).declare(Seat(2), "resign"), START + 9_000)
    room.settle(START + 10_000)
    assert log(room) == ["abandon yellow"]
    assert clock(room, 0).since == START
    move(room, START + 12_000)
    assert clock(room, 0).clock.left_ms == BASE - 12_000 + 5_000


def test_the_clock_of_one_who_was_away_begins_anew_for_him() -> None:
    room = timed()
    pass_time(room, START + GAP_MS + 1, (1, 2))
    assert clock(room, 0, 1).since == START + GAP_MS + 1
    assert not room.view(1).waits[0].ripe


def test_ones_own_clock_goes_on_over_a_restart() -> None:
    room = timed(2)
    move(room, START + 1_000)
    sitter = room.sitters[1]
    sitter.table = sitter.fresh()
    for signed in room.events:
        sitter.table.receive(signed)
    sitter.table.duties(START + 31_000)
    assert clock(room, 1, 1).since == START + 1_000
    assert clock(room, 1, 1).left_ms(START + 31_000) == 30_000


def test_who_declares_much_less_than_was_seen_is_doubted_and_nothing_else() -> None:
    room = timed(2)
    move(room, START)
    room.settle(START + 10_000)
    number, seat = room.mover()
    honest = room.sitters[number].table.move(seat, "1")
    say_less = Draft(honest.kind, ("1", 500, None), honest.seat, honest.ply, honest.gprev, honest.state)
    room.events.append(room.sitters[number].sign(say_less, START + 20_000))
    room.settle(START + 20_000)
    assert [view.doubtful for view in room.view(0).clocks] == [False, True]
    assert [view.doubtful for view in room.view(1).clocks] == [False, False]
    assert log(room) == ["1", "1"]


@pytest.mark.parametrize("late", [0, 1_900])
def test_a_little_lag_is_no_doubt(late: int) -> None:
    room = timed(2)
    for at in range(4):
        move(room, START + 4_000 * at + 2_000, arrives=START + 4_000 * at + 2_000 + late)
    assert not any(view.doubtful for number in (0, 1) for view in room.view(number).clocks)


def test_lag_that_is_measured_is_allowed_for() -> None:
    room = timed(2)
    move(room, START + 1_000)
    move(room, START + 2_000)
    move(room, START + 3_000, arrives=START + 6_500)
    assert not any(view.doubtful for view in room.view(1).clocks)


def test_what_arrives_after_a_broken_connection_is_no_doubt() -> None:
    room = timed(2)
    room.table(1).keeper.interrupted()
    move(room, START + 1_000, arrives=START + 50_000)
    assert not any(view.doubtful for view in room.view(1).clocks)


def test_where_all_decide_at_once_each_pays_for_himself() -> None:
    room = Room.playing(2, terms={"clock": "60+5"}, game=find("duel"))
    room.settle(START)
    move(room, START + 1_000, "duel")
    match = room.view().match
    assert match is not None
    assert match.state.active == (0, 1)
    for number, now in ((0, START + 3_000), (1, START + 9_000)):
        face = str(next(action for action in match.state.legal(Seat(number)) if str(action).startswith("card")))
        say(room, number, room.table(number).move(Seat(number), face), now)
        room.settle(now)
    assert [step.spent_ms for step in room.table().steps()] == [1_000, 2_000, 8_000]
    assert [clock(room, seat).clock.left_ms for seat in (0, 1)] == [67_000, 57_000]


def test_correspondence_counts_days_over_the_nights_when_nobody_is_there() -> None:
    room = timed(2, "2d")
    move(room, START + DAY_MS)
    assert clock(room, 1).since == START + DAY_MS
    others = START + DAY_MS + 2 * DAY_MS
    sitter = room.sitters[0]
    sitter.table = sitter.fresh()
    for signed in room.events:
        sitter.table.receive(signed)
    pass_time(room, others, (0,))
    assert clock(room, 1, 0).since == START + DAY_MS
    pass_time(room, others + GRACE_MS, (0,))
    assert room.view(0).waits[0].ripe
    say(room, 0, sitter.table.claim(Seat(1)), others + GRACE_MS)
    carry(room, (0,))
    pass_time(room, others + GRACE_MS, (0,))
    pass_time(room, others + GRACE_MS + FINAL_MS, (0,))
    assert room.view(0).phase is Phase.OVER


def test_a_takeback_gives_the_time_back_and_the_turn_begins_anew() -> None:
    room = timed(2, takebacks="ask")
    move(room, START + 20_000)
    move(room, START + 30_000)
    assert [view.clock.left_ms for view in room.view().clocks] == [45_000, 55_000]
    say(room, 1, room.table(1).offer(OfferKind.TAKEBACK, Seat(1)), START + 34_000)
    room.settle(START + 34_000)
    (offer,) = room.view(0).offers
    say(room, 0, room.table(0).answer(offer.id, Seat(0), yes=True), START + 40_000)
    room.settle(START + 40_000)
    assert log(room) == ["1"]
    assert [view.clock.left_ms for view in room.view().clocks] == [45_000, BASE]
    assert [view.since for view in room.view(0).clocks] == [None, START + 40_000]
    move(room, START + 41_000, "2")
    assert clock(room, 1).clock.left_ms == BASE - 1_000 + 5_000
    assert clock(room, 0).since == START + 41_000
    assert same(room)


def test_no_clock_runs_while_the_game_pauses() -> None:
    room = timed(2)
    say(room, 1, room.table(1).offer(OfferKind.PAUSE, Seat(1)), START + 10_000)
    room.settle(START + 10_000)
    (offer,) = room.view(0).offers
    say(room, 0, room.table(0).answer(offer.id, Seat(0), yes=True), START + 12_000)
    room.settle(START + 12_000)
    assert room.view().paused
    assert clock(room, 0).since is None
    room.settle(START + 500_000)
    move(room, START + 900_000)
    assert room.table().steps()[0].spent_ms == 12_000
    assert not any(view.doubtful for view in room.view(1).clocks)


def test_a_period_that_was_not_used_up_begins_anew_and_the_flag_falls_with_the_last() -> None:
    room = timed(2, clock="10/2x5")
    assert (clock(room, 0).clock.left_ms, clock(room, 0).shown(START + 12_000)) == (20_000, (3_000, 2))
    move(room, START + 13_000)
    assert (clock(room, 0).clock.main_ms, clock(room, 0).clock.periods) == (0, 2)
    move(room, START + 14_000)
    assert clock(room, 0).shown(START + 14_000) == (5_000, 2)
    move(room, START + 20_000)
    assert clock(room, 0).clock.periods == 1
    move(room, START + 20_100)
    (wait,) = room.view(1).waits
    assert (wait.seat, wait.until) == (0, START + 20_100 + 5_000 + GRACE_MS)
    now = fallen(room, start=START + 20_100)
    pass_time(room, now + FINAL_MS, (1,))
    assert room.view(1).phase is Phase.OVER
    assert clock(room, 0, 1).clock.left_ms == 5_000


def test_a_bonus_is_given_even_where_all_was_spent() -> None:
    room = timed(2, clock="60+5")
    move(room, START + BASE + 9_000)
    assert clock(room, 0).clock.left_ms == 5_000
    move(room, START + BASE + 10_000)
    (wait,) = room.view(1).waits
    assert wait.until == START + BASE + 10_000 + 5_000 + GRACE_MS
