"""Map files: a person's own map becomes a value of the game's option `map`, computed from the file's text."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from core.fault import BadOption, Fault, sentence
from core.game import Game
from core.games import find, names

OPTION = "map"
SIZE_LIMIT = 1024 * 1024
"""Bytes of the longest map file."""

NO_FILE = sentence("map={path}: there is no such file.")
UNREADABLE = sentence("map={path}: the file cannot be read as text ({reason}).")
BAD_MAP = sentence("map={path}: {reason}")

_PATHS: dict[str, str] = {}
_CHOSEN: dict[str, str] = {}


def learnt(game: Game, options: dict[str, str]) -> dict[str, str]:
    """Give options in which a map's file is replaced by the value for it; raise `BadOption`.

    Anything that is not a file is left as it is: the game itself knows its values.
    """
    given = options.get(OPTION, "")
    atlas = f"core.games.{game.name}.board.map_reader"
    known = next((option.values for option in game.options if option.name == OPTION), ())
    if not given or given in known or not known or find_spec(atlas) is None:
        return options
    text = _read(given)
    if text is None:
        return options
    try:
        value = str(import_module(atlas).register_map(text))
    except Fault as fault:
        raise BadOption(BAD_MAP, name=OPTION, path=given, reason=fault) from fault
    if value not in known:
        _PATHS[value] = str(Path(given).resolve())
    return {**options, OPTION: value}


def take(path: str) -> None:
    """Learn the map of a file for every game that has maps, and make it the default.

    Raises `BadOption`. An empty path does nothing.
    """
    for name in names() if path else ():
        game = find(name)
        if any(option.name == OPTION for option in game.options):
            file = str(Path(path))
            _CHOSEN[name] = learnt(game, {OPTION: file if "/" in file else f"./{file}"})[OPTION]


def chosen(game: str) -> dict[str, str]:
    """Give the option that names the map taken for a game, if one was."""
    return {OPTION: _CHOSEN[game]} if game in _CHOSEN else {}


def path_of(value: str) -> str:
    """Give the file from which a map was learnt here, for another process; for any other map the value itself."""
    return _PATHS.get(value, value)


def _read(path: str) -> str | None:
    file = Path(path)
    try:
        if not file.is_file():
            if "/" in path or file.suffix:
                raise BadOption(NO_FILE, name=OPTION, path=path)
            return None
        with file.open("rb") as opened:
            return opened.read(SIZE_LIMIT).decode()
    except (OSError, ValueError) as why:
        if isinstance(why, BadOption):
            raise
        raise BadOption(UNREADABLE, name=OPTION, path=path, reason=getattr(why, "strerror", None) or why) from why
