"""What a record says of how its end was agreed on: whether it is settled, and what certificates went past. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from core.match.record import Note, Record
from net.view.table_view import TableView

SETTLED = "Settled"
"""The header key that tells whether all who could still change the end have signed it."""
NO, YES, UNKNOWN = "no", "yes", "unknown"
"""Its values: some have not; all have; the game was played before programs asked for it."""

BYPASSED = "bypassed"
"""The kind of a note that tells a decision signed where a certificate stands: seat, text, and of the first one why."""
REASON = "all others had gone on without it"
"""Why it does not count, as records have it."""


def settled_key(view: TableView) -> tuple[tuple[str, str], ...]:
    """Give the header key of a game that is over and not settled; nothing for any other."""
    return ((SETTLED, NO),) if view.unsettled else ()


def bypass_notes(view: TableView) -> Iterator[Note]:
    """Give what certificates went past as notes, each behind the decision that stands instead."""
    names = view.match.names if view.match is not None else ()
    for one in view.bypasses:
        for number, (seat, text) in enumerate(one.lines):
            yield Note(one.at + 1, BYPASSED, (names[seat], text, *([] if number else [REASON])))


def bypassed(record: Record) -> Iterator[tuple[str, str, int, bool]]:
    """Read those notes: seat, text, behind how many decisions, and whether it is the one that certificate went past."""
    for note in record.notes:
        if note.kind == BYPASSED and len(note.words) in {2, 3} and note.words[0] in record.seats:
            yield note.words[0], note.words[1], note.ply, len(note.words) > 2  # noqa: PLR2004 - the third says why
