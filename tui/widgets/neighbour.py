"""Neighbours on a map: the nearest town in a direction. Pure."""

from __future__ import annotations

from collections.abc import Mapping

TALL = 2.0
"""A row counts as so many columns."""

WAYS = {
    "n": (0, -1),
    "s": (0, 1),
    "w": (-1, 0),
    "e": (1, 0),
    "nw": (-1, -1),
    "ne": (1, -1),
    "sw": (-1, 1),
    "se": (1, 1),
}
"""The steps of the directions in columns and rows."""

CONES = (1.0, 2.5)
"""How far aside of a direction a town may lie, as a part of how far ahead; the second where the first finds none."""

ASIDE = 1.5
"""How much a column aside counts beside one ahead."""


def nearest(places: Mapping[str, tuple[int, int]], spot: str, direction: str) -> str | None:
    """Give the spot nearest to `spot` in a direction of the compass, None where there is none.

    >>> nearest({"a": (0, 0), "b": (9, 1), "c": (4, 0)}, "a", "e")
    'c'
    """
    across, down = WAYS[direction]
    length = (across * across + down * down) ** 0.5
    here = places[spot]
    found: list[tuple[float, float, str]] = []
    for other, (x, y) in places.items():
        east, south = x - here[0], (y - here[1]) * TALL
        ahead = (east * across + south * down) / length
        aside = abs(east * down - south * across) / length
        if ahead > 0:
            found.append((aside / ahead, ahead + ASIDE * aside, other))
    for cone in CONES:
        inside = [(cost, other) for slope, cost, other in found if slope <= cone]
        if inside:
            return min(inside)[1]
    return None
