"""The relief of a map: which character cells are land, and the dots of coasts, roads and routes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from core.scene import Atlas, Link, Point, Way
from tui.widgets.drawing.cells import BITS, BLANK

DASH = 3
"""A route shows every third of its dots."""

SPECK = 14
"""An outline of fewer dots than this is left out: at this size it would be a speck."""

INLET = 0.06
"""Sea at an edge of the map continues beyond it if it is wider than this part of the map."""

STRETCH = 1.25
"""By how much a map may be stretched one way: terminals seldom have its shape."""

MARGINS = (2, 5)
"""Columns kept free left and right of the towns: for a bracket and a tile."""

TOP = 3
"""Rows from the edge to the northernmost town at most, so that a bar that comes and goes below moves nothing."""


class Projection:
    """The projection from the units of an atlas to cells of a picture `width` by `height`, all towns in sight."""

    __slots__ = ("_dx", "_dy", "_sx", "_sy", "height", "width")

    def __init__(self, places: Iterable[Point], width: int, height: int, aspect: float = 0.5) -> None:
        """Fit all `places` inside the margins, as large as the shape of the map in such cells allows."""
        self.width, self.height = width, height
        found = list(places)
        west, east = min(x for x, _ in found), max(x for x, _ in found)
        north, south = min(y for _, y in found), max(y for _, y in found)
        columns = max(1, width - sum(MARGINS) - 1)
        rows = max(1, height - (2 if height < 22 else 3))  # noqa: PLR2004 - low maps give up a margin
        across, down = columns / max(1, east - west), rows / max(1, south - north)
        self._sx = min(across, down / aspect * STRETCH)
        self._sy = min(down, across * aspect * STRETCH)
        self._dx = MARGINS[0] + (columns - self._sx * (east - west)) / 2 - west * self._sx
        self._dy = min((height - 1 - self._sy * (south - north)) / 2, TOP) - north * self._sy

    def cell(self, point: Point) -> tuple[float, float]:
        """Give column and row of the middle of a point's character cell, not yet rounded."""
        return point[0] * self._sx + self._dx, point[1] * self._sy + self._dy

    def dot(self, point: Point) -> tuple[int, int]:
        """Give column and row of a point's dot, two and four to a character cell."""
        x, y = self.cell(point)
        return round((x + 0.5) * 2 - 0.5), round((y + 0.5) * 4 - 0.5)

    def point(self, column: float, row: float) -> tuple[float, float]:
        """Give the units at the middle of a character cell."""
        return (column - self._dx) / self._sx, (row - self._dy) / self._sy


def land_cells(atlas: Atlas, projection: Projection) -> list[list[bool]]:
    """Tell for each character cell, row by row, whether its middle is land. Beyond an edge, the edge continues."""
    edges = [(a, b) for ring in atlas.land for a, b in pairwise((*ring, ring[0])) if a[1] != b[1]]
    columns = [projection.point(column, 0)[0] for column in range(projection.width)]
    eastings = [min(max(x, 1.0), atlas.width - 1.0) for x in columns]
    rows = []
    for row in range(projection.height):
        beyond = projection.point(0, row)[1]
        y = min(max(beyond, 0.5), atlas.height - 0.5)
        cuts = sorted(a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in edges if (a[1] > y) != (b[1] > y))
        inside = 0 <= beyond <= atlas.height
        rows.append(_filled(eastings, cuts if inside else _broad(cuts, atlas.width * INLET)))
    return rows


def _broad(cuts: list[float], least: float) -> list[float]:
    """Leave out the shores of narrow waters: the cut where land ends and the next one, where it begins again."""
    kept: list[float] = []
    for cut in cuts:
        if kept and len(kept) % 2 == 0 and cut - kept[-1] < least:
            kept.pop()
        else:
            kept.append(cut)
    return kept


def _filled(eastings: list[float], cuts: list[float]) -> list[bool]:
    """Tell for ascending eastings whether an odd number of cuts lies before each."""
    line, passed = [], 0
    for x in eastings:
        while passed < len(cuts) and cuts[passed] <= x:
            passed += 1
        line.append(passed % 2 == 1)
    return line


def coast_dots(atlas: Atlas, projection: Projection) -> set[tuple[int, int]]:
    """Give the dots of all coasts that are large enough. The edges of the map are not coasts."""
    dots: set[tuple[int, int]] = set()
    for ring in atlas.land:
        drawn: set[tuple[int, int]] = set()
        for a, b in pairwise((*ring, ring[0])):
            if not _on_edge(atlas, a, b):
                drawn.update(segment(projection.dot(a), projection.dot(b)))
        if len(drawn) >= SPECK:
            dots |= drawn
    return dots


def _on_edge(atlas: Atlas, a: Point, b: Point) -> bool:
    """Tell whether a line lies on an edge of the map."""
    return (a[0] == b[0] and a[0] in {0, atlas.width}) or (a[1] == b[1] and a[1] in {0, atlas.height})


def link_dots(link: Link, projection: Projection, towns: Mapping[str, tuple[int, int]]) -> list[tuple[int, int]]:
    """Give the dots of a way between two towns whose character cells are `towns`, in order; a route's are dashed."""
    start, end = ((2 * x, 4 * y + 1) for x, y in (towns[link.start], towns[link.end]))
    bends = [projection.dot(point) for point in link.bends]
    dots: list[tuple[int, int]] = []
    for a, b in pairwise([start, *bends, end]):
        dots += segment(a, b)
    return dots[::DASH] if link.way in {Way.ROUTE, Way.COAST} else dots


def segment(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Give the dots of a straight line, both ends included.

    >>> list(segment((0, 0), (2, 1)))
    [(0, 0), (1, 0), (2, 1)]
    """
    (ax, ay), (bx, by) = start, end
    count = max(abs(bx - ax), abs(by - ay))
    for at in range(count + 1):
        part = at / count if count else 0.0
        yield round(ax + (bx - ax) * part), round(ay + (by - ay) * part)


def patterns(dots: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Give the Braille character of each character cell (column, row) that has dots."""
    bits: dict[tuple[int, int], int] = {}
    for x, y in dots:
        cell = (x // 2, y // 4)
        bits[cell] = bits.get(cell, 0) | BITS[y % 4][x % 2]
    return {cell: chr(BLANK + found) for cell, found in bits.items()}


def slope(mark: str) -> str:
    r"""Give the plain character of a line that goes as the dots of a Braille one.

    >>> slope(chr(0x2809)), slope(chr(0x2847)), slope(chr(0x28a1))
    ('-', '|', '\\')
    """
    bits = ord(mark) - BLANK
    left, right = ([row for row in range(len(BITS)) if bits & BITS[row][column]] for column in (0, 1))
    if not left or not right:
        return "|" if len(left or right) > 1 else "-"
    fall = sum(right) / len(right) - sum(left) / len(left)
    if abs(fall) < 1:
        return "-" if len(left) + len(right) < len(BITS) else "|"
    return "\\" if fall > 0 else "/"
