"""Time and chance of a monkey: a clock that jumps to the next timer, and entropy that a seed gives again."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, Self, TypeVar

import pytest
import textual._time

import net.peer
import tui.bot_process
import tui.timepiece
from core import bots
from core.bots.bot import Budget
from core.game import Seat
from core.match import Match
from net.clock import LoopClock
from tests.net.party import VirtualLoop

T = TypeVar("T")
BREATH = 0.0005
"""Seconds that a thread at work is waited for at a time."""
THINKS = (0.05, 0.4, 1.5)
"""Virtual seconds that a bot thinks."""


class MonkeyLoop(VirtualLoop):
    """A loop whose time jumps, but not while a thread of its own is at work: the machine's time does that work."""

    def _run_once(self) -> None:
        if not self._ready and self._at_work():  # type: ignore[attr-defined]
            self.call_later(0, lambda: None)
            self._selector.select(BREATH)  # type: ignore[attr-defined]
        super()._run_once()

    def _at_work(self) -> bool:
        """Tell whether a thread does something."""
        pool: ThreadPoolExecutor | None = self._default_executor  # type: ignore[attr-defined]
        if pool is None:
            return False
        return bool(pool._work_queue.qsize()) or pool._idle_semaphore._value < len(pool._threads)


class NearBot:
    """A bot in this process, in the place of `tui.bot_process.BotProcess`: it thinks by the loop's clock alone."""

    pid: int | None = None

    def __init__(self, program: str) -> None:
        """Keep the level; raise `UnknownLevel`."""
        self.bot = bots.find(program)

    async def __aenter__(self) -> Self:
        """Begin."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """End."""

    async def choose(self, match: Match, seat: Seat, seed: int = 0) -> str:
        """Choose as the level does, with a few positions looked at."""
        rng = Random(seed)
        await asyncio.sleep(rng.choice(THINKS))
        return str(self.bot.choose(match.seen_by(seat), seat, rng, Budget(nodes=6)))


@contextmanager
def again(seed: int) -> Iterator[None]:
    """Let time be the loop's, and everything random come from `seed`, as long as this lasts."""
    rng = Random(seed)

    def now() -> float:
        return asyncio.get_running_loop().time()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual._time, "get_time", now)
        patch.setattr(tui.timepiece, "time", SimpleNamespace(time_ns=lambda: LoopClock().now_ms() * 1_000_000))
        patch.setattr(net.peer, "SystemClock", LoopClock)
        patch.setattr(tui.bot_process, "BotProcess", NearBot)
        patch.setattr(os, "urandom", rng.randbytes)
        patch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))
        patch.setattr(secrets, "randbits", rng.getrandbits)
        patch.setattr(secrets, "randbelow", rng.randrange)
        patch.setattr(net.peer.Peer.__init__, "__kwdefaults__", {"nick": "", "entropy": rng.randbytes})
        yield


def jumping(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in time that jumps."""
    with asyncio.Runner(loop_factory=MonkeyLoop) as runner:
        return runner.run(work)
