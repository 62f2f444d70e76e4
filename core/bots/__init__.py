"""Bots and personas that know no single game: levels, the greedy search, how a persona keeps its word.

They import the vocabulary of `core`, `core.match` and `core.diplomacy`, and find a game's own thinker by name.
A match, a seat, a random source and a budget enter; a legal action or a thought leaves.
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
"""The bots there are, by the name of their level."""

DEFAULT_LEVEL = Greedy.name
"""The level of a bot that speaks the engine protocol, where nothing else is asked for."""

_RIVAL = "2"


def of(game: str) -> tuple[str, ...]:
    """Give the levels at which a game is played."""
    return tuple(name for name, bot in LEVELS.items() if not isinstance(bot, Level) or thinker(game) is not None)


def default_level(game: str) -> str:
    """Give the level of a rival for somebody who has not said which: it looks ahead a little, and it can be beaten."""
    return _RIVAL if thinker(game) is not None else DEFAULT_LEVEL


def find(level: str) -> Bot:
    """Give the bot of that level; raise `UnknownLevel`."""
    bot = LEVELS.get(level)
    if bot is None:
        raise UnknownLevel(NO_LEVEL, name=level, allowed=", ".join(LEVELS))
    return bot
