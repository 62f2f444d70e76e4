"""The count of turns: what chance does is no turn, and without chance turns and plies are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import DEALER, Seat
from core.games import find
from core.match.match import Match
from core.match.turn_count import TurnCount
from tests.gallery.fixed_table import match_of

LOGS = st.lists(st.sampled_from([DEALER, Seat(0), Seat(1)]), max_size=30)


@given(LOGS)
def test_every_decision_has_one_turn_and_every_turn_one_place(seats: list[Seat]) -> None:
    turns = TurnCount.of(seats)
    for ply in range(len(seats) + 1):
        assert turns.turn_of(ply) == sum(seat != DEALER for seat in seats[:ply])
    made = [number for number, seat in enumerate(seats, 1) if seat != DEALER]
    assert [turns.ply_of(turn) for turn in range(len(made) + 1)] == [0, *made]
    assert [turns.turn_at(number) for number in made] == list(range(1, len(made) + 1))
    assert turns.ply_of(len(made) + 1) == len(seats) + 1, "the next decision would stand at the end"


@given(LOGS)
def test_a_count_grows_with_its_log(seats: list[Seat]) -> None:
    turns = TurnCount()
    for ply, seat in enumerate(seats):
        turns = turns.after(seat, ply)
    assert turns == TurnCount.of(seats)


@given(LOGS.filter(lambda seats: DEALER in seats))
def test_chance_belongs_to_the_turn_that_follows_it(seats: list[Seat]) -> None:
    turns = TurnCount.of(seats)
    for number in turns.chance:
        assert turns.turn_at(number) == turns.turn_of(number) + 1


@pytest.mark.parametrize("game", ["djambi", "epaminondas", "megiddo"])
def test_without_chance_turns_are_plies(game: str) -> None:
    match = match_of(4, 12, 3, game)
    assert match.turn == match.ply == 12
    assert [match.turns.ply_of(turn) for turn in range(13)] == list(range(13))


def test_a_match_counts_its_turns_wherever_it_comes_from() -> None:
    match = Match.new(find("mediterranee"), {"placement": "standard", "seed": "5"}).deal()
    assert (match.ply, match.turn) == (2, 0), "a talon and a draw"
    match = match_of(4, 40, 5, "mediterranee")
    decided = sum(line.seat != DEALER for line in match.log)
    assert decided < match.ply
    for one in (match, match.seen_by(None), match.at(match.ply), Match.fold(match.header, match.log)):
        assert (one.turn, one.turns) == (decided, match.turns)
    assert match.undo(3).turn == decided - 3
