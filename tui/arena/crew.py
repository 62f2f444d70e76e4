"""The crew of an arena: processes that play side by side, each handed the next game when it has played one."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.fault import Fault, sentence
from tui.arena.contest import Contest
from tui.arena.played import Played, read_game

ROOT = Path(__file__).resolve().parent.parent.parent
LINE_LIMIT = 64 * 1024 * 1024
"""Bytes of the longest line that a process may say: a game with its record."""

ENDED = sentence("A process of the arena has ended in the middle of game {game}.")
FAILED = sentence("A process of the arena cannot play: {reason}")
SECONDS_TO_END = 2.0

Hear = Callable[[Played, str], bool]
"""Takes a game and its record; tells whether more are wanted."""


@dataclass(frozen=True, slots=True)
class Crew:
    """How many processes play a contest, and how many seconds a decision of another program may take."""

    contest: Contest
    jobs: int
    patience: float

    async def play(self, numbers: Iterable[int], hear: Hear) -> None:
        """Play the games of those numbers and hand each on, in the order in which they end, until no more are wanted.

        Raises `Fault` where a process ends or cannot begin.
        """
        waiting = iter(numbers)
        hands = [asyncio.ensure_future(self._hand(waiting, hear)) for _ in range(self.jobs)]
        try:
            while hands:
                done, _ = await asyncio.wait(hands, return_when=asyncio.FIRST_COMPLETED)
                if not all(hand.result() for hand in done):
                    break
                hands = [hand for hand in hands if hand not in done]
        finally:
            for hand in hands:
                hand.cancel()
            await asyncio.gather(*hands, return_exceptions=True)

    async def _hand(self, waiting: Iterator[int], hear: Hear) -> bool:
        """Let one process play as long as games wait; tell whether it was for want of games that it ended."""
        number = next(waiting, None)
        if number is None:
            return True
        process = await self._start()
        try:
            while number is not None:
                if not hear(*await self._game(process, number)):
                    return False
                number = next(waiting, None)
        finally:
            await _end(process)
        return True

    async def _start(self) -> Process:
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "tui.arena.worker"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LINE_LIMIT,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )
        assert process.stdin is not None
        order = {"contest": self.contest.told_to_process(), "patience": self.patience}
        process.stdin.write(json.dumps(order).encode() + b"\n")
        return process

    async def _game(self, process: Process, number: int) -> tuple[Played, str]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{number}\n".encode())
        with suppress(ConnectionError):  # what it has said before it ended is read below
            await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise Fault(ENDED, game=number + 1)
        told = json.loads(line)
        if "error" in told:
            raise Fault(FAILED, reason=told["error"])
        return read_game(told["game"].encode()), str(told["record"])


async def _end(process: Process) -> None:
    """End a process by closing its input, else by force, and wait for it."""
    if process.stdin is not None:
        process.stdin.close()
    waiting = asyncio.ensure_future(process.wait())
    try:
        await asyncio.wait_for(asyncio.shield(waiting), SECONDS_TO_END)
    except (TimeoutError, asyncio.CancelledError):
        with suppress(ProcessLookupError):
            process.kill()
        await waiting
