"""The games there are, found by looking: each folder beside this file holds one as `GAME`. There is no list to keep."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import get_data, iter_modules
from typing import TYPE_CHECKING, cast

from core.fault import Fault, UnknownGame, sentence
from core.game import Game

if TYPE_CHECKING:
    from core.threat import Threats

NO_DATA = sentence("The folder of {name} has no file {file}.")
NO_GAME = sentence("There is no game {name}; there are {allowed}.")


@cache
def names() -> tuple[str, ...]:
    """Give the games' names in alphabetical order."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg and _whole(found.name)))


def _whole(name: str) -> bool:
    """Tell whether a folder holds a module `game`: otherwise it is none, or none yet."""
    return any(found.name == "game" for found in iter_modules([f"{place}/{name}" for place in __path__]))


@cache
def find(name: str) -> Game:
    """Give the game of that name; raise `UnknownGame`."""
    if name not in names():
        raise UnknownGame(NO_GAME, name=name, allowed=", ".join(names()))
    return cast("Game", import_module(f"{__name__}.{name}").GAME)


@cache
def lookout(name: str) -> Threats | None:
    """Give what tells the threats in that game: the function `threats` of its module `threat`; None without one."""
    if not any(found.name == "threat" for found in iter_modules([f"{place}/{name}" for place in __path__])):
        return None
    return cast("Threats", import_module(f"{__name__}.{name}.threat").threats)


@cache
def shipped(name: str, file: str) -> str:
    """Give the text of a data file that is part of a game's folder, as its modules are; raise `Fault`."""
    data = get_data(f"{__name__}.{name}", file)
    if data is None:
        raise Fault(NO_DATA, name=name, file=file)
    return data.decode()
