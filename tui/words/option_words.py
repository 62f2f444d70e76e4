"""Options in words: what one does, what each of its values is called. The codes stay in records and on the wire."""

from __future__ import annotations

from core.fault import sentence
from core.game import Option
from core.option import Handicap
from tui.i18n.translation import tr, word
from tui.words.clock_words import pace_words

ALL_RULES = sentence("All rules at once. Each can be changed by itself too; then the rules are your own.")
"""What a preset is for."""


def value_words(option: Option, value: str) -> str:
    """Give a value's words in the language in use; plain numbers, and what somebody typed, stay as they are.

    >>> from core.games import find
    >>> moves = next(option for option in find("djambi").options if option.name == "vassal_turns")
    >>> value_words(moves, "merged")
    "in their master's turn"
    """
    told = dict(option.words).get(value)
    if told is not None:
        return tr(told)
    if option.name == "clock":
        return pace_words(value)
    return word(value) if value in option.values else value


def offered(option: Option) -> dict[str, str]:
    """Give the values to choose from with their words: those of the option, then other numbers that have words."""
    more = [value for value, _ in option.words if value not in option.values and option.accepts(value)]
    return {value: value_words(option, value) for value in (*option.values, *more)}


def purpose(option: Option) -> str:
    """Say in a sentence what an option does; nothing if the option does not tell."""
    return tr(option.purpose, example=option.example) if isinstance(option, Handicap) else tr(option.purpose)
