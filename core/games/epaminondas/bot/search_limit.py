"""What a search may spend, and what its scores mean."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

WIN = 1_000_000
"""The score of a match won here and now; a win some moves ahead is worth one less for each of them."""

PROVED = WIN - 1000
"""From here on a score is a proved win."""

SLOPE = 260.0
"""The score at which about three of four matches are won."""

OFTEN = 64
"""How many positions are looked at between two checks whether to stop."""


class LimitReachedError(Exception):
    """The search has looked at as many positions as it may, or was told to stop."""


class NodeCounter:
    """Counts positions up to a limit."""

    __slots__ = ("most", "nodes", "stop")

    def __init__(self, most: int, stop: Callable[[], bool]) -> None:
        """Begin at zero."""
        self.most = most
        self.stop = stop
        self.nodes = 0

    def count(self) -> None:
        """Count one position; raise `LimitReachedError`."""
        if self.nodes >= self.most or (not self.nodes % OFTEN and self.stop()):
            raise LimitReachedError
        self.nodes += 1


def chance(score: float) -> float:
    """Give the chance to win that a score stands for: 0 and 1 if it is proved, a smooth curve between.

    >>> chance(0), chance(WIN - 3), chance(3 - WIN)
    (0.5, 1.0, 0.0)
    """
    if abs(score) >= PROVED:
        return float(score > 0)
    return 1 / (1 + exp(-max(-5000, min(5000, score)) / SLOPE))
