"""Ending by a signal: whatever runs is called off, cleaned up after, and what called it off is told."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable

ENDED_BY = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals by which somebody ends a program."""


async def until_signal(errand: Awaitable[object], *, last: bool = False) -> bool:
    """Run an errand to its end; give False where a signal has called it off before.

    The `last` errand of a process leaves the signals without effect: whoever is ending already is not killed on the
    way out. Raises what the errand raises.
    """
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(errand)
    called: list[int] = []

    def end(number: int) -> None:
        called.append(number)
        task.cancel()

    for number in ENDED_BY:
        loop.add_signal_handler(number, end, number)
    try:
        await task
    except asyncio.CancelledError:
        if not called:
            raise
    finally:
        for number in ENDED_BY:
            loop.remove_signal_handler(number)
            if last:
                signal.signal(number, signal.SIG_IGN)
    return not called
