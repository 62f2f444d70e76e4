"""The picture of a round board: rings, radials and star in fine dots, points, stones, and trails in accent.

Its frame says where the points stand in character cells and in dots, and which lines connect them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from core.scene import Piece
from tui.widgets.drawing.board_frame import Frame, Plan, Size
from tui.widgets.drawing.cells import Dot, Dots, Paint
from tui.widgets.drawing.scene_drawing import Block, Drawing, runs
from tui.widgets.drawing.sprite_picture import shade

TILE = Size(3, 1)
"""The cells of a point: a stone with its edges, or the brackets of the cursor around it."""

SMALL = 21
"""Below this height of the board stones are single cells."""

STAR = {48: 0.3, 45: 0.3, 35: 0.3, 29: 0.3, 27: 0.3, 23: 0.27, 21: 0.31, 16: 0.23}
"""The part of the radius that the star takes, by the board's height, so that no two stones touch."""

ASPECT = 0.5
"""The width of a character cell by its height if nothing else is known."""

STEPS = 24
"""Straight pieces of a curve from one radial to the next."""


class RingFrame(Frame):
    """Where points and labels stand on a round board of one size; `small` if stones are single cells.

    `stretch` is the factor by which the board is longer across than in cells of the usual shape, so that it is round.
    """

    __slots__ = ("_layout", "small", "stretch")

    def __init__(self, layout: Plan, size: Size, aspect: float = ASPECT) -> None:
        """Measure `layout` on a board of `size` in cells of that `aspect`, not narrowed if stones would touch."""
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


FAR, NEAR = 2, 1
"""Columns and rows from a point within which a click points at it."""

CURSOR, TRAIL = "+", ":"
"""The sign of an empty point under the cursor, and the one of trails if there is no Braille."""

WEB = 0.4
"""How far rings and radials are from the labels' colour to the ground."""

Place = tuple[int, int]


class RingPicture(Drawing):
    """A round board."""

    frame: RingFrame

    def _prepare(self) -> None:
        self._plain = self._glyphs.name == "ascii"
        scene, frame = self.scene, self.frame
        web, star = backdrop(
            Size(frame.width, frame.height), scene.columns // 2, scene.rows, plain=self._plain, stretch=frame.stretch
        )
        label = self._colours["label"]
        self._under = dict.fromkeys(web, Paint(shade(label, self._outside, WEB), self._outside))
        self._under |= dict.fromkeys(star, Paint(label, self._outside))
        self._lines = {**web, **star}
        self._trail: Mapping[Place, str] = {}
        self._restore((x, y) for y in range(frame.height) for x in range(frame.width))
        self._claim()

    def _claim(self) -> None:
        """Assign every character cell near a point to the nearest one."""
        nearest: dict[Place, tuple[int, str]] = {}
        for spot, (left, top) in self.frame.corners.items():
            for y in range(max(0, top - NEAR), min(self.frame.height, top + NEAR + 1)):
                for x in range(max(0, left + 1 - FAR), min(self.frame.width, left + 2 + FAR)):
                    found = (abs(left + 1 - x) + 2 * abs(top - y), spot)
                    nearest[x, y] = min(found, nearest.get((x, y), found))
        for (x, y), (_, spot) in nearest.items():
            self.hit[y][x] = spot

    def _restore(self, places: Iterable[Place]) -> None:
        """Draw what lies under the points."""
        accent = Paint(self._colours["cursor"], self._outside)
        blank = Paint(self._colours["label"], self._outside)
        for place in places:
            if place in self._trail:
                self.cells.put(*place, self._trail[place], accent)
            else:
                self.cells.put(*place, self._lines.get(place, " "), self._under.get(place, blank))

    def _follow(self, before: frozenset[str]) -> tuple[Block, ...]:
        del before
        dots = Dots()
        for trail in self.trails:
            dots.curve(self.frame.trail(trail))
        old, self._trail = self._trail, dots.marks(TRAIL if self._plain else "")
        changed = {place for place in old.keys() | self._trail.keys() if old.get(place) != self._trail.get(place)}
        labels = {(x, y) for _, x, y in self.frame.labels}
        changed -= labels
        self._restore(changed)
        self._draw_all(self.frame.corners)
        return tuple(runs(changed))

    def _draw(self, spot: str) -> None:
        x, y = self.frame.corners[spot]
        if not self.frame.small:
            self._restore((x + at, y) for at in range(3))
        elif spot != self.marks.cursor:
            self._restore((at, y) for at in (x, x + 1, x + 2) if self._free(at, y, spot))
        piece = self._pieces.get(spot)
        if piece is None:
            self._point(spot, x, y)
        else:
            self._stone(piece, x, y)
        self._edges(spot, x, y)

    def _free(self, x: int, y: int, spot: str) -> bool:
        """Tell whether a cell beside a point of the smallest board belongs to no other point."""
        return all(name == spot or (left + 1, top) != (x, y) for name, (left, top) in self.frame.corners.items())

    def _ground(self, spot: str) -> str:
        marks = self.marks
        if spot == marks.selected:
            return self._colours["selected"]
        if spot in marks.staged:
            return self._colours["staged"]
        return self._colours["last"] if spot in marks.last else self._outside

    def _point(self, spot: str, x: int, y: int) -> None:
        """Draw an empty point: its ring, a jump label, a target, a reach dot or the cursor's cross."""
        marks, one, ground = self.marks, self._glyphs.one, self._ground(spot)
        text, ink = one["point"], "label"
        if spot in marks.jumps:
            text, ink = marks.jumps[spot], "cursor"
        elif spot in marks.targets:
            text, ink = one["target"], "target"
        elif spot in marks.reach:
            text, ink = one["reach"], "reach"
        elif (number := self._number(spot)) is not None:
            self.cells.put(x + 1, y, *number)
            return
        elif spot == marks.cursor:
            text, ink, ground = CURSOR, "pointed", self._colours["cursor"]
        elif spot in self.trailed:
            ink = "cursor"
        self.cells.put(x + 1, y, text, Paint(self._colours[ink], ground, bold=True))

    def _stone(self, piece: Piece, x: int, y: int) -> None:
        colour, ground = self._colour(piece.owner), self._ground(piece.spot)
        if self.frame.small:
            self.cells.put(x + 1, y, self._shape(piece), Paint(colour, ground, bold=True))
            return
        edge = Paint(colour, ground)
        self.cells.put(x, y, self._glyphs.blocks[0], edge)
        self.cells.put(x + 2, y, self._glyphs.blocks[1], edge)
        self.cells.put(x + 1, y, self._shape(piece), Paint(self._colours["ink"], colour, bold=True))

    def _edges(self, spot: str, x: int, y: int) -> None:
        """Draw the marks at both sides of a point: cursor, choice, target on a stone, last move."""
        marks, pair, colours = self.marks, self._glyphs.pair, self._colours
        taken = spot in self._pieces
        prey = taken and (spot in marks.targets or spot in marks.reach)
        if taken and spot in marks.jumps:
            self.cells.put(x + 1, y, marks.jumps[spot], Paint(colours["ink"], colours["cursor"], bold=True))
        if spot in {marks.cursor, marks.selected}:
            text, ink = pair["cursor"], "kill" if prey and spot == marks.cursor else "cursor"
        elif spot in marks.staged:
            text, ink = pair["staged"], "cursor"
        elif prey:
            text, ink = pair["kill"], "kill"
        elif taken and not self.frame.small and (number := self._number(spot)) is not None:
            self.cells.put(x + 2, y, *number)
            return
        elif spot in marks.last and taken and not self.frame.small:
            self.cells.put(x + 2, y, self._glyphs.one["last"], Paint(colours["cursor"], self._ground(spot), bold=True))
            return
        else:
            return
        for at, mark in ((x, text[0]), (x + 2, text[1])):
            if not self.frame.small or self._free(at, y, spot):
                self.cells.put(at, y, mark, Paint(colours[ink], self._ground(spot), bold=True))
