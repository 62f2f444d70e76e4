"""Rivals in text mode: which bots there are to play against, and the table with those that were named. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core import bots
from core.bots.persona import Persona
from core.fault import Fault, sentence
from tui.bot_words import ASIDE, CHARACTERS, character, may_deal, with_character
from tui.plan import ME, Plan, against, defaults
from tui.speech import bare, tr

ASK = sentence("Which bot: {names}? An empty line for {usual}.")
CHARACTER = sentence("With a character, if you like ({example}): {names}.")
NOT_EACH = sentence("That names {given} of {seats} seats: one bot for all others, or somebody for each seat.")
MYSELF = frozenset({ME, "moi"})
"""Words for oneself."""


def question(game: str, options: Mapping[str, str]) -> str:
    """Ask which bots are to play."""
    asked = tr(ASK, names=", ".join(bots.of(game)), usual=bots.usual(game))
    if may_deal(game, {**defaults(game), **options}):
        example = f"{bots.usual(game)}{ASIDE}{Persona.LOYAL}"
        asked += " " + tr(CHARACTER, example=example, names=", ".join(CHARACTERS))
    return asked


def table(bot: str, game: str, options: Mapping[str, str]) -> Plan:
    """Plan a table against bots as they were named: `3`, `greedy/loyal`, or one for each seat, `3,me,greedy/loyal`.

    Raises a `Fault` for what is none.
    """
    named = [one.strip() for one in bot.split(",")]
    plan = against(bots.usual(game), game, options)
    taken = _taken(plan)
    if len(named) == 1:
        named = [ME, *named * (len(taken) - 1)]
    if len(named) != len(taken):
        raise Fault(NOT_EACH, given=len(named), seats=len(taken))
    sitters = list(plan.sitters)
    for at, one in zip(taken, named, strict=True):
        sitters[at] = _sitter(one)
    return replace(plan, sitters=tuple(sitters))


def _taken(plan: Plan) -> list[int]:
    """Give the seats where somebody sits."""
    return [at for at, sitter in enumerate(plan.sitters) if sitter]


def _sitter(named: str) -> str:
    """Read who sits on one seat."""
    if bare(named) in MYSELF:
        return ME
    level, _, who = named.partition(ASIDE)
    bots.find(level)
    return with_character((level,), character(who))[0]
