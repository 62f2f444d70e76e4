"""What a position is worth to each side, for the greedy bot: pawns, and how far they are."""

from __future__ import annotations

from core.games.hexapawn.rules.board import PAWNS, steps
from core.games.hexapawn.rules.state import State

WIN = 100.0
PAWN = 10.0
ROOM = 1.0
"""The worth of a match won, of a pawn, and of a step to choose from."""


def evaluate(state: State) -> tuple[float, ...]:
    """Give the worth of a position for each seat."""
    if state.outcome is not None:
        return tuple(WIN if seat in state.outcome.winners else -WIN for seat in (0, 1))
    worth = [PAWN * state.cells.count(PAWNS[seat]) + ROOM * len([*steps(state.cells, seat)]) for seat in (0, 1)]
    return (worth[0] - worth[1], worth[1] - worth[0])
