"""Means over groups of games, with intervals that know that the games of one group belong together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from core.bots.rating import Interval, Method, wilson

GROUPS = 10
"""Groups from which on the interval is found by drawing groups again and again."""

DRAWS = 2000
"""How often they are drawn."""

TAIL = 0.025
"""The part of all draws that is left out at each end."""

STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306)
"""Standard errors within which a mean lies 95 times of 100, for 2, 3, ... groups."""


def mean(groups: Sequence[float], rng: Random) -> Interval:
    """Give the mean of one figure a group; without a spread to be seen, nothing bounds it.

    From `GROUPS` groups on by bootstrap, below by Student's distribution.
    """
    count = len(groups)
    value = sum(groups) / count if count else math.nan
    if len(set(groups)) < 2:  # noqa: PLR2004 - one value does not tell how far others may lie
        return Interval(value, -math.inf, math.inf, Method.STUDENT if count < GROUPS else Method.BOOTSTRAP)
    if count >= GROUPS:
        return _bootstrap(groups, value, rng)
    spread = math.sqrt(sum((one - value) ** 2 for one in groups) / (count - 1) / count)
    reach = STUDENT[count - 2] * spread
    return Interval(value, value - reach, value + reach, Method.STUDENT)


def share(groups: Sequence[float], games: int, rng: Random) -> Interval:
    """Give the mean of a share (0 to 1) a group, over so many games.

    From `GROUPS` groups on by bootstrap; below, and where all groups are alike, by Wilson over the games.
    """
    if len(groups) >= GROUPS and len(set(groups)) > 1:
        return _bootstrap(groups, sum(groups) / len(groups), rng)
    return wilson(sum(groups) / len(groups) if groups else math.nan, games if groups else 0)


def _bootstrap(groups: Sequence[float], value: float, rng: Random) -> Interval:
    count = len(groups)
    means = sorted(sum(rng.choices(groups, k=count)) / count for _ in range(DRAWS))
    return Interval(value, means[round(TAIL * DRAWS)], means[round((1 - TAIL) * DRAWS) - 1], Method.BOOTSTRAP)


def quantile(values: Sequence[float], part: float) -> float:
    """Give the value below which that part (0 to 1) of all lies, the nearest that was seen; 0 without any.

    >>> quantile([5, 1, 3], 0.5), quantile([1, 2, 3, 4], 0.95)
    (3, 4)
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]
