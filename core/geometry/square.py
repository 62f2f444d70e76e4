"""Square boards: columns a, b, ... from left to right, rows 1, 2, ... from bottom to top, eight directions."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

from core.geometry.lattice import Lattice, weave

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""North, east, south, west: the steps to the cells that share a side."""

CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
"""The steps to the cells that share only a corner."""

COMPASS = (
    ("n", (0, -1)),
    ("ne", (2, -1)),
    ("e", (2, 0)),
    ("se", (2, 1)),
    ("s", (0, 1)),
    ("sw", (-2, 1)),
    ("w", (-2, 0)),
    ("nw", (-2, -1)),
)
"""The steps of a cursor in (half-cells, rows) of the drawing (`core.scene.Scene.compass`)."""


@cache
def square(side: int) -> Lattice:
    """Give the board of `side` times `side` cells (`side` odd, at most 25); its centre has the coordinates (0, 0)."""
    half = side // 2
    span = range(-half, half + 1)
    named = {(x, y): f"{ascii_lowercase[x + half]}{y + half + 1}" for x in span for y in span}
    places = {(x, y): (2 * (x + half), half - y) for x, y in named}
    return weave(named, places, SIDES, SIDES + CORNERS)
