"""Hold all open tables of a profile, each at its broker, while nobody sits there.

A table is taken up as if its player came back: the program signs what needs no decision, and the bots of the profile
that sit there play on. A table that is moved to another broker is held where it was: only its person gives their
address to that broker. A table that is over is left once its end and its cards are settled.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

from core.fault import Fault
from net.transport.transport import Offline
from net.wire.invitation import Invitation
from tui.headless.event_report import audited, ended

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from tui.bots.seat_driver import Seated
    from tui.session.rooms import Rooms
    from tui.session.unfinished_table import UnfinishedTable

RETRY_SECONDS = 60.0
"""How long after a broker has refused this profile it is asked again."""

LOOK_SECONDS = 30.0
"""How often a table is looked at in which nothing happens: its clocks run."""


class Watcher(Protocol):
    """What is told of the tables that are held."""

    async def look(self, seated: Seated) -> None:
        """Look at a table that has been taken up or has changed."""
        ...

    def look_around(self, peer: Peer) -> None:
        """Look at a room that has been entered or has changed."""
        ...

    def tell_offline(self, at: Invitation, fault: Offline) -> None:
        """Learn why the broker of a room is not reached; it is tried again."""
        ...

    def fail(self, fault: Fault) -> None:
        """Learn why a table or a room cannot be held."""
        ...


def room_of(table: UnfinishedTable) -> Invitation:
    """Return the invitation to the room of a table."""
    return Invitation.parse(table.invitation).to_room()


class TableKeeper:
    """All open tables of one profile, except those that are played inside one program."""

    def __init__(self, rooms: Rooms, watcher: Watcher) -> None:
        """Hold the tables in `rooms`, and let `watcher` know; nothing happens before `run`."""
        self._rooms = rooms
        self._watcher = watcher
        self._group = asyncio.TaskGroup()
        self._doors: dict[Invitation, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._watched: set[Peer] = set()
        self._ends = ExitStack()
        self._told: set[str] = set()

    async def run(self) -> None:
        """Hold the tables until cancelled; raise what the journal raises."""
        self._rooms.settle()
        places: dict[Invitation, list[UnfinishedTable]] = defaultdict(list)
        for table in self._rooms.kept():
            if not table.local:
                places[room_of(table)].append(table)
        with self._ends:
            async with self._group:
                for room, tables in places.items():
                    self._group.create_task(self._take_up(room, tables))
                await asyncio.Event().wait()

    async def _take_up(self, room: Invitation, tables: Iterable[UnfinishedTable]) -> None:
        """Take up the tables of a room; those whose broker refuses this profile again after a while, as led by then."""
        left = list(tables)
        while left:
            left = [table for table in left if not await self._come(room, partial(self._rooms.resume, table))]
            if left:
                await asyncio.sleep(RETRY_SECONDS)
                tids = {table.tid for table in left}
                left = [table for table in self._rooms.kept() if table.tid in tids]
                room = room_of(left[0]) if left else room

    async def _come(self, room: Invitation, come: Callable[[], Awaitable[Seated]]) -> bool:
        """Come to a table of a room and watch both from now on; False if that may be possible later."""
        try:
            async with self._doors[room]:
                seated = await come()
                peer = await self._rooms.enter(room, patient=True)
        except Offline as fault:
            self._watcher.tell_offline(room, fault)
            return False
        except Fault as fault:
            self._fail(fault)
            return True
        if peer not in self._watched:
            self._watched.add(peer)
            self._ends.callback(peer.watch(lambda: self._watcher.look_around(peer)))
            self._watcher.look_around(peer)
        self._group.create_task(self._follow(seated))
        return True

    async def _follow(self, seated: Seated) -> None:
        """Watch a table until nothing is left to do there."""
        handle = seated.handle
        seated.on_fault = self._fail
        while True:
            version = handle.version
            await self._rooms.play_plans(handle)  # before it is told whose turn it is
            await self._watcher.look(seated)
            if handle.stopped is not None:
                self._fail(handle.stopped)
                return
            view = handle.view
            if ended(view) and not view.unsettled and audited(view):
                await self._rooms.leave(seated)
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await handle.changed(version)

    def _fail(self, fault: Fault) -> None:
        """Report a fault, each sentence once."""
        if str(fault) not in self._told:
            self._told.add(str(fault))
            self._watcher.fail(fault)
