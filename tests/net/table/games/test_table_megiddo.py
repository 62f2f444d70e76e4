"""Megiddo at a table: matches in one log, resignation of teams, draws, silence between partners, equal digests."""

from __future__ import annotations

import random

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from net.view.table_view import OfferKind, OfferView, Phase
from net.wire.event import Kind
from tests.net.support.toy_games.toy_table import Room
from tests.net.table.test_table_play import plain, same

GAME = find("megiddo")
LINE = ("A1", "C1", "A2", "E3", "A3", "C5", "A4", "E1", "A5", "C3", "A6")
"""Radial A for whoever begins a game of two colours."""


def play(room: Room, *texts: str) -> None:
    """Play moves, carried to everybody one by one."""
    for text in texts:
        room.move(text)


@pytest.mark.parametrize("players", ["2", "3", "4", "6"])
def test_peers_that_play_megiddo_agree(players: str) -> None:
    room = Room.playing(int(players), game=GAME, players=players, variant="cleopatra-master", target="1")
    draw = random.Random(int(players))
    while room.view().phase is Phase.PLAYING:
        match = room.view().match
        assert match is not None
        room.move(str(draw.choice(list(match.state.legal(match.state.active[0])))))
    assert room.view().outcome is not None
    assert same(room)
    assert plain(room.late(reversed(room.events)).view) == plain(room.view())


def test_partners_do_not_talk_while_a_game_runs() -> None:
    room = Room.playing(4, game=GAME, players="4")
    room.say(0, room.table(0).talk("Ring 3, all of us."))
    play(room, "C4")
    with pytest.raises(Fault, match="close talk"):
        room.table(1).talk("D4!")
    play(room, "D1", "B6", "F2")
    with pytest.raises(Fault, match="close talk"):
        room.table(3).talk("D4!")
    assert [line.text for line in room.view(2).talk] == ["Ring 3, all of us."]
    room.say(1, room.table(1).declare(Seat(1), "resign"))
    room.say(3, room.table(3).declare(Seat(3), "resign"))
    match = room.view(0).match
    assert match is not None
    room.say(1, room.table(1).talk("Well played."))
    assert room.view(3).talk[-1].text == "Well played."
    assert same(room)


def test_a_courtesy_at_each_turn_stays() -> None:
    room = Room.playing(4, game=GAME, players="4")
    play(room, "C4")
    room.say(1, room.table(1).talk("D4!", ("hello",)))
    with pytest.raises(Fault, match="one courtesy"):
        room.table(1).talk("", ("sorry",))
    room.forge(1, Kind.TALK, ("", ("sorry",)))
    room.forge(2, Kind.TALK, ("E4", ("thanks",)))
    room.forge(3, Kind.TALK, ("", ("thanks", "E4")))
    room.forge(3, Kind.TALK, ("", ("accept", "E4")))
    assert [(line.text, line.act) for line in room.view(0).talk] == [("", ("hello",))]
    play(room, "D1")
    room.say(1, room.table(1).talk("", ("good-game",)))
    assert [line.act for line in room.view(3).talk] == [("hello",), ("good-game",)]
    assert same(room)


def test_talk_is_free_where_the_table_allows_it() -> None:
    room = Room.playing(4, game=GAME, players="4", team_talk="on")
    play(room, "C4")
    room.say(1, room.table(1).talk("D4!"))
    assert room.view(3).talk[-1].text == "D4!"


def test_a_resignation_out_of_turn_goes_on_with_the_next_game() -> None:
    room = Room.playing(2, game=GAME, players="2", target="12")
    play(room, "C4", "D4")
    room.say(1, room.table(1).declare(Seat(1), "resign"))
    match = room.view(0).match
    assert match is not None
    assert match.log[-1].text == "resign 1"
    assert match.state.to_json()["points"] == [6, 0]
    assert match.state.active == (1,)
    play(room, *LINE)
    assert room.view(1).phase is Phase.PLAYING
    assert same(room)


def test_a_resignation_that_races_a_winning_move_does_not_count_for_the_next_game() -> None:
    room = Room.playing(2, game=GAME, players="2", target="12")
    play(room, *LINE[:-1])
    winning = room.table(0).move(Seat(0), LINE[-1])
    resigned = room.say(1, room.table(1).declare(Seat(1), "resign"), settle=False)
    room.say(0, winning)
    assert resigned.event.data == ("resign 1",)
    match = room.view(0).match
    assert match is not None
    assert [line.text for line in match.log][-1] == LINE[-1]
    assert match.state.to_json()["points"] == [6, 0]
    play(room, "C4", "D5")
    room.say(1, room.table(1).declare(Seat(1), " Resign "), settle=False)
    assert room.events[-1].event.data == ("resign 2",)
    room.settle()
    assert room.view(1).phase is Phase.OVER
    assert same(room)


def test_a_draw_ends_a_game_without_a_winner() -> None:
    room = Room.playing(3, game=GAME, players="3", target="1")
    play(room, "C4")
    room.say(1, room.table(1).declare(Seat(1), "draw"))
    offer = room.view(0).offers[0]
    for number in (0, 2):
        room.say(number, room.table(number).answer(offer.id, Seat(number), yes=True))
    outcome = room.view(0).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("agreement", ())


def asked(room: Room, number: int) -> list[OfferView]:
    return [offer for offer in room.view(number).offers if offer.kind is OfferKind.CONCEDE]


@pytest.mark.parametrize("seat", [0, 2])
def test_a_partner_is_asked_to_resign_too_and_agrees_by_resigning(seat: int) -> None:
    room = Room.playing(4, game=GAME, players="4")
    play(room, "C4", "D1", "B6", "F2")
    room.say(seat, room.table(seat).declare(Seat(seat), "resign"), settle=False)
    (before,) = asked(room, seat)
    room.settle()
    partner = 2 - seat
    (offer,) = asked(room, 1)
    assert (before, offer.seat, offer.owed, offer.text) == (offer, seat, (partner,), "resign 1")
    with pytest.raises(Fault, match="does not stand"):
        room.table(1).answer(offer.id, Seat(1), yes=True)
    room.say(partner, room.table(partner).answer(offer.id, Seat(partner), yes=True))
    match = room.view(1).match
    assert match is not None
    assert match.state.to_json()["points"] == [0, 6]
    assert asked(room, partner) == []
    assert same(room)


def test_a_partner_who_declines_plays_on() -> None:
    room = Room.playing(4, game=GAME, players="4", target="1")
    with pytest.raises(Fault, match="was not said"):
        room.table(0).offer(OfferKind.CONCEDE, Seat(0))
    room.say(0, room.table(0).declare(Seat(0), "resign"))
    (offer,) = asked(room, 2)
    room.say(2, room.table(2).answer(offer.id, Seat(2), yes=False))
    assert [(one.owed, one.declined) for one in asked(room, 0)] == [((), (2,))]
    assert room.view(0).phase is Phase.PLAYING
    room.say(2, room.table(2).declare(Seat(2), "resign"))
    assert room.view(0).phase is Phase.OVER
    assert same(room)
