"""Checking a record file: replay it, verify result and digests, say where it is wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from core.fault import BadRecord, Fault, sentence
from core.match import Match
from core.record import Record, check, read, result
from core.talk import talk_digest

SIZE_LIMIT = 16 * 1024 * 1024
"""Bytes of the longest file that is read as a record."""

NO_FILE = sentence("There is no such file: {path}.")
TOO_LONG = sentence("The file is too long for a record: {path}.")
UNREADABLE = sentence("The file cannot be read: {path} ({reason}).")
NOT_UTF8 = sentence("{line}:{column}: The file is not UTF-8 text.")


class NoRecord(Fault):
    """The file cannot be opened or is none."""


def open_record(path: str) -> tuple[Record, Match]:
    """Read and verify the record in a file; raise `NoRecord` or `BadRecord`."""
    try:
        file = Path(path)
        if not file.is_file():
            raise NoRecord(NO_FILE, path=path)
        if file.stat().st_size > SIZE_LIMIT:
            raise NoRecord(TOO_LONG, path=path)
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, Fault):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NoRecord(UNREADABLE, path=path, reason=reason) from error
    record = read(_decode(data))
    return record, check(record)


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode()) + 1
        raise BadRecord(NOT_UTF8, line=line, column=column) from error


def run_check(path: str, out: TextIO | None = None) -> int:
    """Print result and digest of a valid record (0), or `file:line:column: reason` (1)."""
    sink = out or sys.stdout
    try:
        record, match = open_record(path)
    except BadRecord as fault:
        print(f"{path}:{fault}", file=sink)
        return 1
    except NoRecord as fault:
        print(fault, file=sink)
        return 1
    print(f"{result(match)} {match.ply} {match.digest()} {talk_digest(record.talk)}", file=sink)
    return 0
