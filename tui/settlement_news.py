"""Settlement news: what is new at a table about how its end is agreed on. Pure: time is a parameter."""

from __future__ import annotations

from net.view.table_view import TableView
from tui.settlement_words import EVERYBODY, late_moves, owes, unsettled_words
from tui.speech import tr

LINGERING_MS = 2_000
"""How long an end is not settled before that is news: the receipts of those who are there are quicker."""


class SettlementNews:
    """What has been told of the end of one table, and what is to be told of it next."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._late: frozenset[str] = frozenset()
        self._since: int | None = None
        self._said = ""

    def late(self, view: TableView, *, mine: bool = False) -> tuple[str, ...]:
        """Give the moves that came too late, in words, and have not been told; `mine` only those of one's own."""
        found = tuple(one.words for one in late_moves(view) if one.mine or not mine)
        new = tuple(words for words in found if words not in self._late)
        self._late = self._late.union(found)
        return new

    def end(self, view: TableView, now: int) -> str:
        """Say who has not received the end, once that lasts, and that all have it, if it had lasted; nothing else."""
        if not owes(view):
            lasted, self._said, self._since = bool(self._said), "", None
            return tr(EVERYBODY) if lasted and view.settlement is not None else ""
        self._since = now if self._since is None else self._since
        words = unsettled_words(view)
        if now - self._since < LINGERING_MS or words == self._said:
            return ""
        self._said = words
        return words
