"""The notices of a profile on disk: which events were told, and what is still to be sent by which channel.

PROFILE/notices.db, SQLite, one transaction for each call. An attempt is written down before it is made: a notice that
was on its way when the program was killed counts as sent, so none is told twice. Every method may raise
`NoticesUnusable`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from core.fault import Fault, sentence
from tui.correspondence.notice import PASSING, Notice, NoticeKind
from tui.correspondence.notice_channel import Channel

FILE = "notices.db"
WAITS_SECONDS = (30, 120, 600, 3_600, 10_800)
"""How long after each failed attempt the next one is made; after the last one there is none."""
KEPT_MS = 120 * 86_400_000
"""How long an event is remembered."""
_FIRST = """
CREATE TABLE IF NOT EXISTS events (key TEXT PRIMARY KEY, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS posts (
    key TEXT NOT NULL, channel TEXT NOT NULL, kind TEXT NOT NULL, tid TEXT NOT NULL, title TEXT NOT NULL,
    text TEXT NOT NULL, state INTEGER NOT NULL, tries INTEGER NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (key, channel)
);
CREATE TABLE IF NOT EXISTS tables (tid TEXT PRIMARY KEY, title TEXT NOT NULL);
"""

UNUSABLE = sentence("The file {path} of the notices cannot be used ({why}). Move it away.")


class NoticesUnusable(Fault):
    """The file cannot be read or written."""


class PostState(IntEnum):
    """How far a notice is by one channel."""

    WAITING = 0
    SENDING = 1
    SENT = 2
    GIVEN_UP = 3


@dataclass(frozen=True, slots=True)
class Post:
    """A notice on its way by one channel, after so many attempts, due at a time (milliseconds)."""

    notice: Notice
    tries: int
    due: int


class NoticeQueue:
    """The open file; a context manager."""

    def __init__(self, folder: Path, now: int) -> None:
        """Open or make it in a profile's folder at the time `now` (milliseconds)."""
        self._path = folder / FILE
        with self._told():
            self._file = sqlite3.connect(self._path, isolation_level=None, timeout=2)
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.executescript(_FIRST)
            self._file.execute("UPDATE posts SET state = ? WHERE state = ?", (PostState.SENT, PostState.SENDING))
            self._file.execute("DELETE FROM events WHERE at < ?", (now - KEPT_MS,))
            self._file.execute("DELETE FROM posts WHERE state > 1 AND key NOT IN (SELECT key FROM events)")

    def add(self, notice: Notice, channels: Sequence[Channel], now: int) -> bool:
        """Keep a notice to be sent by each channel, unless its event is known; tell whether it is news."""
        with self._told(), self._transaction():
            found = self._file.execute("INSERT OR IGNORE INTO events VALUES (?, ?)", (notice.key, now))
            if not found.rowcount:
                return False
            words = (str(notice.kind), notice.tid, notice.table, notice.text, int(PostState.WAITING), 0, now)
            for channel in channels:
                self._file.execute(
                    "INSERT OR IGNORE INTO posts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (notice.key, channel.key, *words)
                )
        return True

    def knows(self, notice: Notice) -> bool:
        """Tell whether the event of a notice is known."""
        with self._told():
            return self._file.execute("SELECT 1 FROM events WHERE key = ?", (notice.key,)).fetchone() is not None

    def withdraw(self, tid: str, current: Sequence[Notice]) -> None:
        """Send nothing more of a table that has passed: what waits, may pass and is not `current`."""
        keys = tuple(notice.key for notice in current)
        marks, kinds = ", ".join("?" * len(keys)), ", ".join("?" * len(PASSING))
        with self._told():
            self._file.execute(
                f"UPDATE posts SET state = ? WHERE tid = ? AND state = ? AND kind IN ({kinds})"  # noqa: S608 -- marks
                f" AND key NOT IN ({marks})",
                (PostState.GIVEN_UP, tid, PostState.WAITING, *map(str, PASSING), *keys),
            )

    def next_post(self, channel: Channel) -> Post | None:
        """Give what is to be sent next by a channel, None if nothing waits."""
        with self._told():
            row = self._file.execute(
                "SELECT kind, key, tid, title, text, tries, due FROM posts WHERE channel = ? AND state = ?"
                " ORDER BY due, rowid LIMIT 1",
                (channel.key, PostState.WAITING),
            ).fetchone()
        return None if row is None else Post(Notice(NoticeKind(row[0]), *row[1:5]), row[5], row[6])

    def begin(self, channel: Channel, post: Post) -> None:
        """Write down that an attempt is made now."""
        self._mark(channel, post, PostState.SENDING, post.tries + 1, post.due)

    def sent(self, channel: Channel, post: Post) -> None:
        """Write down that it has succeeded."""
        self._mark(channel, post, PostState.SENT, post.tries + 1, post.due)

    def failed(self, channel: Channel, post: Post, now: int) -> bool:
        """Write down that it has failed; tell whether another one will be made."""
        again = post.tries < len(WAITS_SECONDS)
        due = now + 1000 * WAITS_SECONDS[post.tries] if again else now
        self._mark(channel, post, PostState.WAITING if again else PostState.GIVEN_UP, post.tries + 1, due)
        return again

    def watch(self, tid: str, title: str) -> None:
        """Remember that a table goes on."""
        with self._told():
            self._file.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (tid, title))

    def unwatch(self, tid: str) -> None:
        """Forget a table that is over."""
        with self._told():
            self._file.execute("DELETE FROM tables WHERE tid = ?", (tid,))

    def watched(self) -> tuple[tuple[str, str], ...]:
        """Give the tables that went on when last seen: id and name."""
        with self._told():
            return tuple(self._file.execute("SELECT tid, title FROM tables ORDER BY tid"))

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._file.close()

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the file."""
        self.close()

    def _mark(self, channel: Channel, post: Post, state: PostState, tries: int, due: int) -> None:
        with self._told():
            self._file.execute(
                "UPDATE posts SET state = ?, tries = ?, due = ? WHERE key = ? AND channel = ?",
                (int(state), tries, due, post.notice.key, channel.key),
            )

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            raise NoticesUnusable(UNUSABLE, path=self._path, why=error) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")
