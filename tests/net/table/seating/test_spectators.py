"""Spectators on or off: agreed on like a pause, from the line alone, and what it means for who may be at the table."""

from __future__ import annotations

import random

import pytest

from core.fault import Fault
from core.game import Seat
from net.view.table_view import OfferKind
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def agree(room: Room) -> None:
    """Let everybody at a table of three, where seat 1 is to move, agree to have spectators, or none."""
    room.say(0, room.table(0).offer(OfferKind.SPECTATORS, Seat(0)))
    offer = room.view().offers[0].id
    for number in (2, 1):
        room.say(number, room.table(number).answer(offer, Seat(number), yes=True))


def shut() -> Room:
    room = Room.playing(3)
    room.move("1")
    agree(room)
    return room


def test_all_agree_that_nobody_looks_on_and_again_that_somebody_may() -> None:
    room = shut()
    assert [room.view(number).watched for number in range(3)] == [False] * 3
    assert [note.ply for note in room.view().notes if "without spectators" in note.template] == [1]
    assert [step.line.text for step in room.table().history()] == ["1", "spectators off"]
    agree(room)
    assert room.view(2).watched
    assert room.view().match is not None
    assert [step.line.text for step in room.table().history()][-1] == "spectators on"
    room.move("2")
    assert same(room)


def test_one_no_is_no() -> None:
    room = Room.playing(3)
    room.say(1, room.table(1).offer(OfferKind.SPECTATORS, Seat(1)))
    offer = room.view().offers[0].id
    room.say(2, room.table(2).answer(offer, Seat(2), yes=False))
    room.say(0, room.table(0).answer(offer, Seat(0), yes=True))
    assert room.view().watched
    room.move("1")
    assert room.view().offers == ()


def test_a_table_that_begins_without_spectators_may_open() -> None:
    room = Room.playing(2, terms={"spectators": "no"})
    assert not room.view().watched
    room.say(1, room.table(1).offer(OfferKind.SPECTATORS, Seat(1)))
    room.say(0, room.table(0).answer(room.view().offers[0].id, Seat(0), yes=True))
    assert room.view().watched


def test_what_was_agreed_on_outlasts_a_takeback() -> None:
    room = Room.playing(2, terms={"takebacks": "ask"})
    room.move("1")
    room.say(0, room.table(0).offer(OfferKind.SPECTATORS, Seat(0)))
    room.say(1, room.table(1).answer(room.view().offers[0].id, Seat(1), yes=True))
    room.say(0, room.table(0).offer(OfferKind.TAKEBACK, Seat(0)))
    room.say(1, room.table(1).answer(room.view().offers[0].id, Seat(1), yes=True))
    match = room.view().match
    assert match is not None
    assert match.ply == 0
    assert not room.view().watched


def test_what_stands_already_is_not_offered_by_a_forger() -> None:
    room = shut()
    with pytest.raises(Fault, match="is set that way already"):
        room.table(1).annals.motions.proposed(
            room.table(1).annals.line.course,  # type: ignore[union-attr]
            Seat(1),
            OfferKind.SPECTATORS,
            "spectators off",
        )


@pytest.mark.parametrize("seed", range(4))
def test_any_order_of_arrival_gives_the_same(seed: int) -> None:
    room = shut()
    room.move("2")
    random.Random(seed).shuffle(room.events)
    newcomer = Sitter(room.sitters[0].tid, room.sitters[0].identity)
    for signed in room.events:
        newcomer.take(signed)
    assert plain(newcomer.view) == plain(room.view())
    assert not newcomer.view.watched
