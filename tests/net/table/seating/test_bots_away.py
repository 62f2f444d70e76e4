"""Who has left a table in mid-game, and their bots: the others see that they wait, and for whom, until it is back."""

from __future__ import annotations

import pytest

from core.game import Seat
from net.identity.identity import pid_of
from net.table.table_notice import BOTS_WAIT, KEEPS
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.duty.test_substitutes import accept, agree
from tests.net.table.seating.test_speaker import evening


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def begun() -> Room:
    """Let red be handed over, so that its former player has but a bot there, and let one move be made."""
    room = evening()
    agree(room, 0, 0, 1)
    accept(room)
    for number in range(3):
        room.table(number).heard(pid_of(one.identity.public) for one in room.sitters)
    room.move("1")
    return room


def away(room: Room, number: int, *, gone: bool) -> None:
    room.table(number).step_away(away=gone)
    room.settle()


def test_a_bot_whose_program_has_left_is_seen_to_wait_until_it_is_back() -> None:
    room = begun()
    assert room.view(1).seats[2].present
    assert room.table(0).strands
    away(room, 0, gone=True)
    assert not room.view(1).seats[2].present
    (note,) = [one for one in room.view(1).notes if one.template == BOTS_WAIT]
    assert (note.ply, dict(note.fields)["nick"]) == (1, "nick0")
    room.move("2")
    assert note in room.view(1).notes, "it stays where it was told"
    away(room, 0, gone=False)
    assert room.view(1).seats[2].present
    assert all(one.template != BOTS_WAIT for one in room.view(1).notes)


def test_whoever_leaves_and_keeps_the_seat_is_seen_as_away_until_they_are_back() -> None:
    room = begun()
    away(room, 1, gone=True)
    (left,) = {one.seat for one in room.view(0).seats if not one.present}
    assert pid_of(room.sitters[1].identity.public) == room.view(0).seats[left].pid
    (note,) = [one for one in room.view(0).notes if one.template == KEEPS]
    assert (note.ply, dict(note.fields)["nick"]) == (1, "nick1")
    away(room, 1, gone=False)
    assert all(seat.present for seat in room.view(0).seats)
    assert all(one.template != KEEPS for one in room.view(0).notes)


def test_nobody_is_waited_for_before_the_first_decision() -> None:
    fresh = evening()
    assert not fresh.table(0).strands
    assert [seat.seat for seat in fresh.view(0).seats if seat.bot] == [Seat(2)]
