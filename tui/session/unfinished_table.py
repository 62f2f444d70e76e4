"""The tables that a profile's journal keeps and that are not over, as screens and text mode list them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.fault import Fault
from net.wire.invitation import Invitation
from tui.table.controller import HERE

if TYPE_CHECKING:
    from net.storage.journal import Journal
    from net.storage.profile import Profile


@dataclass(frozen=True, slots=True)
class UnfinishedTable:
    """A table kept on this machine: id (hexadecimal), title, game, room and invitation; `local` for solo tables.

    `opened` is the day and the minute of its first event.
    """

    tid: str
    title: str
    game: str
    room: str
    invitation: str
    local: bool
    opened: str = ""

    @property
    def name(self) -> str:
        """What distinguishes the table: its title, else when it was opened, else the beginning of its id."""
        return self.title or self.opened or self.tid[:8]


def unfinished_tables(profile: Profile) -> tuple[UnfinishedTable, ...]:
    """Give the tables of a profile that are not over, the latest first; raise what the journal raises."""
    from net.storage.journal import Journal

    with Journal(profile.journal_path) as journal:
        rows = tuple(row for row in journal.tables() if not row.over)
        opened = [_opened(journal, row.tid) for row in rows]
    found = []
    for row, since in zip(rows, opened, strict=True):
        at = Invitation.parse(row.invitation)
        found.append(
            UnfinishedTable(row.tid.hex(), row.title, row.game, at.room, row.invitation, at.host == HERE, since)
        )
    return tuple(found)


def _opened(journal: Journal, tid: bytes) -> str:
    """Tell when a table was opened; nothing if its journal cannot be read."""
    from tui.records.archive import moment

    with suppress(Fault):
        first = journal.first(tid)
        return moment(first.event.ts) if first else ""
    return ""
