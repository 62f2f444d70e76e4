"""Check a record file: replay it, verify result and digests, and say where it is wrong.

Signed evidence is checked too, and what begins as another form that the caller knows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO, TextIO

from core.fault import BadRecord, Fault, sentence
from core.match.match import Header, Match
from core.match.record import Record, check, read
from core.match.transcript import talk_digest
from tui.i18n.translation import Called, calling, tell, tr
from tui.words.event_words import outcome_line

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes of the longest file that is read as a record."""

EVIDENCE, EVIDENCE_LIMIT = b"parley-evidence/", 64 * 1024 * 1024
"""How a file of signed evidence begins, and the bytes of the longest one."""

CLUB = b"parley-club/"
"""How the log of a club begins."""

STANDARD_INPUT = "-"
"""The name of a file that stands for standard input."""

NO_FILE = sentence("There is no such file: {path}.")
NO_PLAIN_FILE = sentence("This is no file but a folder or a device: {path}.")
FORBIDDEN = sentence("You have no right to read this file: {path}.")
BINARY = sentence("This file is not text: {path}.")
TOO_LONG = sentence("The file is too long for a record: {path}.")
UNREADABLE = sentence("The file cannot be read: {path} ({reason}).")
RIGHT = sentence("The record is right. {end} Decisions: {n}. Digest of the game: {game}; of the talk: {talk}.")
OPEN_END = sentence("The game is not over.")
IS_EVIDENCE = sentence("{path} is signed evidence of a table, no record: `parley check` reads it.")
IS_CLUB = sentence("{path} is the log of a club, no record: `parley check` and `parley club join` read it.")
NOT_UTF8 = sentence("{line}:{column}: The file is not UTF-8 text.")


class NoRecord(Fault):
    """The file cannot be opened or is not a record."""


Naming = Callable[[Header], None]
"""Gives the numbered seats of a game the names by which sentences call them from now on."""


def open_record(path: str, given: BinaryIO | None = None, naming: Naming | None = None) -> tuple[Record, Match]:
    """Read and verify the record in a file, for `-` in `given`; raise `NoRecord` or `BadRecord`."""
    data = fetch(path, given)
    for head, told in ((EVIDENCE, IS_EVIDENCE), (CLUB, IS_CLUB)):
        if data.startswith(head):
            raise NoRecord(told, path=path)
    return _verified(path, data, naming)


def fetch(path: str, given: BinaryIO | None = None) -> bytes:
    """Read a file, for `-` from `given`, up to one byte more than it may have; raise `NoRecord`."""
    try:
        return _read(path, given)
    except FileNotFoundError as error:
        raise NoRecord(NO_FILE, path=path) from error
    except PermissionError as error:
        raise NoRecord(FORBIDDEN, path=path) from error
    except NoRecord:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NoRecord(UNREADABLE, path=path, reason=reason) from error


def _verified(path: str, data: bytes, naming: Naming | None) -> tuple[Record, Match]:
    if len(data) > SIZE_LIMIT:
        raise NoRecord(TOO_LONG, path=path)
    if b"\0" in data:
        raise NoRecord(BINARY, path=path)
    record = read(_decode(data))
    if naming is not None:
        naming(record.header)
    return record, check(record)


def _read(path: str, given: BinaryIO | None) -> bytes:
    if path == STANDARD_INPUT and given is not None:
        return given.read(EVIDENCE_LIMIT + 1)
    if Path(path).exists() and not Path(path).is_file():
        raise NoRecord(NO_PLAIN_FILE, path=path)
    with Path(path).open("rb") as file:
        return file.read(EVIDENCE_LIMIT + 1)


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode()) + 1
        raise BadRecord(NOT_UTF8, line=line, column=column) from error


Form = Callable[[str, bytes], tuple[int, list[str]]]
"""How a file of another form is checked: path and bytes give the exit status and what to print."""


def run_check(
    path: str,
    out: TextIO | None = None,
    given: BinaryIO | None = None,
    forms: Mapping[bytes, Form] | None = None,
    naming: Naming | None = None,
) -> int:
    """Print a sentence about a valid record (0), or `file:line:column: reason` (1); `-` is standard input.

    Signed evidence is printed event by event (0), or `file:line: reason` (1).

    `forms` are other files by how they begin. Raises `NoRecord` for anything that cannot be read as text at all.
    """
    sink = out or sys.stdout
    data = fetch(path, given or sys.stdin.buffer)
    if data.startswith(EVIDENCE) and len(data) <= EVIDENCE_LIMIT:
        from tui.records import evidence_file

        status, told = evidence_file.check(path, data)
        print(*told, sep="\n", file=sink)
        return status
    for head, checked in (forms or {}).items():
        if data.startswith(head) and len(data) <= EVIDENCE_LIMIT:
            status, told = checked(path, data)
            print(*told, sep="\n", file=sink)
            return status
    with calling(Called()):
        try:
            record, match = _verified(path, data, naming)
        except BadRecord as fault:
            print(f"{path}:{tell(fault)}", file=sink)
            return 1
        print(_right(record, match), file=sink)
    return 0


def _right(record: Record, match: Match) -> str:
    """Say how a right record ends, how many decisions of players it has, and its digests."""
    end = tr(OPEN_END) if match.state.outcome is None else outcome_line(match.state.outcome, match.names)
    made = match.turns.turn_of(match.ply)
    return tr(RIGHT, end=end, n=made, game=match.digest(), talk=talk_digest(record.talk))
