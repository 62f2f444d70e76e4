"""Puts the results of a profile's rated tables into the logs of its clubs, and brings them to where each club lies."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

from core.fault import Fault
from net.club.club_duties import ClubDuties
from net.club.club_log import ClubLog
from net.peer.club_visit import visit_club
from net.storage.journal import Journal
from net.storage.profile import Profile
from net.transport import diagnostic_log
from net.transport.clock import SystemClock
from net.transport.transport import Connector, Offline
from net.wire.invitation import Invitation

Way = Callable[[Invitation], Connector]
"""Gives the connection to the broker of a room."""

PAUSE_SECONDS = 2.0
"""How long after a change at a table it is looked for results, at the earliest."""


class ClubReporter:
    """The clubs of one profile, for a program that does not follow them."""

    def __init__(
        self, profile: Profile, way: Way | None = None, followed: Callable[[bytes], bool] = lambda _: False
    ) -> None:
        """Report what the journal of `profile` has; `way` gives the connection to the broker of a room.

        `followed` tells whether a club is followed elsewhere in this program, which then looks for results itself.
        """
        self._followed = followed
        self._profile, self._identity, self._way = profile, profile.identity, way or self._over_network
        self._journal: Journal | None = None
        self._duties: dict[bytes, ClubDuties] = {}
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Look soon whether a result is there: a table has changed."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._soon())

    async def report(self) -> None:
        """Sign the results of all tables that are settled and not yet reported, and bring them to where clubs lie.

        A broker that is away is no fault: the next visit brings them. Raises what the journal raises.
        """
        me = self._identity.public
        if self._journal is None:
            self._journal = Journal(self._profile.journal_path)
        journal = self._journal
        for cid, _ in journal.clubs():
            if self._followed(cid):
                continue
            if cid not in self._duties:
                self._duties[cid] = ClubDuties(ClubLog(self._identity, journal, cid), journal, me)
            await self._bring(self._duties[cid], journal.club_place(cid))

    async def _bring(self, duties: ClubDuties, place: str) -> None:
        """Sign what is due, where the club lies if that is known: so what others have reported is known."""
        if not duties.due:
            return
        clock = SystemClock()
        if place:
            room = Invitation.parse(place)
            connect, draw = self._way(room), secrets.token_bytes
            with suppress(Offline):
                await visit_club(
                    duties.log,
                    self._identity,
                    room,
                    connect,
                    entropy=draw,
                    duties=lambda: duties.sign(clock.now_ms()),
                )
        duties.sign(clock.now_ms())

    async def close(self) -> None:
        """Look for nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._journal is not None:
            self._journal.close()

    async def __aenter__(self) -> Self:
        """Use it."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Look for nothing more."""
        await self.close()

    def _over_network(self, room: Invitation) -> Connector:
        from net.transport.mqtt_transport import connector

        return connector(room, self._identity)

    async def _soon(self) -> None:
        await asyncio.sleep(PAUSE_SECONDS)
        try:
            await self.report()
        except Fault as fault:  # the journal says so itself where it matters
            diagnostic_log.failed("the report of a result", fault)
