"""The choice of what to declare or to offer at a table, and the question before what cannot be made good."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.text import Text

from core.fault import sentence
from core.game import Seat
from net.view.table_view import TableView
from tui.i18n.translation import seat_title, tr
from tui.table.departure import STOP, cheats, declared_words, overdue_seats, taken_back, votes
from tui.table.diplomacy import following
from tui.table.sentences.claim_words import no_longer_words
from tui.table.sentences.seat_handover import substitution_targets, substitution_words
from tui.widgets.talk_pane import is_hushed
from tui.words.declaration_words import FINAL, declaration_words

if TYPE_CHECKING:
    from textual.app import App

TREAT = sentence("Diplomacy: a truce, a threat, an answer ({key[table.diplomacy]})")
GREET = sentence("A greeting: the rules close all other talk now ({key[table.diplomacy]})")
CLAIM, STOPPING, HANDING, DIPLOMACY = "claim", "stop", "handing", "diplomacy"
"""How the answers begin that are no declarations."""
STAYING, DOING = "stay", "do"


def declaration_answers(
    view: TableView, seat: Seat, names: tuple[str, ...], texts: Iterable[str]
) -> list[tuple[str, str]]:
    """Give all that `seat` can choose, each with its words; what ends the game for oneself comes last."""
    answers = [(text, declared_words(view, seat, text)) for text in texts]
    answers += [(text, declaration_words(text)) for text in (*votes(view, seat), *taken_back(view))]
    answers += [(f"{CLAIM} {late}", no_longer_words(view, late, names[late])) for late in overdue_seats(view)]
    answers += [(f"{STOPPING} {seat}", tr(STOP, seat=seat_title(names[seat]))) for seat in cheats(view)]
    answers += [(DIPLOMACY, tr(GREET if is_hushed(view) else TREAT))] if following(view, seat, ())[1] else []
    answers += [
        (f"{HANDING} {one.seat} {one.pid}", substitution_words(one, view)) for one in substitution_targets(view)
    ]
    return sorted(answers, key=lambda one: one[0].split(maxsplit=1)[0] in FINAL)


async def is_sure(app: App[Any], question: Text, answers: tuple[str, str]) -> bool:
    """Ask once more before something that cannot be made good; `answers` name leaving it and doing it."""
    from tui.screens.frame.dialog import ChoiceScreen

    choice = ChoiceScreen(question, list(zip((STAYING, DOING), answers, strict=True)))
    return await app.push_screen_wait(choice) == DOING
