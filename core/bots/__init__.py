"""Bots and searchers without knowledge of any one game: `find` gives one by its level's name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.bots.bot import Bot
from core.bots.greedy import Greedy
from core.bots.wanderer import Wanderer
from core.fault import Fault, sentence

NO_LEVEL = sentence("There is no level {name}; there are {allowed}.")
NOT_YET = sentence("Level {name} is not there yet; there are {allowed}.")

LEVELS: Mapping[str, Bot] = MappingProxyType({bot.name: bot for bot in (Wanderer(), Greedy())})
"""The bots there are, by the name of their level."""

PLANNED = ("1", "2", "3", "4", "5")
"""Levels that have a name but no bot yet."""


class UnknownLevel(Fault):
    """There is no bot of that level; the sentence names those there are."""


def find(level: str) -> Bot:
    """Give the bot of that level; raise `UnknownLevel`."""
    bot = LEVELS.get(level)
    if bot is None:
        raise UnknownLevel(NOT_YET if level in PLANNED else NO_LEVEL, name=level, allowed=", ".join(LEVELS))
    return bot
