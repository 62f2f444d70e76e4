"""Rivals in text mode: which bots there are to play against, and the table with those that were named. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core import bots
from core.bots.persona import Persona
from core.fault import sentence
from tui.bot_words import ASIDE, CHARACTERS, character, may_deal, with_character
from tui.plan import Plan, against, defaults
from tui.speech import tr

ASK = sentence("Which bot: {names}? An empty line for {usual}.")
CHARACTER = sentence("With a character, if you like ({example}): {names}.")


def question(game: str, options: Mapping[str, str]) -> str:
    """Ask which bots are to play."""
    asked = tr(ASK, names=", ".join(bots.of(game)), usual=bots.USUAL)
    if may_deal(game, {**defaults(game), **options}):
        example = f"{bots.USUAL}{ASIDE}{Persona.LOYAL}"
        asked += " " + tr(CHARACTER, example=example, names=", ".join(CHARACTERS))
    return asked


def table(bot: str, game: str, options: Mapping[str, str]) -> Plan:
    """Plan a table against bots as they were named (`3`, `greedy/loyal`); raise a `Fault` for what is none."""
    level, _, who = bot.partition(ASIDE)
    bots.find(level)
    plan = against(level, game, options)
    return replace(plan, sitters=with_character(plan.sitters, character(who)))
