"""Elo from games in pairs: the score, its interval and the method that found it; and means over groups of games.

Both games of a pair begin with the same position, so they are not independent. The *pentanomial* method counts pairs by
their five possible scores. If there are too few pairs for it, Wilson's interval counts games. The intervals of the
means also take into account that the games of one group belong together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

Z = 1.959963984540054
"""In a normal distribution, 95 % lie within this many standard deviations."""

PAIRS = 30
"""The pentanomial method is used from this many pairs on, unless they are nearly all alike."""

POINTS = 5
"""The points that each side must have for it."""

CELLS = 5
"""The scores of a pair: 0, 1/2, 1, 3/2, 2."""


class Method(StrEnum):
    """How an interval was found."""

    PENTANOMIAL = "pentanomial"
    WILSON = "wilson"
    BOOTSTRAP = "bootstrap"
    STUDENT = "student"


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % interval; a bound is infinite if nothing bounds it."""

    value: float
    low: float
    high: float
    method: Method


def elo(score: float) -> float:
    """Give the Elo difference at which a score (0 to 1) is expected.

    >>> round(elo(0.6), 1)
    70.4
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


def expected(difference: float) -> float:
    """Give the score that is expected at an Elo difference.

    >>> expected(0)
    0.5
    """
    return 1 / (1 + 10 ** (-difference / 400))


def wilson(score: float, games: int) -> Interval:
    """Give Wilson's interval of a score (0 to 1) over independent games; without games it is unbounded."""
    if not games:
        return Interval(score, 0.0, 1.0, Method.WILSON)
    square = Z * Z / games
    middle = (score + square / 2) / (1 + square)
    reach = Z / (1 + square) * math.sqrt(score * (1 - score) / games + square / (4 * games))
    low = middle - reach if score > 0 else 0.0
    high = middle + reach if score < 1 else 1.0
    return Interval(score, max(0.0, low), min(1.0, high), Method.WILSON)


def cells(pairs: Iterable[float]) -> tuple[int, ...]:
    """Count pairs by their scores (0 to 2).

    >>> cells([2, 1, 1.5, 2])
    (0, 0, 1, 1, 2)
    """
    counts = [0] * CELLS
    for score in pairs:
        counts[round(score * 2)] += 1
    return tuple(counts)


def moments(counts: Sequence[float]) -> tuple[float, float]:
    """Give mean and variance of the score of a pair; both games together count as 0 to 1."""
    total = sum(counts)
    mean = sum(count * at for at, count in enumerate(counts)) / (CELLS - 1) / total
    variance = sum(count * (at / (CELLS - 1) - mean) ** 2 for at, count in enumerate(counts)) / total
    return mean, variance


def score(counts: Sequence[int]) -> Interval:
    """Give the score (0 to 1) over pairs with its interval; without pairs, 1/2 and no bounds.

    With `PAIRS` pairs, and `POINTS` points for each side, the method is pentanomial; otherwise it is Wilson's over all
    games.
    """
    total = sum(counts)
    if not total:
        return wilson(0.5, 0)
    mean, variance = moments(counts)
    if total < PAIRS or variance <= 0 or min(mean, 1 - mean) * total * 2 < POINTS:
        return wilson(mean, total * 2)
    reach = Z * math.sqrt(variance / total)
    return Interval(mean, max(0.0, mean - reach), min(1.0, mean + reach), Method.PENTANOMIAL)


def in_elo(interval: Interval) -> Interval:
    """Convert an interval of a score to one of Elo."""
    return Interval(elo(interval.value), elo(interval.low), elo(interval.high), interval.method)


GROUPS = 10
"""From this many groups on, the interval is found by resampling the groups."""

DRAWS = 2000
"""How often the groups are resampled."""

TAIL = 0.025
"""The part of all samples that is left out at each end."""

STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306)
"""Within this many standard errors a mean lies 95 times of 100, for 2, 3, ... groups."""


def mean(groups: Sequence[float], rng: Random) -> Interval:
    """Give the mean of one figure per group; if the figures show no spread, nothing bounds it.

    The interval is a bootstrap from `GROUPS` groups on; with fewer it follows Student's distribution.
    """
    count = len(groups)
    value = sum(groups) / count if count else math.nan
    if len(set(groups)) < 2:  # noqa: PLR2004 - one value says nothing about the spread
        return Interval(value, -math.inf, math.inf, Method.STUDENT if count < GROUPS else Method.BOOTSTRAP)
    if count >= GROUPS:
        return _bootstrap(groups, value, rng)
    spread = math.sqrt(sum((one - value) ** 2 for one in groups) / (count - 1) / count)
    reach = STUDENT[count - 2] * spread
    return Interval(value, value - reach, value + reach, Method.STUDENT)


def share(groups: Sequence[float], games: int, rng: Random) -> Interval:
    """Give the mean of one share (0 to 1) per group, over that many games.

    The interval is a bootstrap from `GROUPS` groups on; with fewer, or if all groups are alike, Wilson's over the
    games.
    """
    if len(groups) >= GROUPS and len(set(groups)) > 1:
        return _bootstrap(groups, sum(groups) / len(groups), rng)
    return wilson(sum(groups) / len(groups) if groups else math.nan, games if groups else 0)


def _bootstrap(groups: Sequence[float], value: float, rng: Random) -> Interval:
    count = len(groups)
    means = sorted(sum(rng.choices(groups, k=count)) / count for _ in range(DRAWS))
    return Interval(value, means[round(TAIL * DRAWS)], means[round((1 - TAIL) * DRAWS) - 1], Method.BOOTSTRAP)


def quantile(values: Sequence[float], part: float) -> float:
    """Give the value below which that part (0 to 1) of all values lies, the nearest one seen; 0 without values.

    >>> quantile([5, 1, 3], 0.5), quantile([1, 2, 3, 4], 0.95)
    (3, 4)
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]
