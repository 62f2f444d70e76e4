"""The picture of a round board: rings, radials and star in fine dots, points, stones, and trails in accent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from core.scene import Piece
from tui.widgets.braille import Dots
from tui.widgets.cells import Paint
from tui.widgets.drawing import Block, Drawing
from tui.widgets.frame import Size
from tui.widgets.ring import RingFrame, backdrop
from tui.widgets.sprites import shade

FAR, NEAR = 2, 1
"""Columns and rows from a point within which one points at it."""

CURSOR, TRAIL = "+", ":"
"""What stands on an empty point under the cursor, and what a trail is drawn with where there is no Braille."""

WEB = 0.4
"""How far rings and radials are from the labels' colour to the ground."""

GAP = 6
"""Cells between two changes of a row that are sent again rather than skipped."""

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
        """Let every character cell near a point belong to the nearest one."""
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
        return tuple(_runs(changed))

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
        """Tell whether a cell beside a point of the smallest board is no other point's."""
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
        elif prey:
            text, ink = pair["kill"], "kill"
        elif spot in marks.staged:
            text, ink = pair["staged"], "cursor"
        elif spot in marks.last and taken and not self.frame.small:
            self.cells.put(x + 2, y, self._glyphs.one["last"], Paint(colours["cursor"], self._ground(spot), bold=True))
            return
        else:
            return
        for at, mark in ((x, text[0]), (x + 2, text[1])):
            if not self.frame.small or self._free(at, y, spot):
                self.cells.put(at, y, mark, Paint(colours[ink], self._ground(spot), bold=True))


def _runs(places: Iterable[Place]) -> Iterator[Block]:
    """Give places as pieces of rows; what lies close together is one piece."""
    rows: dict[int, list[int]] = {}
    for x, y in places:
        rows.setdefault(y, []).append(x)
    for y, columns in rows.items():
        columns.sort()
        start = last = columns[0]
        for x in columns[1:]:
            if x - last > GAP:
                yield Block(start, y, last - start + 1, 1)
                start = x
            last = x
        yield Block(start, y, last - start + 1, 1)
