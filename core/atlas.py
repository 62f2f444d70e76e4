"""What is printed on a map: its towns, the ways between them, and the land; all of it in one plane of units.

A unit is a hundredth of a degree of latitude, and as long to the east as to the south; `(0, 0)` is the corner in the
north-west.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[int, int]
"""Units to the east and to the south."""


class Site(StrEnum):
    """Where a town stands."""

    CAPITAL = "capital"
    PORT = "port"
    ISLAND = "island"
    INLAND = "inland"


class Way(StrEnum):
    """What joins two towns: a road, a road over a strait, a route at sea, or the coast itself."""

    ROAD = "road"
    STRAIT = "strait"
    ROUTE = "route"
    COAST = "coast"


@dataclass(frozen=True, slots=True)
class Town:
    """A town on `spot` at a point: its `names` by language (`(("en", "Rome"),)`), its state's colour, its site."""

    spot: str
    at: Point
    names: tuple[tuple[str, str], ...]
    colour: str
    site: Site

    def name(self, language: str) -> str:
        """Give the name in a language, the code where there is none."""
        return dict(self.names).get(language, self.spot)


@dataclass(frozen=True, slots=True)
class Link:
    """A way from town to town (both spots); `bends` are the points a line passes between them."""

    start: str
    end: str
    way: Way
    bends: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """A map of `width` by `height` units; one atlas is equal to itself alone.

    `land` are closed outlines, the last point not repeated; what lies on none is sea. Beyond an edge goes on what is
    at the edge. `reconstructed` says that the board it stands for is not known for certain.
    """

    width: int
    height: int
    towns: tuple[Town, ...]
    links: tuple[Link, ...]
    land: tuple[tuple[Point, ...], ...]
    reconstructed: bool = False
