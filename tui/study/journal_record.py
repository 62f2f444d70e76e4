"""Whether the end of a journal game is settled, and what its record in `games` must say then."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.fault import BadRecord
from core.match.record import Record, read
from net.view.table_view import AuditStage, TableView
from tui.records import archive
from tui.records.archive import AUTHOR, NO, SETTLED, UNKNOWN, YES
from tui.study.past_game import BOTS, COMMENT, GIVEN_UP, MINE, TABLE, VOID
from tui.table.table_plan import is_alone_at

if TYPE_CHECKING:
    from net.storage.journal import JournalTable

FINAL = frozenset(f'[{SETTLED} "{word}"]' for word in (YES, UNKNOWN))
"""The lines of a record which say that its end can no longer change."""


def awaits_audit(view: TableView) -> bool:
    """Tell whether the audit of the hidden cards still goes on. Until then some cards may be unknown here."""
    return view.audit is not None and view.audit.stage is AuditStage.WAITING


def is_open(row: JournalTable, view: TableView) -> bool:
    """Tell whether a game goes on, or could still end otherwise, or has cards in audit.

    Games that ended before programs asked for everyone's signature are not asked about.
    """
    if view.outcome is None:
        return True
    return (view.unsettled or awaits_audit(view)) and (not row.over or row.unsettled)


def stands(row: JournalTable, path: Path) -> bool:
    """Tell whether a game is over for good and its record in a file says so."""
    return row.over and not row.unsettled and is_final(path)


def is_final(path: Path) -> bool:
    """Tell whether the record in a file says that its end can no longer change."""
    with suppress(OSError, ValueError):
        return not FINAL.isdisjoint(path.read_text("utf-8").partition("\n\n")[0].splitlines())
    return False


def record_of(view: TableView, day: str, row: JournalTable | None = None) -> Record:
    """Give the record of a table, with the owners of seats and whether it is settled; raise `Fault` before its start.

    `row` is the journal's row of it, if known.
    """
    record = archive.record_of(view, datetime.now(UTC).date())
    mine = " ".join(seat.name for seat in view.seats if seat.mine and not seat.bot)
    bots = " ".join(f"{seat.name}={_brief(seat.bot)}" for seat in view.seats if seat.bot)
    extra = [(TABLE, view.tid), (MINE, mine), (BOTS, bots)]
    if view.void:
        extra.append((VOID, "yes"))
    if row is not None and row.over and view.outcome is None and is_alone_at(view):
        extra.append((GIVEN_UP, "yes"))
    if view.outcome is not None:
        extra.append((SETTLED, _settled(view, row)))
    extra += [(key, value) for key, value in record.extra if key.startswith(AUTHOR)]
    return replace(record, date=day, extra=tuple((key, value) for key, value in extra if value or key == MINE))


def _settled(view: TableView, row: JournalTable | None) -> str:
    if not view.unsettled:
        return YES
    return NO if row is None or is_open(row, view) else UNKNOWN


def _brief(bot: str) -> str:
    """Give a bot's name without the folder and the words of its command."""
    return bot.split(maxsplit=1)[0].rpartition("/")[2]


def with_comments(record: Record, path: Path) -> Record:
    """Give a record with the comments of the one in a file, if there is one, as far as their places still exist."""
    with suppress(OSError, ValueError, BadRecord):
        old = read(path.read_text("utf-8"))
        kept = (note for note in old.notes if note.kind == COMMENT and note.ply <= len(record.log))
        return replace(record, notes=tuple(sorted((*record.notes, *kept), key=lambda note: note.ply)))
    return record
