"""A witness: his receipts decide flags, and nothing else."""

from __future__ import annotations

import random

import pytest

from core.game import Seat
from net.table.clocks.flag_fall import LAG_MS
from net.table.clocks.wait_timer import FINAL_MS
from net.table.duty.timekeeper import WITNESSED_MS
from net.table.table_notice import GUILTY
from net.view.table_view import OfferKind, Phase
from net.wire.event import Draft, Kind, Signed
from net.wire.event_data import Seen, data_of
from tests.length import seeds
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.line.test_table_claims import log
from tests.net.table.test_table_play import same

START = 1_000_000
BASE = 60_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def witnessed(people: int = 3, *, present: bool = True, seated: bool = False, **more: str) -> Room:
    """Open a table whose terms name a witness: the last sitter, who holds no seat unless he is `seated`."""
    pid = Room.open(people + 1).sitters[-1 - seated].identity.pid
    room = Room.open(people + 1, terms={"clock": "60", "flag": f"witness:{pid}"} | more, players=str(people))
    for number in range(people):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    for sitter in room.sitters:
        sitter.table.heard([one.identity.pid for one in room.sitters[: people + present]])
    look(room, START)
    assert room.view().phase is Phase.PLAYING
    return room


def look(room: Room, now: int, *away: int) -> None:
    """Let all but some look at the clock, sign what they have to and hear each other."""
    there = [number for number in range(len(room.sitters)) if number not in away]
    for _ in range(3):
        for number in there:
            for draft in room.table(number).duties(now):
                room.events.append(room.sitters[number].sign(draft, now))
        for signed in room.events:
            for number in there:
                room.sitters[number].take(signed)


def move(
    room: Room, now: int, *away: int, text: str = "1", declares: int | None = None, who: tuple[int, Seat] | None = None
) -> Signed:
    number, seat = who or room.mover()
    sitter = room.sitters[number]
    draft = sitter.table.keeper.stamped(sitter.table.move(seat, text), now)
    if declares is not None:
        draft = Draft(draft.kind, (text, declares, None), draft.seat, draft.ply, draft.gprev, draft.state)
    signed = sitter.sign(draft, now)
    room.events.append(signed)
    look(room, now, *away)
    return signed


def claim(room: Room, number: int, seat: int, now: int, *away: int) -> None:
    room.events.append(room.sitters[number].sign(room.table(number).claim(Seat(seat)), now))
    look(room, now, *away)


def unheard_receipts(room: Room, seat: int, now: int) -> list[Signed]:
    """Let the second player claim a seat, and the witness see that; give the receipts, which nobody has heard of."""
    course, witness = room.table().course, room.sitters[3]
    assert course is not None
    wait = (seat, "move", course.match.ply)
    claimed = room.sitters[1].sign(Draft(Kind.CLAIM, wait, 1, course.ply, course.places[course.ply]), now)
    room.events.append(claimed)
    witness.take(claimed)
    return [witness.sign(draft, now) for draft in witness.table.duties(now)]


def in_any_order(room: Room, count: int = 30) -> bool:
    """Tell whether whoever hears all of it in some other order finds the same line."""
    heads, events = room.table().line_heads(), list(room.events)
    draw = random.Random(count)
    for _ in range(count):
        draw.shuffle(events)
        if room.late(events).table.line_heads() != heads:
            return False
    return True


def receipts(room: Room) -> list[tuple[bytes, int]]:
    return [signed.event.data for signed in room.events if signed.event.kind == Kind.SEEN]


def test_the_witness_signs_when_he_sees_a_place_and_each_decision() -> None:
    room = witnessed()
    course = room.table().course
    assert course is not None
    assert receipts(room) == [(course.gprev, START)]
    first = move(room, START + 4_000)
    assert receipts(room)[1:] == [(first.id, START + 4_000)]
    assert all(signed.event.author == room.sitters[3].identity.public for signed in room.events[-1:])
    assert room.view(0).clocks == room.view(1).clocks


def test_a_flag_falls_at_once_by_the_word_of_the_witness() -> None:
    room = witnessed()
    now = START + BASE + WITNESSED_MS
    look(room, now - 1, 0)
    assert not room.view(1).waits[0].ripe
    look(room, now, 0)
    assert room.view(1).waits[0].ripe
    claim(room, 1, 0, now, 0)
    assert log(room, 1) == log(room, 2) == ["abandon red"]
    assert log(room, 0) == []
    look(room, now)
    assert log(room, 0) == ["abandon red"]
    assert same(room)


def test_a_move_that_the_witness_saw_first_stands() -> None:
    room = witnessed()
    now = START + BASE + WITNESSED_MS
    look(room, now, 0)
    move(room, now)
    look(room, now)
    claimed = Draft(Kind.CLAIM, (0, "move", 0), 1, 0, room.table().course.places[0])  # type: ignore[union-attr]
    room.events.append(room.sitters[1].sign(claimed, now))
    look(room, now + 1)
    assert log(room) == ["1"]
    assert same(room)


def test_a_move_sent_in_time_that_came_after_the_claim_is_void() -> None:
    room = witnessed()
    now = START + BASE + WITNESSED_MS
    look(room, now, 0)
    late = room.sitters[0].sign(room.table(0).move(Seat(0), "3"), now)
    claim(room, 1, 0, now, 0)
    room.events.append(late)
    look(room, now + 500)
    assert log(room) == ["abandon red"]
    assert [void.text for void in room.view(1).voids] == ["3"]
    assert same(room)


def test_who_declares_too_little_is_charged_what_the_witness_saw() -> None:
    room = witnessed()
    move(room, START + 10_000, declares=0)
    assert room.view(1).clocks[0].clock.left_ms == BASE - 10_000 + LAG_MS
    move(room, START + 11_000)
    assert room.view(1).clocks[1].clock.left_ms == BASE - 1_000


def test_a_claim_too_early_brings_nothing_about() -> None:
    room = witnessed()
    place = room.table().course.places[0]  # type: ignore[union-attr]
    room.events.append(room.sitters[1].sign(Draft(Kind.CLAIM, (0, "move", 0), 1, 0, place), START + 1_000))
    look(room, START + 1_000)
    assert len(receipts(room)) == 2
    assert log(room) == []


def test_a_flag_falls_without_the_time_to_talk_of_a_later_place() -> None:
    room = witnessed(negotiation="20")
    for at in (25_000, 26_000):
        move(room, START + at)
    now = START + 26_000 + BASE + LAG_MS + 5_000
    unheard = unheard_receipts(room, 2, now)
    move(room, now + 500, 3, who=(2, Seat(2)))
    assert log(room) == ["1", "1", "1"]
    assert room.view().negotiation is not None
    room.events += unheard
    look(room, now + 1_000)
    assert log(room) == ["1", "1", "abandon yellow"]
    assert same(room)
    assert in_any_order(room)


def test_a_flag_falls_by_the_steps_that_stood_there_also_where_they_were_taken_back_since() -> None:
    room = witnessed(takebacks="ask")
    for at in (50_000, 50_500, 51_000):
        move(room, START + at)
    now = START + 61_000 + LAG_MS + 3_000
    unheard = unheard_receipts(room, 0, now)
    move(room, now + 500, 3, who=(0, Seat(0)))
    room.events.append(room.sitters[0].sign(room.table(0).offer(OfferKind.TAKEBACK, Seat(0), 0), now + 600))
    look(room, now + 600, 3)
    for number in (2, 1):
        answer = room.table(number).answer(room.view(number).offers[0].id, Seat(number), yes=True)
        room.events.append(room.sitters[number].sign(answer, now + 700))
        look(room, now + 700, 3)
    assert log(room) == []
    room.events += unheard
    look(room, now + 1_000)
    assert log(room) == ["1", "1", "1", "abandon red"]
    assert same(room)
    assert in_any_order(room)


def test_nobody_else_can_give_receipts() -> None:
    room = witnessed()
    place = room.table().course.places[0]  # type: ignore[union-attr]
    claimed = room.sitters[1].sign(Draft(Kind.CLAIM, (0, "move", 0), 1, 0, place), START)
    seen = room.sitters[2].sign(Draft(Kind.SEEN, data_of(Seen(claimed.id, START + 10**9)), None, 0, place), START)
    room.events += [claimed, seen]
    look(room, START + 1_000)
    assert log(room) == []
    assert same(room)


def test_one_who_plays_cannot_be_the_witness() -> None:
    room = witnessed(seated=True)
    look(room, START + 1_000)
    assert receipts(room) == []


def test_while_the_witness_is_away_the_table_says_so_and_all_others_decide_after_patience() -> None:
    room = witnessed(present=False)
    assert any("The witness is away" in note.template for note in room.view(1).notes)
    for now in (START + BASE // 2, START + BASE + WITNESSED_MS):
        look(room, now, 0, 3)
    claim(room, 1, 0, now, 0, 3)
    for later in (FINAL_MS, FINAL_MS + 60_000, FINAL_MS + 119_999):
        look(room, now + later, 0, 3)
    assert log(room, 1) == []
    look(room, now + FINAL_MS + 120_000, 0, 3)
    assert log(room, 1) == ["abandon red"]
    room.sitters[1].table.heard([room.sitters[3].identity.pid])
    assert not any("The witness is away" in note.template for note in room.view(1).notes)


def test_of_what_came_while_he_was_away_the_witness_says_nothing() -> None:
    room = witnessed()
    room.table(3).keeper.interrupted()
    move(room, START + 30_000, 3)
    move(room, START + 40_000, 3)
    for signed in room.events:
        room.sitters[3].take(signed)
    look(room, START + 50_000)
    course = room.table().course
    assert course is not None
    assert receipts(room)[1:] == [(course.gprev, START + 50_000)]
    assert room.view(1).clocks[0].clock.left_ms == BASE - 30_000


def test_what_a_witness_signs_after_his_histories_part_counts_for_nobody() -> None:
    room = witnessed()
    first = move(room, START + 4_000, 3)
    witness = room.sitters[3]
    early, late = (
        witness.feed.draft(witness.identity, Draft(Kind.SEEN, data_of(Seen(first.id, t))), t)
        for t in (START + 4_000, START + 50_000)
    )
    for number, sitter in enumerate(room.sitters[:3]):
        sitter.take((early, late)[number % 2])
    assert not same(room)
    room.events += [early, late]
    look(room, START + 51_000)
    assert same(room)
    assert [(one.seat, one.clock) for one in room.view(0).clocks] == [
        (one.seat, one.clock) for one in room.view(1).clocks
    ]
    assert room.view().phase is Phase.PLAYING
    assert [note.fields for note in room.view().notes if note.template == GUILTY] == [(("nick", witness.identity.pid),)]
    move(room, START + 52_000, text="2")
    assert room.late(room.events).table.line_heads() == room.table().line_heads()


@pytest.mark.parametrize("seed", seeds(12, 5))
def test_in_whatever_order_it_comes_all_find_the_same(seed: int) -> None:
    draw = random.Random(seed)
    room = witnessed()
    now = START
    for _ in range(6):
        away = draw.randrange(3)
        now += draw.choice((5_000, 30_000, BASE + WITNESSED_MS))
        number, seat = room.mover()
        look(room, now, *({away} - {number}))
        course = room.table().course
        assert course is not None
        other = next(live for live in course.live if live != seat)
        if any(wait.ripe for wait in room.view(int(other)).waits):
            claim(room, int(other), int(seat), now, number)
        if Phase.PLAYING is room.view(number).phase and room.view(number).match.state.active == (seat,):  # type: ignore[union-attr]
            move(room, now, who=(number, seat))
        look(room, now)
        if room.view().phase is Phase.OVER:
            break
    assert same(room)
    shuffled = list(room.events)
    draw.shuffle(shuffled)
    late = room.late(shuffled)
    assert late.table.line_heads() == room.table().line_heads()
    assert [(one.seat, one.clock) for one in late.view.clocks] == [(one.seat, one.clock) for one in room.view().clocks]
