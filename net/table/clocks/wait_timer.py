"""The wait timer: how long this client has waited for what others owe, and when that has been long enough.

Pure: `look` is given the time. Times decide only what this client signs; `net.table.line.claim` says what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from net.table.line.claim import Claims, Wait

FINAL_MS = 30_000
"""Time from a claim's arrival here to our final."""
GAP_MS = 90_000
"""A client that has not looked for this long was not there: its waits have only just begun."""


class WaitTimer:
    """What one client waits for at one table, and since when."""

    def __init__(self) -> None:
        """Wait for nothing."""
        self._now = 0
        self._final_ms = FINAL_MS
        self._since: dict[Wait, int] = {}
        self._until: dict[Wait, int] = {}
        self._claimed: dict[Wait, int] = {}

    def look(
        self,
        waits: Iterable[Wait],
        claims: Claims,
        now: int,
        limit_ms: int,
        *,
        falls: Mapping[Wait, int] | None = None,
        final_ms: int = FINAL_MS,
        late: Iterable[Wait] = (),
    ) -> bool:
        """Check what is waited for at the time `now` (milliseconds); tell whether anything is new.

        A wait may be claimed after `limit_ms` or, if a clock runs, at the time in `falls`. Our final is due `final_ms`
        after a claim. `late` waits were answered only after their claim, and stay as they were.
        """
        before = self._told()
        known = self._since if now - self._now <= GAP_MS else {}
        self._now, self._final_ms = now, final_ms
        self._since = {wait: known.get(wait, now) for wait in waits}
        kept = {wait: self._until[wait] for wait in late if wait in known}
        self._until = {wait: since + limit_ms for wait, since in self._since.items()} | dict(falls or {}) | kept
        self._since |= {wait: known[wait] for wait in kept}
        self._claimed = {wait: self._claimed.get(wait, now) for wait in self._since if claims.claimed(wait)}
        return before != self._told()

    def since(self, wait: Wait) -> int:
        """Return the time since when something is waited for."""
        return self._since.get(wait, self._now)

    def is_over(self, wait: Wait) -> bool:
        """Tell whether it was waited for long enough to be claimed."""
        return wait in self._since and self._until[wait] <= self._now

    def until(self, wait: Wait) -> int:
        """Return the time from which it may be claimed."""
        return self._until.get(wait, self._now)

    def left_ms(self, wait: Wait) -> int:
        """Return the milliseconds left before it may be claimed."""
        return max(0, self.until(wait) - self._now)

    def may_end(self, wait: Wait) -> bool:
        """Tell whether a final is due: a claim has been here long enough, and we have waited too."""
        return self.is_over(wait) and wait in self._claimed and self._claimed[wait] + self._final_ms <= self._now

    def in_vain(self, wait: Wait) -> bool:
        """Tell whether our final about it has stood for as long again as a claim stands before a final."""
        return wait in self._claimed and self._claimed[wait] + 2 * self._final_ms <= self._now

    def next_due(self) -> int | None:
        """Return the time at which the next wait is over; None if none is running."""
        times = [
            *self._until.values(),
            *(at + count * self._final_ms for at in self._claimed.values() for count in (1, 2)),
        ]
        return min((at for at in times if at > self._now), default=None)

    def _told(self) -> tuple[object, ...]:
        ripe = tuple(wait for wait in self._since if self.is_over(wait))
        return self._since, self._until, self._claimed, ripe
