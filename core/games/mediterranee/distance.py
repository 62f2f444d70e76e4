"""How far the capitals are, by land and by sea: tables of a map, for bots."""

from __future__ import annotations

from functools import cache

from core.games.mediterranee.chart import Chart, members

FAR = 99
"""The distance of a city that there is no way to."""


@cache
def roads(chart: Chart, state: int) -> tuple[int, ...]:
    """Give for each city how many roads it is from the capital of a state; `FAR` on an island."""
    return _spread(chart.land, chart.capitals[state])


@cache
def lanes(chart: Chart, state: int) -> tuple[int, ...]:
    """Give for each city how many lanes it is from the capital of a state; `FAR` where it is no port."""
    return _spread(chart.sea, chart.capitals[state])


def _spread(steps: tuple[int, ...], start: int) -> tuple[int, ...]:
    found = [FAR] * len(steps)
    edge, far = 1 << start, 0
    while edge:
        beyond = 0
        for city in members(edge):
            found[city] = far
            beyond |= steps[city]
        far += 1
        edge = 0
        for city in members(beyond):
            if found[city] == FAR:
                edge |= 1 << city
    return tuple(found)
