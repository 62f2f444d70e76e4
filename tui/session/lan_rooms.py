"""Announce rooms and private tables on the local network, each with a code to say aloud, and listen for them."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.broker import local_network
from tui.i18n.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from net.room.announcement import Announcement
    from net.room.multicast import LanAnnouncer, LanBrowser
    from net.wire.invitation import Invitation

CODE = sentence("The room is announced on the local network; there its code is {code}.")
"""The sentence shown beside an invitation."""
PLACE = sentence("{room} at {host}:{port}")
"""How a discovered room is named."""


def place(said: Announcement) -> str:
    """Name a discovered room and its address."""
    return tr(PLACE, room=said.room, host=said.host, port=said.port)


@dataclass(frozen=True, slots=True)
class RoomAnnouncement:
    """A room that is announced until `close`, and its code as people read it."""

    code: str
    voice: LanAnnouncer

    async def close(self) -> None:
        """Stop announcing it."""
        await self.voice.close()


async def announce_room(invitation: Invitation, bind: str) -> RoomAnnouncement | None:
    """Announce a room whose broker listens at `bind`, under a fresh code; None if no one else can connect.

    Raises `NoLan`.
    """
    if not local_network.is_far(bind):
        return None
    local_network.check()
    from net.room.announcement import Announcement
    from net.wire import passcode

    multicast = await asyncio.to_thread(import_module, "net.room.multicast")
    code, salt = secrets.token_bytes(passcode.CODE_SIZE), secrets.token_bytes(passcode.SALT_SIZE)
    said = await asyncio.to_thread(Announcement.of, invitation, code, salt)
    return RoomAnnouncement(passcode.text(code), await multicast.LanAnnouncer.announce(said, bind))


async def announce_table(invitation: Invitation, code: str) -> RoomAnnouncement | None:
    """Announce a private table under its code; None if its broker is not on the local network.

    Raises `NoLan`.
    """
    if not local_network.is_near(invitation.host):
        return None
    local_network.check()
    from net.room.announcement import Announcement
    from net.wire import passcode

    multicast = await asyncio.to_thread(import_module, "net.room.multicast")
    salt = secrets.token_bytes(passcode.SALT_SIZE)
    said = await asyncio.to_thread(Announcement.of, invitation, passcode.read(code), salt)
    return RoomAnnouncement(code, await multicast.LanAnnouncer.announce(said, "", at=invitation.host))


class TableAnnouncer:
    """The announced private tables of one profile on the local network, each from `begin` to `end`."""

    def __init__(self) -> None:
        """Announce nothing."""
        self._told: dict[bytes, asyncio.Task[RoomAnnouncement | None]] = {}

    def begin(self, table: Invitation, code: str) -> None:
        """Announce a table in the background, if that is possible."""
        if table.tid is not None and table.tid not in self._told:
            self._told[table.tid] = asyncio.ensure_future(announce_table(table, code))

    async def end(self, tid: bytes) -> None:
        """Stop announcing a table."""
        if (task := self._told.pop(tid, None)) is not None:
            task.cancel()
            (found,) = await asyncio.gather(task, return_exceptions=True)
            if isinstance(found, RoomAnnouncement):
                await found.close()

    async def close(self) -> None:
        """Stop announcing everything."""
        for tid in tuple(self._told):
            await self.end(tid)


async def open_listener(changed: Callable[[], None]) -> LanBrowser:
    """Begin to listen for rooms. `changed` is called when the list changes. Raises `NoLan`."""
    local_network.check()
    multicast = await asyncio.to_thread(import_module, "net.room.multicast")
    ear: LanBrowser = multicast.LanBrowser(changed)
    await ear.open()
    return ear


async def try_to_announce(invitation: Invitation, bind: str) -> tuple[RoomAnnouncement | None, Fault | None]:
    """Announce a room if possible, else give the reason why not. Hosting goes on in both cases."""
    try:
        return await announce_room(invitation, bind), None
    except local_network.NoLan as why:
        return None, why
