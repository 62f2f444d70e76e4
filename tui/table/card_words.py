"""What a card in a room says of its table: the rules and the terms that are not the usual ones, in words."""

from __future__ import annotations

from core.fault import Fault, sentence
from core.games import find
from core.option import Handicap, settle
from net.table.fold.table_terms import TERMS
from net.view.room_view import CardView, terms_now
from net.view.table_view import TableView
from tui.i18n.translation import Called, calling, listed, tr
from tui.table.rule_choice import rules_name, rules_words
from tui.table.seat_names import called
from tui.table.table_plan import defaults
from tui.words.option_words import changed, lasting

RULES = sentence("RULES {rules}.")
PRIVATE = "private"
"""The term that the list tells in its own way: by what is needed to come in."""


def card_words(card: CardView) -> list[str]:
    """Tell each option and each term of a table that is not at its default. A private table is marked elsewhere."""
    try:
        options = find(card.game).options
    except Fault:
        return changed((), card.options)
    terms = [(name, value) for name, value in card.terms if name != PRIVATE]
    with calling(_seats(card)):
        return [*changed(options, card.options), *changed(TERMS, terms)]


def table_rules(view: TableView) -> list[str]:
    """Tell a table's rules in words: their name, what decides how long a game is, each option and term not as usual."""
    game = find(view.game)
    values = defaults(game.name) | dict(view.options)
    terms = [(name, value) for name, value in terms_now(view) if name != PRIVATE]
    with calling(called(game.name, view.options)):
        changes = [*changed(game.options, view.options), *changed(TERMS, terms)]
    return [rules_words(game, rules_name(game, values), values), *lasting(game.options, values), *changes]


def rules_line(view: TableView) -> str:
    """Tell a table's rules in the line of the text mode."""
    return tr(RULES, rules=listed(table_rules(view)))


def _seats(card: CardView) -> Called:
    """Give the names of numbered seats where a handicap speaks of them; nothing for options that contradict."""
    game, chosen = find(card.game), dict(card.options)
    if not any(option.name in chosen for option in game.options if isinstance(option, Handicap)):
        return Called()
    try:
        return called(game.name, settle(game, chosen).items())
    except Fault:
        return Called()
