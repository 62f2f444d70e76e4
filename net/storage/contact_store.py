"""The contact store: whom a profile has met at tables and what it thinks of them, kept in its journal.

Every method may raise `JournalDamaged` or `JournalUnwritable`; a call that raises has written nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from core.diplomacy.reputation import Reputation
from net.identity.identity import pid_of
from net.storage.journal_schema import told, transaction
from net.view.contact_book import Contact, ContactBook
from net.wire.sanitizer import clean_name

_READ = (
    "SELECT public, nick, CASE called WHEN '' THEN nick ELSE called END, petname, met, seen,"
    " (SELECT count(*) FROM meetings WHERE meetings.public = contacts.public), muted, blocked, verified FROM contacts"
)
_ENTER = (
    "INSERT INTO contacts (public, nick, muted, called, met, seen) VALUES (:public, :nick, 0, :nick, :now, :now)"
    " ON CONFLICT (public) DO UPDATE SET called = CASE WHEN :now < seen THEN called ELSE :nick END,"
    " seen = max(seen, :now), met = CASE met WHEN 0 THEN :now ELSE min(met, :now) END"
)


_KEEP_WORD = (
    "INSERT INTO words (pid, tid, kept, broken) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (pid, tid) DO UPDATE SET kept = excluded.kept, broken = excluded.broken"
)
_DROP_WORDS = (
    "DELETE FROM words WHERE pid = :pid AND place NOT IN"
    " (SELECT place FROM words WHERE pid = :pid ORDER BY place DESC LIMIT :most)"
)
GAMES_REMEMBERED = 20
"""In how many games, the latest ones, it is remembered how somebody kept their word."""


class ContactAction(StrEnum):
    """What may be done about a person; every action has its opposite."""

    MUTE = "mute"
    HEAR = "hear"
    BLOCK = "block"
    ADMIT = "admit"
    VERIFY = "verify"
    DOUBT = "doubt"


_DEEDS = {
    ContactAction.MUTE: ("muted", True),
    ContactAction.HEAR: ("muted", False),
    ContactAction.BLOCK: ("blocked", True),
    ContactAction.ADMIT: ("blocked", False),
    ContactAction.VERIFY: ("verified", True),
    ContactAction.DOUBT: ("verified", False),
}


class ContactStore:
    """The contacts in one open journal file."""

    def __init__(self, ledger: sqlite3.Connection, path: Path) -> None:
        """Read and write in `ledger`, the open file at `path`."""
        self._ledger, self._path = ledger, path
        self._writes = 0
        self._known: tuple[tuple[int, int], ContactBook] | None = None

    @property
    def book(self) -> ContactBook:
        """The contacts as they stand; read again only if this or another program has written."""
        with told(self._path):
            (version,) = self._ledger.execute("PRAGMA data_version").fetchone()
            key = (version, self._writes)
            if self._known is None or self._known[0] != key:
                self._known = (key, ContactBook(_contact(row) for row in self._ledger.execute(_READ)))
            return self._known[1]

    def meet(self, people: Mapping[bytes, str], now: int, tid: bytes = b"") -> None:
        """Remember people by key with their present nicks; `tid` is the table where they play together."""
        with told(self._path), transaction(self._ledger):
            for public, nick in people.items():
                self._enter(public, nick, now)
                if tid:
                    self._ledger.execute("INSERT INTO meetings VALUES (?, ?) ON CONFLICT DO NOTHING", (public, tid))
        self._writes += 1

    def judge(self, public: bytes, nick: str, now: int, deed: ContactAction) -> None:
        """Apply an action to somebody, who is entered in the book as `nick` if not there yet."""
        column, value = _DEEDS[deed]
        self._write(public, nick, now, f"UPDATE contacts SET {column} = ? WHERE public = ?", value)  # noqa: S608 our own

    def name(self, public: bytes, nick: str, now: int, petname: str) -> None:
        """Give somebody a petname, or remove it with an empty one; see `judge`."""
        self._write(public, nick, now, "UPDATE contacts SET petname = ? WHERE public = ?", clean_name(petname))

    def keep_words(self, earned: Mapping[str, Reputation], tid: bytes) -> None:
        """Remember by pid how people kept their word at a table; a second account of it replaces the first."""
        with told(self._path), transaction(self._ledger):
            for pid, word in earned.items():
                self._ledger.execute(_KEEP_WORD, (pid, tid, word.kept, word.broken))
                self._ledger.execute(_DROP_WORDS, {"pid": pid, "most": GAMES_REMEMBERED})
        self._writes += 1

    def reputations(self, tid: bytes = b"") -> dict[str, Reputation]:
        """Give by pid how people have kept their word, at all remembered tables except `tid`."""
        with told(self._path):
            rows = self._ledger.execute(
                "SELECT pid, sum(kept), sum(broken) FROM words WHERE tid <> ? GROUP BY pid", (tid,)
            )
            return {pid: Reputation(kept, broken) for pid, kept, broken in rows}

    def forget(self, public: bytes) -> None:
        """Remove somebody, with all that was thought of them."""
        with told(self._path), transaction(self._ledger):
            self._ledger.execute("DELETE FROM contacts WHERE public = ?", (public,))
            self._ledger.execute("DELETE FROM meetings WHERE public = ?", (public,))
            self._ledger.execute("DELETE FROM words WHERE pid = ?", (pid_of(public),))
        self._writes += 1

    def _enter(self, public: bytes, nick: str, now: int) -> None:
        named = clean_name(nick) or pid_of(public)
        self._ledger.execute(_ENTER, {"public": public, "nick": named, "now": now})

    def _write(self, public: bytes, nick: str, now: int, statement: str, value: str | bool) -> None:  # noqa: FBT001 a column
        known = self.book.get(pid_of(public)) is not None
        with told(self._path), transaction(self._ledger):
            if not known:
                self._enter(public, nick, now)
            self._ledger.execute(statement, (value, public))
        self._writes += 1


def _contact(row: tuple[bytes, str, str, str, int, int, int, int, int, int]) -> Contact:
    public, first, last, petname, met, seen, games, muted, blocked, verified = row
    return Contact(public, first, last, petname, met, seen, games, bool(muted), bool(blocked), bool(verified))
