"""Pacts in the text mode: what is proposed and answered by template, and the ledger, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.view.table_view import TableView
from tui.acts import FORMS, act_words, parsed
from tui.pact_words import NO_PACTS, OPEN, pact_line, pacts_of, proposals_of
from tui.speech import LANGUAGES, bare, listed, seat_title, seat_word, speaking, tr
from tui.text.words import Verb

if TYPE_CHECKING:
    from net.table.fold.table_talk import Act

VERBS = (Verb.PROPOSE, Verb.ACCEPT, Verb.REFUSE, Verb.THREATEN, Verb.ACCUSE, Verb.THANK)
"""The commands that say something by template."""

TERMS = {
    "treve": "truce",
    "attack": "joint-attack",
    "attaque": "joint-attack",
    "power": "leave-power",
    "pouvoir": "leave-power",
    "epargner": "spare",
    "nulle": "draw",
}
"""Other words for what may be proposed, without accents."""

NO_FORM = sentence("That is not one of the sentences there are: {forms}.")


def spelt(verb: Verb, rest: str, view: TableView) -> Act:
    """Read what is said by template, seats and terms named in either language; raise `Fault` with the forms."""
    names = tuple(seat.name for seat in view.seats)
    seats = {name.casefold(): name for name in names}
    for language in LANGUAGES:
        with speaking(language):
            seats |= {bare(seat_word(name)): name for name in names}
    words = [seats.get(bare(word)) or TERMS.get(bare(word)) or word for word in rest.split()]
    act = (str(verb), *words)
    if parsed(act, names) is None:
        raise Fault(NO_FORM, forms=listed(form for form in FORMS if form.startswith(f"{verb} ")))
    return act


def pact_lines(view: TableView) -> list[str]:
    """Tell the ledger."""
    names = tuple(seat.name for seat in view.seats)
    lines = [tr("PACT {text}", text=pact_line(pact, names)) for pact in pacts_of(view)]
    for made in proposals_of(view):
        said = tr("{nick}:", nick=seat_title(names[made.seat])) + " " + act_words(made.act(names), names)
        lines.append(tr("PACT {text}", text=f"{said} ({tr(OPEN)})"))
    return lines or [tr("PACT {text}", text=tr(NO_PACTS))]
