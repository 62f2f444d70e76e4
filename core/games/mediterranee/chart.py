"""The map as data: states, cities, and the two networks that join them (§1; R1-R3).

Cities are numbers in the order of the file, named by three capitals (`ROM`); a set of cities is an int with their bits.
Land pieces use the land network only, boats the sea network only; a strait is a road (R2), a coast a lane like a dotted
route (R1), and an island has no road, so that no land piece ever leaves or enters it (R3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.fault import Fault

FORMAT = "mediterranee-map/1"
STATES = "rkac"
"""The four states by their letters, clockwise: Rome, Constantinople, Alexandria, Carthage."""


class BadMap(Fault):
    """A map that cannot be played on; fields `line` and `column` count from 1, `city` names the city or state."""


class Kind(StrEnum):
    """How two cities are joined: the first two by land, the others by sea."""

    ROAD = "road"
    STRAIT = "strait"
    COAST = "coast"
    ROUTE = "route"


@dataclass(frozen=True, slots=True)
class City:
    """A city: its name in the notation, its state's letter, its names, where it lies (degrees), and what it is."""

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
    """A state: its letter, its names and its capital's; `corner` says where on the map it lies (`NW`)."""

    id: str
    fr: str
    en: str
    capital: str
    corner: str


@dataclass(frozen=True, slots=True)
class Edge:
    """Two cities, by number, that are joined; `bends` are the points (lon, lat) a drawing goes through between them."""

    one: int
    other: int
    kind: Kind
    bends: tuple[tuple[float, float], ...] = ()


Ways = tuple[tuple[int, int], ...]
"""For each neighbour of a city its bit and the set of its own neighbours."""


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A map that has been found sound (`core.games.mediterranee.survey.read`), with its tables.

    `roads` and `lanes` are the edges by land and by sea. `land[c]` and `sea[c]` are the sets of neighbours of the city
    c; `by_land[c]` and `by_sea[c]` have for each neighbour its bit and the set of its own. `home[s]`, `capitals[s]` are
    the set of cities and the capital of the state s of `STATES`; `ports` and `mainland` are sets. `digest` is that of
    all the file says, 16 hexadecimal digits.
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
        """Tell whether both say the same."""
        return isinstance(other, Chart) and self.digest == other.digest

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self.digest)


def members(cities: int) -> Iterator[int]:
    """Give the cities of a set in the order of the map.

    >>> list(members(0b10010))
    [1, 4]
    """
    while cities:
        low = cities & -cities
        yield low.bit_length() - 1
        cities ^= low
