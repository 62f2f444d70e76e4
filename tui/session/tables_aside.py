"""The tables that a person has left while bots of theirs play on, until the person comes back.

When the game is over, such a table is left as any other. So the room tells of a rematch that is asked for there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.bots.seat_driver import Seated


class TablesAside:
    """Their tasks by the ids of the tables, also of those whose game has ended meanwhile."""

    def __init__(self, leave: Callable[[Seated], Awaitable[None]]) -> None:
        """Leave a table by `leave` once its game is over."""
        self._leave = leave
        self._tasks: dict[bytes, asyncio.Task[None]] = {}

    @property
    def tids(self) -> frozenset[bytes]:
        """The ids of these tables."""
        return frozenset(self._tasks)

    def begin(self, seated: Seated) -> None:
        """Let the bots of a table play on without their person."""
        seated.aside = True
        if seated.handle.tid not in self._tasks:
            self._tasks[seated.handle.tid] = asyncio.create_task(self._see_out(seated))

    async def end(self, tid: bytes) -> None:
        """Stop waiting for the end of a game, because the person comes back."""
        if (task := self._tasks.pop(tid, None)) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """Stop waiting for all of them."""
        for tid in self.tids:
            await self.end(tid)

    async def _see_out(self, seated: Seated) -> None:
        await seated.played()
        if seated.aside:
            await self._leave(seated)
