"""Hexagonal boards: columns a, b, ... from left to right, rows in straight lines from north-west to south-east.

The name `e5` is column e, row 5; cells with equal numbers form a line of play. The drawing turns the board a quarter
clockwise. Its columns become rows of cells, each shifted by half a cell against the next: column a is the top row, and
the numbers rise to the right.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from core.geometry.lattice import Lattice, weave

SIDES = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""N, NE, SE, S, SW, NW: the steps to the cells that share a side."""

CORNERS = ((1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1))
"""The steps through a corner, between two cells that are not crossed (R4)."""

COMPASS = (("ne", (1, -1)), ("e", (2, 0)), ("se", (1, 1)), ("sw", (-1, 1)), ("w", (-2, 0)), ("nw", (-1, -1)))
"""The steps of a cursor in (half-cells, rows) of the drawing (`core.scene.Scene.compass`)."""


@cache
def hexagon(side: int, *, corners: bool) -> Lattice:
    """Give the board with `side` cells along each edge; `corners` tells whether pieces also move through corners."""
    reach = side - 1
    span = range(-reach, reach + 1)
    named = {(x, y): f"{ascii_lowercase[x + reach]}{y + reach + 1}" for x in span for y in span if abs(x - y) <= reach}
    places = {(x, y): (2 * y - x + 2 * reach, x + reach) for x, y in named}
    return weave(named, places, SIDES, SIDES + CORNERS if corners else SIDES)
