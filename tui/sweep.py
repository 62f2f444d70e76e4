"""Sweep: rings of things that nobody holds any more are looked for while nobody waits, not between key and paint.

Python looks for them whenever enough has been made. At a table, where it walks through eighty thousand things, that is
tens of milliseconds, whatever goes on just then.
"""

from __future__ import annotations

import gc
from time import monotonic

from textual import events
from textual.app import App

REST = 1.0
"""Seconds without key or mouse after which nobody waits."""
FULL = 10
"""So many walks through what is young make one through everything worth its time; Python itself takes as many."""
LATEST = 50
"""After so many Python walks by itself, for whoever never rests."""


class SweptApp(App[None]):
    """An app that sweeps at rest; one that nobody sees leaves it to Python."""

    def __init__(self) -> None:
        """Begin at rest."""
        super().__init__()
        self._stirred = 0.0
        self._usual = gc.get_threshold()

    def on_mount(self) -> None:
        """Begin to sweep."""
        if not self.is_headless:
            gc.set_threshold(*self._usual[:2], LATEST)
            self.set_interval(REST, self.sweep)

    def on_unmount(self) -> None:
        """Leave it to Python again."""
        gc.set_threshold(*self._usual)

    async def on_event(self, event: events.Event) -> None:
        """Learn from keys and mouse that somebody is there and waits."""
        if isinstance(event, events.InputEvent):
            self._stirred = monotonic()
        await super().on_event(event)

    def sweep(self) -> None:
        """Walk through everything if nobody waits and there is enough to walk for."""
        if gc.get_count()[2] >= FULL and monotonic() - self._stirred >= REST:
            gc.collect()
