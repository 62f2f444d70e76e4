"""Windows: four points in a row, the unit of capture, precomputed for each point (F1).

The edge variants differ in which lines are closed rings for captures: circles always, radials in Master, spirals too
in Grand Master (R17, R19, R20).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from core.games.megiddo.board import LINES, POINTS, SIDE, Kind, bits

LENGTH = 4


class Edges(StrEnum):
    """Which lines beside the circles are closed for captures."""

    NONE = "none"
    RADIAL = "radial"
    ALL = "all"


CLOSED = {
    Edges.NONE: (Kind.CIRCLE,),
    Edges.RADIAL: (Kind.CIRCLE, Kind.RADIAL),
    Edges.ALL: (Kind.CIRCLE, Kind.RADIAL, Kind.SPIRAL),
}
"""The kinds of lines that are closed rings."""

Window = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """The windows of one edge variant, by the point that can trigger them.

    `outer[p]` has, for each window with an end on p, the bit of its other end and the set of the pair between: a normal
    capture. `inner[p]` has, for each with p in the middle, the bit of the other middle point and the set of the ends: a
    reverse capture. `outer_pairs` and `inner_pairs` name, in step, the two stones taken, the nearest to p first (R41).
    `partners[p]` is the set of ends opposite p.
    """

    edges: Edges
    all: tuple[Window, ...]
    partners: tuple[int, ...]
    outer: tuple[tuple[tuple[int, int], ...], ...]
    inner: tuple[tuple[tuple[int, int], ...], ...]
    outer_pairs: tuple[tuple[tuple[int, int], ...], ...]
    inner_pairs: tuple[tuple[tuple[int, int], ...], ...]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the edge variant."""
        return (windows, (self.edges,))


def all_windows(edges: Edges) -> Iterator[Window]:
    """Give every window once: 90 in the basic game, 108 in Master, 144 in Grand Master."""
    for line in LINES:
        starts = SIDE if line.kind in CLOSED[edges] else SIDE - LENGTH + 1
        for start in range(starts):
            first, second, third, fourth = [line.points[(start + step) % SIDE] for step in range(LENGTH)]
            yield first, second, third, fourth


@cache
def windows(edges: Edges) -> Windows:
    """Give the tables of an edge variant."""
    found = tuple(all_windows(edges))
    outer: list[list[tuple[int, int]]] = [[] for _ in range(POINTS)]
    inner: list[list[tuple[int, int]]] = [[] for _ in range(POINTS)]
    outer_pairs: list[list[tuple[int, int]]] = [[] for _ in range(POINTS)]
    inner_pairs: list[list[tuple[int, int]]] = [[] for _ in range(POINTS)]
    for window in found:
        for end, near, far, other in (window, window[::-1]):
            outer[end].append((1 << other, bits((near, far))))
            outer_pairs[end].append((near, far))
            inner[near].append((1 << far, bits((end, other))))
            inner_pairs[near].append((end, other))
    partners = tuple(_union(bit for bit, _ in rows) for rows in outer)
    tables = [tuple(map(tuple, table)) for table in (outer, inner, outer_pairs, inner_pairs)]
    return Windows(edges, found, partners, *tables)


def _union(masks: Iterator[int]) -> int:
    mask = 0
    for each in masks:
        mask |= each
    return mask
