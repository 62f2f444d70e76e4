"""Rooms of the local network, line by line: told while the first menu stands there, entered by name and code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from core.fault import sentence
from net.broker.local_network import NoLan
from tui import proclaiming
from tui.pasted import begins, is_code, together
from tui.speech import tr

if TYPE_CHECKING:
    from net.room.announcement import Announcement
    from net.room.multicast import Ear
    from tui.text.console import Console

JOINS = ("join", "rejoindre")
"""The words that lead to a room nearby."""
NEAR = sentence("NEAR {room} at {host}:{port}: join {room} asks for its code.")


class Nearby:
    """What is heard of rooms nearby."""

    def __init__(self, console: Console, *, listens: bool) -> None:
        """Tell on `console`; nothing is told unless somebody `listens` there."""
        self._console, self._listens = console, listens
        self._rooms: tuple[Announcement, ...] = ()
        self._told: set[Announcement] = set()
        self._ear: Ear | None = None

    @asynccontextmanager
    async def told(self) -> AsyncIterator[None]:
        """Listen, and tell each room once, until this ends."""
        self._told.clear()
        task = asyncio.ensure_future(self._listen()) if self._listens else None
        try:
            yield
        finally:
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _listen(self) -> None:
        try:
            self._ear = ear = await proclaiming.listening(self._hear)
        except NoLan:
            return
        try:
            self._hear()
            await asyncio.Event().wait()
        finally:
            self._ear = None
            await ear.close()

    def _hear(self) -> None:
        if self._ear is None:
            return
        self._rooms = tuple(room.said for room in self._ear.rooms)
        for said in self._rooms:
            if said not in self._told:
                self._told.add(said)
                self._console.say(tr(NEAR, room=said.room, host=said.host, port=said.port))

    async def way(self, words: str) -> str:
        """Give the invitation to a room of that name, whose code follows or is asked for, or what is given itself.

        Empty where nothing is answered; raises `Fault`.
        """
        from tui.headless import join

        name, _, code = words.strip().partition(" ")
        named = any(said.room.startswith(name) for said in self._rooms)
        if begins(words) or (is_code(words) and not named):
            return together(words)
        rooms = self._rooms or await join.listen(join.LISTEN_SECONDS)
        said = join.chosen(rooms, join.Wish(name))
        given = code or await self._console.answer(f"{proclaiming.place(said)}: {tr(join.CODE)}".rstrip())
        return str(await asyncio.to_thread(said.opened, given)) if given else ""
