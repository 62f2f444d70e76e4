"""The rooms of the local network, line by line: named while the first menu is open, and entered by name and code."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from core.fault import sentence
from net.broker.local_network import NoLan
from tui.i18n.translation import tr
from tui.session import lan_rooms
from tui.session.invitations import begins, is_code, join_lines
from tui.text.shell.text_menu import EMPTY, leads_back

if TYPE_CHECKING:
    from net.room.announcement import Announcement
    from net.room.multicast import LanBrowser
    from tui.text.shell.console import Console


NEAR = sentence("NEAR {room} at {host}:{port}: join {room} asks for its code.")


class NearbyRooms:
    """The rooms heard nearby."""

    def __init__(self, console: Console, *, listens: bool) -> None:
        """Report on `console`; nothing is reported unless `listens`."""
        self._console, self._listens = console, listens
        self._rooms: tuple[Announcement, ...] = ()
        self._told: set[Announcement] = set()
        self._ear: LanBrowser | None = None

    @asynccontextmanager
    async def told(self) -> AsyncIterator[None]:
        """Listen, and name each room once, until this ends."""
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
            self._ear = ear = await lan_rooms.open_listener(self._hear)
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
        """Give the invitation to a room of that name, whose code follows or is asked for, or to what is given itself.

        Empty if there is no answer; raises `Fault`.
        """
        from tui.session import room_search

        name, _, code = words.strip().partition(" ")
        named = any(said.room.startswith(name) for said in self._rooms)
        if begins(words) or (is_code(words) and not named):
            return join_lines(words)
        rooms = self._rooms or await room_search.listen(room_search.LISTEN_SECONDS)
        said = room_search.chosen(rooms, room_search.Wish(name))
        asked = f"{lan_rooms.place(said)}: {tr(EMPTY)} {tr(room_search.CODE)}".rstrip()
        given = code or await self._console.ask(asked)
        return str(await asyncio.to_thread(said.opened, given)) if given and not leads_back(given) else ""
