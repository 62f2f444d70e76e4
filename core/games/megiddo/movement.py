"""Where a stone may slide: along its radial, over empty points only, never past an edge (R36, R37)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from core.games.megiddo.board import POINTS, SIDE, bits, members


@cache
def rays(point: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the points inward and outward of a point on its radial, the nearest first."""
    first = point - point % SIDE
    return tuple(range(point - 1, first - 1, -1)), tuple(range(point + 1, first + SIDE))


def slides(empty: int, point: int) -> Iterator[int]:
    """Give the points to which a stone may slide, in board order."""
    found = []
    for ray in rays(point):
        for cell in ray:
            if not empty >> cell & 1:
                break
            found.append(cell)
    yield from sorted(found)


def between(start: int, end: int) -> int:
    """Give the set of points strictly between two of one radial."""
    low, high = sorted((start, end))
    return bits(tuple(range(low + 1, high)))


BESIDE = tuple(bits(tuple(ray[0] for ray in rays(point) if ray)) for point in range(POINTS))
"""The neighbours of each point on its radial, as sets."""


def movable(mine: int, empty: int) -> Iterator[int]:
    """Give the stones that can slide at all, in board order."""
    return (point for point in members(mine) if BESIDE[point] & empty)
