"""Many games of a storm, several at once, each in a process of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

W = TypeVar("W")
R = TypeVar("R")


def play_all(spend: Callable[[int, W], R], games: Sequence[tuple[int, W]], at_once: int, minutes: float) -> list[R]:
    """Spend games, each a seed and its weather, and print how each went; none begins after so many minutes."""
    waiting, results, last = list(games), list[R](), time.monotonic() + 60 * minutes

    async def walk(pool: ProcessPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        while waiting and time.monotonic() < last:
            results.append(await loop.run_in_executor(pool, spend, *waiting.pop(0)))
            print(results[-1], flush=True)

    async def all_of_them() -> None:
        with ProcessPoolExecutor(at_once, mp_context=get_context("spawn")) as pool:
            await asyncio.gather(*(walk(pool) for _ in range(at_once)))

    asyncio.run(all_of_them())
    return results
