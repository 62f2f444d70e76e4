"""One's own word: which promises an action would break, what else one owes, and what is owed to one. Pure.

A sealed decision is not looked at: nobody knows what it does until all are open.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.diplomacy.blow import Deed
from core.diplomacy.breach import bound_by, breaches, owed_to
from core.diplomacy.pact import Pact
from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import TableView
from tui.i18n.local_letters import located
from tui.i18n.translation import seat_word, tr
from tui.table.diplomacy import deeds_of, pacts_of, promise_words
from tui.table.seat_view import MatchHistory

BREAKS = sentence("{move} breaks your word to {who}.")
BROKEN, OWED, DUE = sentence("You promised"), sentence("You also owe"), sentence("Promised to you")
"""The titles of the three lists."""


@dataclass(frozen=True, slots=True)
class OwnWord:
    """What the action `text` of a seat would break; what the seat owes beside that, and what is owed to it."""

    seat: Seat
    text: str
    broken: tuple[Pact, ...]
    owed: tuple[Pact, ...]
    due: tuple[Pact, ...]

    def title(self, names: tuple[str, ...]) -> str:
        """Say that the action breaks a word, and whose trust."""
        return tr(BREAKS, move=located(self.text), who=", ".join(seat_word(names[seat]) for seat in self.betrayed))

    @property
    def betrayed(self) -> tuple[Seat, ...]:
        """The other seats to which the word was given."""
        return tuple(dict.fromkeys(seat for pact in self.broken for seat in pact.parties if seat != self.seat))

    def parts(self, names: tuple[str, ...]) -> list[tuple[str, list[str]]]:
        """Give the lists that are not empty, each with its title."""
        found = ((BROKEN, self.broken), (OWED, self.owed), (DUE, self.due))
        return [(tr(title), [f"{promise_words(pact, names)}." for pact in pacts]) for title, pacts in found if pacts]


def own_word(view: TableView, chronicle: MatchHistory, seat: Seat, text: str) -> OwnWord | None:
    """Give what the action `text` would break of the word of `seat`; None if nothing, or if the rules refuse it."""
    match = view.match
    if match is None or match.state.sealed or not chronicle.states:
        return None
    pacts = pacts_of(view, chronicle)
    if not bound_by(pacts, seat):
        return None
    before = chronicle.states[-1]
    try:
        action = before.parse(seat, text)
        after = before.play(seat, action)
    except Fault:
        return None
    deed = Deed(len(chronicle.entries) + 1, seat, before.effects(seat, action), before, after)
    broken = breaches(pacts, match.names, deeds_of(chronicle), deed)
    if not broken:
        return None
    owed = tuple(pact for pact in bound_by(pacts, seat) if pact not in broken)
    due = tuple(pact for pact in owed_to(pacts, seat) if pact not in {*broken, *owed})
    return OwnWord(seat, str(action), broken, owed, due)
