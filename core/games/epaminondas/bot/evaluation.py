"""What a position is worth to each side, for bots: pieces, how far they have come, phalanxes, and threats."""

from __future__ import annotations

from core.games.epaminondas.rules.action import DIRECTIONS
from core.games.epaminondas.rules.movement import moves
from core.games.epaminondas.rules.state import State

WIN = 1000.0
"""The worth of a won match; a lost one is worth the negative."""

PIECE = 10.0
"""The worth of a piece."""

CROSSED = 25.0
"""The worth of a piece on its far row."""

STEP = 0.35
"""The worth of each row a piece has advanced; it grows with the square of the distance."""

HANGING = 0.8
"""The part of the largest threatened capture that counts."""

ROOM = 0.02
"""The worth of each further move to choose from."""

STRENGTH = 0.05
"""The worth of each further piece in a part that can move."""


def evaluate(state: State) -> tuple[float, ...]:
    """Give the worth of a position for each seat."""
    if state.outcome is not None:
        if not state.outcome.winners:
            return (0.0, 0.0)
        return (WIN, -WIN) if state.outcome.winners[0] == 0 else (-WIN, WIN)
    worth = [_standing(state, seat) for seat in (0, 1)]
    worth[1 - state.mover] -= _threat(state, state.mover)
    return (worth[0] - worth[1], worth[1] - worth[0])


def _standing(state: State, seat: int) -> float:
    """Weigh a side's pieces, how far each has come, and the crossed ones."""
    board, cells = state.rules.board, state.cells
    worth = PIECE * cells.count(seat + 1) + CROSSED * board.crossed(cells, seat)
    for row in range(board.rows):
        here = cells[row * board.columns : (row + 1) * board.columns].count(seat + 1)
        gone = (board.rows - 1 - row if seat else row) / board.rows
        worth += STEP * board.rows * gone * gone * here
    return worth


def _threat(state: State, seat: int) -> float:
    """Weigh what the side to move can do at once: its best capture, a crossing, the strength of its parts."""
    board = state.rules.board
    far = board.far(seat)
    best = strength = 0.0
    found = moves(board, state.cells, seat)
    for move in found:
        strength += move.count - 1
        lands = move.row + move.distance * DIRECTIONS[move.direction][0] == far != move.row
        best = max(best, PIECE * move.captured + CROSSED * lands)
    return HANGING * best + ROOM * len(found) + STRENGTH * strength / max(1, len(found))
