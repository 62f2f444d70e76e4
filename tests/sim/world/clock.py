"""Virtual time: what is to happen when, and the one seed from which everything is drawn."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from random import Random


class Clock:
    """The time in milliseconds, which jumps from one thing that happens to the next."""

    def __init__(self, rng: Random) -> None:
        """Begin at a time at which everybody's clock, however wrong, is after its epoch."""
        self.now = 1_000_000_000
        self.rng = rng
        self._coming: list[tuple[int, int, Callable[[], object]]] = []
        self._count = 0

    def after(self, wait: int, deed: Callable[[], object]) -> None:
        """Let something happen in `wait` milliseconds; of two at one time, the earlier told comes first."""
        self._count += 1
        heapq.heappush(self._coming, (self.now + max(0, wait), self._count, deed))

    def run(self, until: int) -> None:
        """Let happen what is to happen up to a time, and stand there."""
        while self._coming and self._coming[0][0] <= until:
            self.now, _, deed = heapq.heappop(self._coming)
            deed()
        self.now = until
