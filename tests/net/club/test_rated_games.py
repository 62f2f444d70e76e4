"""Every game with every number of seats: the result of a rated table is proved and accepted by a club."""

from __future__ import annotations

from random import Random

import pytest

from core.games import find, names
from net.club.charge import charge_of
from net.club.club_event import rated_salt
from net.club.result_book import summary
from net.club.result_proof import check_proof, prove
from net.table.fold.end_statement import end_of
from net.table.fold.game_end import is_settled
from net.view.table_view import Phase
from tests.net.support.clubs import NONE, Club
from tests.net.support.toy_games import toy_table
from tests.net.support.toy_games.toy_table import Room
from tests.net.table.hidden_cards.test_table_mental import step

GAMES: tuple[tuple[str, int, dict[str, str]], ...] = (
    *(("djambi", seats, {"players": str(seats)}) for seats in (3, 4, 5, 6)),
    ("epaminondas", 2, {"size": "8x8"}),
    ("epaminondas", 2, {"size": "14x12"}),
    *(("megiddo", seats, {"players": str(seats)}) for seats in (2, 3, 4, 6)),
    *(("mediterranee", seats, {"players": str(seats), "placement": "standard"}) for seats in (2, 3, 4)),
    ("mediterranee", 2, {"players": "2", "placement": "standard", "match": "yes"}),
    ("mediterranee", 4, {"players": "4", "placement": "standard", "match": "yes"}),
)
ROUNDS = 30
"""How often everybody decides before all but the first give up, if the game is not over."""

GAMES_OF_A_MATCH = 9
"""How often somebody may have to give up: once for each game of a match."""


def test_the_list_has_every_game_with_every_number_of_seats() -> None:
    for name in names():
        players = next((option.values for option in find(name).options if option.name == "players"), ("2",))
        assert {seats for game, seats, _ in GAMES if game == name} == set(map(int, players))


def play(room: Room, rounds: int, seed: int = 1) -> None:
    """Play at random for some rounds, or to the end."""
    draw = Random(seed)
    for _ in range(rounds):
        if room.view().phase is Phase.OVER:
            return
        for number in range(len(room.sitters)):
            step(room, draw, number)
        room.settle()


def give_up(room: Room, number: int) -> None:
    """Let somebody give up with all their seats."""
    for seat in room.view(number).mine:
        course = room.table(number).course
        assert course is not None
        words = [str(one) for one in course.match.state.declarations(seat)]
        word = next((one for one in words if one.startswith(("resign", "abandon"))), None)
        if word is not None and not course.over:
            room.say(number, room.table(number).declare(seat, word))


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_the_result_is_proved_and_accepted(
    monkeypatch: pytest.MonkeyPatch, game: str, seats: int, options: dict[str, str]
) -> None:
    club = Club.of("ann")
    monkeypatch.setattr(toy_table, "SALT", rated_salt(club.cid, *NONE, bytes(16)))
    room = Room.open(seats, terms={"bots": "no"}, game=find(game), **options)
    for number in range(seats):
        room.say(number, room.table(number).sit(None, f"nick{number}"))
    room.settle()
    play(room, ROUNDS)
    for number in [*range(1, seats)] * GAMES_OF_A_MATCH:
        give_up(room, number)
        play(room, seats)
    assert room.view().phase is Phase.OVER
    annals = room.table(0).annals
    end = end_of(annals)
    assert end is not None
    assert is_settled(annals)
    assert charge_of(annals) is None
    proof = prove(annals, end)
    people = {f"player {number}": one.identity for number, one in enumerate(room.sitters)}
    club.people |= people
    for name in people:
        club.join(name)
    club.say("player 1", summary(check_proof(proof), proof, NONE, bytes(16)))
    (one,) = club.state.book.standing
    assert one.game == game
    assert set(one.players) == {sitter.identity.public for sitter in room.sitters}
    assert one.signers == set(one.players)
    assert {key for key, worth in zip(one.players, one.worth, strict=True) if worth == max(one.worth)} <= {
        end.keys[seat] for seat in end.winners or range(seats)
    }
    assert len(club.state.ladder(game)) == seats
