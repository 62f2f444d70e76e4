"""The registry of games: every folder here that holds a module `rules.definition` is a game.

It imports the vocabulary of `core` and finds the games by name; one game never imports another. A name goes in; the
game, its threats or one of its data files comes out.
"""

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
    """Tell whether a folder holds a module `rules.definition`; without it the folder is not a game, or not yet."""
    return any(found.name == "definition" for found in iter_modules([f"{place}/{name}/rules" for place in __path__]))


@cache
def find(name: str) -> Game:
    """Give the game of that name; raise `UnknownGame`."""
    if name not in names():
        raise UnknownGame(NO_GAME, name=name, allowed=", ".join(names()))
    return cast("Game", import_module(f"{__name__}.{name}").GAME)


@cache
def threat_finder(name: str) -> Threats | None:
    """Give the function `threats` of a game's module `rules.threat_finder`, or None if it has none."""
    if not any(
        found.name == "threat_finder" for found in iter_modules([f"{place}/{name}/rules" for place in __path__])
    ):
        return None
    return cast("Threats", import_module(f"{__name__}.{name}.rules.threat_finder").threats)


@cache
def data_text(name: str, file: str) -> str:
    """Give the text of a data file in a game's folder; raise `Fault`."""
    data = get_data(f"{__name__}.{name}", file)
    if data is None:
        raise Fault(NO_DATA, name=name, file=file)
    return data.decode()
