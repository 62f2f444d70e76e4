"""How measured values spread: quantiles of what was seen, without anything between two of them."""

from __future__ import annotations

import math
from collections.abc import Collection


def quantile(values: Collection[float], share: float) -> float:
    """Give the least value that at least this share of all does not exceed (nearest rank); 0 of none.

    >>> [quantile(range(1, 101), share) for share in (0.5, 0.99, 1.0)], quantile([], 0.5)
    ([50, 99, 100], 0.0)
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def rise(first: Collection[float], last: Collection[float]) -> float:
    """Give by which share the mean of the last values is above that of the first; 0 where there is nothing."""
    if not first or not last or not sum(first):
        return 0.0
    return (sum(last) / len(last)) / (sum(first) / len(first)) - 1
