"""What is alike in a position: pieces of one state and one kind, whichever of them stands where.

The map is like no image of itself, so nothing else is.
"""

from __future__ import annotations

from dataclasses import replace

from core.games.mediterranee.board.piece import KINDS, PIECES, STATE
from core.games.mediterranee.rules.state import State

ALIKE = tuple(
    tuple(other for other in range(PIECES) if (STATE[other], KINDS[other]) == kind)
    for kind in sorted(set(zip(STATE, KINDS, strict=True)))
)
"""The pieces of each state and kind."""


def likeness(state: State) -> State:
    """Give the same position with like pieces in the order of their cities: equal for positions that are alike.

    Open combats name their pieces: then the position is given as it is.
    """
    if state.clashes or state.outcome is not None:
        return state
    at = list(state.board.at)
    for pieces in ALIKE:
        for piece, city in zip(pieces, sorted(at[each] for each in pieces), strict=True):
            at[piece] = city
    return replace(state, board=state.board._replace(at=tuple(at)))
