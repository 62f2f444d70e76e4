"""The processes that carry a load, as their parent sees them: one cannot carry a thousand peers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks.burden import Burden
from benchmarks.driver import Orders
from benchmarks.tally import Tally

ROOT = Path(__file__).resolve().parent.parent
LINE = 1 << 24
"""Bytes that a line of a driver may have."""


class DriverEnded(RuntimeError):
    """A driver has ended before its time."""


class Hand:
    """One driver: what it has told last, and what it has seen since somebody asked."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Listen to a process that has just been started."""
        self.process = process
        self.told: dict[str, Any] = {"tally": Tally().plain(), "trouble": [], "lost": 0, "tables": 0, "there": 0}
        self._taken: list[float] = []
        self._late: list[float] = []
        self._news = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    def say(self, word: str) -> None:
        """Tell it what to do."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n".encode())

    async def until(self, key: str) -> Any:  # noqa: ANN401 whatever it tells under that word
        """Wait until it has told something; raise `DriverEnded`."""
        while key not in self.told:
            if self._listening.done():
                raise DriverEnded(key)
            self._news.clear()
            await self._news.wait()
        return self.told[key]

    def seen(self) -> tuple[list[float], list[float]]:
        """Give how long moves have taken, and how late they were made, since this was asked last."""
        taken, late = self._taken, self._late
        self._taken, self._late = [], []
        return taken, late

    async def end(self) -> None:
        """End it, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        try:
            while line := await self.process.stdout.readline():
                told = json.loads(line)
                self._taken += told.pop("taken", ())
                self._late += told.pop("late", ())
                self.told |= told
                self._news.set()
        finally:
            self._news.set()


class Team:
    """All drivers of a load."""

    def __init__(self, hands: Sequence[Hand]) -> None:
        """Take them together."""
        self.hands = tuple(hands)

    @property
    def burden(self) -> Burden:
        """What their processes have cost, and hold."""
        return Burden.of(*(hand.process.pid for hand in self.hands))

    @property
    def tally(self) -> Tally:
        """What has passed between their people and the broker."""
        return Tally.summed(hand.told["tally"] for hand in self.hands)

    def count(self, key: str) -> int:
        """Add up a number that each tells."""
        return sum(int(hand.told[key]) for hand in self.hands)

    @property
    def trouble(self) -> list[str]:
        """What went wrong, in their words."""
        return [said for hand in self.hands for said in hand.told["trouble"]]

    def seen(self) -> tuple[list[float], list[float]]:
        """Give what all have seen since this was asked last."""
        found = [hand.seen() for hand in self.hands]
        return [one for taken, _ in found for one in taken], [one for _, late in found for one in late]

    def say(self, word: str) -> None:
        """Tell all what to do."""
        for hand in self.hands:
            hand.say(word)

    async def until(self, key: str) -> list[Any]:
        """Wait until each has told something; raise `DriverEnded`."""
        return list(await asyncio.gather(*(hand.until(key) for hand in self.hands)))


@asynccontextmanager
async def team(orders: Iterable[Orders]) -> AsyncIterator[Team]:
    """Start a driver for each of the orders; none is left afterwards."""
    async with AsyncExitStack() as stack:
        hands: list[Hand] = []
        for one in orders:
            hand = await _hire(one)
            stack.push_async_callback(hand.end)
            hands.append(hand)
        yield Team(hands)


async def _hire(orders: Orders) -> Hand:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.driver"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        start_new_session=True,
        limit=LINE,
    )
    hand = Hand(process)
    hand.say(orders.line)
    return hand
