"""Djambi at a table: moves, an abandoned seat and its return, five players, and equal digests."""

from __future__ import annotations

import random

import pytest

from core.digest import digest
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import OfferKind, Phase
from tests.net.support.toy_games.toy_table import Room
from tests.net.table.test_table_play import plain, same


def play(room: Room, plies: int, seed: int) -> None:
    """Play random moves, carried to everybody one by one."""
    draw = random.Random(seed)
    for _ in range(plies):
        match = room.view().match
        assert match is not None
        if match.state.outcome is not None:
            return
        seat = match.state.active[0]
        room.move(str(draw.choice(list(match.state.legal(seat)))))


@pytest.mark.parametrize("players", ["3", "4", "5"])
def test_peers_that_play_djambi_agree(players: str) -> None:
    people = int(players)
    room = Room.playing(people, game=find("djambi"), players=players)
    play(room, 24, seed=people)
    number = 1
    room.say(number, room.table(number).talk("peace?", ("propose", "truce", "red", "9")))
    match = room.view().match
    assert match is not None
    assert match.ply == 24
    assert same(room)
    assert room.view(2).talk[-1].ply == 24
    assert Match.fold(match.header, match.log).digest() == match.digest()
    assert room.table().line_heads()[2] == digest(match.state.view(None).encode())[:8]
    assert plain(room.late(reversed(room.events)).view) == plain(room.view())


def test_five_players_leave_a_seat_empty() -> None:
    room = Room.playing(5, game=find("djambi"), players="5", missing="blue")
    vacant = [seat.name for seat in room.view().seats if seat.vacant]
    assert vacant == ["blue"]
    assert len(room.view().seats) == 6


def test_abandoning_and_returning() -> None:
    room = Room.playing(4, game=find("djambi"), players="4")
    play(room, 3, seed=1)
    room.say(0, room.table(0).declare(Seat(0), "resign"))
    match = room.view(2).match
    assert match is not None
    assert match.log[-1].text == "abandon red"
    assert match.log[-1].seat == 0
    play(room, 1, seed=2)
    room.say(0, room.table(0).offer(OfferKind.RETURN, Seat(0)))
    offer = room.view(1).offers[0]
    assert offer.owed == (1, 2, 3)
    for number in (1, 2, 3):
        room.say(number, room.table(number).answer(offer.id, Seat(number), yes=True))
    match = room.view(2).match
    assert match is not None
    assert match.log[-1].text == "return red"
    assert room.view(3).offers == ()
    assert same(room)


def test_a_draw_by_agreement() -> None:
    room = Room.playing(3, game=find("djambi"), players="3")
    play(room, 2, seed=1)
    room.say(0, room.table(0).declare(Seat(0), "draw"))
    offer = room.view(1).offers[0]
    for number in (1, 2):
        room.say(number, room.table(number).answer(offer.id, Seat(number), yes=True))
    view = room.view(2)
    assert view.phase is Phase.OVER
    assert view.outcome is not None
    assert view.outcome.reason == "agreement"
    assert same(room)
