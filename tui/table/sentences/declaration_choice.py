"""The choice of what to declare or to offer at a table, in words."""

from __future__ import annotations

from collections.abc import Iterable

from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import TableView
from tui.i18n.translation import seat_title, tr
from tui.table.departure import (
    GIVING_UP,
    LEAVING,
    STOP,
    cheats,
    declaration,
    declared_words,
    overdue_seats,
    taken_back,
    votes,
)
from tui.table.diplomacy import following
from tui.table.sentences.claim_words import no_longer_words, waived_words
from tui.table.sentences.seat_handover import (
    kept_target_words,
    kept_targets,
    substitution_targets,
    substitution_words,
)
from tui.table.sentences.side_resignation import resigned_fault, resigned_words
from tui.words.declaration_words import FINAL, declaration_words, typed_word
from tui.words.rated_mark import UNRATED, RatedMark

TREAT = sentence("Diplomacy: a truce, a threat, an answer ({key[table.diplomacy]})")
GREET = sentence("A greeting: the rules close all other talk now ({key[table.diplomacy]})")
NO_LEAVING = sentence("That cannot be said now.")
CLAIM, STOPPING, HANDING, DIPLOMACY = "claim", "stop", "handing", "diplomacy"
"""How the answers begin that are no declarations."""


def declaration_answers(
    view: TableView,
    seat: Seat,
    names: tuple[str, ...],
    texts: Iterable[str],
    *,
    hushed: bool,
    rated: RatedMark = UNRATED,
) -> list[tuple[str, str]]:
    """Give all that `seat` can choose, each with its words; what ends the game for oneself comes last.

    `hushed` tells whether the rules close talk now, `rated` what the table is rated for.
    """
    answers = [(text, declared_words(view, seat, text)) for text in texts]
    answers += [(text, declaration_words(text)) for text in (*votes(view, seat), *taken_back(view))]
    answers += [(f"{CLAIM} {late}", no_longer_words(view, late, names[late])) for late in overdue_seats(view)]
    answers += [(f"{STOPPING} {seat}", tr(STOP, seat=seat_title(names[seat]))) for seat in cheats(view)]
    answers += [(DIPLOMACY, tr(GREET if hushed else TREAT))] if following(view, seat, ())[1] else []
    answers += [
        (f"{HANDING} {one.seat} {one.pid}", substitution_words(one, view, rated)) for one in substitution_targets(view)
    ]
    answers += [(f"{HANDING} {one.seat} {one.pid}", kept_target_words(one, view)) for one in kept_targets(view)]
    return sorted(answers, key=lambda one: one[0].split(maxsplit=1)[0] in FINAL)


def gap_words(view: TableView, seat: Seat) -> tuple[str, ...]:
    """Say why an answer is missing that was there before: its claim is waived, its word is given already."""
    return tuple(told for told in (waived_words(view), resigned_words(view, seat)) if told)


def typed_declaration(view: TableView, seat: Seat, text: str) -> str:
    """Give the declaration of `seat` that a typed text means, in any language; empty if it means none.

    Raises `Fault` with the reason if the seat cannot say that now.
    """
    head, _, rest = text.strip().partition(" ")
    word = typed_word(head)
    if not word or view.match is None:
        return ""
    state = view.match.state
    if rest:
        said = str(state.parse(seat, f"{word} {rest.strip()}"))
        return said if said in map(str, state.declarations(seat)) else ""
    preferred = {GIVING_UP[0]: GIVING_UP, LEAVING[0]: LEAVING}
    if found := declaration(view, seat, preferred.get(word, (word,))):
        return found
    if word in preferred:
        raise resigned_fault(view, seat) or Fault(NO_LEAVING)
    state.play(seat, state.parse(seat, word))
    raise Fault(NO_LEAVING)
