"""When an app has nothing left to do: told by its loop, where Textual's own tests ask the clock and the processor."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from textual._context import active_app

TURNS = 3
"""Turns of the loop without work after which the app is calm."""
BREATH = 0.004
"""Seconds left to threads, processes and brokers when the app itself waits for them."""


async def until_calm(min_sleep: float = 0, max_sleep: float = 20) -> None:
    """Wait until no callback is ready, no thread is at work and nothing is to be painted.

    It stands in for Textual's own wait. What comes later from outside is waited for by the test that wants it.
    """
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + max_sleep
    calm, worked = 0, False
    while calm < TURNS and loop.time() < end:
        await asyncio.sleep(0)
        if loop._ready or _painted():
            calm, worked = 0, True
        elif _busy(loop._default_executor):
            await asyncio.sleep(BREATH / 4)
            calm, worked = 0, True
        else:
            calm += 1
    await asyncio.sleep(min_sleep if worked else max(min_sleep, BREATH))


def _painted() -> bool:
    """Paint at once what a timer would paint, or resize, within a sixtieth of a second; tell if there was anything."""
    app: Any = active_app.get()
    if app._batch_count or not app._screen_stack:
        return False
    if app._resize_event is not None:  # a new size is taken up by a timer too
        app._check_resize()
        return True
    screen = app.screen
    dirty = screen._layout_required or screen._scroll_required or screen._repaint_required
    if dirty or screen._recompose_required or screen._dirty_widgets or screen._callbacks:
        screen._on_timer_update()
        return True
    return False


def _busy(executor: ThreadPoolExecutor | None) -> bool:
    """Tell whether a thread of the loop does something."""
    if executor is None:
        return False
    return bool(executor._work_queue.qsize()) or executor._idle_semaphore._value < len(executor._threads)
