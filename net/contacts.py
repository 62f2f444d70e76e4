"""The contact book of a profile: whom it has met at tables and what it thinks of them, in the ledger of its journal.

Every method may raise `JournalDamaged` or `JournalUnwritable`; a call that raises has written nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from net.acquaintance import Book, Contact
from net.clean import clean_name
from net.identity import pid_of
from net.ledger import told, transaction

_READ = (
    "SELECT public, nick, CASE called WHEN '' THEN nick ELSE called END, petname, met, seen,"
    " (SELECT count(*) FROM meetings WHERE meetings.public = contacts.public), muted, blocked, verified FROM contacts"
)
_ENTER = (
    "INSERT INTO contacts (public, nick, muted, called, met, seen) VALUES (:public, :nick, 0, :nick, :now, :now)"
    " ON CONFLICT (public) DO UPDATE SET called = :nick, seen = :now,"
    " met = CASE met WHEN 0 THEN :now ELSE met END"
)


class Contacts:
    """The contacts in one open ledger."""

    def __init__(self, ledger: sqlite3.Connection, path: Path) -> None:
        """Read and write in `ledger`, the open file at `path`."""
        self._ledger, self._path = ledger, path
        self._writes = 0
        self._known: tuple[tuple[int, int], Book] | None = None

    @property
    def book(self) -> Book:
        """The contacts as they stand; read anew only where this or another program has written."""
        with told(self._path):
            (version,) = self._ledger.execute("PRAGMA data_version").fetchone()
            key = (version, self._writes)
            if self._known is None or self._known[0] != key:
                self._known = (key, Book(_contact(row) for row in self._ledger.execute(_READ)))
            return self._known[1]

    def meet(self, people: Mapping[bytes, str], now: int, tid: bytes = b"") -> None:
        """Remember people by key with the nicks they have now; `tid` is the table that is played at together."""
        with told(self._path), transaction(self._ledger):
            for public, nick in people.items():
                self._enter(public, nick, now)
                if tid:
                    self._ledger.execute("INSERT INTO meetings VALUES (?, ?) ON CONFLICT DO NOTHING", (public, tid))
        self._writes += 1

    def name(self, public: bytes, petname: str) -> None:
        """Give somebody in the book a name of one's own; an empty one takes it back."""
        self._change("UPDATE contacts SET petname = ? WHERE public = ?", clean_name(petname), public)

    def mute(self, public: bytes, *, muted: bool = True) -> None:
        """Keep whether the talk of somebody in the book is shown."""
        self._change("UPDATE contacts SET muted = ? WHERE public = ?", muted, public)

    def block(self, public: bytes, *, blocked: bool = True) -> None:
        """Keep whether anything of somebody in the book is shown, and whether he may sit at one's own tables."""
        self._change("UPDATE contacts SET blocked = ? WHERE public = ?", blocked, public)

    def verify(self, public: bytes, *, verified: bool = True) -> None:
        """Keep whether the four words of somebody in the book were compared with him."""
        self._change("UPDATE contacts SET verified = ? WHERE public = ?", verified, public)

    def forget(self, public: bytes) -> None:
        """Strike somebody out, with all that was thought of him."""
        with told(self._path), transaction(self._ledger):
            self._ledger.execute("DELETE FROM contacts WHERE public = ?", (public,))
            self._ledger.execute("DELETE FROM meetings WHERE public = ?", (public,))
        self._writes += 1

    def _enter(self, public: bytes, nick: str, now: int) -> None:
        named = clean_name(nick) or pid_of(public)
        self._ledger.execute(_ENTER, {"public": public, "nick": named, "now": now})

    def _change(self, statement: str, value: str | bool, public: bytes) -> None:  # noqa: FBT001 what a column takes
        with told(self._path), transaction(self._ledger):
            self._ledger.execute(statement, (value, public))
        self._writes += 1


def _contact(row: tuple[bytes, str, str, str, int, int, int, int, int, int]) -> Contact:
    public, first, last, petname, met, seen, games, muted, blocked, verified = row
    return Contact(public, first, last, petname, met, seen, games, bool(muted), bool(blocked), bool(verified))
