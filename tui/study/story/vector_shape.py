"""Shapes: what a board is drawn with, by colour token; measured in units that a page or a picture scales. Pure.

A token is the name of a theme's colour (`first`, `cursor`); `seat-red` is that of a seat. An empty token is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tui.settings.theme import STONES, Look

Point = tuple[float, float]
"""Units to the right and down."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed outline, filled and stroked."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around a point, filled and stroked."""

    at: Point
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open line through points; `dashes` are the units of a dash and of the gap after it, 0 for none."""

    points: tuple[Point, ...]
    stroke: str
    width: float
    dashes: float = 0


@dataclass(frozen=True, slots=True)
class Word:
    """A word around a point: `size` units high, with a `halo` of another colour round its letters.

    `side` is 1 for a word that begins at the point, -1 for one that ends there.
    """

    at: Point
    text: str
    size: float
    fill: str
    bold: bool = False
    halo: str = ""
    side: int = 0


Shape = Outline | Disc | Stroke | Word


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece stands: the middle of a cell, and how large it is drawn there in hundredths."""

    x: int
    y: int
    percent: int = 100


@dataclass(frozen=True, slots=True)
class Ground:
    """What never changes on a board: its size in units, its shapes, the places of each spot, the first one its own.

    `last` is the shape that marks a spot of the latest action, around the middle of a place.
    """

    width: int
    height: int
    shapes: tuple[Shape, ...]
    places: Mapping[str, tuple[Place, ...]]
    last: Shape


def seat_token(colour: str) -> str:
    """Give the token of a seat's colour; the stones' colours belong to the board.

    >>> seat_token("red"), seat_token("white")
    ('seat-red', 'white')
    """
    return colour if colour in STONES else f"seat-{colour}"


def palette(look: Look, game: str) -> Mapping[str, str]:
    """Give the colours of a theme by token, with the board's as they are in one game."""
    seats = {seat_token(name): colour for name, colour in look.seats.items()}
    return MappingProxyType({**look.interface, **look.for_game(game), **seats})


def box(at: Point, half: float, cut: float = 0) -> tuple[Point, ...]:
    """Give the corners of a square around a point, each cut by so many units."""
    x, y = at
    if not cut:
        return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    near, far = half - cut, half
    return (
        (x - near, y - far), (x + near, y - far), (x + far, y - near), (x + far, y + near),
        (x + near, y + far), (x - near, y + far), (x - far, y + near), (x - far, y - near),
    )  # fmt: skip
