"""The maps there are: the shipped one, and those a face has read from files."""

from __future__ import annotations

import re
from functools import cache

from core.fault import BadOption, sentence
from core.games import shipped
from core.games.mediterranee.chart import Chart
from core.games.mediterranee.survey import read

SHIPPED = "reconstruction-1"
"""The name of the map that is part of the game, as the option `map` gives it."""

NAMED = re.compile(r"(?:([0-9a-z-]{1,32})@)?([0-9a-f]{16})", re.ASCII)
"""How the option `map` names another one: its name, as far as small letters tell it, and its digest."""

UNKNOWN_MAP = sentence("The map {name} ({digest}) is not known here: it must be read from its file first.")

NAME_LENGTH = 32
_LEARNT: dict[str, Chart] = {}


def learn(text: str) -> str:
    """Read the text of a map file; give the value of the option `map` that means it from now on. Raises `BadMap`.

    That is NAME@DIGEST, or `SHIPPED` for a text that says what the shipped map says.
    """
    chart = read(text)
    if chart == home_chart():
        return SHIPPED
    _LEARNT.setdefault(chart.digest, chart)
    name = re.sub("[^0-9a-z]+", "-", chart.name.lower()).strip("-")[:NAME_LENGTH]
    return f"{name}@{chart.digest}" if name else chart.digest


@cache
def home_chart() -> Chart:
    """Give the map that is part of the game."""
    return read(shipped("mediterranee", "map.toml"))


def find(name: str) -> Chart:
    """Give the map that a value of the option `map` means; raise `BadOption` for one that was not learnt here."""
    told = NAMED.fullmatch(name)
    called, digest = told.groups() if told else ("", name)
    if digest in (SHIPPED, home_chart().digest):
        return home_chart()
    if digest not in _LEARNT:
        raise BadOption(UNKNOWN_MAP, name=called or "?", digest=digest)
    return _LEARNT[digest]
