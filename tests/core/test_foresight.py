"""A position as if it were another seat's turn: nothing moves, and the rules say what that seat could do."""

from __future__ import annotations

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.threat import as_if


def told(match: Match, seat: int) -> list[str]:
    state = as_if(match.state, Seat(seat))
    assert state is not None
    return [str(action) for action in state.legal(Seat(seat))]


@pytest.mark.parametrize(
    ("game", "options"),
    [("djambi", {"players": "4"}), ("djambi", {"players": "3"}), ("epaminondas", {}), ("megiddo", {"players": "3"})],
)
def test_every_seat_could_move_what_it_has(game: str, options: dict[str, str]) -> None:
    match = Match.new(find(game), options)
    for seat in range(len(match.names)):
        state = as_if(match.state, Seat(seat))
        assert state is not None
        assert state.active == (seat,)
        assert state.scene().pieces == match.state.scene().pieces
        assert told(match, seat)
    assert as_if(match.state, match.state.active[0]) is match.state
    assert as_if(match.state, Seat(len(match.names))) is None


def test_what_is_foreseen_is_what_may_be_played_if_nothing_hinders_it() -> None:
    match = Match.new(find("epaminondas"), {})
    foreseen = told(match, 1)
    after = match.play("2.7.2N2")
    assert set(foreseen) == {str(action) for action in after.state.legal(Seat(1))}


def test_a_player_of_several_armies_foresees_the_next_one() -> None:
    position = Match.new(find("djambi"), {"players": "4"}).state.to_json()
    living = position["living"]
    assert isinstance(living, dict)
    del living[next(cell for cell, word in living.items() if word == "blue C")]
    dead = {**position, "status": {"blue": "dead"}, "owner": {"blue": "red"}}
    match = Match.at_position(find("djambi"), {**dead, "turn": {"player": "yellow", "seat": "yellow"}})
    state = as_if(match.state, Seat(0))
    assert state is not None
    assert state.upcoming(1)[0].player == 0
    assert as_if(match.state, Seat(1)) is None


def test_nothing_is_foreseen_while_pieces_are_placed_nor_after_the_end() -> None:
    match = Match.new(find("mediterranee"), {"players": "4", "seed": "3"}).deal()
    assert as_if(match.state, Seat(1)) is None
    over = Match.new(find("epaminondas"), {}).play("resign")
    assert as_if(over.state, Seat(1)) is None
