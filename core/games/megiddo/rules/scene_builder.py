"""The scene of a position: the round board, or the board unrolled to a square, A to F, ring 6 on top (§1)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from core.games.megiddo.rules.board import INDEX, LINES, NAMES, RADIALS, RINGS, SIDE, Kind
from core.geometry.square import COMPASS
from core.scene import Cell, Label, Layout, Piece, Role, Scene, SeatPanel, Standing

if TYPE_CHECKING:
    from core.games.megiddo.rules.state import State

FILLS = (Role.FIRST, Role.SECOND)
COLOURS = ("red", "blue", "green")
"""The words of the colours in the order of the seats that play them."""


TORUS, ROUND = "torus", "round"
"""The ways to draw: unrolled, with ghosts of the columns beyond the edges, and round."""

TRAILS = tuple(tuple(NAMES[point] for point in line.points) for line in LINES if line.kind is Kind.SPIRAL)
"""The spirals, from the star outwards."""


def scene(state: State, name: str = TORUS) -> Scene:
    """Draw a state; a stone belongs to the first seat of its colour and has no letter."""
    ring = name == ROUND
    return Scene(
        layout=Layout.RING if ring else Layout.SQUARE,
        columns=2 * SIDE,
        rows=SIDE,
        cells=_cells(),
        pieces=_pieces(state),
        labels=_round_labels() if ring else _labels(),
        seats=tuple(_panel(state, seat) for seat in range(state.rules.players)),
        compass=COMPASS,
        ghosts=() if ring else _ghosts(),
        trails=TRAILS,
    )


@cache
def _cells() -> tuple[Cell, ...]:
    return tuple(
        Cell(radial + ring, 2 * x, SIDE - y, FILLS[(x + y) % 2])
        for x, radial in enumerate(RADIALS)
        for y, ring in enumerate(RINGS, 1)
    )


@cache
def _ghosts() -> tuple[Cell, ...]:
    """Show column F again left of A, and A right of F."""
    beyond = {RADIALS[-1]: -2, RADIALS[0]: 2 * SIDE}
    return tuple(replace(cell, x=beyond[cell.spot[0]]) for cell in _cells() if cell.spot[0] in beyond)


@cache
def _labels() -> tuple[Label, ...]:
    """Name the radials below, ghosts in small letters, and the rings on the left."""
    radials = RADIALS[-1].lower() + RADIALS + RADIALS[0].lower()
    rings = [Label(ring, -4, SIDE - y) for y, ring in enumerate(RINGS, 1)]
    return (*(Label(radial, 2 * x, SIDE) for x, radial in enumerate(radials, -1)), *rings)


@cache
def _round_labels() -> tuple[Label, ...]:
    """Name the radials outside the outer ring."""
    return tuple(Label(radial, 2 * x, -1) for x, radial in enumerate(RADIALS))


def _pieces(state: State) -> tuple[Piece, ...]:
    found = []
    for name, point in INDEX.items():
        for colour, stones in enumerate(state.stones):
            if stones >> point & 1:
                found.append(Piece(name, "", colour, colour))
    return tuple(found)


def _panel(state: State, seat: int) -> SeatPanel:
    """Build a seat's panel: stones of its colour, points of the match, and stones captured in this game."""
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
