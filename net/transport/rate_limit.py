"""Rate limits: how often something may be done or heard of somebody, and who may ask for a table's log how often.

Pure: time is a parameter in milliseconds.
"""

from __future__ import annotations

from collections import deque


class RateLimit:
    """So many uses within so many milliseconds."""

    def __init__(self, count: int, within_ms: int) -> None:
        """Begin with all uses left."""
        self._times: deque[int] = deque(maxlen=count)
        self._within_ms = within_ms

    @property
    def last(self) -> int:
        """When it was used last; 0 if never."""
        return self._times[-1] if self._times else 0

    def use(self, now: int) -> bool:
        """Use it once; tell whether a use was left."""
        if len(self._times) == self._times.maxlen and now - self._times[0] < self._within_ms:
            return False
        self._times.append(now)
        return True


REQUESTS_MS = 1_000
"""Least time between two requests of one peer; faster ones are dropped."""
ASKERS_LIMIT = 256
"""People who may ask within that time; seat holders always may."""


class RequesterLimits:
    """Who has asked at one table lately."""

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
        """Let an author ask now; tell whether there is room for them."""
        if len(self._asked) >= ASKERS_LIMIT:
            self._asked = {one: at for one, at in self._asked.items() if now - at < REQUESTS_MS}
        if len(self._asked) >= ASKERS_LIMIT and not seated:
            return False
        self._asked[author] = now
        return True
