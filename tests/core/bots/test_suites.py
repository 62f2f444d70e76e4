"""The suites made by solvers: they can be read, and a few of their positions are played right."""

from __future__ import annotations

import pytest

from benchmarks.endgames import Endgames
from benchmarks.positions import empties, field, kept
from benchmarks.suite import GOALS, Case, slim, suite
from benchmarks.suites import answer
from core.games import find
from core.games.megiddo.rules.state import State

GAMES = ("djambi", "epaminondas", "megiddo")
QUICK = [
    ("megiddo", "truth", "5"),
    ("megiddo", "win-in-one", "3"),
    ("djambi", "truth", "3"),
    ("djambi", "win-in-one", "3"),
]


def some(game: str, kind: str, number: int) -> list[Case]:
    """Give the first positions of a kind."""
    return [case for case in suite(game) if case.kind == kind][:number]


@pytest.mark.parametrize("game", GAMES)
def test_a_suite_stands_and_every_answer_in_it_is_legal(game: str) -> None:
    """Some action of each position keeps what it is worth, and another one does not."""
    found = suite(game)
    assert {"truth", "win-in-one", "win-in-two"} <= {case.kind for case in found} <= set(GOALS)
    for case in found[:: max(1, len(found) // 25)]:
        state = find(game).setup(case.position)
        legal = {str(action) for action in state.legal(state.active[0])}
        assert set(case.keep) < legal
        assert slim(find(game), state) == case.position
        assert case.value in {0.0, 0.5, 1.0}


@pytest.mark.parametrize(("game", "kind", "level"), QUICK)
def test_a_few_are_played_right(game: str, kind: str, level: str) -> None:
    """`benchmarks/suites.py check` plays them all."""
    for case in some(game, kind, 4):
        assert answer(game, case, level) in case.keep, case


def test_the_ends_of_megiddo_are_valued_by_the_rules() -> None:
    """Those with the fewest empty points, which are soon solved again."""
    states = [(case, find("megiddo").setup(case.position)) for case in some("megiddo", "truth", 80)]
    near = [(case, state) for case, state in states if isinstance(state, State) and empties(state) <= 7]
    for case, state in near[:4]:
        value, keeping = kept(state)
        assert (value, {str(each) for each in keeping}) == (case.value, set(case.keep))
    assert len(near) >= 4


def test_a_small_board_of_epaminondas_is_solved_whole() -> None:
    """On three by three White, who begins, cannot be kept from anything; the values hang together."""
    start = field("3x3")
    ends = Endgames(start.rules, [start.cells])
    assert len(ends.index) > 50
    for name in list(ends.index)[:60]:
        state = type(start)(start.rules, name)
        if start.rules.board.crossed(name, 0) > start.rules.board.crossed(name, 1):
            assert ends.look(name, 0) == 1.0
            continue
        left = []
        for move in state.legal(state.active[0]):
            after = state.play(state.active[0], move)
            worth = float(after.outcome.winners == (1,)) if after.outcome else ends.look(after.cells, 1)
            assert worth is not None
            left.append(1.0 - worth)
        assert ends.look(name, 0) == max(left, default=0.0)
