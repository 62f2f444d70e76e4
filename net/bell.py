"""A bell that wakes who watches a peer: once for any number of changes within a turn of the event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial


class Bell:
    """Those who want to know of changes."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._watchers: list[Callable[[], None]] = []
        self._rung = False

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back in the loop after any change; gives the function that ends it."""
        self._watchers.append(callback)
        return partial(self._forget, callback)

    def ring(self) -> None:
        """Call everybody at the next turn of the loop."""
        if self._watchers and not self._rung:
            self._rung = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._rung = False
        for watcher in tuple(self._watchers):
            watcher()

    def _forget(self, callback: Callable[[], None]) -> None:
        with contextlib.suppress(ValueError):
            self._watchers.remove(callback)
