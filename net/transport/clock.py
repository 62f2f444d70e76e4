"""The clock port: the time and how to wait, so that a test can control both."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What the runner needs of time."""

    def now_ms(self) -> int:
        """Give the milliseconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The clock of this machine, made never to go back: else what is due would wait after the clock is set back."""

    def __init__(self) -> None:
        """Begin with the machine's time."""
        self._last = 0
        self._ahead = 0

    def now_ms(self) -> int:
        """Give the milliseconds since 1970."""
        now = time.time_ns() // 1_000_000 + self._ahead
        if now < self._last:
            self._ahead += self._last - now
        self._last = max(now, self._last)
        return self._last

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class LoopClock:
    """The running event loop's own time from a fixed origin: with a virtual loop, virtual time.

    `skew` milliseconds are added to what it shows, never to how long it waits.
    """

    def __init__(self, origin: int = 1_800_000_000_000, skew: int = 0) -> None:
        """Start at `origin` milliseconds since 1970 when the loop shows 0."""
        self._origin = origin + skew

    def now_ms(self) -> int:
        """Give the milliseconds since 1970."""
        return self._origin + round(asyncio.get_running_loop().time() * 1000)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
