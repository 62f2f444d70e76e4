"""`parley keep`: hold the open tables of a profile without a screen, for games over days.

It lives beside `parley play` of the same profile: that program asks for the profile and gets it at once, and the keeper
takes up the tables again once the profile is free.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.storage.journal import Journal
from net.storage.profile import Profile, make_folder, root
from net.storage.profile_handover import KeeperPost
from net.transport.transport import Offline
from net.wire.sanitizer import clean
from tui.correspondence.notice import (
    TEXT_LIMIT,
    Notice,
    NoticeKind,
    bare_name,
    invitation_notice,
    notices_of,
    table_name,
    telling_apart,
)
from tui.correspondence.notice import ended as ended_notice
from tui.correspondence.notice_channel import read_channel, read_channels
from tui.correspondence.notice_queue import NoticeQueue
from tui.correspondence.notifier import Notifier
from tui.headless.club_keeper import ClubKeeper
from tui.headless.event_report import Report, ended
from tui.headless.profile_turns import ProfileTurns, until_asked
from tui.headless.room_visit import run_command
from tui.headless.settlement_run import print_line
from tui.headless.table_keeper import TableKeeper
from tui.i18n import translation
from tui.session.rooms import Rooms
from tui.settings.settings import salvage, settings_path
from tui.words.clock_words import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from net.view.table_view import TableView
    from net.wire.invitation import Invitation
    from tui.bots.seat_driver import Seated
    from tui.correspondence.notice_channel import Channel
    from tui.correspondence.plan_follower import PlanNews
    from tui.session.club.followed_club import FollowedClub
    from tui.session.unfinished_table import UnfinishedTable

KEEPING = sentence("The tables of {profile} are kept ({count} open).")
WAITING = sentence("Another program has the profile {profile}: its tables are kept again once that program has ended.")
OFFLINE = sentence("Room {room}: {why} Parley keeps trying.")
ONLINE = sentence("Room {room}: the broker at {broker} is reached.")
CLUB = sentence("Club {name} is followed in the room {room} at {broker}.")
CLUB_OUT = sentence(
    "Club {name} is not followed: say once where it lies, as `parley club sync CLUB INVITATION` or with `follow`."
)
CLUB_OFFLINE = sentence("Club {name}, room {room}: {why} Parley keeps trying.")
CLUB_ONLINE = sentence("Club {name}, room {room}: the broker at {broker} is reached.")


@dataclass(frozen=True, slots=True)
class Wish:
    """The profile, whether JSON lines are printed, and the language if it is not that of the settings.

    `notify` are the ways to notify beside those of the settings.
    """

    profile: str = "default"
    json: bool = False
    lang: str = ""
    notify: tuple[str, ...] = ()


class KeepReport:
    """What the keeper tells: JSON lines of everything, or sentences of what a person may want to know."""

    def __init__(self, wish: Wish, report: Report) -> None:
        """Begin with nothing told. `notifier` keeps what is told once and sends it, once there is one."""
        self._json = wish.json
        self._report = report
        self.notifier: Notifier | None = None
        self._current: dict[str, tuple[Notice, ...]] = {}
        self._tables: dict[bytes, Report] = {}
        self._last_told: dict[Invitation, str] = {}  # `ONLINE`, or why the broker is not reached
        self._clubs_told: dict[bytes, str] = {}  # the same of the clubs, each of which has its own connection
        self._open: dict[str, str] = {}
        self.on_end: Callable[[], None] = lambda: None
        """Called when a table is over and settled."""

    def say(self, event: str, template: str, **fields: object) -> None:
        """Tell an event by its name and fields, or by a sentence with these fields."""
        if self._json:
            self._report.say(event, **fields)
        else:
            print_line(translation.tr(template, **fields))

    def forget(self) -> None:
        """Forget the tables: they are taken up anew."""
        self._tables.clear()
        self._current.clear()
        self._last_told.clear()
        self._clubs_told.clear()
        self._open.clear()

    def open(self, tables: Iterable[UnfinishedTable]) -> None:
        """Learn which tables are open; one of a game that is not known here cannot be taken up anyway."""
        for table in tables:
            with suppress(Fault):
                self._open[table.tid] = bare_name(table.game, table.title)

    def names(self) -> tuple[str, ...]:
        """Give the bare names of the open tables."""
        return tuple(self._open.values())

    async def look(self, seated: Seated) -> None:
        """Tell what is new at a table, once all of it is here."""
        if seated.handle.ready:
            view = seated.handle.view
            self._open[view.tid] = bare_name(view.game, view.title)
            self._follow(seated.handle)
            self._notify(view)
            if ended(view) and not view.unsettled:
                self.on_end()
            if ended(view):
                self._open.pop(view.tid)

    def _follow(self, handle: TableHandle) -> None:
        if not self._json:
            return
        told = self._tables.get(handle.tid)
        if told is None:
            tid = handle.tid.hex()
            told = Report(lambda event: self._report.say(str(event.pop("event")), table=tid, **event))
            self._tables[handle.tid] = told
            told.resume(handle.view)
        told.take(handle.view)
        told.move(handle.view)

    def _notify(self, view: TableView) -> None:
        """Tell what there is to tell of a table, each event once, and send nothing more of what has passed."""
        if self.notifier is None:
            return
        found = notices_of(view, now_ms())
        if found == self._current.get(view.tid):
            return
        self._current[view.tid] = found
        for notice in found:
            self.tell(notice)
        self.notifier.queue.withdraw(view.tid, found)
        if ended(view):
            self.notifier.queue.unwatch(view.tid)
        elif view.mine:
            self.notifier.queue.watch(view.tid, table_name(view))

    def tell(self, notice: Notice) -> None:
        """Tell a notice, unless it was told before."""
        if self.notifier is not None and self.notifier.tell(notice):
            if self._json:
                self._report.say("notice", kind=str(notice.kind), table=notice.tid, text=notice.text)
            else:
                print_line(notice.text)

    def plan(self, news: PlanNews) -> None:
        """Tell what became of a conditional move."""
        if self._json:
            self._report.say("plan", what=str(news.event), table=news.tid, seat=news.seat, ply=news.ply, move=news.move)
        key = f"{NoticeKind.MOVE}/{news.tid}/{news.ply}/{news.seat}/{news.event}"
        self.tell(Notice(NoticeKind.MOVE, key, news.tid, news.table, clean(news.text, TEXT_LIMIT)))

    def sent(self, channel: Channel, notice: Notice) -> None:
        """Tell that a notice has left."""
        if self._json:
            self._report.say("sent", channel=channel.name, kind=str(notice.kind), table=notice.tid)

    def tell_club(self, cid: str, found: Sequence[Notice]) -> None:
        """Tell what waits in a club, each thing once, and send nothing more of what has passed."""
        if self.notifier is not None and self._current.get(cid) != (current := tuple(found)):
            self._current[cid] = current
            for notice in current:
                self.tell(notice)
            self.notifier.queue.withdraw(cid, current)

    def follow_club(self, club: FollowedClub) -> None:
        """Tell that a club is followed from now on, and in which room."""
        self.say("club", CLUB, what="following", **_place(club))

    def leave_club_out(self, name: str) -> None:
        """Tell that a club is not followed: nobody has said in which room it lies."""
        self.say("club", CLUB_OUT, what="unplaced", name=name)

    def look_at_club(self, club: FollowedClub, fault: Fault | None) -> None:
        """Tell whether the broker of a club's room is reached, as `look_around` does of a room with tables."""
        cid = club.log.cid
        before = self._clubs_told.get(cid)
        if club.online:
            if before != ONLINE:
                self._clubs_told[cid] = ONLINE
                self.say("club", CLUB_ONLINE, what="online", **_place(club))
        elif isinstance(fault, Offline) and _is_news(fault, before):
            self._clubs_told[cid] = fault.template
            self.say("club", CLUB_OFFLINE, what="offline", **_place(club), why=translation.tell(fault))

    def club(self, event: dict[str, object]) -> None:
        """Tell as a JSON line what happens in a club."""
        if self._json:
            what = event.pop("event")
            self._report.say("club", what=what, **event)

    def look_around(self, peer: Peer) -> None:
        """Tell whether the broker of a room is reached, if that has changed, and who invites us to which table."""
        at = peer.invitation
        for invited in peer.lobby.invited:
            self.tell(invitation_notice(invited, at.room))
        if peer.online:
            if self._last_told.get(at) != ONLINE:
                self._last_told[at] = ONLINE
                self.say("online", ONLINE, room=at.room, broker=f"{at.host}:{at.port}")
        elif peer.fault is not None:
            self.tell_offline(at, peer.fault)

    def tell_offline(self, at: Invitation, fault: Offline) -> None:
        """Tell that the broker of a room is not reached, and once more if it turns this profile away from now on."""
        if _is_news(fault, self._last_told.get(at)):
            self._last_told[at] = fault.template
            where = {"room": at.room, "broker": f"{at.host}:{at.port}"}
            self.say("offline", OFFLINE, **where, why=translation.tell(fault))

    def fail(self, fault: Fault) -> None:
        """Tell a fault."""
        if self._json:
            self._report.say("error", error=str(fault))
        else:
            print_line(translation.tell(fault))


def _is_news(fault: Offline, before: str | None) -> bool:
    """Tell whether a broker is lost only now, or turns this profile away from now on."""
    return before in {None, ONLINE} or (fault.turned_away and fault.template != before)


def _place(club: FollowedClub) -> dict[str, object]:
    """Give the fields that name a club and where it lies."""
    at = club.follower.at
    return {"club": club.log.cid.hex(), "name": club.state.name, "room": at.room, "broker": f"{at.host}:{at.port}"}


def first_fault(group: BaseExceptionGroup[BaseException]) -> Fault | None:
    """Give the first fault that tasks have raised, None if there is none."""
    faults = group.subgroup(Fault)
    while faults is not None:
        (first, *_) = faults.exceptions
        if isinstance(first, Fault):
            return first
        faults = first
    return None


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
        channels = self._channels()
        with KeeperPost(folder, self._wish.profile) as post, NoticeQueue(folder, now_ms()) as queue:
            notifier = Notifier(queue, channels, on_sent=self._told.sent, on_failure=self._told.fail)
            self._told.notifier = notifier
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(notifier.run())
                    group.create_task(self._take_turns(post))
            except BaseExceptionGroup as faults:
                raise first_fault(faults) or faults from None

    def _channels(self) -> tuple[Channel, ...]:
        """Give the ways to notify; raise `Fault`."""
        settings, _ = salvage(settings_path(self._wish.profile))
        return (*read_channels(settings.notify), *map(read_channel, self._wish.notify))

    async def _take_turns(self, post: KeeperPost) -> None:
        name = self._wish.profile
        turns = ProfileTurns(self._root, name, post, lambda: self._told.say("waiting", WAITING, profile=name))
        await turns.run(self._hold)

    async def _hold(self, who: Profile, asked: asyncio.Event) -> None:
        """Hold the tables until another program asks for the profile; raise `Fault`."""
        settings, _ = salvage(settings_path(self._wish.profile))
        if settings.language and not self._wish.lang:
            translation.use(settings.language)
        rooms = Rooms(self._root, self._wish.profile, settings.nick, announce=False, profile=who)
        rooms.on_plan, rooms.on_fault = self._told.plan, self._told.fail
        self._told.forget()
        self._tell_ends(who)
        tables = [table for table in rooms.kept() if not table.local]
        self._told.open(tables)
        self._told.say("keeping", KEEPING, profile=self._wish.profile, count=len(tables))
        try:
            async with ClubKeeper(who, self._told, rooms.way) as clubs:
                self._told.on_end = clubs.look
                with telling_apart(self._told.names):
                    await until_asked(asked, TableKeeper(rooms, self._told).run())
            self._leave_tables()
        finally:
            self._told.on_end = lambda: None
            await rooms.close()

    def _tell_ends(self, who: Profile) -> None:
        """Tell of the tables that went on when a keeper was last there, and that the journal has as over."""
        notifier = self._told.notifier
        if notifier is None:
            return
        with Journal(who.journal_path) as journal:
            for tid, table in notifier.queue.watched():
                row = journal.table(bytes.fromhex(tid))
                if row is None or row.over:
                    self._told.tell(ended_notice(tid, table))
                    notifier.queue.unwatch(tid)

    def _leave_tables(self) -> None:
        """Forget the tables: another program shows from now on what happens there."""
        notifier = self._told.notifier
        if notifier is not None:
            for tid, _ in notifier.queue.watched():
                notifier.queue.unwatch(tid)


def run(wish: Wish) -> int:
    """Keep until a signal; give the exit status."""
    report = Report()
    return run_command(lambda: Keeping(wish, report).run(), report if wish.json else Report(lambda _: None))
