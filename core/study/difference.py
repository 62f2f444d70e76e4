"""Differences: the features of which one position has more than another, for a seat. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from core.bots.level import position_features
from core.game import Seat, State
from core.study.points import points

SLIGHT = 0.3
"""Differences worth less than this say nothing."""

OF_PIECES = {"rows": "pieces", "steps": "pieces"}
"""Sums over all pieces: they compare only where the pieces are as many."""

POINTS = "points"
"""All that compares positions of two games of a match: in the newer one the board is new."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A feature of which the better action leaves another number: `name`, the numbers after both, and its gain.

    `later` says that the numbers are those after the expected answers. Where an action is held against the position
    before it, `played` is the number before it.
    """

    name: str
    better: int
    played: int
    gain: float
    later: bool = False

    @property
    def size(self) -> int:
        """How many more or fewer it is."""
        return abs(self.better - self.played)


def differences(
    game: str, seat: Seat, better: State[Any], played: State[Any], *, later: bool = False
) -> Iterator[Difference]:
    """Give the features that are better for a seat in one position than in the other, the weightiest first."""
    told = position_features(game)
    if told is None or better.outcome is not None or played.outcome is not None:
        return
    numbers, others = told.features(better, seat), told.features(played, seat)
    gains = {name: weight * (numbers[name] - others[name]) for name, weight in told.WEIGHTS.items()}
    within = points(better) == points(played)
    for name in sorted(gains, key=lambda each: -gains[each]):
        counted = OF_PIECES.get(name, name)
        alike = counted == name or numbers[counted] == others[counted]
        if gains[name] >= SLIGHT and alike and (within or name == POINTS):
            yield Difference(name, round(numbers[name]), round(others[name]), gains[name], later)
