"""The round board: where its points stand in character cells and in dots, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from tui.widgets.braille import Dot, Dots
from tui.widgets.frame import Frame, Plan, Size

TILE = Size(3, 1)
"""The cells of a point: a stone with its edges, or the brackets of the cursor round it."""

SMALL = 21
"""Below this height of the board stones are single cells."""

STAR = {48: 0.3, 45: 0.3, 35: 0.3, 29: 0.3, 27: 0.3, 23: 0.27, 21: 0.31, 16: 0.23}
"""The part of the radius that the star has, by the board's height: so that no two stones touch."""

ASPECT = 0.5
"""The width of a character cell by its height where nothing else is known."""

STEPS = 24
"""Straight pieces of a curve from one radial to the next."""


class RingFrame(Frame):
    """Where points and labels stand on a round board of one size; `small` tells whether stones are single cells.

    `stretch` is by how much the board is longer across than in cells of the usual form, so that it is round.
    """

    __slots__ = ("_layout", "small", "stretch")

    def __init__(self, layout: Plan, size: Size, aspect: float = ASPECT) -> None:
        """Measure `layout` on a board of `size` in cells of that `aspect`, less narrow where stones would touch."""
        self._layout = layout
        self.size = TILE
        self.small = size.height < SMALL
        self.ghosts = ()
        for stretch in (ASPECT / aspect, 1.0):
            self.stretch = stretch
            self.width, self.height = round(size.width * stretch), size.height
            self.corners = {spot: _corner(self._dot(*place), TILE.width) for spot, place in layout.places.items()}
            if self._apart():
                break
        self.labels = tuple(self._label(name, x) for name, x, _ in layout.labels)

    def _apart(self) -> bool:
        """Tell whether no two stones touch."""
        cells = [(x + at, y) for x, y in self.corners.values() for at in ((1,) if self.small else range(TILE.width))]
        return len(cells) == len(set(cells))

    def _label(self, name: str, radial: int) -> tuple[str, int, int]:
        """Place a radial's name outside the outer ring, apart from a stone's edge."""
        size = Size(self.width, self.height)
        x, y = _corner(_dot(size, _angle(self._layout, radial), 1 + 4.5 / _radius(size), self.stretch), 1)
        middle = size.width // 2
        return name, x + (x > middle) - (x < middle), y

    def _dot(self, x: float, y: float) -> Dot:
        """Give the dot of a half-cell column and a row of the layout, both also between two."""
        size = Size(self.width, self.height)
        inner = STAR[size.height]
        distance = 1 - (1 - inner) * y / (self._layout.rows - 1)
        return _dot(size, _angle(self._layout, x), distance, self.stretch)

    def trail(self, spots: Sequence[str]) -> Iterator[Dot]:
        """Give places along a line of spots, each a radial and a ring from the one before or on the same."""
        columns = self._layout.columns
        places = [self._layout.places[spot] for spot in spots]
        x, y = places[0]
        yield self._dot(x, y)
        for there, row in places[1:]:
            way = (there - x + columns // 2) % columns - columns // 2
            for step in range(1, STEPS + 1):
                yield self._dot(x + way * step / STEPS, y + (row - y) * step / STEPS)
            x, y = there, row


@lru_cache(maxsize=32)
def backdrop(
    size: Size, radials: int, rings: int, *, plain: bool, stretch: float = 1.0
) -> tuple[Mapping[tuple[int, int], str], ...]:
    """Give the marks of the rings and radials, and those of the star in the middle; `plain` without Braille."""
    inner = STAR[size.height]
    web, star = Dots(), Dots()
    for ring in range(1, rings):
        distance = inner + (1 - inner) * ring / (rings - 1)
        turns = radials * STEPS
        web.curve(_dot(size, 2 * pi * step / turns, distance, stretch) for step in range(turns + 1))
    tips = [_dot(size, 2 * pi * at / radials, inner, stretch) for at in range(radials)]
    for at, tip in enumerate(tips):
        web.line(tip, _dot(size, 2 * pi * at / radials, 1, stretch))
        star.line(tip, tips[(at + 2) % radials])
    return web.marks("." if plain else ""), star.marks("." if plain else "")


def _radius(size: Size) -> float:
    """Give the radius of the outer ring in dots: labels have a row above and one below."""
    return 2 * (size.height - 2) - 1.25


def _dot(size: Size, angle: float, distance: float, stretch: float) -> Dot:
    """Give the dot at an angle clockwise from the top and a distance in radii."""
    radius = _radius(size)
    x, y = 2 * (size.width // 2) + 0.5, 2 * (size.height - 1) + 1.5
    return x + distance * radius * stretch * sin(angle), y - distance * radius * cos(angle)


def _angle(layout: Plan, x: float) -> float:
    return 2 * pi * x / layout.columns


def _corner(dot: Dot, width: int) -> tuple[int, int]:
    """Give the left cell of `width` cells in the middle of which a dot stands."""
    return round((dot[0] - 0.5) / 2) - width // 2, round((dot[1] - 1.5) / 4)
