"""Which set of rules a game's options are: the classic rules, a preset, or rules of one's own.

How many play is no matter of rules, nor what depends on it, nor a handicap.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.fault import sentence
from core.game import Game, Option
from core.option import NONE, Handicap
from tui.i18n.translation import bare, ntr, tr, word
from tui.table.table_plan import defaults

CLASSIC = "classic"
"""The rules with every option at its default."""

OWN = "own"
"""Rules that have no name."""

PLAYERS = "players"
CLASSIC_RULES = sentence("Classic rules")
WITH_HANDICAP = sentence("{rules}, with a handicap")


def rule_options(game: Game) -> tuple[Option, ...]:
    """Give the options of a form that make up the rules."""
    return tuple(
        option
        for option in game.options
        if option.form
        and option.name != PLAYERS
        and not isinstance(option, Handicap)
        and all(name != PLAYERS for name, _ in option.needs)
    )


def rules_of(game: Game, name: str) -> dict[str, str]:
    """Give the options that a named set of rules sets, those at their defaults too."""
    whole = defaults(game.name) | dict(game.presets.get(name, {}))
    return {option.name: whole[option.name] for option in rule_options(game)}


def named_rules(game: Game) -> tuple[str, ...]:
    """Give the named sets of rules; a preset that is nothing but the defaults is called classic."""
    classic = rules_of(game, CLASSIC)
    return (CLASSIC, *(name for name in game.presets if rules_of(game, name) != classic))


def preset_meant(game: Game, typed: str) -> str:
    """Give the preset whose name in the language in use was typed; any other text as it is.

    >>> from core.games import find
    >>> preset_meant(find("djambi"), "board game arena"), preset_meant(find("djambi"), "short")
    ('bga', 'short')
    """
    return next((name for name in game.presets if bare(typed) in {bare(name), bare(word(name))}), typed)


def rules_name(game: Game, values: Mapping[str, str]) -> str:
    """Give the name of the rules that these options are, or `OWN`."""
    mine = _in_force(game, values)
    return next((name for name in named_rules(game) if _in_force(game, rules_of(game, name)) == mine), OWN)


def changes(game: Game, values: Mapping[str, str]) -> int:
    """Count the options that are in force and not as in the classic rules."""
    return sum(rules_of(game, CLASSIC)[name] != value for name, value in _in_force(game, values).items())


def rules_words(game: Game, name: str, values: Mapping[str, str]) -> str:
    """Tell the name of rules; of one's own, how far they are from the classic ones."""
    if name == OWN:
        return ntr("Your own rules: {n} change", "Your own rules: {n} changes", changes(game, values))
    return tr(CLASSIC_RULES) if name == CLASSIC else word(name)


def with_handicap(game: Game, told: str, values: Mapping[str, str]) -> str:
    """Add to the name of rules that a handicap is set, if one is."""
    set_ = any(isinstance(option, Handicap) and values.get(option.name, NONE) != NONE for option in game.options)
    return tr(WITH_HANDICAP, rules=told) if set_ else told


def _in_force(game: Game, values: Mapping[str, str]) -> dict[str, str]:
    """Give the values of the rules that mean something beside the others."""
    return {
        option.name: values[option.name]
        for option in rule_options(game)
        if all(values.get(name) == value for name, value in option.needs)
    }
