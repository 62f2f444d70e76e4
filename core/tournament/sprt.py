"""The sequential probability ratio test over pairs of games: play on until one of two strengths is likely enough.

It compares two distributions over the five scores of a pair: the best fits to the results with the mean expected at
`low` Elo, and at `high` Elo. Their likelihoods hold for few pairs too; the formula with a normal distribution decides
too soon there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.fault import Fault, sentence
from core.tournament.rating import CELLS, expected

ERROR = 0.05
"""How often each of the two wrong answers may come out."""

BOUND = math.log((1 - ERROR) / ERROR)
"""The logarithm of the likelihood ratio at which the answer is given; the other bound is its negative."""

SEED = 1e-3
"""Every score starts with this fraction of a pair before any game, so that none is impossible."""

STEPS = 60
"""Halvings in the search for the distribution: more than a number has digits."""

NO_GAP = sentence("The first Elo of a test is below the second one, not {low} and {high}.")


class Verdict(StrEnum):
    """What a test says."""

    LOW = "low"
    HIGH = "high"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Trial:
    """Whether the first bot is stronger by `high` Elo rather than by `low`."""

    low: float
    high: float

    def __post_init__(self) -> None:
        """Raise `Fault` unless `low` is below `high`."""
        if not self.low < self.high:
            raise Fault(NO_GAP, low=self.low, high=self.high)

    def ratio(self, counts: Sequence[int]) -> float:
        """Give the logarithm of the likelihood ratio, positive if `high` is likelier; 0 without pairs."""
        if not sum(counts):
            return 0.0
        seen = [count + SEED for count in counts]
        low, high = (_fitted(seen, expected(elo)) for elo in (self.low, self.high))
        return sum(count * math.log(more / less) for count, more, less in zip(seen, high, low, strict=True))

    def verdict(self, ratio: float) -> Verdict:
        """Give the verdict at a ratio."""
        if ratio >= BOUND:
            return Verdict.HIGH
        return Verdict.LOW if ratio <= -BOUND else Verdict.OPEN

    def follow(self, pairs: Iterable[float]) -> tuple[int, float, Verdict]:
        """Read the scores of pairs (0 to 2) in order until there is an answer.

        Give how many pairs it took, the ratio and the answer.
        """
        counts = [0] * CELLS
        ratio = 0.0
        for score in pairs:
            counts[round(score * 2)] += 1
            ratio = self.ratio(counts)
            if self.verdict(ratio) is not Verdict.OPEN:
                break
        return sum(counts), ratio, self.verdict(ratio)


def _fitted(seen: Sequence[float], mean: float) -> list[float]:
    """Give the likeliest distribution over the scores of a pair with that mean (0 to 1).

    It is p / (1 + x·(score - mean)) for the observed shares p; x is chosen so that the mean comes out.
    """
    total = sum(seen)
    offs = [at / (CELLS - 1) - mean for at in range(CELLS)]
    least, most = -1 / offs[-1], -1 / offs[0]
    for _ in range(STEPS):
        tilt = (least + most) / 2
        if sum(count * off / (1 + tilt * off) for count, off in zip(seen, offs, strict=True)) > 0:
            least = tilt
        else:
            most = tilt
    return [count / total / (1 + tilt * off) for count, off in zip(seen, offs, strict=True)]
