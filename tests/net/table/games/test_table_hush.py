"""Partners who may not talk: they are held to etiquette, who plays alone is not (rules, §8)."""

from __future__ import annotations

import pytest

from core.chance import HasQuietSeats, talk_of
from core.fault import Fault
from core.game import Seat, Talk
from core.games import find
from core.match.match import Match
from net.view.table_view import TableView
from net.wire.event import Kind
from tests.net.support.toy_games.toy_table import Room
from tests.net.table.test_table_play import same
from tui.words.talk_acts import spoken

LONE = 1


def table(people: int, talk: str = "off") -> Room:
    """Seat people at a game of Méditerranée."""
    options = {"players": str(people), "placement": "standard", "partner_talk": talk}
    room = Room.open(people, terms=None, game=find("mediterranee"), **options)
    for number in range(people):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    return room


def heard(view: TableView) -> list[tuple[Seat | None, str]]:
    """Give what was said, by seat."""
    return [(line.seat, line.text) for line in view.talk]


def test_a_player_who_is_alone_may_talk_and_the_two_against_him_may_not() -> None:
    room = table(3)
    lone = room.seat_of(LONE)
    room.say(LONE, room.table(LONE).talk("I am coming for you both."))
    for number in (0, 2):
        with pytest.raises(Fault, match="close talk"):
            room.table(number).talk("Attack him now.")
        room.say(number, room.table(number).talk("", ("hello",)))
        room.forge(number, Kind.TALK, ("Attack him now.", None), seat=int(room.seat_of(number)))
    for number in range(3):
        assert (lone, "I am coming for you both.") in heard(room.view(number))
        assert not any("Attack" in text for _, text in heard(room.view(number)))
        assert len(room.view(number).talk) == 3
    assert same(room)
    assert heard(room.late().view) == heard(room.view())


def test_with_four_everybody_has_a_partner() -> None:
    room = table(4)
    for number in range(4):
        with pytest.raises(Fault, match="close talk"):
            room.table(number).talk("Attack now.")


@pytest.mark.parametrize(("players", "free"), [("2", {0, 1}), ("3", {1}), ("4", set())])
def test_the_state_says_who_is_held_to_etiquette(players: str, free: set[int]) -> None:
    match = Match.new(find("mediterranee"), {"players": players, "partner_talk": "off", "placement": "standard"})
    state = match.state
    assert isinstance(state, HasQuietSeats)
    seats = [Seat(seat) for seat in range(int(players))]
    assert {seat for seat in seats if not state.hushes(seat)} == free
    assert {seat for seat in seats if talk_of(state, seat) is Talk.OPEN} == free
    assert [spoken("good luck", state, seat) for seat in seats] == [
        None if s in free else ("good-luck",) for s in seats
    ]


def test_where_talk_is_open_nobody_is_hushed() -> None:
    room = table(3, "honour")
    for number in range(3):
        room.say(number, room.table(number).talk("A word."))
    assert len(room.view().talk) == 3
