"""Braille: lines of dots, two by four to a character cell, for what is finer than cells. Dots are square at 1:2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import ceil, hypot

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
