"""What seats wear: the colour and shape of those whose name is no colour, as the game's panel tells. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from core.games import find
from net.view.table_view import TableView
from tui.speech import seat_brief, seat_word


def worn(view: TableView | None) -> Mapping[str, str]:
    """Give the colour's word of each seat's name at a table; nothing for names that are colours themselves."""
    return _worn(view.game, view.options) if view is not None and view.game else {}


def called(game: str, options: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, int]]:
    """Give what seats are called whose name is a number: a colour, and which of those that have it (0: one alone)."""
    return _called(game, tuple(options)) if game else {}


@lru_cache(maxsize=64)
def _called(game: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, tuple[str, int]]:
    colours = {name: colour for name, colour in _worn(game, options).items() if name.isdigit()}
    having, seen = Counter(colours.values()), Counter[str]()
    told = {}
    for name, colour in colours.items():
        seen[colour] += 1
        told[name] = (colour, seen[colour] if having[colour] > 1 else 0)
    return MappingProxyType(told)


@lru_cache(maxsize=64)
def _worn(game: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    known = find(game)
    chosen = {option.name: option.default for option in known.options} | dict(options)
    panels = known.start(chosen).scene().seats
    return MappingProxyType({panel.name: panel.colour for panel in panels if panel.colour})


def fitting(name: str, room: int) -> str:
    """Tell a seat's name as far as there is room, in columns."""
    told = seat_word(name)
    return told if len(told) <= room else seat_brief(name, room)
