"""A search through all decisions of a finished game, line by line: it tells how far it is, and whoever types stops it.

Marks and the worst moment look through a game in the same way, and are stopped in the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from core.fault import sentence
from tui.i18n.translation import bare, tr
from tui.terminal.interrupt_watch import watch_interrupt
from tui.text.shell.console import Console
from tui.text.shell.text_commands import Verb

T = TypeVar("T")

TENTH = 10
"""How often progress of the search is reported."""

FAR = sentence("looking at every decision, {percent}%")
STOPS = sentence("Every decision is looked at: `quit` or Ctrl-C stops the search.")
HEARD = sentence("{text} is heard and done after the search: `quit` stops the search.")
STOPPED = sentence("The search is stopped.")


class StoppableSearch:
    """A search told on one console. `stopped` says that the person has ended it before it found what it looked for."""

    def __init__(self, console: Console, *, long: bool = True) -> None:
        """Tell on `console`; a search that is not `long` is over before anybody could stop it, as one kept is."""
        self._console = console
        self._long = long
        self._told = 0
        self.stopped = False

    async def found(self, search: Callable[[Callable[[int, int], None]], Coroutine[Any, Any, T]]) -> T | None:
        """Give what a search finds that reports its steps; None too if the person stops it, which is then told."""
        console = self._console
        if not console.live:
            return await search(self._step)
        if self._long:
            self._note(tr(STOPS))
        work = asyncio.ensure_future(search(self._step))
        with watch_interrupt(work.cancel):
            self.stopped = not await self._lasts(work)
        if self.stopped:
            self._note(tr(STOPPED))
            return None
        return work.result()

    def _step(self, done: int, every: int) -> None:
        if done * TENTH // every > self._told:
            self._told = done * TENTH // every
            self._note(tr(FAR, percent=100 * done // every))

    async def _lasts(self, work: asyncio.Future[Any]) -> bool:
        """Wait for the end of a search, tell whether it was its own; another line typed meanwhile waits for it."""
        try:
            while not work.done():
                typed = asyncio.ensure_future(self._console.typed())
                both: set[asyncio.Future[Any]] = {work, typed}
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if not typed.done():
                    typed.cancel()
                    break
                line = typed.result()
                if line is None or bare(line) in {*Verb.QUIT.words, *Verb.STOP.words}:
                    return False
                self._console.put_off(line)
                self._note(tr(HEARD, text=line))
            return not work.cancelled()
        finally:
            work.cancel()
            await asyncio.wait({work})

    def _note(self, text: str) -> None:
        self._console.say(tr("NOTE {text}", text=text))
