"""The one symmetry of the board: left and right. Up and down are not alike, as each side has its own far row.

A mirrored position has mirrored boards behind it, as far as repetitions count.
"""

from __future__ import annotations

from dataclasses import replace

from core.games.epaminondas.rules.state import State


def likeness(state: State) -> State:
    """Give the position or its mirror image, whichever comes first: equal for positions that are alike.

    Where the symmetry rule looks at the last move, the position is given as it is.
    """
    width = state.rules.board.columns
    if state.rules.symmetry == "move" or state.outcome is not None:
        return state
    mirrored = replace(
        state, cells=_mirrored(state.cells, width), past=tuple(_mirrored(one, width) for one in state.past)
    )
    return min(state, mirrored, key=lambda one: (one.cells, one.encode()[3:5]))


def _mirrored(cells: bytes, width: int) -> bytes:
    return b"".join(cells[at : at + width][::-1] for at in range(0, len(cells), width))
