"""What the form of a new table says about its fields, which options stand first there, and what is folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.bots import LEVELS
from core.fault import sentence
from core.game import Game, Option
from tui.i18n.translation import tr
from tui.words.bot_words import character_purpose, level_purpose
from tui.words.option_words import ALL_RULES, purpose

RULES, AGREED = "rules", "terms"
"""The two parts of the options: those of the game and those of the table."""

MORE = "more-"
"""What the id of a fold begins with; a part follows."""

FEW = 3
"""How many options stand first if none says so itself."""

FOLDS = {RULES: sentence("More rules ({n})"), AGREED: sentence("More about the table ({n})")}
CHANGED = {
    RULES: sentence("More rules ({n}, changed: {changed})"),
    AGREED: sentence("More about the table ({n}, changed: {changed})"),
}
COUNTED = sentence("{purpose} Enter keeps it.")
"""What a number is for, and what keeps the one that stands there."""
PURPOSES = {
    "preset": ALL_RULES,
    f"{MORE}{RULES}": sentence("Rules that most tables leave as they are: Enter or a click shows or hides them."),
    f"{MORE}{AGREED}": sentence("Who may watch, talk, take back: Enter or a click shows or hides it."),
    "table-title": sentence("The name of the table in the list of the room; it may stay empty."),
    "seat": sentence("Who plays this seat: somebody at this keyboard, a bot, or whoever comes and takes it."),
    "open": sentence("Opens the table as it is chosen here."),
}
"""What the fields that are no options are for, by their ids; all seats have the same."""


def field_purpose(name: str, game: Game, options: Mapping[str, Option], value: str = "") -> str:
    """Say in a sentence what the field with this id is for, or what its `value` means if that is a bot's.

    `options` are those that have a field, by its id.
    """
    if name in options:
        told = purpose(options[name], typed=True)
        return told if options[name].highest is None else tr(COUNTED, purpose=told)
    if name == "game":
        return tr(game.pitch)
    if name == "character" or (name.startswith("seat") and value in LEVELS):
        return character_purpose(value) if name == "character" else level_purpose(value)
    return tr(PURPOSES.get("seat" if name.startswith("seat-") else name, ""))


def fold_words(part: str, options: int, changed: int) -> str:
    """Tell how many options of a part are folded away, and how many of them are not at their defaults."""
    return tr(CHANGED[part], n=options, changed=changed) if changed else tr(FOLDS[part], n=options)


def leading_options(options: Sequence[Option]) -> tuple[Option, ...]:
    """Give the options that stand first: those that say so, else the first few."""
    return tuple(option for option in options if option.leading) or tuple(options[:FEW])
