"""What a position of Megiddo is like for a colour, in things that can be counted: captures, lines, pairs in danger."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.game import Seat
from core.games.megiddo.rules.board import LINES
from core.games.megiddo.rules.state import State

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "points": 40.0,
        "captured": 4.0,
        "foes_captured": -4.0,
        "line": 2.5,
        "foes_line": -3.5,
        "pairs": -3.0,
        "lines": 0.4,
    }
)
"""What one more is worth: points, captured stones, stones in the best line, pairs in danger, lines that are open."""


def features(state: State, seat: Seat) -> Mapping[str, float]:
    """Give the features of a position for the colour of a seat.

    `points` are those of the match, `captured` and `foes_captured` stones taken by the colour and by the best of the
    others. `line` and `foes_line` are the most stones in a line without other colours, `lines` how many such lines the
    colour has stones in. `pairs` are pairs of its stones that a next stone could capture.
    """
    own = state.rules.colour(seat)
    others = [colour for colour in range(len(state.stones)) if colour != own]
    mine = state.stones[own]
    open_lines = [count for count in _open(state, mine) if count]
    return {
        "points": state.points[own],
        "captured": state.captured[own],
        "foes_captured": max((state.captured[other] for other in others), default=0),
        "line": max(open_lines, default=0),
        "foes_line": max((count for other in others for count in _open(state, state.stones[other])), default=0),
        "pairs": _pairs(state, mine),
        "lines": len(open_lines),
    }


def _open(state: State, stones: int) -> list[int]:
    """Give how many of some stones stand in each line that holds no others."""
    free = stones | state.empty
    return [(stones & line.mask).bit_count() for line in LINES if line.mask & free == line.mask]


def _pairs(state: State, mine: int) -> int:
    """Count the pairs that an enemy stone stands beside, with an empty point at their other end."""
    empty, found = state.empty, 0
    for first, second, third, fourth in state.rules.windows.all:
        if mine >> second & mine >> third & 1:
            for one, other in ((first, fourth), (fourth, first)):
                found += bool(empty >> one & 1 and not (empty | mine) >> other & 1)
    return found
