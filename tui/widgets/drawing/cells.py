"""The cell buffer: rows of characters with their paint, cut into runs of one paint. Knows neither games nor Textual.

Lines finer than cells are drawn in Braille dots, two by four to a character cell. Dots are square at 1:2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import ceil, hypot
from typing import NamedTuple

BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a cell, by row and column."""

BLANK = 0x2800
"""The code point of a cell without dots."""

Dot = tuple[float, float]
"""A place in dots from the left and from the top."""


class Dots:
    """A layer of dots."""

    __slots__ = ("_cells",)

    def __init__(self) -> None:
        """Start empty."""
        self._cells: dict[tuple[int, int], int] = {}

    def line(self, start: Dot, end: Dot) -> None:
        """Draw a straight line."""
        steps = max(1, ceil(hypot(end[0] - start[0], end[1] - start[1])))
        for step in range(steps + 1):
            part = step / steps
            x, y = round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part)
            cell = (x // 2, y // 4)
            self._cells[cell] = self._cells.get(cell, 0) | BITS[y % 4][x % 2]

    def curve(self, places: Iterable[Dot]) -> None:
        """Draw a line through places that are near each other."""
        for start, end in pairwise(places):
            self.line(start, end)

    def marks(self, plain: str = "") -> Mapping[tuple[int, int], str]:
        """Give the character of each cell (column, row) with dots: Braille, or `plain` where it is not empty."""
        return {cell: plain or chr(BLANK + dots) for cell, dots in self._cells.items()}


class Paint(NamedTuple):
    """Foreground and background as `#rrggbb`, and whether the text is bold."""

    ink: str
    ground: str
    bold: bool = False


Run = tuple[str, Paint]
"""Characters of one paint."""


class Cells:
    """A buffer of `width` by `height` character cells, each with one `Paint`."""

    __slots__ = ("_marks", "_paints", "height", "width")

    def __init__(self, width: int, height: int, paint: Paint) -> None:
        """Start with blanks in `paint`."""
        self.width = width
        self.height = height
        self._marks = [[" "] * width for _ in range(height)]
        self._paints = [[paint] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, paint: Paint) -> None:
        """Write `text` from column `x` of row `y`; what lies outside is left out."""
        if not 0 <= y < self.height:
            return
        for column, mark in enumerate(text, x):
            if 0 <= column < self.width:
                self._marks[y][column] = mark
                self._paints[y][column] = paint

    def fill(self, x: int, y: int, size: tuple[int, int], paint: Paint) -> None:
        """Blank a rectangle of `size` (columns, rows) in `paint`."""
        for row in range(y, y + size[1]):
            self.put(x, row, " " * size[0], paint)

    def copy(self) -> Cells:
        """Give a buffer with the same marks and paints."""
        other = Cells(self.width, self.height, Paint("", ""))
        for y in range(self.height):
            other.restore(self, 0, y, self.width)
        return other

    def restore(self, other: Cells, x: int, y: int, width: int) -> None:
        """Take over `width` cells from column `x` of row `y` of a buffer of the same size."""
        start, end = max(0, x), min(self.width, x + width)
        if 0 <= y < self.height and start < end:
            self._marks[y][start:end] = other._marks[y][start:end]
            self._paints[y][start:end] = other._paints[y][start:end]

    def ground(self, x: int, y: int) -> str:
        """Give the background at a cell."""
        return self._paints[y][x].ground

    def runs(self, y: int) -> Iterator[Run]:
        """Give row `y` as runs of equal paint; together they are exactly `width` wide."""
        marks, paints = self._marks[y], self._paints[y]
        start = 0
        for column in range(1, self.width + 1):
            if column == self.width or (paints[column] is not paints[start] and paints[column] != paints[start]):
                yield "".join(marks[start:column]), paints[start]
                start = column

    def lines(self) -> tuple[str, ...]:
        """Give the text without its paint, one string a row."""
        return tuple("".join(row) for row in self._marks)
