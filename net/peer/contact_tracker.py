"""Company: the people of one room and its tables as this profile's contact book has them.

Meetings: whom this profile plays with at its tables, each company told once.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from core.fault import Fault, sentence
from net.identity.identity import pid_of
from net.peer.router import Router
from net.peer.table_session import TableSession
from net.room.room_state import RoomState
from net.storage.contact_store import ContactAction
from net.storage.journal import Journal
from net.table.table import Table
from net.transport.clock import Clock
from net.transport.connection import BrokerConnection
from net.view.contact_book import ContactBook
from net.view.room_view import PersonView
from net.wire.invitation import Invitation


class MeetingLog:
    """What was told already, by table."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._told: dict[bytes, dict[bytes, str]] = {}

    def fresh(self, table: Table) -> dict[bytes, str]:
        """Give those one plays with at a table, by key with their nicks, where that is news; empty where it is none."""
        annals = table.annals
        if annals.line is None or table.me not in (seated := annals.seated):
            return {}
        people = {author: annals.nick(author) for author in sorted(seated) if author != table.me}
        if people == self._told.get(table.tid, {}):
            return {}
        self._told[table.tid] = people
        return people

    def when(self, table: Table, now: int) -> int:
        """Tell when the company of a table met last: when its latest event was said, if that is not to come."""
        return min(now, max((signed.event.ts for signed in table.annals.all), default=now))


STRANGER = sentence("Nobody like that is known here.")


class ContactRouter(Router):
    """A switchboard that knows people: remembers whom one plays with, and what one thinks of whom."""

    def __init__(
        self,
        invitation: Invitation,
        pid: str,
        hall: RoomState,
        link: BrokerConnection,
        clock: Clock,
        *,
        journal: Journal,
    ) -> None:
        """Listen in the room of an invitation for the person of that pid, whose journal has the contact book."""
        super().__init__(invitation, pid, hall, link, clock)
        self.journal = journal
        self._meetings = MeetingLog()
        hall.lobby.book = self.book

    @property
    def book(self) -> ContactBook:
        """The contacts of the profile; raise what the journal raises."""
        return self.journal.contacts.book

    def judge(self, pid: str, deed: ContactAction) -> None:
        """Mute, block or verify somebody met here or known, or take it back; raise `Fault`."""
        public, nick = self._whose(pid)
        self.journal.contacts.judge(public, nick, self._clock.now_ms(), deed)
        self.regard()

    def call(self, pid: str, petname: str) -> None:
        """Give somebody met here or known a name of one's own, or with an empty one take it back; raise `Fault`."""
        public, nick = self._whose(pid)
        self.journal.contacts.name(public, nick, self._clock.now_ms(), petname)
        self.regard()

    @property
    def company(self) -> tuple[PersonView, ...]:
        """The others who are in the room."""
        return tuple(one for one in self.lobby.people if one.present and one.pid != self.pid)

    def regard(self) -> None:
        """Look at the room and at every table with the contact book as it is now."""
        self._read_book()
        for desk in self._shelf:
            self._guard(desk, partial(desk.settle, self._clock.now_ms()))
        self._touch(self._shelf)

    def _read_book(self) -> None:
        book = self._hall.lobby.book = self.book
        for desk in self._shelf:
            desk.table.book = book

    def _whose(self, pid: str) -> tuple[bytes, str]:
        """Find the key and the nick of somebody else; raise `Fault` where he is not known here."""
        known = self.book.get(pid)
        tables = [desk.table for desk in self._shelf]
        keys = {pid_of(public): public for table in tables for public in (*table.annals.nicks, *table.around.values())}
        public = known.public if known else self._hall.lobby.public_of(pid) or keys.get(pid)
        if public is None or pid == self.pid:
            raise Fault(STRANGER)
        nicks = (table.annals.nicks.get(public, "") for table in tables)
        return public, self.names.get(pid) or next(filter(None, nicks), "")

    def _touch(self, desks: Iterable[TableSession]) -> None:
        for desk in (desks := tuple(desks)):
            people = self._meetings.fresh(desk.table)
            if people:
                with suppress(Fault):  # a table goes on where the contact book cannot be written
                    self.journal.contacts.meet(people, self._meetings.when(desk.table, self._clock.now_ms()), desk.tid)
                    self._read_book()
        super()._touch(desks)
