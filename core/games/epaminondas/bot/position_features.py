"""What a position of Epaminondas is like for a side, in things that can be counted: pieces, phalanxes, crossings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.game import Seat
from core.games.epaminondas.rules.movement import moves
from core.games.epaminondas.rules.state import State

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "pieces": 10.0,
        "foes": -10.0,
        "crossed": 25.0,
        "foes_crossed": -25.0,
        "capturable": -8.0,
        "phalanx": 2.0,
        "rows": 0.35,
        "moves": 0.02,
    }
)
"""What one more is worth: pieces, crossed ones, what could be captured at once, the longest phalanx, rows, moves."""


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Give the features of a position for a side.

    `pieces` and `foes` count both sides' pieces, `crossed` and `foes_crossed` those on their far rows. `capturable` is
    the most that the other side could capture with one move, `phalanx` the longest one that can move, `rows` how far
    all pieces have come together, `moves` how many moves there are.
    """
    board, cells, foe = state.rules.board, state.cells, Seat(1 - seat)
    own = list(moves(board, cells, seat))
    rows = (at // board.columns for at, piece in enumerate(cells) if piece == seat + 1)
    return {
        "pieces": cells.count(seat + 1),
        "foes": cells.count(foe + 1),
        "crossed": board.crossed(cells, seat),
        "foes_crossed": board.crossed(cells, foe),
        "capturable": max((move.captured for move in moves(board, cells, foe)), default=0),
        "phalanx": max((move.count for move in own), default=0),
        "rows": sum(board.rows - 1 - row if seat else row for row in rows),
        "moves": len(own),
    }
