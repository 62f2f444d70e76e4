"""The clubs of one profile that are followed now, each where it was last brought up to date, as long as somebody looks.

Screens and conversations ask for a club to be followed, and are told of what happens there.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from core.fault import Fault
from net.wire.invitation import Invitation

if TYPE_CHECKING:
    from net.storage.profile import Profile
    from net.transport.transport import Connector
    from tui.session.club.live_club import ClubStanding, LiveClub

Watcher = Callable[[bytes, tuple[str, ...]], None]
"""Told of which club has changed, or is followed otherwise, and what has happened there, in sentences."""


class LiveClubs:
    """What is followed of the clubs of one profile."""

    def __init__(self, profile: Callable[[], Profile], way: Callable[[Invitation], Connector]) -> None:
        """Follow nothing yet; `way` gives the connection to the broker of a room."""
        self._profile, self._way = profile, way
        self.pen = Lock()
        """Held by whatever part of the program signs for the profile in a club."""
        self.places: dict[bytes, str] = {}
        """The invitation to the room where each club was brought up to date last; empty if it never was."""
        self._live: dict[bytes, LiveClub] = {}
        self._wanted: Counter[bytes] = Counter()
        self._tasks: dict[bytes, asyncio.Task[None]] = {}
        self._moved: dict[bytes, asyncio.Event] = {}
        self._organised: set[bytes] = set()
        self._watchers: list[Watcher] = []
        self._kept: dict[bytes, Callable[[], None]] = {}

    def standing(self, cid: bytes) -> ClubStanding | None:
        """Tell how a club is followed; None if it is not."""
        live = self._live.get(cid)
        return live.standing if live is not None else None

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell `watcher` of every change; give the function that ends this."""
        self._watchers.append(watcher)

        def forget() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return forget

    def learn(self, places: Mapping[bytes, str]) -> None:
        """Learn where the clubs of the profile lie now, and tell of each that lies elsewhere: it is followed there."""
        before, self.places = self.places, dict(places)
        for cid, moved in self._moved.items():
            if before.get(cid, "") != self.places.get(cid, ""):
                moved.set()
        for cid in self.places:
            if before.get(cid, "") != self.places[cid]:
                self._tell(cid, ())

    def catch_up(self) -> None:
        """Publish what was signed elsewhere in this program."""
        for live in self._live.values():
            live.catch_up()

    def look(self, cid: bytes) -> bool:
        """Look soon whether something is due in a club; tell whether it is followed."""
        live = self._live.get(cid)
        if live is not None:
            live.look()
        return live is not None

    def organises(self, cid: bytes) -> bool:
        """Tell whether the program ends the rounds of own tournaments of a club without asking."""
        return cid in self._organised

    def organise(self, cid: bytes, *, on: bool) -> None:
        """Let the program end the rounds of own tournaments without asking while it follows the club, or no more."""
        (self._organised.add if on else self._organised.discard)(cid)
        if cid in self._live:
            self._live[cid].organise(on=on)
        self._tell(cid, ())

    def hold(self, cid: bytes) -> None:
        """Follow a club from now on, until `release` was called as often as this."""
        self._wanted[cid] += 1
        if cid not in self._tasks:
            self._moved[cid] = asyncio.Event()
            self._tasks[cid] = asyncio.create_task(self._follow(cid))

    async def release(self, cid: bytes) -> None:
        """Follow a club no longer, unless somebody else wants to."""
        self._wanted[cid] -= 1
        if self._wanted[cid] <= 0:
            await self._end(cid)

    async def follow(self, cid: bytes) -> None:
        """Follow a club until this is cancelled."""
        self.hold(cid)
        try:
            await asyncio.Event().wait()
        finally:
            await self.release(cid)

    def keep(self, cid: bytes, watcher: Watcher) -> bool:
        """Follow a club until `drop`, and tell `watcher` of every change; tell whether that begins now."""
        if cid in self._kept:
            return False
        self._kept[cid] = self.watch(watcher)
        self.hold(cid)
        return True

    async def drop(self, cid: bytes) -> bool:
        """Keep a club no longer; tell whether it was kept."""
        forget = self._kept.pop(cid, None)
        if forget is not None:
            forget()
            await self.release(cid)
        return forget is not None

    async def close(self) -> None:
        """Follow nothing more."""
        await asyncio.gather(*(self._end(cid) for cid in tuple(self._tasks)))

    async def _end(self, cid: bytes) -> None:
        task = self._tasks.pop(cid, None)
        del self._wanted[cid]
        if task is not None:
            task.cancel()
            await asyncio.shield(asyncio.gather(task, return_exceptions=True))  # whoever waits may be cancelled again

    async def _follow(self, cid: bytes) -> None:
        """Follow a club at its place, and at each further one."""
        moved = self._moved[cid]
        while True:
            moved.clear()
            if place := self.places.get(cid, ""):
                await self._follow_at(cid, place, moved)
            else:
                await moved.wait()

    async def _follow_at(self, cid: bytes, place: str, moved: asyncio.Event) -> None:
        """Follow a club at a place until it lies elsewhere."""
        from tui.session.club.live_club import LiveClub

        try:
            at = Invitation.parse(place)
            connect = self._way(at)
        except Fault:  # a place that this program does not go to
            await moved.wait()
            return
        live = LiveClub(
            self._profile(),
            cid,
            at,
            connect,
            pen=self.pen,
            organise=cid in self._organised,
            tell=lambda said: self._tell(cid, said),
        )
        self._live[cid] = live
        self._tell(cid, ())
        try:
            await moved.wait()
        finally:
            del self._live[cid]
            await live.stop()

    def _tell(self, cid: bytes, said: tuple[str, ...]) -> None:
        for watcher in tuple(self._watchers):
            watcher(cid, said)
