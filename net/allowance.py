"""An allowance: how often something may be done, or heard of somebody. Pure: time is a parameter in milliseconds."""

from __future__ import annotations

from collections import deque


class Allowance:
    """So many times within so many milliseconds."""

    def __init__(self, count: int, within_ms: int) -> None:
        """Begin with all of it left."""
        self._times: deque[int] = deque(maxlen=count)
        self._within_ms = within_ms

    @property
    def last(self) -> int:
        """When it was used last; 0 where it never was."""
        return self._times[-1] if self._times else 0

    def use(self, now: int) -> bool:
        """Use it once; tell whether anything was left."""
        if len(self._times) == self._times.maxlen and now - self._times[0] < self._within_ms:
            return False
        self._times.append(now)
        return True
