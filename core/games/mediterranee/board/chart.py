"""The map as data: states, cities, and the two networks that join them (§1; R1-R3).

Cities are numbers in the order of the file, named by three capitals (`ROM`). A set of cities is an int with their bits.
Land pieces use only the land network, boats only the sea network. A strait is a road (R2). A coast is a lane, like a
dotted route (R1). An island has no road, so no land piece ever leaves or enters it (R3).

The module also has the distances to the capitals, by land and by sea, for bots. And it checks that a map can be played
on: every port is at sea, every state can be reached, islands stand apart (R1-R3).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from core.fault import Fault, sentence
from core.games.mediterranee.board.city_set import members

FORMAT = "mediterranee-map/1"
STATES = "rkac"
"""The four states by their letters, clockwise: Rome, Constantinople, Alexandria, Carthage."""


class BadMap(Fault):
    """A map that cannot be played on. Fields: `line` and `column`, from 1; `city`, the name of the city or state."""


class Kind(StrEnum):
    """How two cities are joined: the first two kinds by land, the others by sea."""

    ROAD = "road"
    STRAIT = "strait"
    COAST = "coast"
    ROUTE = "route"


@dataclass(frozen=True, slots=True)
class City:
    """A city: its name in the notation, its state's letter, its names, its position in degrees, and what it is."""

    id: str
    state: str
    fr: str
    en: str
    la: str
    lon: float
    lat: float
    capital: bool
    port: bool
    island: bool


@dataclass(frozen=True, slots=True)
class Realm:
    """A state: its letter, its names and its capital's name. `corner` is where on the map it lies (`NW`)."""

    id: str
    fr: str
    en: str
    capital: str
    corner: str


@dataclass(frozen=True, slots=True)
class Edge:
    """Two joined cities, by number. `bends` are the points (lon, lat) that its drawn line passes through."""

    one: int
    other: int
    kind: Kind
    bends: tuple[tuple[float, float], ...] = ()


Ways = tuple[tuple[int, int], ...]
"""For each neighbour of a city: its bit, and the set of its own neighbours."""


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A checked map (`core.games.mediterranee.board.map_reader.read`) with its tables.

    `roads` and `lanes` are the edges by land and by sea. `land[c]` and `sea[c]` are the sets of neighbours of city c.
    `by_land[c]` and `by_sea[c]` have, for each neighbour, its bit and the set of its own neighbours. `home[s]` and
    `capitals[s]` are the cities and the capital of state s of `STATES`. `ports` and `mainland` are sets. `digest`
    covers everything the file says, as 16 hexadecimal digits.
    """

    name: str
    reconstruction: bool
    states: tuple[Realm, ...]
    cities: tuple[City, ...]
    roads: tuple[Edge, ...]
    lanes: tuple[Edge, ...]
    digest: str
    names: tuple[str, ...]
    index: dict[str, int]
    land: tuple[int, ...]
    sea: tuple[int, ...]
    home: tuple[int, ...]
    capitals: tuple[int, ...]
    ports: int
    mainland: int
    by_land: tuple[Ways, ...]
    by_sea: tuple[Ways, ...]

    def __eq__(self, other: object) -> bool:
        """Tell whether both maps say the same."""
        return isinstance(other, Chart) and self.digest == other.digest

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self.digest)


FAR = 99
"""The distance of a city that cannot be reached."""


@cache
def roads(chart: Chart, state: int) -> tuple[int, ...]:
    """Give for each city its distance in roads from the capital of a state; `FAR` on an island."""
    return _spread(chart.land, chart.capitals[state])


@cache
def lanes(chart: Chart, state: int) -> tuple[int, ...]:
    """Give for each city its distance in lanes from the capital of a state; `FAR` if it is not a port."""
    return _spread(chart.sea, chart.capitals[state])


def _spread(steps: tuple[int, ...], start: int) -> tuple[int, ...]:
    found = [FAR] * len(steps)
    edge, far = 1 << start, 0
    while edge:
        beyond = 0
        for city in members(edge):
            found[city] = far
            beyond |= steps[city]
        far += 1
        edge = 0
        for city in members(beyond):
            if found[city] == FAR:
                edge |= 1 << city
    return tuple(found)


NOT_A_PORT = sentence("{line}:{column}: The sea edge {edge} ends at {city}, which is no port.")
ISLAND_ROAD = sentence("{line}:{column}: The road {edge} ends at {city}, which is an island.")
INLAND_ISLAND = sentence("{line}:{column}: The island {city} is no port: nothing could ever reach it.")
INLAND_CAPITAL = sentence("{line}:{column}: The capital {city} is no port.")
ISLAND_CAPITAL = sentence("{line}:{column}: The capital {city} is an island: no land piece could ever enter it.")
NO_CAPITAL = sentence("{line}:{column}: The state {city} has no capital among its cities; it names {value}.")
MORE_CAPITALS = sentence("{line}:{column}: The city {city} is marked as a capital, but that of its state is {value}.")
FEW_CITIES = sentence("{line}:{column}: The state {city} has {count} cities; its pieces need {least}.")
FEW_PORTS = sentence("{line}:{column}: The state {city} has {count} ports; its boats need {least}.")
NO_ROAD = sentence("{line}:{column}: No road leads to {city}, which is no island.")
NO_LANE = sentence("{line}:{column}: The port {city} cannot be reached by sea from {value}.")
UNREACHED = sentence("{line}:{column}: The state of {city} cannot be reached by land from any other state.")

PIECES = 7
BOATS = 2


class Flaw(NamedTuple):
    """What is wrong: the sentence, the city (or state letter) to point at, the edge if it is one, other fields."""

    template: str
    city: str
    edge: tuple[str, str] | None = None
    fields: tuple[tuple[str, object], ...] = ()


def map_flaw(chart: Chart) -> Flaw | None:
    """Give the first flaw of a map, or None."""
    return _capitals(chart) or _shores(chart) or _room(chart) or _reach(chart)


def spread(steps: tuple[int, ...], start: int, within: int) -> int:
    """Give the cities that can be reached from the set `start` without leaving the set `within`."""
    found = fresh = start & within
    while fresh:
        beyond = 0
        for city in members(fresh):
            beyond |= steps[city]
        fresh = beyond & within & ~found
        found |= fresh
    return found


def _capitals(chart: Chart) -> Flaw | None:
    for realm in chart.states:
        at = chart.index.get(realm.capital, -1)
        if at < 0 or chart.cities[at].state != realm.id or not chart.cities[at].capital:
            return Flaw(NO_CAPITAL, realm.id, fields=(("value", realm.capital),))
    named = {realm.id: realm.capital for realm in chart.states}
    for city in chart.cities:
        if city.capital and named[city.state] != city.id:
            return Flaw(MORE_CAPITALS, city.id, fields=(("value", named[city.state]),))
        if city.capital and not city.port:
            return Flaw(INLAND_CAPITAL, city.id)
        if city.capital and city.island:
            return Flaw(ISLAND_CAPITAL, city.id)
    return None


def _shores(chart: Chart) -> Flaw | None:
    """Find an island without a port, a lane that ends inland, or a road that ends on an island."""
    for city in chart.cities:
        if city.island and not city.port:
            return Flaw(INLAND_ISLAND, city.id)
    sea, land = (chart.lanes, chart.ports, NOT_A_PORT), (chart.roads, chart.mainland, ISLAND_ROAD)
    for edges, open_to, template in (sea, land):
        for edge in edges:
            ends = (chart.names[edge.one], chart.names[edge.other])
            for end in (edge.one, edge.other):
                if not open_to >> end & 1:
                    return Flaw(template, chart.names[end], ends, (("edge", "-".join(ends)),))
    return None


def _room(chart: Chart) -> Flaw | None:
    """Find a state that is too small for its pieces, or has too few ports for its boats."""
    for realm, home in zip(chart.states, chart.home, strict=True):
        for count, least, template in (
            (home.bit_count(), PIECES, FEW_CITIES),
            ((home & chart.ports).bit_count(), BOATS, FEW_PORTS),
        ):
            if count < least:
                return Flaw(template, realm.id, fields=(("count", count), ("least", least)))
    return None


def _reach(chart: Chart) -> Flaw | None:
    """Find a city without road or lane, or a state that foreign land pieces or boats cannot reach."""
    first = chart.capitals[0]
    for city in members(chart.mainland):
        if not chart.land[city]:
            return Flaw(NO_ROAD, chart.names[city])
    for city in members(chart.ports & ~spread(chart.sea, 1 << first, chart.ports)):
        return Flaw(NO_LANE, chart.names[city], fields=(("value", chart.names[first]),))
    for state, capital in enumerate(chart.capitals):
        around = spread(chart.land, 1 << capital, chart.mainland)
        if not around & ~chart.home[state]:
            return Flaw(UNREACHED, chart.names[capital])
    return None
