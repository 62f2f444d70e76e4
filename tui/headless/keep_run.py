"""`parley keep`: hold the open tables of a profile without a screen, for games over days.

It lives beside `parley play` of the same profile: that program asks for the profile and gets it at once, and the keeper
takes up the tables again once the profile is free.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.storage.profile import Profile, ProfileInUse, make_folder, root
from net.storage.profile_handover import KeeperPost
from tui.headless.event_report import Report
from tui.headless.room_visit import run_command
from tui.headless.settlement_run import print_line
from tui.headless.table_keeper import TableKeeper
from tui.i18n import translation
from tui.session.rooms import Rooms
from tui.settings.settings import salvage, settings_path

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from net.peer.peer import Peer
    from tui.bots.seat_driver import Seated

LOOK_SECONDS = 2.0
"""How often a keeper without the profile looks whether it is free; who has asked for it has that long to take it."""

KEEPING = sentence("The tables of {profile} are kept ({count} open). It ends with Ctrl-C.")
WAITING = sentence("Another program has the profile {profile}: its tables are kept again once that program has ended.")
OFFLINE = sentence("Room {room}: {why} Parley keeps trying.")
ONLINE = sentence("Room {room}: the broker is reached.")


@dataclass(frozen=True, slots=True)
class Wish:
    """The profile, whether JSON lines are printed, and the language if it is not that of the settings."""

    profile: str = "default"
    json: bool = False
    lang: str = ""


class KeepReport:
    """What the keeper tells: JSON lines of everything, or sentences of what a person may want to know."""

    def __init__(self, wish: Wish, report: Report) -> None:
        """Begin with nothing told."""
        self._json = wish.json
        self._report = report
        self._tables: dict[bytes, Report] = {}
        self._online: dict[str, bool] = {}

    def say(self, event: str, template: str, **fields: object) -> None:
        """Tell an event by its name and fields, or by a sentence with these fields."""
        if self._json:
            self._report.say(event, **fields)
        else:
            print_line(translation.tr(template, **fields))

    def forget(self) -> None:
        """Forget the tables: they are taken up anew."""
        self._tables.clear()
        self._online.clear()

    async def look(self, seated: Seated) -> None:
        """Tell what is new at a table, once all of it is here."""
        handle = seated.handle
        if not self._json or not handle.ready:
            return
        told = self._tables.get(handle.tid)
        if told is None:
            tid = handle.tid.hex()
            told = Report(lambda event: self._report.say(str(event.pop("event")), table=tid, **event))
            self._tables[handle.tid] = told
            told.resume(handle.view)
        told.take(handle.view)

    def look_around(self, peer: Peer) -> None:
        """Tell whether the broker of a room is reached, if that has changed."""
        room = peer.invitation.room
        if peer.online is self._online.get(room) or (not peer.online and peer.fault is None):
            return
        self._online[room] = peer.online
        if peer.online:
            self.say("online", ONLINE, room=room)
        else:
            self.say("offline", OFFLINE, room=room, why=translation.tell(peer.fault) if peer.fault else "")

    def fail(self, fault: Fault) -> None:
        """Tell a fault."""
        if self._json:
            self._report.say("error", error=str(fault))
        else:
            print_line(translation.tell(fault))


class Keeping:
    """The keeper of one profile, from its start to its end."""

    def __init__(self, wish: Wish, report: Report, where: Path | None = None) -> None:
        """Keep as wished, with all profiles in the folder `where`, by default this person's own."""
        self._wish = wish
        self._root = where or root()
        self._told = KeepReport(wish, report)

    async def run(self) -> None:
        """Keep the tables whenever the profile is free, until cancelled; raise `Fault`."""
        folder = make_folder(self._root, self._wish.profile)
        with KeeperPost(folder, self._wish.profile) as post:
            while True:
                async with self._profile(post) as (who, asked):
                    await self._hold(who, asked)
                await asyncio.sleep(LOOK_SECONDS)

    @asynccontextmanager
    async def _profile(self, post: KeeperPost) -> AsyncIterator[tuple[Profile, asyncio.Event]]:
        """Wait for the profile and give it, and an event that is set when another program asks for it."""
        loop, asked, waits = asyncio.get_running_loop(), asyncio.Event(), False
        while True:
            ear = post.listen()
            try:
                who = Profile.open(self._root, self._wish.profile, ask=False)
                break
            except ProfileInUse:
                post.deafen()
            if not waits:
                waits = True
                self._told.say("waiting", WAITING, profile=self._wish.profile)
            await asyncio.sleep(LOOK_SECONDS)
        loop.add_reader(ear, asked.set)
        try:
            yield who, asked
        finally:
            loop.remove_reader(ear)
            post.deafen()
            who.close()

    async def _hold(self, who: Profile, asked: asyncio.Event) -> None:
        """Hold the tables until another program asks for the profile; raise `Fault`."""
        settings, _ = salvage(settings_path(self._wish.profile))
        if settings.language and not self._wish.lang:
            translation.use(settings.language)
        rooms = Rooms(self._root, self._wish.profile, settings.nick, announce=False, profile=who)
        self._told.forget()
        tables = [table for table in rooms.kept() if not table.local]
        self._told.say("keeping", KEEPING, profile=self._wish.profile, count=len(tables))
        work = asyncio.create_task(TableKeeper(rooms, self._told).run())
        called = asyncio.create_task(asked.wait())
        try:
            await asyncio.wait({work, called}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            for task in (work, called):
                task.cancel()
            await asyncio.gather(work, called, return_exceptions=True)
            await rooms.close()


def run(wish: Wish) -> int:
    """Keep until a signal; give the exit status."""
    report = Report()
    return run_command(lambda: Keeping(wish, report).run(), report if wish.json else Report(lambda _: None))
