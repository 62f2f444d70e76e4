"""Elo from games in pairs: the score, its interval, and what each method says of it.

Both games of a pair begin with the same position, and so they are no two independent ones; the *pentanomial* method
counts pairs by their five possible scores. Where it has too few of them, Wilson's interval counts games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

Z = 1.959963984540054
"""Of a normal distribution 95 % lie within so many standard deviations."""

PAIRS = 30
"""Pairs from which on the pentanomial method is used, if they are not nearly all alike."""

POINTS = 5
"""Points that each of both must have for it."""

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
    """An estimate with the interval that holds the truth 95 times of 100; infinite where nothing bounds it."""

    value: float
    low: float
    high: float
    method: Method


def elo(score: float) -> float:
    """Give the difference of Elo at which a score (0 to 1) is expected.

    >>> round(elo(0.6), 1)
    70.4
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


def expected(difference: float) -> float:
    """Give the score that is expected at a difference of Elo.

    >>> expected(0)
    0.5
    """
    return 1 / (1 + 10 ** (-difference / 400))


def wilson(score: float, games: int) -> Interval:
    """Give Wilson's interval of a score (0 to 1) over independent games; nothing is known without games."""
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
    """Give mean and variance of the score of a pair, both games together counted as 0 to 1."""
    total = sum(counts)
    mean = sum(count * at for at, count in enumerate(counts)) / (CELLS - 1) / total
    variance = sum(count * (at / (CELLS - 1) - mean) ** 2 for at, count in enumerate(counts)) / total
    return mean, variance


def score(counts: Sequence[int]) -> Interval:
    """Give the score (0 to 1) over pairs with its interval; 1/2 and no bounds where there are none.

    With `PAIRS` pairs, and `POINTS` points for each, it is the pentanomial one, else Wilson's over all games.
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
    """Give an interval of a score as one of Elo."""
    return Interval(elo(interval.value), elo(interval.low), elo(interval.high), interval.method)
