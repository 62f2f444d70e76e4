"""How stones slide and capture.

A stone slides along its radial, over empty points only, never past an edge (R36, R37). Direct captures come first, then
chains, generation by generation, each all at once (R5-R13, R22-R25). `mine` are the stones of the colour to move, `foe`
those of all the others, both as sets of points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from core.games.megiddo.rules.board import POINTS, SIDE, Windows, bits, members

Pair = tuple[int, int]


def generations(windows: Windows, mine: int, foe: int, placed: int, *, reverse: bool) -> tuple[int, ...]:
    """Give the stones taken by the stone on the point `placed` (already in `mine`), one set for each generation.

    `reverse` includes Cleopatra's captures. Within a generation all pairs fall on the board as it stands, a shared
    stone once (R11, R13, R22). The stones turned last are fresh for the next generation (R8), so a pair that was safe
    stays safe (R9) until one of its brackets is renewed (R10).
    """
    found = []
    taken = struck(windows, mine, foe, placed) | (split(windows, mine, foe, placed) if reverse else 0)
    while taken:
        found.append(taken)
        mine |= taken
        foe &= ~taken
        fresh, taken = taken, 0
        for point in members(fresh):
            taken |= struck(windows, mine, foe, point)
            if reverse:
                taken |= split(windows, mine, foe, point)
    return tuple(found)


def struck(windows: Windows, mine: int, foe: int, point: int) -> int:
    """Give the pairs between the stone on a point and another of mine: exactly two foes of any colours (R6, R25)."""
    taken = 0
    if mine & windows.partners[point]:
        for far, pair in windows.outer[point]:
            if mine & far and foe & pair == pair:
                taken |= pair
    return taken


def split(windows: Windows, mine: int, foe: int, point: int) -> int:
    """Give the pairs around the stone on a point and one beside it, of any colours (R6, R24)."""
    taken = 0
    for beside, pair in windows.inner[point]:
        if mine & beside and foe & pair == pair:
            taken |= pair
    return taken


def written(windows: Windows, mine: int, foe: int, placed: int, *, reverse: bool) -> tuple[tuple[Pair, ...], ...]:
    """Give the captured pairs as the notation writes them, one tuple of pairs for each generation (R41)."""
    found: list[tuple[Pair, ...]] = []
    fresh = 1 << placed
    while True:
        pairs = _pairs(windows, mine, foe, fresh, reverse=reverse)
        if not pairs:
            return tuple(found)
        found.append(pairs)
        fresh = 0
        for one, other in pairs:
            fresh |= 1 << one | 1 << other
        mine |= fresh
        foe &= ~fresh


def _pairs(windows: Windows, mine: int, foe: int, fresh: int, *, reverse: bool) -> tuple[Pair, ...]:
    """Give the pairs of one generation in board order; for a window with two triggers the first one counts."""
    kinds = [(windows.outer, windows.outer_pairs)] + ([(windows.inner, windows.inner_pairs)] if reverse else [])
    orders: dict[tuple[int, int], Pair] = {}
    for point in members(fresh):
        for rows, names in kinds:
            for (mate, pair), named in zip(rows[point], names[point], strict=True):
                if mine & mate and foe & pair == pair:
                    orders.setdefault((pair, mate | 1 << point), named)
    found: dict[int, Pair] = {}
    for (pair, _), named in orders.items():
        found[pair] = named if found.get(pair, named) == named else (min(named), max(named))
    return tuple(sorted(found.values()))


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
