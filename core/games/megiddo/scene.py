"""What is to be seen of a position: the board unrolled to a square, A to F, ring 6 on top (§1)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from core.games.megiddo.board import INDEX, RADIALS, RINGS, SIDE
from core.geometry.square import COMPASS
from core.scene import Cell, Label, Layout, Piece, Role, Scene, SeatPanel, Standing

if TYPE_CHECKING:
    from core.games.megiddo.state import State

FILLS = (Role.FIRST, Role.SECOND)
COLOURS = ("red", "blue", "green")
"""The words of the colours in the order of the seats that play them."""


def scene(state: State) -> Scene:
    """Give the drawing of a state; a stone belongs to the first seat of its colour and has no letter."""
    return Scene(
        layout=Layout.SQUARE,
        columns=2 * SIDE,
        rows=SIDE,
        cells=_cells(),
        pieces=_pieces(state),
        labels=_labels(),
        seats=tuple(_panel(state, seat) for seat in range(state.rules.players)),
        compass=COMPASS,
    )


@cache
def _cells() -> tuple[Cell, ...]:
    return tuple(
        Cell(radial + ring, 2 * x, SIDE - y, FILLS[(x + y) % 2])
        for x, radial in enumerate(RADIALS)
        for y, ring in enumerate(RINGS, 1)
    )


@cache
def _labels() -> tuple[Label, ...]:
    rings = [Label(ring, -2, SIDE - y) for y, ring in enumerate(RINGS, 1)]
    return (*(Label(radial, 2 * x, SIDE) for x, radial in enumerate(RADIALS)), *rings)


def _pieces(state: State) -> tuple[Piece, ...]:
    found = []
    for name, point in INDEX.items():
        for colour, stones in enumerate(state.stones):
            if stones >> point & 1:
                found.append(Piece(name, "", colour, colour))
    return tuple(found)


def _panel(state: State, seat: int) -> SeatPanel:
    """Say how a seat stands: stones of its colour, points of the match and stones captured in this game."""
    colour = state.rules.colour(seat)
    gone = colour in state.resigned and state.outcome is None
    return SeatPanel(
        seat=seat,
        name=str(seat),
        standing=Standing.ABANDONED if gone else Standing.ACTIVE,
        owner=seat,
        pieces=state.stones[colour].bit_count(),
        badges=("turn",) if state.seat == seat else (),
        colour=COLOURS[colour],
        score=state.points[colour],
        taken=state.captured[colour],
    )
