"""The people of one room and its tables, as this profile's contact book has them, and whom the profile plays with."""

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
    """Whom this profile plays with, as already reported, by table."""

    def __init__(self) -> None:
        """Begin with nothing reported."""
        self._told: dict[bytes, dict[bytes, str]] = {}

    def fresh(self, table: Table) -> dict[bytes, str]:
        """Return the people one plays with at a table, by key with their nicks, if that is news; otherwise empty."""
        annals = table.annals
        if annals.line is None or table.me not in (seated := annals.seated):
            return {}
        people = {author: annals.nick(author) for author in sorted(seated) if author != table.me}
        if people == self._told.get(table.tid, {}):
            return {}
        self._told[table.tid] = people
        return people

    def when(self, table: Table, now: int) -> int:
        """Return when the people of a table last met: the time of its latest event, unless that is in the future."""
        return min(now, max((signed.event.ts for signed in table.annals.all), default=now))


STRANGER = sentence("Nobody by that name is known here.")


class ContactRouter(Router):
    """A router with a contact book: it records whom the profile plays with and what it thinks of them."""

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
        """Mute, block or verify somebody met here or known, or undo it; raise `Fault`."""
        public, nick = self._whose(pid)
        self.journal.contacts.judge(public, nick, self._clock.now_ms(), deed)
        self.regard()

    def call(self, pid: str, petname: str) -> None:
        """Give somebody met here or known a petname, or remove it with an empty one; raise `Fault`."""
        public, nick = self._whose(pid)
        self.journal.contacts.name(public, nick, self._clock.now_ms(), petname)
        self.regard()

    @property
    def company(self) -> tuple[PersonView, ...]:
        """The others who are in the room."""
        return tuple(one for one in self.lobby.people if one.present and one.pid != self.pid)

    def regard(self) -> None:
        """Apply the contact book as it is now to the room and to every table."""
        self._read_book()
        for desk in self._shelf:
            self._guard(desk, partial(desk.settle, self._clock.now_ms()))
        self._touch(self._shelf)

    def _read_book(self) -> None:
        book = self._hall.lobby.book = self.book
        for desk in self._shelf:
            desk.table.book = book

    def _whose(self, pid: str) -> tuple[bytes, str]:
        """Return the key and the nick of somebody else; raise `Fault` if they are not known here."""
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
