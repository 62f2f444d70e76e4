"""The frame of a map: the tiles and names of its towns and the relief beneath, for one size and one language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from core.scene import Atlas, Link, Site, Town, Way
from tui.widgets.drawing.board_frame import Frame, Size
from tui.widgets.drawing.map_labels import Cell, MapLabels, Name
from tui.widgets.drawing.map_relief import Projection, coast_dots, land_cells, link_dots, patterns
from tui.widgets.drawing.ring_picture import ASPECT

WIDE, HIGH = 96, 20
"""From this size on tiles have three columns and names are whole. Below it tiles have two, and names are codes."""

FAR, NEAR = 2, 1
"""Columns and rows from a tile within which a click points at its town."""

COSTS = {Way.COAST: 0.2, Way.ROUTE: 0.5, Way.ROAD: 0.7, Way.STRAIT: 0.7}
"""The cost of a name that covers a cell of a line."""

DRAWN = (Way.ROUTE, Way.STRAIT, Way.ROAD)
"""The ways that are drawn, the later above the earlier; a coast is its own line."""
LEAST = (60, 14)
"""The smallest map, in columns and rows."""


class MapFrame(Frame):
    """Where everything stands on a map of `width` by `height` character cells.

    `corners` are the cells left of the tiles, for brackets. `names` says where the towns' names stand. `land` tells
    land from sea by row and column. `lines` are the drawn lines by cell, each with its way and its Braille character.
    `taken` are the cells of tiles and names.
    """

    __slots__ = ("hit", "land", "lines", "links", "names", "taken", "tile")

    def __init__(self, atlas: Atlas, width: int, height: int, language: str, aspect: float = ASPECT) -> None:
        """Lay a map out in that size with names in that language, in character cells of that `aspect`."""
        full = width >= WIDE and height >= HIGH
        self.tile = 3 if full else 2
        self.size = Size(self.tile + 2, 1)
        self.width, self.height = width, height
        self.labels, self.ghosts = (), ()
        projection = Projection([town.at for town in atlas.towns], width, height, aspect)
        gazetteer = MapLabels(width, height, self.tile)
        gazetteer.settle({town.spot: projection.cell(town.at) for town in atlas.towns})
        self.corners = {spot: (x - 1, y) for spot, (x, y) in gazetteer.towns.items()}
        self.land = land_cells(atlas, projection)
        middles = {spot: (x + self.tile // 3, y) for spot, (x, y) in gazetteer.towns.items()}
        self.links = {link: link_dots(link, projection, middles) for link in atlas.links if link.way in DRAWN}
        self.lines: Mapping[Cell, tuple[Way, str]] = _lines(atlas, projection, self.links)
        busy = {cell: COSTS[way] for cell, (way, _) in self.lines.items()}
        self.names = _named(gazetteer, {town.spot: _text(town, language, full=full) for town in atlas.towns}, busy)
        tiles = {(x + at, y) for x, y in gazetteer.towns.values() for at in range(self.tile)}
        self.taken = frozenset(tiles.union(*(name.cells() for name in self.names.values())))
        self.hit: list[list[str | None]] = [[None] * width for _ in range(height)]
        for (x, y), (_, spot) in self._nearest().items():
            self.hit[y][x] = spot
        for spot, name in self.names.items():
            for x, y in name.cells():
                self.hit[y][x] = spot
        for spot, (left, y) in self.corners.items():
            self.hit[y][left + 1 : left + 1 + self.tile] = [spot] * self.tile

    def _nearest(self) -> Mapping[Cell, tuple[int, str]]:
        """Give the town whose tile is nearest to each cell that is near one, with the distance."""
        found: dict[Cell, tuple[int, str]] = {}
        for spot, (left, row) in self.corners.items():
            for y in range(max(0, row - NEAR), min(self.height, row + NEAR + 1)):
                for x in range(max(0, left + 1 - FAR), min(self.width, left + 1 + self.tile + FAR)):
                    across = max(left + 1 - x, x - left - self.tile, 0)
                    claim = (across + 2 * abs(row - y), spot)
                    found[x, y] = min(claim, found.get((x, y), claim))
        return found


def map_frame(atlas: Atlas, width: int, height: int, language: str, aspect: float = ASPECT) -> MapFrame:
    """Give the frame of a map, never smaller than its towns need. What a tiny pane has no room for is cut off."""
    return _map_frame(atlas, max(width, LEAST[0]), max(height, LEAST[1]), language, aspect)


@lru_cache(maxsize=8)
def _map_frame(atlas: Atlas, width: int, height: int, language: str, aspect: float) -> MapFrame:
    """Lay a map out once for each size and language."""
    return MapFrame(atlas, width, height, language, aspect)


def _text(town: Town, language: str, *, full: bool) -> str:
    """Give the text beside a town: its code, or its name without brackets; a capital's in capitals."""
    name = town.name(language).split(" (", maxsplit=1)[0] if full else town.spot
    return name.upper() if town.site is Site.CAPITAL else name


def _named(gazetteer: MapLabels, texts: Mapping[str, str], busy: Mapping[Cell, float]) -> dict[str, Name]:
    """Place all names. If one has no room, its code takes its place."""
    lost = gazetteer.label(texts, busy)
    if lost:
        gazetteer.names.clear()
        gazetteer.label({spot: spot if spot in lost else text for spot, text in texts.items()}, busy)
    return gazetteer.names


def _lines(atlas: Atlas, projection: Projection, links: Mapping[Link, list[Cell]]) -> Mapping[Cell, tuple[Way, str]]:
    """Give what is drawn in each cell: one kind of line, so that each stays what it is."""
    lines = {cell: (Way.COAST, mark) for cell, mark in patterns(coast_dots(atlas, projection)).items()}
    for way in DRAWN:
        dots = [dot for link, found in links.items() if link.way is way for dot in found]
        lines |= {cell: (way, mark) for cell, mark in patterns(dots).items()}
    return lines
