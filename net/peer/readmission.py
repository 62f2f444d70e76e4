"""Readmission: a program that was shut out with the spectators goes on at the table once it may, if it is still there.

Meanwhile it hears nothing of the table. Two things in the room call it: the table's card says that people may look on
again, or somebody invites this profile there, as programs do when they hand a seat to somebody who is shut out. Each
is a reason to ask once; what the table's log says decides.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from core.fault import Fault
from net.peer.table_handle import TableHandle
from net.peer.table_registry import TableRegistry
from net.view.room_view import InvitedView, LobbyView
from net.wire.invitation import Invitation

if TYPE_CHECKING:
    from net.peer.peer import Peer


class Readmission:
    """The tables that have shut this program out and that somebody still looks at."""

    def __init__(self, opener: Peer, shelf: TableRegistry) -> None:
        """Begin with none; `opener` comes to a table again, which then lies on `shelf`."""
        self._opener, self._shelf = opener, shelf
        self._handles: dict[bytes, TableHandle] = {}
        self._letters: dict[bytes, frozenset[InvitedView]] = {}
        self._closed: set[bytes] = set()
        self._asking: dict[bytes, asyncio.Task[None]] = {}

    def wait(self, handle: TableHandle) -> None:
        """Wait for a table that has just shut this program out; what invited it there before counts no more."""
        if handle.tid not in self._handles:
            self._handles[handle.tid] = handle
            self._letters[handle.tid] = _letters(self._opener.lobby, handle.tid)
            self._closed.discard(handle.tid)

    def leave(self, handle: TableHandle) -> None:
        """Wait no more for a table at which nobody looks any longer."""
        if self._handles.get(handle.tid) is handle:
            del self._handles[handle.tid]
            if (task := self._asking.pop(handle.tid, None)) is not None:
                task.cancel()

    def rearm(self) -> None:
        """Notice a new connection: what the cards said meanwhile was not heard."""
        self._closed |= self._handles.keys()

    def look(self) -> None:
        """Come again to the tables that have called since the last look."""
        if not self._handles or not self._opener.is_read:
            return
        room = self._opener.lobby
        for tid, handle in tuple(self._handles.items()):
            if tid in self._asking:
                continue
            if tid in self._shelf.desks:  # somebody has come there by another way
                self.leave(handle)
            elif self._is_called(room, tid):
                self._asking[tid] = asyncio.create_task(self._ask(handle))

    async def end(self) -> None:
        """Ask no more."""
        tasks = tuple(self._asking.values())
        self._handles.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _is_called(self, room: LobbyView, tid: bytes) -> bool:
        """Tell whether the card lets people look on again, or somebody has invited this profile, since the last look.

        A card that has not said yet that nobody may look on is older than that.
        """
        letters, card = _letters(room, tid), next((one for one in room.tables if one.tid == tid.hex()), None)
        invited, self._letters[tid] = bool(letters - self._letters[tid]), letters
        if card is None:
            return invited
        opened = tid in self._closed and not card.unwatched
        self._closed ^= {tid} if card.unwatched is not (tid in self._closed) else set()
        return opened or invited

    async def _ask(self, handle: TableHandle) -> None:
        with suppress(Fault):  # the players still want nobody there, or nobody is there
            handle.resume(await self._opener.join(Invitation.parse(handle.invitation)))
            self._shelf.handles[handle.tid] = handle
            self._handles.pop(handle.tid, None)
        self._asking.pop(handle.tid, None)
        self.look()


def _letters(room: LobbyView, tid: bytes) -> frozenset[InvitedView]:
    return frozenset(one for one in room.invited if one.tid == tid.hex())
