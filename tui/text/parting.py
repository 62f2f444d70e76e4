"""Parting in text mode: who leaves while somebody has not received the end of a game is told so, and may wait."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import sentence
from tui.farewell import undelivered_ends
from tui.named import named
from tui.settlement_words import BACKGROUND, EVERYBODY, LATER, owes, unsettled_words
from tui.speech import tr

if TYPE_CHECKING:
    from net.view.table_view import TableView
    from tui.rooms import Rooms
    from tui.text.console import Console

ENDS = sentence("Parley ends as soon as everybody has the end of the game; `quit` ends it at once.")


class Parting:
    """What one conversation says where it is left, or a table is, before everybody has the end of a game."""

    def __init__(self, console: Console, rooms: Rooms) -> None:
        """Part on `console` with `rooms`."""
        self._console = console
        self._rooms = rooms
        self._told: tuple[str, ...] = ()

    def left(self, view: TableView) -> None:
        """Say of a table that is left who has not received its end."""
        if owes(view):
            self._say(f"{unsettled_words(named(view))} {tr(BACKGROUND)}")

    async def stay(self) -> str | None:
        """Say what is owed and wait until nothing is, or for the next line, and give that; None where nothing is said.

        None is also the end of input.
        """
        self._told = undelivered_ends(self._rooms.peers)
        if not self._told:
            return None
        self._say(*self._told, tr(ENDS))
        return await self._line()

    def end(self) -> None:
        """Say what is owed at the end; a reader who is gone is told nothing."""
        with suppress(OSError, ValueError):
            words = undelivered_ends(self._rooms.peers)
            self._say(*(words if words != self._told else ()), *([tr(LATER)] if words else []))

    async def _line(self) -> str | None:
        changed = asyncio.Event()
        forget = [peer.watch(changed.set) for peer in self._rooms.peers]
        line = asyncio.ensure_future(self._console.line())
        try:
            while undelivered_ends(self._rooms.peers):
                changed.clear()
                change = asyncio.ensure_future(changed.wait())
                await asyncio.wait((line, change), return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
                if line.done():
                    return line.result()
            self._say(tr(EVERYBODY))
            return None
        finally:
            line.cancel()
            for end in forget:
                end()

    def _say(self, *told: str) -> None:
        self._console.say(*(tr("NOTE {text}", text=text) for text in told))
