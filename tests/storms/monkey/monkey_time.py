"""Time and chance of a monkey: a clock that jumps to the next timer, and entropy that a seed gives again."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
import textual._time

import net.peer.peer
import tui.bots.bot_process
import tui.words.clock_words
from core.fault import Fault
from tests.net.support.loop_clock import LoopClock
from tests.net.support.party import VirtualLoop
from tui.bots.bot_process import REFUSED, BotFault, BotProcess
from tui.bots.engine.engine_session import Desk
from tui.bots.seat_driver import SeatDriver

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


class NearBot(BotProcess):
    """A bot in this process: the engine at its other end answers by the loop's clock, and thinks of a few positions."""

    async def start(self) -> None:
        """Begin with an engine that knows nothing."""
        self._desk = getattr(self, "_desk", None) or Desk()

    async def _ask(self, command: str) -> dict[str, object]:
        if command.startswith(("go ", "say ")):
            await asyncio.sleep(Random(command).choice(THINKS))
        try:
            answer = self._desk.answer(f"{command} nodes=6" if command.startswith("go ") else command)
        except Fault as fault:
            raise BotFault(REFUSED, program=self.program, command=command, reason=fault) from fault
        return dict(json.loads(json.dumps({"ok": True, **answer})))


@contextmanager
def again(seed: int) -> Iterator[None]:
    """Let time be the loop's, and everything random come from `seed`, as long as this lasts."""
    rng, play = Random(seed), SeatDriver.run
    fallen: list[Exception] = []

    async def run(driver: SeatDriver) -> None:
        try:
            await play(driver)
        except Fault:
            raise
        except Exception as error:
            fallen.append(error)  # the app tells of it, and goes on
            raise

    def now() -> float:
        return asyncio.get_running_loop().time()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual._time, "get_time", now)
        patch.setattr(tui.words.clock_words, "time", SimpleNamespace(time_ns=lambda: LoopClock().now_ms() * 1_000_000))
        patch.setattr(net.peer.peer, "SystemClock", LoopClock)
        patch.setattr(tui.bots.bot_process, "BotProcess", NearBot)
        patch.setattr(SeatDriver, "run", run)
        patch.setattr(os, "urandom", rng.randbytes)
        patch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))
        patch.setattr(secrets, "randbits", rng.getrandbits)
        patch.setattr(secrets, "randbelow", rng.randrange)
        begin = net.peer.peer.Peer.__init__
        patch.setattr(begin, "__kwdefaults__", {**(begin.__kwdefaults__ or {}), "entropy": rng.randbytes})
        yield
    if fallen:
        raise fallen[0]


def jumping(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in time that jumps."""
    with asyncio.Runner(loop_factory=MonkeyLoop) as runner:
        return runner.run(work)
