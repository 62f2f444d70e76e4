"""Ctrl-C while something works: it stops that, and not the program. Another signal ends the program as before."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end the text mode by the same way as Ctrl-C (`tui.cli.face_choice`)."""


@contextmanager
def watch_interrupt(stop: Callable[[], object]) -> Iterator[None]:
    """Call `stop` at Ctrl-C, within the block; only the main thread hears of signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop, usual = asyncio.get_running_loop(), signal.getsignal(signal.SIGINT)

    def end(*_: object) -> None:
        signal.signal(signal.SIGINT, usual)
        signal.raise_signal(signal.SIGINT)

    others = {number: signal.getsignal(number) for number in ENDS}
    signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(stop))
    for number, handler in others.items():
        if callable(handler):
            signal.signal(number, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        for number, handler in others.items():
            if callable(handler):
                signal.signal(number, handler)
