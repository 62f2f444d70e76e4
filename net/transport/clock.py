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
