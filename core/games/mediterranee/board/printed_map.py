"""The map as it is drawn: towns, ways and coasts in one plane.

The coasts are those of Natural Earth (public domain), simplified, in the file `coast.json` beside this one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache, lru_cache

from core.games import data_text
from core.games.mediterranee.board.chart import STATES, Chart, City, Edge, Kind
from core.scene import Atlas, Link, Point, Site, Town, Way

COLOURS = ("red", "yellow", "green", "blue")
"""The word for each state's colour and shape, in the order of `STATES`."""

WEST, NORTH, EAST, SOUTH = -10.0, 47.0, 42.0, 27.0
"""The edges of the known coasts, in degrees."""

UNITS = 100
"""How many units make a degree of latitude."""

NARROW = 0.79
"""How long a degree of longitude is in degrees of latitude, about where the map lies."""


def place(lon: float, lat: float) -> Point:
    """Give the point of a longitude and a latitude in the plane of the atlas.

    >>> place(-10.0, 47.0), place(12.48, 41.89)
    ((0, 0), (1776, 511))
    """
    return round((lon - WEST) * UNITS * NARROW), round((NORTH - lat) * UNITS)


@lru_cache(maxsize=4)
def atlas(chart: Chart) -> Atlas:
    """Give the drawing of a map; equal charts give the same atlas."""
    width, height = place(EAST, SOUTH)
    return Atlas(
        width=width,
        height=height,
        towns=tuple(_town(city) for city in chart.cities),
        links=tuple(_link(chart, edge) for edge in (*chart.lanes, *chart.roads)),
        land=_land(),
        reconstructed=chart.reconstruction,
    )


def site(city: City) -> Site:
    """Tell what kind of site a city has."""
    if city.capital:
        return Site.CAPITAL
    if city.island:
        return Site.ISLAND
    return Site.PORT if city.port else Site.INLAND


def _town(city: City) -> Town:
    names = (("en", city.en), ("fr", city.fr), ("la", city.la))
    return Town(city.id, place(city.lon, city.lat), names, COLOURS[STATES.index(city.state)], site(city))


def _link(chart: Chart, edge: Edge) -> Link:
    bends = tuple(place(lon, lat) for lon, lat in edge.bends)
    return Link(chart.names[edge.one], chart.names[edge.other], _WAYS[edge.kind], bends)


_WAYS = {kind: Way(kind.value) for kind in Kind}


@cache
def _land() -> tuple[tuple[Point, ...], ...]:
    rings: Iterable[list[int]] = json.loads(data_text("mediterranee", "board/coast.json"))["land"]
    return tuple(
        tuple(place(lon / UNITS, lat / UNITS) for lon, lat in zip(ring[::2], ring[1::2], strict=True)) for ring in rings
    )
