"""What a program does after a table: it opens the table of an agreed rematch and reports positions that differ."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.games import find, names
from net.club.rated_rematch import rated_rematch
from net.peer.table_session import TableSession
from net.table.duty.divergence import STOPS
from net.table.fold.table_terms import rules_hash

if TYPE_CHECKING:
    from net.peer.peer import Peer

REPORTS = "reports"
"""The folder of a profile in which reports are written."""


class FollowUp:
    """The tables that this program has followed up since it was started."""

    def __init__(self) -> None:
        """Begin with none."""
        self._left: set[bytes] = set()
        self._written: set[Path] = set()

    async def look(self, opener: Peer, desks: Iterable[TableSession]) -> None:
        """Open the tables of agreed rematches and announce them at the old tables; write reports."""
        for desk in tuple(desks):
            if desk.table.verdict in STOPS:
                self._report(desk, opener.profile.folder / REPORTS)
            if desk.failure is None and desk.caught_up and desk.table.goes_on and desk.tid not in self._left:
                self._left.add(desk.tid)
                await self._open_next(opener, desk)

    async def _open_next(self, opener: Peer, desk: TableSession) -> None:
        view, old = desk.table.view(), desk.table.annals.genesis
        rated = rated_rematch(opener.profile.identity, opener.journal, old, view.title) if old is not None else None
        title, salt = (rated.title, rated.salt) if rated is not None else (view.title, b"")
        handle = await opener.open_table(view.game, dict(view.options), dict(view.terms), title, salt)
        opener.speak(desk, (desk.table.bye(handle.invitation),))
        opener.entrust(handle.tid)

    def _report(self, desk: TableSession, folder: Path) -> None:
        """Write down once what the positions were when they diverged; a full disk is no reason to stop."""
        table = desk.table
        path = folder / f"desync-{desk.tid.hex()}-{table.divergence.since(table.annals)[0]}.json"
        if path in self._written:
            return
        self._written.add(path)
        text = table.divergence.report(table.annals, [(name, rules_hash(find(name))) for name in names()])
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
