"""News of pacts: what has been promised since the last look, and what has become of promises. Pure."""

from __future__ import annotations

from core.diplomacy.pact import Fate, Pact
from net.view.table_view import TableView
from tui.chronicle import Chronicle
from tui.pact_words import PactEvent, pact_events, pact_line, pacts_of


class PactNews:
    """What is known of a table's pacts already; the first look tells nothing."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._seen: tuple[int, int] | None = None
        self._fates: dict[tuple[object, ...], Fate] | None = None
        self._pacts: tuple[Pact, ...] = ()

    def lines(self, names: tuple[str, ...]) -> list[PactEvent]:
        """Give what has happened to pacts so far, in words, for the log."""
        return [event for pact in self._pacts for event in pact_events(pact, names)]

    def news(self, view: TableView, chronicle: Chronicle) -> list[tuple[Pact, str]]:
        """Give each pact that is new or has ended since the last look, with its line."""
        if view.match is None:
            return []
        seen = (len(chronicle.entries), len(view.talk))
        if seen == self._seen:
            return []
        self._seen = seen
        pacts = self._pacts = pacts_of(view, chronicle)
        known, self._fates = self._fates, {_key(pact): pact.fate for pact in pacts}
        if known is None:
            return []
        names = tuple(seat.name for seat in view.seats)
        return [(pact, pact_line(pact, names)) for pact in pacts if known.get(_key(pact)) is not pact.fate]


def _key(pact: Pact) -> tuple[object, ...]:
    return pact.term, pact.parties, pact.since, pact.proposed, pact.target, pact.spot, pact.until
