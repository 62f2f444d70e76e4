"""The journal's file: its tables, its versions, and what can go wrong with it, in sentences."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.fault import Fault, sentence
from net.storage.profile import sync_folder

APPLICATION = 0x5061726C
"""The application id in the file's header: `Parl`."""

_CREATION = threading.Lock()
"""Held while a journal is made: a program's threads may open a new profile at once, and no other program opens it."""

# Every key stands twice, in its row and in an index, so that the check at opening notices when one of them changes.
_FIRST = """
CREATE TABLE tables (
    tid BLOB PRIMARY KEY, invitation TEXT NOT NULL, title TEXT NOT NULL, game TEXT NOT NULL,
    over INTEGER NOT NULL, place INTEGER NOT NULL
);
CREATE TABLE events (
    place INTEGER PRIMARY KEY, tid BLOB NOT NULL, author BLOB NOT NULL, seq INTEGER NOT NULL, id BLOB NOT NULL,
    own INTEGER NOT NULL, sig BLOB NOT NULL, body BLOB NOT NULL, mark BLOB NOT NULL, UNIQUE (tid, author, seq)
);
CREATE TABLE secrets (
    tid BLOB NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, mark BLOB NOT NULL, PRIMARY KEY (tid, name)
);
CREATE TABLE proofs (
    tid BLOB NOT NULL, author BLOB NOT NULL, first_sig BLOB NOT NULL, first_body BLOB NOT NULL,
    second_sig BLOB NOT NULL, second_body BLOB NOT NULL, PRIMARY KEY (tid, author)
);
CREATE TABLE contacts (
    public BLOB PRIMARY KEY, nick TEXT NOT NULL, muted INTEGER NOT NULL
);
"""

_SECOND = """
ALTER TABLE contacts ADD COLUMN called TEXT NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN petname TEXT NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contacts ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contacts ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contacts ADD COLUMN verified INTEGER NOT NULL DEFAULT 0;
CREATE TABLE meetings (
    public BLOB NOT NULL, tid BLOB NOT NULL, PRIMARY KEY (public, tid)
);
"""

_THIRD = """
CREATE TABLE clubs (
    cid BLOB PRIMARY KEY, name TEXT NOT NULL, place INTEGER NOT NULL
);
"""

_FOURTH = """
ALTER TABLE clubs ADD COLUMN invitation TEXT NOT NULL DEFAULT '';
"""

_FIFTH = """
CREATE TABLE words (
    place INTEGER PRIMARY KEY, pid TEXT NOT NULL, tid BLOB NOT NULL, kept INTEGER NOT NULL, broken INTEGER NOT NULL,
    UNIQUE (pid, tid)
);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH)
"""The step to each version of the format from the one before; never changed once shipped, only added to."""

VERSION = len(MIGRATIONS)
"""The version of the format that this program writes (`user_version`)."""

DAMAGED = sentence(
    "The journal {path} is damaged ({why}). Move it away and join your tables again by their invitations."
)
FOREIGN = sentence("The file {path} is no journal of Parley. Move it away.")
NEWER = sentence("The journal {path} is of a newer Parley (format {found}; this one knows {known}). Update this one.")
UNWRITABLE = sentence("The journal {path} cannot be written: {why}.")

_DAMAGES = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_SHORT_READ", "SQLITE_FORMAT", "SQLITE_ERROR")


class JournalDamaged(Fault):
    """The journal's file is damaged, or no journal that this program can read."""


class JournalUnwritable(Fault):
    """The journal cannot be opened or written here: a full disk, a read-only folder."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what the database and the system raise into `JournalDamaged` or `JournalUnwritable`."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        if not name or name.startswith(_DAMAGES):
            raise JournalDamaged(DAMAGED, path=path, why=str(error)) from error
        raise JournalUnwritable(UNWRITABLE, path=path, why=str(error)) from error
    except UnicodeError as error:
        # The database quotes a damaged schema in its own error, which then is not valid text.
        raise JournalDamaged(DAMAGED, path=path, why="it holds broken text") from error
    except OSError as error:
        raise JournalUnwritable(UNWRITABLE, path=path, why=(error.strerror or str(error)).lower()) from error


def open_ledger(path: Path) -> sqlite3.Connection:
    """Open or create a journal's file in this version; raise `JournalDamaged` or `JournalUnwritable`."""
    with told(path):
        with _CREATION:
            if fresh := not path.exists():
                _create(path)
        if not fresh and not path.stat().st_size:
            raise JournalDamaged(DAMAGED, path=path, why="the file is empty")
        ledger = _connect(path)
        try:
            _check(ledger, path)
            _migrate(ledger)
        except BaseException:
            ledger.close()
            raise
        return ledger


@contextmanager
def transaction(ledger: sqlite3.Connection) -> Iterator[None]:
    """Do all of it or nothing; it is on the disk when this ends."""
    ledger.execute("BEGIN IMMEDIATE")
    try:
        yield
        ledger.execute("COMMIT")
    except BaseException:
        if ledger.in_transaction:
            ledger.execute("ROLLBACK")
        raise


def _connect(path: Path) -> sqlite3.Connection:
    ledger = sqlite3.connect(path, isolation_level=None, timeout=2, check_same_thread=False)
    try:
        ledger.execute("PRAGMA synchronous = FULL")
    except BaseException:
        ledger.close()
        raise
    return ledger


def _create(path: Path) -> None:
    """Create an empty journal aside and move it into place, so that a crash leaves a whole one or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    for stale in (fresh, *_beside(fresh), *_beside(path)):
        stale.unlink(missing_ok=True)
    ledger = _connect(fresh)
    try:
        ledger.execute(f"PRAGMA application_id = {APPLICATION}")
        _migrate(ledger)
        ledger.execute("PRAGMA journal_mode = WAL")
    finally:
        ledger.close()
    fresh.replace(path)
    sync_folder(path.parent)


def _beside(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + tail) for tail in ("-wal", "-shm", "-journal"))


def _check(ledger: sqlite3.Connection, path: Path) -> None:
    (application,) = ledger.execute("PRAGMA application_id").fetchone()
    (version,) = ledger.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise JournalDamaged(FOREIGN, path=path)
    if version > VERSION:
        raise JournalDamaged(NEWER, path=path, found=version, known=VERSION)
    (found,) = ledger.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise JournalDamaged(DAMAGED, path=path, why=str(found).splitlines()[-1])


def _migrate(ledger: sqlite3.Connection) -> None:
    (version,) = ledger.execute("PRAGMA user_version").fetchone()
    if version >= VERSION:
        return
    with transaction(ledger):
        for statement in ";".join(MIGRATIONS[version:]).split(";"):
            ledger.execute(statement)
        ledger.execute(f"PRAGMA user_version = {VERSION}")
