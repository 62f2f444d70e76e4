"""Ending by a signal: the running errand is cancelled and cleaned up, and its caller learns of it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable

ENDED_BY = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals that end a program."""


async def until_signal(errand: Awaitable[object], *, last: bool = False) -> bool:
    """Run an errand to its end. Return False if a signal cancelled it.

    After the `last` errand of a process these signals have no effect: a process that is already ending is not killed
    on the way out. Raises what the errand raises.
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
