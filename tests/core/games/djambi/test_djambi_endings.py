"""Level 5 in endings of three pieces, every position of them solved: what is won stays won, what is level so too."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from core.bots.bot import Budget
from core.games.djambi.bot.thinker import PLANS, ponder
from core.games.djambi.rules.action import Action
from tests.core.support.oracles.djambi_solver import ending, solve, value
from tests.core.support.positions.djambi_positions import stand

SAMPLE = 10
"""Positions of each ending that are thought about."""

NODES = 1500


def test_the_solver_knows_what_it_says() -> None:
    """A chief in sight is taken: won for him whose turn it is; a single room for two is level or lost, never both."""
    walls = " ".join(f"{column}{row}" for column in "abcdefghi" for row in range(1, 10) if row != 5 or column > "e")
    position = stand("a5 red C, c5 blue C", walls)
    values = solve(position, 500)
    assert values[position] == 1
    assert set(values.values()) <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize("seed", [0, 1])
def test_what_is_won_stays_won(seed: int) -> None:
    """In any of the positions in reach where there is something to lose."""
    rng = Random(seed)
    values = solve(ending(rng, 6, "ARPM"), 5000)
    assert values
    for state in rng.sample([state for state in values if values[state]], SAMPLE):
        seat = state.active[0]
        found = ponder(state, seat, PLANS[5], Random(1), Budget(NODES))
        assert value(state, state.play(seat, cast("Action", found.action)), values) == values[state]
