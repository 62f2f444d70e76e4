"""The share of the win that follows from a chance: what bots report, held against how their games ended.

A thinker's chance is a number of its own search: it ranks actions well, but it need not say how often such a position
is won. `SLOPES` were fitted to games between bots of the third level (`benchmarks/chances.py`, `docs/analysis.md`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from types import MappingProxyType

SLOPES: Mapping[str, float] = MappingProxyType({"djambi": 1.1, "epaminondas": 2.1, "megiddo": 3.0})
"""By game, how many times as far as the chance the share is from the fair one, both as logarithms of odds."""


def win_share(game: str, chance: float, sides: int) -> float:
    """Give the share of the win, 0 to 1, of a side with a `chance`, 0 to 1, in a match of so many sides.

    The odds of the chance beside those of a fair share (one of `sides`) are taken to the power of the game's slope. So
    0, 1 and the fair share stay what they are, and between two sides the shares of both always make 1.

    >>> [round(win_share("", chance, 2), 2) for chance in (0.0, 0.25, 0.5, 1.0)]
    [0.0, 0.25, 0.5, 1.0]
    """
    if chance <= 0.0 or chance >= 1.0:
        return min(max(chance, 0.0), 1.0)
    fair = -log(max(sides, 2) - 1.0)
    return 1.0 / (1.0 + exp(-fair - SLOPES.get(game, 1.0) * (log(chance / (1.0 - chance)) - fair)))
