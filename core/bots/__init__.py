"""Bots and personas that work for any game: levels, the greedy search, and how a persona keeps its word.

They import the vocabulary of `core`, `core.match` and `core.diplomacy`, and find a game's own thinker by name. A match,
a seat, a random source and a budget go in; a legal action or a thought comes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from core.bots.bot import Bot
from core.bots.greedy import Greedy
from core.bots.level import Level, RandomBot, UnknownLevel, thinker
from core.fault import sentence

__all__ = ["DEFAULT_LEVEL", "LEVELS", "UnknownLevel", "default_level", "find", "of"]

NO_LEVEL = sentence("There is no level {name}; there are {allowed}.")

_ALL: tuple[Bot, ...] = (RandomBot(), Greedy(), *(Level(number) for number in range(1, 6)))
LEVELS: Mapping[str, Bot] = MappingProxyType({bot.name: bot for bot in _ALL})
"""All bots, by the name of their level."""

DEFAULT_LEVEL = Greedy.name
"""The level of a bot that speaks the engine protocol, if no other is asked for."""

_RIVAL = "2"


def of(game: str) -> tuple[str, ...]:
    """Give the levels that a game offers."""
    return tuple(name for name, bot in LEVELS.items() if not isinstance(bot, Level) or thinker(game) is not None)


def default_level(game: str) -> str:
    """Give the level of an opponent if the player has not chosen one: it looks ahead a little and can be beaten."""
    return _RIVAL if thinker(game) is not None else DEFAULT_LEVEL


def find(level: str) -> Bot:
    """Give the bot of that level; raise `UnknownLevel`."""
    bot = LEVELS.get(level)
    if bot is None:
        raise UnknownLevel(NO_LEVEL, name=level, allowed=", ".join(LEVELS))
    return bot
