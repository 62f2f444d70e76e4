"""The board: 36 points on six radials and six rings, and the 24 lines of six (R18).

A point is a number, `6 * radial + ring - 1`, named by radial and ring (`C4`); a set of points is an int with their
bits. Radials go round; rings have an inner and an outer edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
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
    """Give the point on a radial and a ring, both counted from 0 and both going round.

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
    """Give the points of a set in board order, faster than `members` where they are many.

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
"""Every line: six radials, six circles, twelve spirals named by their ends, the inner one first."""

THROUGH = tuple(tuple(line.mask for line in LINES if point in line.points) for point in range(POINTS))
"""The four lines through each point, as sets."""


def megiddos(stones: int) -> tuple[str, ...]:
    """Give the names of the lines that a set of stones fills, sorted."""
    return tuple(sorted(line.name for line in LINES if stones & line.mask == line.mask))
