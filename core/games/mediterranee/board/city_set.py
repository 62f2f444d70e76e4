"""Sets of cities: each is an int with the bits of its cities (`core.games.mediterranee.board.chart`)."""

from __future__ import annotations


def members(cities: int) -> list[int]:
    """List the cities of a set in the order of the map.

    >>> members(0b10010)
    [1, 4]
    """
    found = []
    while cities:
        low = cities & -cities
        found.append(low.bit_length() - 1)
        cities ^= low
    return found
