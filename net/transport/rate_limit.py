"""Askers: who may ask for parts of a table's log how often. Pure: time is a parameter in milliseconds.

An allowance: how often something may be done, or heard of somebody. Pure: time is a parameter in milliseconds.
"""

from __future__ import annotations

from collections import deque


class RateLimit:
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


REQUESTS_MS = 1_000
"""Between two requests of one peer; faster ones are noise."""
ASKERS_LIMIT = 256
"""People who may ask within that time; those who hold seats always."""


class RequesterLimits:
    """Those who have asked at one table lately."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._asked: dict[bytes, int] = {}

    def __len__(self) -> int:
        """Count those who are remembered."""
        return len(self._asked)

    def is_noisy(self, author: bytes, now: int) -> bool:
        """Tell whether an author asks again too soon."""
        return now - self._asked.get(author, now - REQUESTS_MS) < REQUESTS_MS

    def admit(self, author: bytes, now: int, *, seated: bool) -> bool:
        """Let an author ask now; tell whether there is room for him."""
        if len(self._asked) >= ASKERS_LIMIT:
            self._asked = {one: at for one, at in self._asked.items() if now - at < REQUESTS_MS}
        if len(self._asked) >= ASKERS_LIMIT and not seated:
            return False
        self._asked[author] = now
        return True
