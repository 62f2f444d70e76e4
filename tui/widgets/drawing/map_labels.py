"""The labels of a map: where its towns and their names stand, so that no tile or name lies on another.

Positions are character cells. A town has a *tile* of two or three columns; its name stands beside, above or below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

Cell = tuple[int, int]
"""Column and row."""

WEIGHT = 2.2
"""A row counts as this many columns in distances: characters are tall."""

NEAR = 4
"""How far in columns (half as far in rows) a town may be moved to make room for another."""

FAR = 7
"""How far in columns (half as far in rows) a name may be from its town if all nearer places are taken."""


TOUCHING = 4
"""The cost of a name that touches another one, or another town's tile, in its row."""


@dataclass(frozen=True, slots=True)
class Name:
    """A placed name: the cell of its first character, and its text."""

    column: int
    row: int
    text: str

    def cells(self) -> Iterator[Cell]:
        """Give the cells it covers."""
        return ((self.column + at, self.row) for at in range(len(self.text)))


@dataclass(slots=True)
class MapLabels:
    """The places of all tiles (their left cells) and names on a map of `width` by `height`; `tile` columns a tile."""

    width: int
    height: int
    tile: int
    towns: dict[str, Cell] = field(default_factory=dict)
    names: dict[str, Name] = field(default_factory=dict)

    def settle(self, wanted: Mapping[str, tuple[float, float]]) -> None:
        """Give every town a tile near where it is `wanted`, those with the least room around them first."""
        crowd = {spot: sum(_near(at, other) for other in wanted.values()) for spot, at in wanted.items()}
        for spot in sorted(wanted, key=lambda spot: (-crowd[spot], spot)):
            self.towns[spot] = min(self._sites(wanted[spot]), key=self._cost(spot, wanted))

    def _sites(self, at: tuple[float, float]) -> Iterator[Cell]:
        """Give the free cells for a tile around a place; a wider ring if the near ones are taken."""
        x, y = round(at[0]) - self.tile // 3, round(at[1])
        for reach in (NEAR, 3 * NEAR, self.width):
            found = [
                (column, row)
                for column, row in product(range(x - reach, x + reach + 1), range(y - reach // 2, y + reach // 2 + 1))
                if 1 <= column <= self.width - self.tile - 1 and 0 <= row < self.height and self._free((column, row))
            ]
            if found:
                return iter(found)
        raise ValueError(at)

    def _free(self, cell: Cell) -> bool:
        """Tell whether a tile at `cell` leaves a column for a bracket between it and the others of its row."""
        return all(row != cell[1] or abs(column - cell[0]) > self.tile for column, row in self.towns.values())

    def _cost(self, spot: str, wanted: Mapping[str, tuple[float, float]]) -> Callable[[Cell], float]:
        """Give the cost of a place: its distance, and each neighbour it would wrongly stand east, west or beyond of."""
        x, y = wanted[spot]

        def cost(cell: Cell) -> float:
            column, row = cell[0] + self.tile // 3, cell[1]
            total = (column - x) ** 2 + (WEIGHT * (row - y)) ** 2
            for other, (left, line) in self.towns.items():
                at = wanted[other]
                wrong = (at[0] - x) * (left + self.tile // 3 - column) < 0 or (at[1] - y) * (line - row) < 0
                if wrong and _near((x, y), at):
                    total += 3
            return total

        return cost

    def label(self, texts: Mapping[str, str], busy: Mapping[Cell, float]) -> tuple[str, ...]:
        """Place the names, those with the fewest places first; `busy` gives the cost of covering a cell.

        Give the spots whose name found no place near its town.
        """
        tiles = {(x + at, y): spot for spot, (x, y) in self.towns.items() for at in range(self.tile)}
        taken = set(tiles)
        waiting, lost = {spot: texts[spot] for spot in self.towns if spot in texts}, []
        places = {spot: self._places(spot, text) for spot, text in waiting.items()}
        while waiting:
            for spot in waiting:
                places[spot] = [name for name in places[spot] if taken.isdisjoint(name.cells())]
            spot = min(waiting, key=lambda spot: (len(places[spot]), spot))
            chosen = places[spot] or self._away(spot, waiting[spot], taken)
            del waiting[spot]
            if not chosen:
                lost.append(spot)
                continue
            rank = {name: at for at, name in enumerate(chosen)}

            def cost(name: Name, spot: str = spot, rank: Mapping[Name, int] = rank) -> float:
                ends = ((name.column - 1, name.row), (name.column + len(name.text), name.row))
                touching = sum(end in taken and tiles.get(end) != spot for end in ends)
                return rank[name] + TOUCHING * touching + sum(busy.get(cell, 0) for cell in name.cells())

            name = min(chosen, key=cost)
            self.names[spot] = name
            taken.update(name.cells())
        return tuple(lost)

    def _places(self, spot: str, text: str) -> list[Name]:
        """Give the eight places around a town, the best first; each beside leaves the bracket its column."""
        x, y = self.towns[spot]
        count = len(text)
        right, left, middle = x + self.tile + 1, x - 1 - count, x + (self.tile - count) // 2
        found = [(right, y), (left, y), (middle, y - 1), (middle, y + 1)]
        found += [(x + 1, y - 1), (x + 1, y + 1), (x - count + 1, y - 1), (x - count + 1, y + 1)]
        found += [(right - 1, y), (left + 1, y)]
        return [Name(column, row, text) for column, row in found if self._inside(column, row, count)]

    def _away(self, spot: str, text: str, taken: Iterable[Cell]) -> list[Name]:
        """Give the nearest free place a little farther away."""
        x, y = self.towns[spot]
        blocked, count = set(taken), len(text)
        found = [
            Name(column, row, text)
            for row in range(y - FAR // 2, y + FAR // 2 + 1)
            for column in range(x - count - FAR, x + self.tile + FAR)
            if self._inside(column, row, count) and blocked.isdisjoint(Name(column, row, text).cells())
        ]
        return sorted(found, key=lambda name: _gap(x, x + self.tile, name) + WEIGHT * abs(name.row - y))[:1]

    def _inside(self, column: int, row: int, count: int) -> bool:
        return column >= 0 and column + count <= self.width and 0 <= row < self.height


def _gap(left: int, right: int, name: Name) -> int:
    """Give the columns between a tile and a name."""
    return max(name.column - right, left - name.column - len(name.text), 0)


def _near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 2 * NEAR and abs(one[1] - other[1]) < NEAR
