"""Marks of decisions, as chess players write them, and the figures of a whole game: accuracy, counts, average loss."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import exp


class Mark(StrEnum):
    """How bad a decision was, as it is written behind the move."""

    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


THRESHOLDS = ((0.30, Mark.BLUNDER), (0.20, Mark.MISTAKE), (0.10, Mark.INACCURACY))
"""The least loss of each mark, in shares of the win, the gravest first."""

INACCURATE = THRESHOLDS[-1][0]
"""The least loss that is marked at all."""


def mark_of(loss: float) -> Mark | None:
    """Give the mark of a loss, 0 to 1, in whole hundredths; None for a decision that is good enough.

    >>> [mark_of(loss) for loss in (0.09, 0.1, 0.3)]
    [None, <Mark.INACCURACY: '?!'>, <Mark.BLUNDER: '??'>]
    """
    return next((mark for least, mark in THRESHOLDS if round(loss, 2) >= least), None)


PERFECT, FALL, FLOOR = 103.1668, 0.04354, 3.1669
"""The curve by which lichess turns points of the win that were lost into an accuracy."""


def accuracy(loss: float) -> float:
    """Give the accuracy in percent of a decision that lost a share, 0 to 1, of the win.

    >>> [round(accuracy(loss)) for loss in (0.0, 0.1, 0.3, 1.0)]
    [100, 64, 25, 0]
    """
    return min(100.0, max(0.0, PERFECT * exp(-FALL * 100.0 * loss) - FLOOR))


@dataclass(frozen=True, slots=True)
class Tally:
    """How well one seat decided: how many decisions were judged, how many had which mark, and two means.

    `loss` is the mean share of the win that a decision lost, 0 to 1; `accuracy` the mean accuracy in percent.
    """

    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    loss: float
    accuracy: float


def tally(judged: Iterable[tuple[float, Mark | None]]) -> Tally:
    """Count decisions, given the loss and the mark of each; without any, everything was accurate."""
    found = list(judged)
    marks = [mark for _, mark in found]
    count = max(1, len(found))
    return Tally(
        len(found),
        marks.count(Mark.INACCURACY),
        marks.count(Mark.MISTAKE),
        marks.count(Mark.BLUNDER),
        sum(loss for loss, _ in found) / count,
        sum(accuracy(loss) for loss, _ in found) / count if found else 100.0,
    )
