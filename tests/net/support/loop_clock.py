"""The clock of an event loop, for tests whose loop has virtual time."""

from __future__ import annotations

import asyncio


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
