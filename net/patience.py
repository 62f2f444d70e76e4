"""Patience: how long this client has been waiting for what others owe, and when that has been long enough.

Pure: `look` says what time it is. Times decide only what this client says; what counts is in `net.claims`.
"""

from __future__ import annotations

from collections.abc import Iterable

from net.claims import Claims, Wait

FINAL_MS = 30_000
"""From a claim that came here to our final."""
GAP_MS = 90_000
"""Who has not looked for so long was not there: what he waits for he has only begun to wait for."""


class Patience:
    """What one client waits for at one table, and since when."""

    def __init__(self) -> None:
        """Wait for nothing."""
        self.limit_ms = 0
        self._now = 0
        self._since: dict[Wait, int] = {}
        self._claimed: dict[Wait, int] = {}

    def look(self, waits: Iterable[Wait], claims: Claims, now: int, limit_ms: int) -> bool:
        """Look at what is waited for at the time `now` (milliseconds); tell whether anything is new."""
        before = (self._since, self._claimed, self._ripe())
        known = self._since if now - self._now <= GAP_MS else {}
        self._now, self.limit_ms = now, limit_ms
        self._since = {wait: known.get(wait, now) for wait in waits}
        self._claimed = {wait: self._claimed.get(wait, now) for wait in self._since if claims.claimed(wait)}
        return before != (self._since, self._claimed, self._ripe())

    def since(self, wait: Wait) -> int:
        """Give the time since when something is waited for."""
        return self._since.get(wait, self._now)

    def is_over(self, wait: Wait) -> bool:
        """Tell whether it was waited for long enough to be claimed."""
        return wait in self._since and self._since[wait] + self.limit_ms <= self._now

    def left_ms(self, wait: Wait) -> int:
        """Give the milliseconds left before it may be claimed."""
        return max(0, self.since(wait) + self.limit_ms - self._now)

    def may_end(self, wait: Wait) -> bool:
        """Tell whether it is time for a final: a claim has been here long enough, and we have waited too."""
        return self.is_over(wait) and wait in self._claimed and self._claimed[wait] + FINAL_MS <= self._now

    def next_due(self) -> int | None:
        """Give the time at which something becomes ripe; None while nothing does."""
        times = [at + self.limit_ms for at in self._since.values()] + [at + FINAL_MS for at in self._claimed.values()]
        return min((at for at in times if at > self._now), default=None)

    def _ripe(self) -> tuple[Wait, ...]:
        return tuple(wait for wait in self._since if self.is_over(wait))
