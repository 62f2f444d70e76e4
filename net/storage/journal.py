"""The journal of one profile: the local truth, on the disk before anything is published (protocol, D5).

SQLite in WAL mode with synchronous=FULL, one transaction for each call. Every method may raise `JournalDamaged` or
`JournalUnwritable`; a call that raises has written nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self

from core.fault import Fault, sentence
from net.log.chain import Forked
from net.storage.contact_store import ContactStore
from net.storage.journal_schema import DAMAGED, JournalDamaged, JournalUnwritable, open_ledger, told, transaction
from net.wire.codec import BadMessage
from net.wire.envelope import read_body
from net.wire.event import Signed
from net.wire.event_data import is_self_certified
from net.wire.invitation import BadInvitation, Invitation

__all__ = ["Journal", "JournalConflict", "JournalDamaged", "JournalTable", "JournalUnwritable", "Progress"]

CONFLICT = sentence("Another action already stands at this place of the table's log: this one is not written.")
_MARK_SIZE = 8
_FORMER = "way"
"""The name of a table's former invitation among its secrets: it holds keys."""
SMALL_KIB = 64
"""Memory for the file's pages in a relaxed journal; the database's default is 2 MiB."""


class Progress(IntEnum):
    """How far a table has come: the value of its column `over`."""

    GOES_ON = 0
    OVER = 1
    """Nothing is left to do there."""
    CLEARED = 2
    """Nothing is left to do there, and the broker keeps nothing of it."""
    UNSETTLED = 3
    """The game is over here, but somebody who could still change its end has not signed it, or cards are in audit."""
    UNTOLD = 4
    """The end is settled, but a seat holder has not learnt it yet."""
    OPEN = 5
    """It goes on, and a program has it open; if none is running, one was killed there, perhaps just after the end."""
    LEFT = 6
    """It goes on without this profile, as far as it knows: its seats are out of the game, or said that they leave it.

    A program that does not know this word takes such a table for one that is over.
    """
    UNSENT = 7
    """It goes on, and the broker may not have all that this profile has said there; an older program takes it for over.
    """


class JournalConflict(Fault):
    """A second, different event for a used sequence number: writing it would be signing two histories."""


@dataclass(frozen=True, slots=True)
class JournalTable:
    """A table that the profile has been at: its invitation, title and game, and how far it has come."""

    tid: bytes
    invitation: str
    title: str
    game: str
    progress: Progress = Progress.GOES_ON

    @property
    def over(self) -> bool:
        """Whether the game is over, settled or not: the table is offered no more."""
        return self.progress not in {Progress.GOES_ON, Progress.OPEN, Progress.LEFT, Progress.UNSENT}

    @property
    def unsettled(self) -> bool:
        """Whether the game is over here and could still end otherwise."""
        return self.progress is Progress.UNSETTLED

    @property
    def owes(self) -> bool:
        """Whether this profile has yet to hear of the end, or somebody has yet to hear of it, or more, from it."""
        return self.progress in {Progress.UNSETTLED, Progress.UNTOLD, Progress.LEFT, Progress.UNSENT}


class Journal:
    """The open journal; a context manager. Used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Open or make the journal at `path`."""
        self.path = path
        self._ledger = open_ledger(path)
        self.contacts = ContactStore(self._ledger, path)

    def add_table(self, tid: bytes, invitation: str, title: str = "", game: str = "") -> None:
        """Keep a table, or what is newly known of it."""
        with told(self.path), transaction(self._ledger):
            self._ledger.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, 0, (SELECT coalesce(max(place), 0) + 1 FROM tables))"
                " ON CONFLICT (tid) DO UPDATE SET invitation = excluded.invitation,"
                " title = CASE excluded.title WHEN '' THEN title ELSE excluded.title END,"
                " game = CASE excluded.game WHEN '' THEN game ELSE excluded.game END",
                (tid, invitation, title, game),
            )

    def renew(self, room: Invitation) -> None:
        """Let all tables and clubs kept of a room lead there by the way on which it was reached now.

        Its address or its certificate may have changed since. For a table, `former_way` tells of another address.
        """
        for table, key in (("tables", "tid"), ("clubs", "cid")):
            with told(self.path), transaction(self._ledger):
                rows = self._ledger.execute(f"SELECT {key}, invitation FROM {table} WHERE invitation != ''").fetchall()  # noqa: S608 our own two names
                for place, kept in rows:
                    if (renewed := _by_way_of(room, kept)) != kept:
                        self._ledger.execute(f"UPDATE {table} SET invitation = ? WHERE {key} = ?", (renewed, place))  # noqa: S608 likewise
                        if table == "tables" and Invitation.parse(kept).place != room.place:
                            self._keep_secret(place, _FORMER, kept.encode())

    def former_way(self, tid: bytes) -> str:
        """Give, once, by which invitation this profile was last at a table whose room has another address since.

        Empty for all other tables.
        """
        kept = self.secret(tid, _FORMER)
        if kept is not None:
            with told(self.path), transaction(self._ledger):
                self._ledger.execute("DELETE FROM secrets WHERE tid = ? AND name = ?", (tid, _FORMER))
        return "" if kept is None else kept.decode()

    def close_table(self, tid: bytes, progress: Progress = Progress.OVER) -> None:
        """Mark how far a table has come, so that one that is over is offered no more; its events stay."""
        with told(self.path), transaction(self._ledger):
            self._ledger.execute("UPDATE tables SET over = ? WHERE tid = ?", (int(progress), tid))

    def clear_table(self, tid: bytes) -> None:
        """Mark a table that is over as cleared from the broker."""
        with told(self.path), transaction(self._ledger):
            self._ledger.execute("UPDATE tables SET over = ? WHERE tid = ? AND over", (int(Progress.CLEARED), tid))

    def forget_table(self, tid: bytes) -> None:
        """Keep a table no more that turned out to be none, nor what others have said there, unless that is a club's."""
        with told(self.path), transaction(self._ledger):
            self._ledger.execute("DELETE FROM tables WHERE tid = ?", (tid,))
            others = "DELETE FROM events WHERE tid = ? AND NOT own AND tid NOT IN (SELECT cid FROM clubs)"
            self._ledger.execute(others, (tid,))

    def tables(self) -> tuple[JournalTable, ...]:
        """List the tables, the newest first."""
        with told(self.path):
            rows = self._ledger.execute("SELECT tid, invitation, title, game, over FROM tables ORDER BY place DESC")
            return tuple(
                JournalTable(tid, invitation, title, game, _progress(over))
                for tid, invitation, title, game, over in rows
            )

    def table(self, tid: bytes) -> JournalTable | None:
        """Find one table."""
        return next((table for table in self.tables() if table.tid == tid), None)

    def add_club(self, cid: bytes, name: str) -> None:
        """Keep a club, or the name that it is known by now; its events are kept like a table's, but it is none."""
        with told(self.path), transaction(self._ledger):
            self._ledger.execute("DELETE FROM tables WHERE tid = ?", (cid,))
            self._ledger.execute(
                "INSERT INTO clubs (cid, name, place) VALUES (?, ?, (SELECT coalesce(max(place), 0) + 1 FROM clubs))"
                " ON CONFLICT (cid) DO UPDATE SET name = excluded.name",
                (cid, name),
            )

    def clubs(self) -> tuple[tuple[bytes, str], ...]:
        """List the clubs by their ids, with their names, the newest first."""
        with told(self.path):
            rows = self._ledger.execute("SELECT cid, name FROM clubs ORDER BY place DESC")
            return tuple((cid, name) for cid, name in rows)

    def size(self, tid: bytes) -> tuple[int, int]:
        """Count the events and the proofs kept of a table or a club: what has neither more nor fewer is as it was."""
        with told(self.path):
            (events,) = self._ledger.execute("SELECT count(*) FROM events WHERE tid = ?", (tid,)).fetchone()
            (proofs,) = self._ledger.execute("SELECT count(*) FROM proofs WHERE tid = ?", (tid,)).fetchone()
        return events, proofs

    def keep_club_place(self, cid: bytes, invitation: str) -> None:
        """Keep the invitation to the room where a known club was brought up to date last, and renew that room."""
        with told(self.path), transaction(self._ledger):
            self._ledger.execute("UPDATE clubs SET invitation = ? WHERE cid = ?", (invitation, cid))
        self.renew(Invitation.parse(invitation))

    def club_place(self, cid: bytes) -> str:
        """Give the invitation to the room where a club was brought up to date last; empty if it never was."""
        with told(self.path):
            row = self._ledger.execute("SELECT invitation FROM clubs WHERE cid = ?", (cid,)).fetchone()
        return str(row[0]) if row is not None else ""

    def add_all(self, tid: bytes, events: Iterable[Signed], *, own: bool = False) -> int:
        """Keep events in one transaction, known ones ignored; count the new ones; raise `JournalConflict`."""
        with told(self.path), transaction(self._ledger):
            return sum(self._add(tid, signed, own=own) for signed in events)

    def events(self, tid: bytes) -> tuple[Signed, ...]:
        """Return a table's events in order of arrival (their signatures were checked before)."""
        return self._read("SELECT id, own, sig, body, mark FROM events WHERE tid = ? ORDER BY place", tid)

    def genesis(self, tid: bytes) -> Signed | None:
        """Return the event by which a table was opened, whatever arrived before it; None if it is not kept."""
        return next(filter(is_self_certified, self.beginnings(tid)), None)

    def beginnings(self, tid: bytes) -> tuple[Signed, ...]:
        """Return the first event of each author at a table, in order of arrival; its genesis is among them."""
        return self._read("SELECT id, own, sig, body, mark FROM events WHERE tid = ? AND seq = 0 ORDER BY place", tid)

    def count(self, tid: bytes) -> int:
        """Count the events of a table."""
        with told(self.path):
            (found,) = self._ledger.execute("SELECT count(*) FROM events WHERE tid = ?", (tid,)).fetchone()
        return int(found)

    def outbox(self, tid: bytes) -> tuple[Signed, ...]:
        """Return the profile's own events of a table in order: a restart publishes them again, byte for byte."""
        return self._read("SELECT id, own, sig, body, mark FROM events WHERE tid = ? AND own ORDER BY seq", tid)

    def has_own(self, tid: bytes) -> bool:
        """Tell whether the profile has said anything at a table: whoever only watches has not."""
        with told(self.path):
            query = "SELECT 1 FROM events WHERE tid = ? AND own LIMIT 1"
            return self._ledger.execute(query, (tid,)).fetchone() is not None

    def keep_secret(self, tid: bytes, name: str, value: bytes) -> bytes:
        """Keep a secret of a table (`lot`, a salt) before its hash is published; the first one kept is returned."""
        with told(self.path), transaction(self._ledger):
            self._keep_secret(tid, name, value)
        kept = self.secret(tid, name)
        assert kept is not None
        return kept

    def secret(self, tid: bytes, name: str) -> bytes | None:
        """Find a secret of a table."""
        with told(self.path):
            query = "SELECT value, mark FROM secrets WHERE tid = ? AND name = ?"
            row = self._ledger.execute(query, (tid, name)).fetchone()
        if row is None:
            return None
        value, mark = row
        if not isinstance(value, bytes) or mark != _mark(value, name.encode()):
            raise JournalDamaged(DAMAGED, path=self.path, why="a secret has changed")
        return value

    def add_proof(self, tid: bytes, proof: Forked) -> None:
        """Keep a proof that an author signed two histories; each author's last one, which shows most, stands."""
        first, second = proof.first, proof.second
        row = (tid, first.event.author, first.sig, first.body, second.sig, second.body)
        with told(self.path), transaction(self._ledger):
            self._ledger.execute("INSERT OR REPLACE INTO proofs VALUES (?, ?, ?, ?, ?, ?)", row)

    def proofs(self, tid: bytes) -> tuple[Forked, ...]:
        """Return the proofs kept of a table."""
        query = "SELECT first_sig, first_body, second_sig, second_body FROM proofs WHERE tid = ? ORDER BY author"
        with told(self.path):
            rows = self._ledger.execute(query, (tid,)).fetchall()
        return tuple(Forked(self._signed(a, b), self._signed(c, d)) for a, b, c, d in rows)

    def relax(self) -> None:
        """Stop waiting for the disk at each write (synchronous=NORMAL), and cache little in memory.

        A crash of the program still loses nothing; a crash of the machine may lose the last writes. Only for drivers of
        many peers: players need what `D5` of the protocol promises.
        """
        with told(self.path):
            self._ledger.execute("PRAGMA synchronous = NORMAL")
            self._ledger.execute(f"PRAGMA cache_size = -{SMALL_KIB}")

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._ledger.close()

    def __enter__(self) -> Self:
        """Use the journal."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the file."""
        self.close()

    def _add(self, tid: bytes, signed: Signed, *, own: bool) -> bool:
        event = signed.event
        query = "SELECT id FROM events WHERE tid = ? AND author = ? AND seq = ?"
        known = self._ledger.execute(query, (tid, event.author, event.seq)).fetchone()
        if known is not None and known[0] == signed.id:
            return False
        if known is not None or event.tid != tid:
            raise JournalConflict(CONFLICT)
        mark = _mark(signed.body, signed.sig + bytes([own]))
        row = (tid, event.author, event.seq, signed.id, own, signed.sig, signed.body, mark)
        self._ledger.execute("INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return True

    def _keep_secret(self, tid: bytes, name: str, value: bytes) -> None:
        row = (tid, name, value, _mark(value, name.encode()))
        self._ledger.execute("INSERT INTO secrets VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row)

    def _read(self, query: str, tid: bytes) -> tuple[Signed, ...]:
        with told(self.path):
            return tuple(self._row(row) for row in self._ledger.execute(query, (tid,)))

    def _row(self, row: sqlite3.Row) -> Signed:
        known, own, sig, body, mark = row
        if not (isinstance(body, bytes) and isinstance(sig, bytes) and mark == _mark(body, sig + bytes([bool(own)]))):
            raise JournalDamaged(DAMAGED, path=self.path, why="an event has changed")
        signed = self._signed(sig, body)
        if signed.id != known:
            raise JournalDamaged(DAMAGED, path=self.path, why="an event has another id")
        return signed

    def _signed(self, sig: bytes, body: bytes) -> Signed:
        try:
            return read_body(body, sig)
        except BadMessage as error:
            raise JournalDamaged(DAMAGED, path=self.path, why="an event cannot be read") from error


def _by_way_of(room: Invitation, kept: str) -> str:
    """Return a kept invitation by another way to its room; one that cannot be read stays as it is."""
    with suppress(BadInvitation):
        return str(Invitation.parse(kept).by_way_of(room))
    return kept


def _progress(over: int) -> Progress:
    """Read how far a table has come; a value that only a newer program writes means over."""
    return Progress(over) if over in set(Progress) else Progress.OVER


def _mark(content: bytes, label: bytes) -> bytes:
    """Hash a row's content, so that a changed one is noticed."""
    return blake2b(len(content).to_bytes(4) + content + label, digest_size=_MARK_SIZE).digest()
