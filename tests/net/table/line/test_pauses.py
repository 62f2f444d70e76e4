"""Pauses: agreed on like a draw; while one lasts nobody is waited for, and anybody seated may go on."""

from __future__ import annotations

import random

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.view.table_view import OfferKind
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.duty.test_substitutes import accept, agree
from tests.net.table.test_table_play import plain, same

LONG = 10_000_000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def paused() -> Room:
    room = Room.playing(3)
    room.move("1")
    room.say(0, room.table(0).offer(OfferKind.PAUSE, Seat(0)))
    offer = room.view().offers[0].id
    for number in (2, 1):
        room.say(number, room.table(number).answer(offer, Seat(number), yes=True))
    return room


def paused_and_watched() -> Room:
    """Pause a game, and let a fourth program watch it."""
    room = paused()
    newcomer = Sitter(room.sitters[0].tid, Identity.new(b"h" * 32))
    for signed in room.events:
        newcomer.take(signed)
    room.sitters.append(newcomer)
    return room


def test_all_agree_and_nobody_is_waited_for_however_long_it_takes() -> None:
    room = paused()
    assert [room.view(number).paused for number in range(3)] == [True] * 3
    room.settle(1)
    room.settle(LONG)
    assert room.view(2).waits == ()
    with pytest.raises(Fault, match="Nobody waits"):
        room.table(2).claim(Seat(1))
    with pytest.raises(Fault, match="paused already"):
        room.table(2).offer(OfferKind.PAUSE, Seat(2))
    assert [note.ply for note in room.view().notes if "Pause" in note.template] == [1]


def test_anybody_seated_goes_on_and_time_begins_anew() -> None:
    room = paused()
    room.settle(LONG)
    room.say(2, room.table(2).offer(OfferKind.RESUME, Seat(2)))
    assert not room.view().paused
    room.settle(LONG + 1)
    (wait,) = room.view(2).waits
    assert (wait.seat, wait.since) == (Seat(1), LONG + 1)
    assert not wait.ripe
    with pytest.raises(Fault, match="not paused"):
        room.table(0).offer(OfferKind.RESUME, Seat(0))


def test_a_move_goes_on_too() -> None:
    room = paused()
    room.move("2")
    assert not room.view().paused
    assert room.view().match is not None
    assert same(room)


def test_a_pause_that_has_ended_is_not_asked_for_again_until_the_next_move_and_the_refusal_says_so() -> None:
    room = paused()
    assert not room.view().resumed
    room.say(2, room.table(2).offer(OfferKind.RESUME, Seat(2)))
    assert [room.view(number).resumed for number in range(3)] == [True] * 3
    for number in range(3):
        with pytest.raises(Fault, match="possible again after the next move"):
            room.table(number).offer(OfferKind.PAUSE, Seat(number))
    room.move("2")
    assert not room.view().resumed
    room.say(2, room.table(2).offer(OfferKind.PAUSE, Seat(2)))
    assert [offer.kind for offer in room.view().offers] == [OfferKind.PAUSE]


def test_a_pause_stands_while_a_seat_is_handed_over_and_about_spectators() -> None:
    room = paused_and_watched()
    agree(room, 1, 0, 1, 2, nick="Hal")
    accept(room)
    assert room.view().seats[1].nick == "Hal"
    assert [room.view(number).paused for number in range(4)] == [True] * 4
    room.settle(LONG)
    assert room.view(3).waits == ()
    room.say(0, room.table(0).offer(OfferKind.SPECTATORS, Seat(0)))
    offer = room.view().offers[0].id
    for number, seat in ((2, 2), (3, 1)):
        room.say(number, room.table(number).answer(offer, Seat(seat), yes=True))
    assert not room.view().watched
    assert [room.view(number).paused for number in (0, 2, 3)] == [True] * 3
    room.say(3, room.table(3).offer(OfferKind.RESUME, Seat(1)))
    assert not room.view().paused
    assert len(room.view().waits) == 1


def test_a_seat_that_is_handed_over_after_a_pause_begins_none() -> None:
    room = paused_and_watched()
    room.say(2, room.table(2).offer(OfferKind.RESUME, Seat(2)))
    agree(room, 1, 0, 1, 2, nick="Hal")
    accept(room)
    assert not room.view().paused


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_arrival_gives_the_same(seed: int) -> None:
    room = paused()
    room.say(2, room.table(2).offer(OfferKind.RESUME, Seat(2)))
    room.move("2")
    random.Random(seed).shuffle(room.events)
    newcomer = Sitter(room.sitters[0].tid, room.sitters[0].identity)
    for signed in room.events:
        newcomer.take(signed)
    assert plain(newcomer.view) == plain(room.view())
    assert newcomer.table.history() == room.table().history()
