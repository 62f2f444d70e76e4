"""What was said at a table and not read yet: a line of somebody else is read once a hand moves before it. Pure."""

from __future__ import annotations

from net.view.table_view import TableView, TalkLine
from tui.speech import ntr


class Unread:
    """The lines of talk that were in sight already; what was said before the first look is not new."""

    def __init__(self) -> None:
        """Begin before the first look."""
        self._read: set[tuple[str, int, str]] | None = None

    def count(self, view: TableView, muted: frozenset[str]) -> int:
        """Count the lines of others, the muted left out, that are not read."""
        if self._read is None:
            self.read(view)
        known = self._read or set()
        return sum(line.identity not in known and line.pid not in muted for line in view.talk if not _own(line, view))

    def read(self, view: TableView) -> None:
        """Take everything said so far for read."""
        self._read = {line.identity for line in view.talk}


def unread_words(count: int) -> str:
    """Tell how many lines are new; empty where none is."""
    return ntr("{n} new line", "{n} new lines", count) if count else ""


def _own(line: TalkLine, view: TableView) -> bool:
    return line.seat is not None and line.seat in view.mine
