"""The board: 36 points on six radials and six rings, and the 24 lines of six (R18).

A point is a number, `6 * radial + ring - 1`, named by radial and ring (`C4`); a set of points is an int with their
bits. Radials wrap round; rings have an inner and an outer edge.

A window is four points in a row, the unit of capture; windows are precomputed for each point (F1). The edge variants
differ in which lines are closed rings for captures: circles always, radials in Master, and in Grand Master spirals too
(R17, R19, R20).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

RADIALS = "ABCDEF"
RINGS = "123456"
SIDE = 6
POINTS = SIDE * SIDE
FULL = (1 << POINTS) - 1
"""The set of all points."""

NAMES = tuple(radial + ring for radial in RADIALS for ring in RINGS)
"""The points' names in board order."""

INDEX = {name: point for point, name in enumerate(NAMES)}
"""The points by name."""


class Kind(StrEnum):
    """How a line runs."""

    RADIAL = "radial"
    CIRCLE = "circle"
    SPIRAL = "spiral"


class Line(NamedTuple):
    """A line of six: its name in results, how it runs, its points in order, and their set."""

    name: str
    kind: Kind
    points: tuple[int, ...]
    mask: int


def place(radial: int, ring: int) -> int:
    """Give the point on a radial and a ring, both counted from 0 and wrapping round.

    >>> NAMES[place(-1, 2)]
    'F3'
    """
    return SIDE * (radial % SIDE) + ring % SIDE


def members(mask: int) -> Iterator[int]:
    """Give the points of a set in board order.

    >>> list(members(0b10010))
    [1, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_ON_RADIAL = tuple(tuple(tuple(members(some << SIDE * radial)) for some in range(1 << SIDE)) for radial in range(SIDE))
_A, _B, _C, _D, _E, _F = _ON_RADIAL


def listed(mask: int) -> tuple[int, ...]:
    """Give the points of a set in board order; for large sets this is faster than `members`.

    >>> listed(0b10010)
    (1, 4)
    """
    inner = _A[mask & 63] + _B[mask >> 6 & 63] + _C[mask >> 12 & 63]
    return inner + _D[mask >> 18 & 63] + _E[mask >> 24 & 63] + _F[mask >> 30 & 63]


def bits(points: tuple[int, ...]) -> int:
    """Give the set of some points."""
    return sum(1 << point for point in points)


def _line(name: str, kind: Kind, points: list[int]) -> Line:
    return Line(name, kind, tuple(points), bits(tuple(points)))


def _lines() -> Iterator[Line]:
    steps = range(SIDE)
    for radial in steps:
        yield _line(RADIALS[radial], Kind.RADIAL, [place(radial, ring) for ring in steps])
    for ring in steps:
        yield _line(RINGS[ring], Kind.CIRCLE, [place(radial, ring) for radial in steps])
    for radial in steps:
        for turn in (1, -1):
            points = [place(radial + turn * ring, ring) for ring in steps]
            yield _line(f"{NAMES[points[0]]}-{NAMES[points[-1]]}", Kind.SPIRAL, points)


LINES = tuple(_lines())
"""Every line: six radials, six circles, and twelve spirals named by their ends, the inner end first."""

THROUGH = tuple(tuple(line.mask for line in LINES if point in line.points) for point in range(POINTS))
"""The four lines through each point, as sets."""


def megiddos(stones: int) -> tuple[str, ...]:
    """Give the names of the lines that a set of stones fills, sorted."""
    return tuple(sorted(line.name for line in LINES if stones & line.mask == line.mask))


LENGTH = 4


class Edges(StrEnum):
    """Which lines besides the circles are closed for captures."""

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
    capture. `inner[p]` has, for each window with p in the middle, the bit of the other middle point and the set of the
    ends: a reverse capture. `outer_pairs` and `inner_pairs` name, in the same order, the two stones taken, the nearest
    to p first (R41). `partners[p]` is the set of ends opposite p.
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
