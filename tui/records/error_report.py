"""The report of an error of our own, for the developers: the traceback always, everything else by one key.

A disagreement of rules is reported too: the digest of the position and the whole log, to compare with the other peer's.
"""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
import termios
import traceback
import tty
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from core.digest import digest
from core.fault import Fault, sentence
from core.match.record import write
from net.view.table_view import TableView
from tui.i18n.translation import tell, tr
from tui.records import archive

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


STORY, VERSIONS, JOURNAL = "crash.txt", "versions.txt", "journal.db"
"""The files of a report, beside its records."""

KEY = "s"
"""The key that keeps everything."""

CRASHED = sentence("Parley stopped because of an error of its own ({what}); the whole story is in {path}.")
OFFER = sentence(
    "Press {key} to keep the records of your tables, a copy of your journal and the versions of everything in one "
    "folder, or any other key to leave. The journal holds all that you know of your games: give it to nobody at them."
)
KEPT = sentence("Everything is in {folder}.")
NOT_KEPT = sentence("The error report could not be kept in {folder}: {why}.")
LIBRARIES = ("textual", "rich", "aiomqtt", "amqtt", "msgpack", "msgspec", "pynacl", "typer", "websockets")


class NotKept(Fault):
    """A report could not be written, and why."""


@dataclass(frozen=True, slots=True)
class CrashReport:
    """The state at the error: the traceback, records by their files' names, the journal if any, the look in use."""

    story: str
    records: Mapping[str, str]
    journal: Path | None = None
    settings: str = ""


def save_traceback(folder: Path) -> tuple[str, Path]:
    """Write the traceback of the error being handled to a file in `folder`; give its last line and the file."""
    path = folder / STORY
    story = traceback.format_exc()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(story, "utf-8")
    return story.strip().splitlines()[-1], path


def versions(settings: str = "") -> str:
    """List the versions of everything that runs here, and the terminal."""
    from tui import __version__

    rows = [f"parley {__version__}", f"python {sys.version.split()[0]}", f"system {platform.platform()}"]
    for name in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            rows.append(f"{name} {metadata.version(name)}")
    rows += [f"{name}={os.environ[name]}" for name in ("TERM", "COLORTERM", "LANG") if name in os.environ]
    return "\n".join([*rows, settings, ""])


def keep(wreck: CrashReport, folder: Path, now: datetime) -> Path:
    """Write everything into a new folder in `folder` and give it; raise `NotKept`."""
    try:
        target = _new(folder, f"crash-{now:%Y%m%d-%H%M%S}")
        (target / STORY).write_text(wreck.story, "utf-8")
        (target / VERSIONS).write_text(versions(wreck.settings), "utf-8")
        for name, text in wreck.records.items():
            (target / name).write_text(text, "utf-8")
        if wreck.journal is not None and wreck.journal.exists():
            _copy(wreck.journal, target / JOURNAL)
    except (OSError, sqlite3.Error) as problem:
        raise NotKept(NOT_KEPT, folder=folder, why=getattr(problem, "strerror", None) or problem) from None
    return target


def _new(folder: Path, name: str) -> Path:
    for number in count(1):
        target = folder / (name if number == 1 else f"{name}-{number}")
        with suppress(FileExistsError):
            target.mkdir(parents=True, mode=0o700)
            return target
    raise AssertionError


def _copy(journal: Path, target: Path) -> None:
    """Copy a journal as it is, although it may be open."""
    with (
        closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)


def offer(wreck: CrashReport, folder: Path, now: datetime, out: TextIO | None = None) -> Path | None:
    """Ask on the bare terminal whether to keep everything; give the folder if the answer is yes."""
    sink = out or sys.stderr
    if _key(tr(OFFER, key=KEY), sink).lower() != KEY:
        return None
    try:
        kept = keep(wreck, folder, now)
    except NotKept as fault:
        print(tell(fault), file=sink)
        return None
    print(tr(KEPT, folder=kept), file=sink, flush=True)
    return kept


def _key(question: str, sink: TextIO) -> str:
    """Ask, and read one key of the terminal, which is then restored; nothing without a terminal.

    Keys typed before the question do not answer it.
    """
    number = sys.stdin.fileno()
    if not os.isatty(number):
        return ""
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        termios.tcflush(number, termios.TCIFLUSH)
        print(question, file=sink, flush=True)
        return os.read(number, 1).decode("ascii", "replace")
    finally:
        termios.tcsetattr(number, termios.TCSANOW, before)


FOLDER = "reports"
DISAGREEMENT_KEPT = sentence(
    "The report is in {path}. It holds all that you know of the game: show it to nobody who still plays it."
)


def report(view: TableView, day: date) -> str:
    """Write a report of a table: digests, position, refused lines, versions, record. Raises `archive.NotSaved`.

    Two programs that disagree differ in the digest of the position from the first decision that they read differently.
    """
    record = archive.record_of(view, day)
    match = view.match
    assert match is not None
    rows = [
        f"game {match.header.game} rules {match.header.version} table {view.tid} ply {match.ply}",
        f"log {match.digest()} {match.full_digest()}",
        f"position {digest(match.state.encode()).hex()}",
        json.dumps(match.state.to_json(), ensure_ascii=False, sort_keys=True),
        *(f"void {line.ply} {line.seat} {line.text}: {line.template} {dict(line.fields)}" for line in view.voids),
        versions(),
        write(record),
    ]
    return "\n".join(rows)


def save(view: TableView, home: Path, day: date) -> Path:
    """Write the report into the folder of the reports in `home` and give its file; raise `archive.NotSaved`."""
    stem = f"{day.isoformat()}-{view.game}-{view.tid[: archive.NAMED]}"
    return archive.put(home / FOLDER, stem, report(view, day).encode(), ".txt")
