"""What the steps of a line add up to, reckoned on from where it was reckoned last: long games cost no more to look at.

Steps are only ever added to a list; where some are taken back or all is told anew there is another list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.game import Seat
from net.clocks import decided
from net.step import Step


class Reckoning:
    """The decisions of each seat, and the latest time that a step was signed at (its author's, milliseconds)."""

    def __init__(self) -> None:
        """Begin with no steps."""
        self.counts: Counter[Seat] = Counter()
        self.last: int | None = None
        self._steps: Sequence[Step] = ()
        self._read = 0

    def look(self, steps: Sequence[Step]) -> None:
        """Take in what has come to the steps of a line, all of them where the list is another one."""
        if steps is not self._steps:
            self.counts, self.last = Counter(), None
            self._steps, self._read = steps, 0
        for step in steps[self._read :]:
            self.counts[step.seat] += decided(step)
            self.last = step.ts if self.last is None else max(self.last, step.ts)
        self._read = len(steps)

    def before(self, at: int) -> int:
        """Count the decisions that the seat of a step took before that step; `at` is its place in the list."""
        seat = self._steps[at].seat
        return self.counts[seat] - sum(decided(step) for step in self._steps[at:] if step.seat == seat)
