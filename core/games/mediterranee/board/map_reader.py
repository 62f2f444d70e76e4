"""Read map files, and find a map by the value of its option.

This module checks what a file must say. Whether the map can be played on is checked in
`core.games.mediterranee.board.chart`. Every fault names line, column, the city (or the state) and the reason.

The maps that can be found are the shipped one, and those that a face has read from files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NoReturn

from core.digest import digest
from core.fault import BadOption, sentence
from core.games import data_text
from core.games.mediterranee.board.chart import (
    FORMAT,
    STATES,
    BadMap,
    Chart,
    City,
    Edge,
    Flaw,
    Kind,
    Realm,
    Ways,
    map_flaw,
)
from core.games.mediterranee.board.city_set import members

NOT_TOML = sentence("{line}:{column}: This is not TOML: {reason}.")
WRONG_FORMAT = sentence("{line}:{column}: A map file says format = “{expected}”.")
MISSING = sentence("{line}:{column}: The entry {key} of {what} is missing.")
NOT_A = sentence("{line}:{column}: The entry {key} of {what} must be {kind}.")
FOUR_STATES = sentence("{line}:{column}: A map has the four states {expected}, in this order.")
BAD_ID = sentence("{line}:{column}: “{city}” does not name a city: write three capital letters, as in ROM.")
TWICE = sentence("{line}:{column}: The city {city} stands on the map twice.")
NO_STATE = sentence("{line}:{column}: The city {city} is of no state: {value} is none of {expected}.")
UNKNOWN_CITY = sentence("{line}:{column}: There is no city {city} to be joined, as {edge} says.")
BAD_EDGE = sentence("{line}:{column}: “{edge}” is no edge: write two cities and one of {expected}.")
EDGE_TWICE = sentence("{line}:{column}: {edge} stands here twice, the city {city} is joined to it already.")
TO_ITSELF = sentence("{line}:{column}: The city {city} is joined to itself.")
BAD_BEND = sentence("{line}:{column}: The bends of {edge} must be points [longitude, latitude] of a line by sea.")

WORDS = {
    str: sentence("a text"),
    bool: sentence("true or false"),
    float: sentence("a number of degrees"),
    list: sentence("a list"),
    dict: sentence("a table"),
}
THE_MAP = "map"
HALF_TURN = 180
LONGEST = 60
"""The greatest length of a name, in characters."""
TOML_PLACE = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL)
ID_OF = re.compile(r"\bid\s*=\s*[\"']([^\"'\n]*)[\"']")
KEY = re.compile(r"^[ \t]*\[{0,2}(\w+)", re.MULTILINE)
ID = re.compile(r"[A-Z]{3}", re.ASCII)
KINDS = {"land": (Kind.ROAD, Kind.STRAIT), "sea": (Kind.COAST, Kind.ROUTE)}
ENDS = 2
Place = tuple[int, int]
TOP = (1, 1)


class _Source:
    """The text of a map file, and where in it things stand."""

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"#[^\n\"]*$", lambda found: " " * len(found[0]), text, flags=re.MULTILINE)
        self._named = self._starts(ID_OF)
        self._keys = self._starts(KEY)

    def _starts(self, pattern: re.Pattern[str]) -> dict[str, list[int]]:
        """Give, for each word that a pattern finds, the places where it begins."""
        starts: dict[str, list[int]] = {}
        for match in pattern.finditer(self.text):
            starts.setdefault(match[1], []).append(match.start())
        return starts

    def place(self, pattern: str, nth: int = 0, after: str = "") -> Place:
        """Give line and column of the nth match behind the first match of `after`; the top if there is none."""
        begun = re.search(after, self.text, re.MULTILINE) if after else None
        start = begun.end() if begun else 0
        return self._at([match.start() for match in re.compile(pattern, re.MULTILINE).finditer(self.text, start)], nth)

    def _at(self, found: Sequence[int], nth: int = 0) -> Place:
        if len(found) <= nth:
            return TOP
        return self.text.count("\n", 0, found[nth]) + 1, found[nth] - self.text.rfind("\n", 0, found[nth])

    def named(self, name: object, nth: int = 0) -> Place:
        """Give where the description of a city or state of that name begins."""
        return self._at(self._named.get(str(name), ()), nth)

    def edge(self, ends: Sequence[object], key: str, nth: int = 0) -> Place:
        """Give where an edge of the list `key` stands."""
        told = r"\s*,\s*".join(rf"[\"']{re.escape(str(end))}[\"']" for end in ends[:ENDS])
        return self.place(rf"\[\s*{told}", nth, rf"^[ \t]*{key}\s*=\s*\[")

    def key(self, key: str) -> Place:
        return self._at(self._keys.get(key, ()))


def read(text: str) -> Chart:
    """Give the map that the text of a file describes; raise `BadMap`."""
    source = _Source(text)
    given = _toml(text)
    if given.get("format") != FORMAT:
        _fail(WRONG_FORMAT, source.key("format"), expected=FORMAT)
    name = _text(given, "name", THE_MAP, source.key("name"))
    reconstruction = bool(_typed(given, "reconstruction", bool, THE_MAP, source.key("reconstruction"), default=False))
    states = _states(source, given)
    cities = _cities(source, given)
    joined = _typed(given, "edges", dict, THE_MAP, source.key("edges"))
    bends = _bends(source, given)
    index = {city.id: at for at, city in enumerate(cities)}
    roads, lanes = (_edges(source, joined, key, index, bends) for key in KINDS)
    known = {(cities[edge.one].id, cities[edge.other].id) for edge in lanes}
    for ends in bends:
        if ends not in known:
            _fail(BAD_BEND, source.place(rf"[\"']{'-'.join(ends)}[\"']"), edge="-".join(ends))
    chart = _charted(name, reconstruction, states, cities, (roads, lanes))
    flaw = map_flaw(chart)
    if flaw is not None:
        _refuse(source, flaw)
    return chart


def _fail(template: str, place: Place, **fields: object) -> NoReturn:
    line, column = place
    raise BadMap(template, **{"city": "", **fields, "line": line, "column": column})


def _refuse(source: _Source, flaw: Flaw) -> NoReturn:
    place = source.named(flaw.city)
    if flaw.edge is not None:
        place = next((at for key in ("sea", "land") if (at := source.edge(flaw.edge, key)) != TOP), place)
    _fail(flaw.template, place, city=flaw.city, **dict(flaw.fields))


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        found = TOML_PLACE.match(str(fault))
        lines = text.split("\n")
        end = (len(lines), len(lines[-1]) + 1)
        place = (int(found[2]), int(found[3])) if found and found[2] else end
        _fail(NOT_TOML, place, reason=found[1] if found else str(fault))


def _typed(
    given: Mapping[str, object], key: str, kind: type, what: str, place: Place, *, default: object = None
) -> object:
    """Give an entry of a kind; raise `BadMap` if it has another kind, or is missing and has no default."""
    if key not in given:
        if default is not None:
            return default
        _fail(MISSING, place, key=key, what=what, city=what)
    value = given[key]
    if kind is float and isinstance(value, int | float) and _angle(value):
        return float(value)
    if kind is float or type(value) is not kind:
        _fail(NOT_A, place, key=key, what=what, kind=WORDS[kind], city=what)
    return value


def _text(given: Mapping[str, object], key: str, what: str, place: Place) -> str:
    value = str(_typed(given, key, str, what, place))
    if not value.strip() or len(value) > LONGEST or not value.isprintable():
        _fail(NOT_A, place, key=key, what=what, kind=WORDS[str], city=what)
    return value


def _tables(source: _Source, given: Mapping[str, object], key: str) -> list[dict[str, object]]:
    listed = _typed(given, key, list, THE_MAP, source.key(key))
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        _fail(NOT_A, source.key(key), key=key, what=THE_MAP, kind=WORDS[list])
    return listed


def _states(source: _Source, given: Mapping[str, object]) -> tuple[Realm, ...]:
    found = _tables(source, given, "state")
    order = given.get("turn_order", list(STATES))
    if [each.get("id") for each in found] != list(STATES) or order != list(STATES):
        _fail(FOUR_STATES, source.key("state"), expected=", ".join(STATES))
    return tuple(
        Realm(*(_text(each, key, str(each["id"]), source.named(each["id"])) for key in Realm.__slots__))
        for each in found
    )


def _cities(source: _Source, given: Mapping[str, object]) -> tuple[City, ...]:
    cities: dict[str, City] = {}
    for each in _tables(source, given, "city"):
        name = each.get("id")
        place = source.named(name)
        if not isinstance(name, str) or not ID.fullmatch(name):
            _fail(BAD_ID, place, city=name)
        if name in cities:
            _fail(TWICE, source.named(name, 1), city=name)
        if each.get("state") not in tuple(STATES):
            _fail(NO_STATE, place, city=name, value=each.get("state"), expected=", ".join(STATES))
        fr, en = (_text(each, key, name, place) for key in ("fr", "en"))
        la = _text(each, "la", name, place) if "la" in each else en
        lon, lat = (_degrees(each, key, name, place) for key in ("lon", "lat"))
        flags = [bool(_typed(each, key, bool, name, place)) for key in ("capital", "port", "island")]
        cities[name] = City(name, str(each["state"]), fr, en, la, lon, lat, *flags)
    return tuple(cities.values())


def _degrees(each: Mapping[str, object], key: str, name: str, place: Place) -> float:
    value = _typed(each, key, float, name, place)
    assert isinstance(value, float)
    return value


Ends = tuple[str, str]
Bends = dict[Ends, tuple[tuple[float, float], ...]]


def _bends(source: _Source, given: Mapping[str, object]) -> Bends:
    """Read the drawing hints: `"SYR-BRU" = [[lon, lat], ...]`."""
    found: Bends = {}
    told = _typed(given, "via", dict, THE_MAP, source.key("via"), default={})
    assert isinstance(told, dict)
    for edge, points in told.items():
        one, dash, other = edge.partition("-")
        if not dash or not isinstance(points, list) or not all(_point(point) for point in points):
            _fail(BAD_BEND, source.place(rf"[\"']{re.escape(edge)}[\"']"), edge=edge)
        found[one, other] = tuple((float(lon), float(lat)) for lon, lat in points)
    return found


def _point(point: object) -> bool:
    if not isinstance(point, list) or len(point) != ENDS:
        return False
    return all(map(_angle, point))


def _angle(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= HALF_TURN


def _edges(source: _Source, given: object, key: str, index: Mapping[str, int], bends: Bends) -> tuple[Edge, ...]:
    kinds = ", ".join(KINDS[key])
    assert isinstance(given, dict)
    listed = _typed(given, key, list, THE_MAP, source.key(key))
    assert isinstance(listed, list)
    found: dict[frozenset[str], Edge] = {}
    for at, told in enumerate(listed):
        if not isinstance(told, list) or len(told) != ENDS + 1 or told[ENDS] not in KINDS[key]:
            place = source.edge(told, key) if isinstance(told, list) else source.key(key)
            _fail(BAD_EDGE, place, edge=told, expected=kinds)
        one, other, kind = told
        edge = f"{one}-{other}"
        for end in (one, other):
            if not isinstance(end, str) or end not in index:
                _fail(UNKNOWN_CITY, source.edge(told, key), city=end, edge=edge)
        if one == other:
            _fail(TO_ITSELF, source.edge(told, key), city=one)
        if frozenset((one, other)) in found:
            before = sum(each[:ENDS] == told[:ENDS] for each in listed[:at])
            _fail(EDGE_TWICE, source.edge(told, key, before), city=one, edge=edge)
        points = bends.get((one, other), ()) if key == "sea" else ()
        found[frozenset((one, other))] = Edge(index[one], index[other], Kind(kind), points)
    return tuple(found.values())


def _charted(
    name: str,
    reconstruction: bool,  # noqa: FBT001 - a map says it of itself
    states: tuple[Realm, ...],
    cities: tuple[City, ...],
    edges: tuple[tuple[Edge, ...], tuple[Edge, ...]],
) -> Chart:
    """Give the map with its tables; its digest covers everything it says, with the edges in any order."""
    index = {city.id: at for at, city in enumerate(cities)}
    near = [[0] * len(cities), [0] * len(cities)]
    for steps, joined in zip(near, edges, strict=True):
        for edge in joined:
            steps[edge.one] |= 1 << edge.other
            steps[edge.other] |= 1 << edge.one
    told = sorted(repr((cities[e.one].id, cities[e.other].id, e.kind.value, e.bends)) for both in edges for e in both)
    meaning = (name, int(reconstruction), *(repr(state) for state in states), *(repr(city) for city in cities), *told)
    return Chart(
        name=name,
        reconstruction=reconstruction,
        states=states,
        cities=cities,
        roads=edges[0],
        lanes=edges[1],
        digest=digest(meaning).hex()[:16],
        names=tuple(city.id for city in cities),
        index=index,
        land=tuple(near[0]),
        sea=tuple(near[1]),
        home=tuple(_bits(city.state == state for city in cities) for state in STATES),
        capitals=tuple(index.get(state.capital, -1) for state in states),
        ports=_bits(city.port for city in cities),
        mainland=_bits(not city.island for city in cities),
        by_land=tuple(_ways(near[0], city) for city in range(len(cities))),
        by_sea=tuple(_ways(near[1], city) for city in range(len(cities))),
    )


def _ways(steps: list[int], start: int) -> Ways:
    return tuple((1 << city, steps[city]) for city in members(steps[start]))


def _bits(flags: Iterable[bool]) -> int:
    return sum(flag << at for at, flag in enumerate(flags))


SHIPPED = "reconstruction-1"
"""The name of the map that is part of the game, as the option `map` gives it."""

NAMED = re.compile(r"(?:([0-9a-z-]{1,32})@)?([0-9a-f]{16})", re.ASCII)
"""How the option `map` names another map: its name, as far as small letters can spell it, and its digest."""

UNKNOWN_MAP = sentence("The map {name} ({digest}) is not known here: it must be read from its file first.")

NAME_LENGTH = 32
_LEARNT: dict[str, Chart] = {}


def register_map(text: str) -> str:
    """Read the text of a map file and give the value of the option `map` that names it from now on. Raises `BadMap`.

    The value is NAME@DIGEST, or `SHIPPED` for a text that says the same as the shipped map.
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
    return read(data_text("mediterranee", "board/map.toml"))


def find(name: str) -> Chart:
    """Give the map that a value of the option `map` names; raise `BadOption` if it was not registered here."""
    told = NAMED.fullmatch(name)
    called, digest = told.groups() if told else ("", name)
    if digest in (SHIPPED, home_chart().digest):
        return home_chart()
    if digest not in _LEARNT:
        raise BadOption(UNKNOWN_MAP, name=called or "?", digest=digest)
    return _LEARNT[digest]
