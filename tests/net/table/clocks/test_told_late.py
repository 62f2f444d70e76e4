"""A clock in honour: a move beats the claim that it crossed, not the one that its author had seen."""

from __future__ import annotations

import random

import pytest

from core.fault import IllegalAction
from core.game import Seat
from net.table.clocks.wait_timer import FINAL_MS
from net.table.duty.duty_list import awaited
from net.wire.event import Kind, Signed
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.clocks.test_table_clocks import fallen, say, timed
from tests.net.table.line.test_table_claims import carry, log, pass_time
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def moved(room: Room, now: int, *, told: bool) -> Signed:
    """Let red, whose flag has fallen, move, after he has heard of the claim or before."""
    if told:
        carry(room, (0,))
    move = say(room, 0, room.table(0).move(Seat(0), "1"), now)
    carry(room, range(len(room.sitters)))
    return move


def later(room: Room, now: int, *, told: bool) -> Room:
    """Let red move five seconds after he was claimed, and the others look on until the finals are due, and beyond."""
    moved(room, now + 5_000, told=told)
    for at in (now + 5_000, now + FINAL_MS - 1, now + FINAL_MS, now + FINAL_MS):
        pass_time(room, at, range(len(room.sitters)))
    return room


@pytest.mark.parametrize("people", [2, 3])
def test_a_move_whose_author_had_seen_the_claim_does_not_beat_it(people: int) -> None:
    room = timed(people)
    now = fallen(room)
    carry(room, (0,))
    say(room, 0, room.table(0).move(Seat(0), "1"), now + 5_000)
    carry(room, range(people))
    pass_time(room, now + 5_000, range(people))
    assert log(room, 1) == ["1"]
    assert [(wait.seat, wait.ripe, wait.claimed) for wait in room.view(1).waits if wait.seat == 0] == [(0, True, (1,))]
    pass_time(room, now + FINAL_MS - 1, range(people))
    assert log(room, 1) == ["1"]
    pass_time(room, now + FINAL_MS, range(people))
    room.settle(now + FINAL_MS)
    assert log(room)[0] == "abandon red"
    assert [(void.seat, void.text) for void in room.view(1).voids] == [(0, "1")]
    assert same(room)
    shuffled = list(room.events)
    random.Random(people).shuffle(shuffled)
    assert plain(room.late(shuffled).view) == plain(room.late().view)


@pytest.mark.parametrize("people", [2, 3])
def test_a_move_that_crossed_the_claim_beats_it(people: int) -> None:
    room = timed(people)
    now = fallen(room)
    later(room, now, told=False)
    assert log(room) == ["1"]
    assert not any(signed.event.kind == Kind.FINAL for signed in room.events)
    assert same(room)


def test_the_claim_is_the_same_whether_it_or_the_move_is_heard_first() -> None:
    room = timed(3)
    now = fallen(room)
    move = moved(room, now + 5_000, told=True)
    newcomer = room.late([move, *reversed(room.events)])
    assert plain(newcomer.view) == plain(room.late().view)
    assert [wait.stop.ply for wait in awaited(newcomer.table.annals)] == [1, 0]
    assert [wait.seat for wait in newcomer.view.waits] == [1]


def test_who_plays_on_has_let_the_late_move_stand() -> None:
    room = timed(3)
    now = fallen(room)
    moved(room, now + 5_000, told=True)
    say(room, 1, room.table(1).move(Seat(1), "2"), now + 6_000)
    for at in (now + 6_000, now + FINAL_MS, now + 2 * FINAL_MS):
        room.settle(at)
    assert log(room) == ["1", "2"]
    assert same(room)


def test_who_has_signed_that_it_was_too_late_does_not_play_on_from_it_but_not_for_ever() -> None:
    room = timed(3)
    now = fallen(room)
    moved(room, now + 5_000, told=True)
    for at in (now + 5_000, now + FINAL_MS):
        pass_time(room, at, (1,))
    assert [signed.event.data[3] for signed in room.events if signed.event.kind == Kind.FINAL] == [True]
    with pytest.raises(IllegalAction, match="red moved too late"):
        room.table(1).move(Seat(1), "2")
    pass_time(room, now + 2 * FINAL_MS, (1,))
    assert [signed.event.data[3] for signed in room.events if signed.event.kind == Kind.FINAL] == [True, False]
    assert room.table(1).move(Seat(1), "2").kind is Kind.MOVE


def test_without_a_clock_or_with_a_claim_too_early_every_move_counts() -> None:
    room = Room.playing(2)
    for at in (0, 60_000, 120_000):
        pass_time(room, at, (1,))
    say(room, 1, room.table(1).claim(Seat(0)), 120_000)
    later(room, 120_000, told=True)
    assert log(room) == ["1"]
    room = timed(2)
    course = room.table().course
    assert course is not None
    room.forge_quietly(1, Kind.CLAIM, (0, "move", 0), seat=1, ply=0, gprev=course.gprev)
    later(room, 1_000_100, told=True)
    assert log(room) == ["1"]
