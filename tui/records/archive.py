"""The archive: records of games in the person's folder, one file a game, never overwritten.

A record also says whether its end is settled and which decisions were bypassed by a certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

from core.fault import Fault, sentence
from core.game import Seat
from core.match.record import Note, Record, write
from core.match.transcript import Utterance
from net.view.table_view import HandoverView, TableView
from tui.settings import settings
from tui.words.bot_words import bot_nick

SETTLED = "Settled"
"""The header key that says whether all who could still change the end have signed it."""
NO, YES, UNKNOWN = "no", "yes", "unknown"
"""Its values: some have not; all have; the game was played before programs asked for it."""

AUTHOR = "Author."
"""How header keys begin that name people who spoke for a seat which somebody else had in the end; a pid follows."""

BYPASSED = "bypassed"
"""The kind of a note about a bypassed decision: seat, text, and for the first one the reason."""
HANDOVER = "handover"
"""The kind of a note about a seat taken over: the seat, who played it before, and who plays it from there on."""
REASON = "all others had gone on without it"
"""The reason in records why it does not count."""


def settled_key(view: TableView) -> tuple[tuple[str, str], ...]:
    """Give the header key of a game that is over and not settled; nothing for any other."""
    return ((SETTLED, NO),) if view.unsettled else ()


def bypass_notes(view: TableView) -> Iterator[Note]:
    """Give the bypassed decisions as notes, each after the decision that stands instead."""
    names = view.match.names if view.match is not None else ()
    for one in view.bypasses:
        for number, (seat, text) in enumerate(one.lines):
            yield Note(one.at + 1, BYPASSED, (names[seat], text, *([] if number else [REASON])))


def bypassed(record: Record) -> Iterator[tuple[str, str, int, bool]]:
    """Read those notes: seat, text, after how many decisions, and whether it is the one the certificate bypassed."""
    for note in record.notes:
        if note.kind == BYPASSED and len(note.words) in {2, 3} and note.words[0] in record.seats:
            yield note.words[0], note.words[1], note.ply, len(note.words) > 2  # noqa: PLR2004 - the third says why


def handovers(record: Record) -> tuple[HandoverView, ...]:
    """Read the notes about seats taken over."""
    return tuple(
        HandoverView(Seat(record.seats.index(note.words[0])), note.ply, note.words[2], note.words[1])
        for note in record.notes
        if note.kind == HANDOVER and len(note.words) == 3 and note.words[0] in record.seats  # noqa: PLR2004 - as written
    )


NO_GAME = sentence("There is no game to save yet.")
NOT_SAVED = sentence("The record could not be saved in {folder}: {why}.")
SAVED = sentence("The record is saved: {path}")

THERE = sentence("There is a file {path} already: nothing was written.")
UNWRITABLE = sentence("{path} could not be written: {why}.")

NAMED = 8
"""Characters of the table's id in the name of a file."""


class NotSaved(Fault):
    """A record could not be written, and why. No half-written file is left."""


def folder() -> Path:
    """Give the folder of the records."""
    return settings.home() / "records"


def today() -> date:
    """Give the local date."""
    return datetime.now(UTC).astimezone().date()


def moment(milliseconds: int) -> str:
    """Give a time since 1970 as local day and minute; empty if it is not a time."""
    with suppress(OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    return ""


def texts_of(views: Iterable[TableView]) -> dict[str, str]:
    """Give the records of tables as text by file name, of those that have begun."""
    found = {}
    for view in views:
        with suppress(Fault):
            found[f"{view.tid}.record"] = write(record_of(view, today()))
    return found


def record_of(view: TableView, day: date) -> Record:
    """Give the record of a table, with all its talk; raise `NotSaved` before its start."""
    if view.match is None:
        raise NotSaved(NO_GAME)
    talk = (Utterance(line.seat, _signer(line.pid), line.seq, line.ply, line.text, line.act) for line in view.talk)
    people = {seat.name: seat.nick for seat in view.seats if seat.nick and not seat.vacant}
    notes = [Note(one.at, "takeback", (str(one.to),)) for one in view.takebacks]
    names = view.match.names
    notes += [Note(at + 1, "time", (names[seat], str(ms))) for at, seat, ms in view.times]
    notes += [Note(one.at, HANDOVER, (names[one.seat], _player(one), one.nick)) for one in view.handovers]
    notes += bypass_notes(view)
    record = Record.of(
        view.match, talk, notes=notes, people=people, terms=view.terms, date=day.isoformat(), rest=view.rest
    )
    return replace(record, extra=(*settled_key(view), *_former(view)))


def _former(view: TableView) -> Iterator[tuple[str, str]]:
    """Give header keys with the names of those who spoke for a seat that somebody else has now.

    What a bot said names nobody, unless nobody else of its signer's did.
    """
    holders: dict[Seat | None, str] = {seat.seat: _signer(seat.pid) for seat in view.seats}
    here = set(holders.values())
    said = [
        line
        for line in view.talk
        if line.nick and holders.get(line.seat) != (pid := _signer(line.pid)) and (line.seat is not None or pid in here)
    ]
    names = {_signer(line.pid): line.nick for line in sorted(said, key=lambda line: not line.bot)}
    yield from ((AUTHOR + pid, nick) for pid, nick in sorted(names.items()))


def _player(one: HandoverView) -> str:
    """Name who played a seat before it was taken over: a person, or a bot."""
    return bot_nick(one.bot) if one.bot else one.former


def _signer(pid: str) -> str:
    """Give the author of a line. A face marks a player's own bots after a slash; a record does not."""
    return pid.partition("/")[0]


def save(view: TableView, where: Path, day: date) -> Path:
    """Write the record of a table into the folder `where` and give the file; raise `NotSaved`.

    An existing file stays as it is: the same record is not written twice, another one gets the next number.
    """
    record = record_of(view, day)
    return put(where, f"{record.date}-{view.game}-{view.tid[:NAMED]}", write(record).encode())


def table_of(path: Path) -> str:
    """Give the beginning of the id of the table whose record `save` has put into this file; empty for any other file.

    >>> table_of(Path("2026-11-22-megiddo-371937dc-2.record")), table_of(Path("mine.record"))
    ('371937dc', '')
    """
    told = "".join(path.stem.split("-")[4:5])
    return told if len(told) == NAMED else ""


def put(where: Path, stem: str, data: bytes, suffix: str = ".record") -> Path:
    """Put a file into the folder `where` and give it, with the next number if another is there; raise `NotSaved`."""
    try:
        where.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in count(1):
            path = where / (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
            if _put(path, data) or path.read_bytes() == data:
                return path
    except OSError as problem:
        raise NotSaved(NOT_SAVED, folder=where, why=problem.strerror or problem) from None
    raise AssertionError


def put_as(path: Path, data: bytes) -> Path:
    """Put a new file where somebody wants it and give it; raise `NotSaved`."""
    try:
        if not _put(path, data):
            raise NotSaved(THERE, path=path)
    except OSError as problem:
        raise NotSaved(UNWRITABLE, path=path, why=problem.strerror or problem) from None
    return path


def _put(path: Path, data: bytes) -> bool:
    """Write a new file whole or not at all; tell whether there was none before."""
    try:
        file = path.open("xb")
    except FileExistsError:
        return False
    try:
        with file:
            file.write(data)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return True
