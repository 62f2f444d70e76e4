"""A lattice: numbered cells with names, neighbours, rays and drawing places, all as tables of tuples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

Vector = tuple[int, int]
"""A cell's coordinates, or the step from one cell to another."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Cells numbered from 0 in the order of their coordinates; every table is indexed by that number.

    `sides` are the cells that share a side. `steps` are those one step away in any direction of movement. `rays` are
    the cells in each direction of movement from near to far, without empty rays; `short` is the same, cut after two
    cells. `lines` are the cells crossed on the way to each cell in reach. `places` are the half-cell column and the row
    in the drawing (`core.scene.Cell`).
    """

    names: tuple[str, ...]
    index: Mapping[str, int]
    coordinates: tuple[Vector, ...]
    places: tuple[Vector, ...]
    sides: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    short: tuple[tuple[tuple[int, ...], ...], ...]
    lines: tuple[Mapping[int, tuple[int, ...]], ...]
    centre: int

    def __len__(self) -> int:
        """Count the cells."""
        return len(self.names)


def weave(
    named: Mapping[Vector, str], places: Mapping[Vector, Vector], sides: Sequence[Vector], directions: Sequence[Vector]
) -> Lattice:
    """Build the tables from the names and drawing places of the coordinates; (0, 0) is the centre."""
    order = tuple(sorted(named))
    number = {vector: i for i, vector in enumerate(order)}
    rays = tuple(_rays(number, cell, directions) for cell in order)
    return Lattice(
        names=tuple(named[cell] for cell in order),
        index=MappingProxyType({named[cell]: number[cell] for cell in order}),
        coordinates=order,
        places=tuple(places[cell] for cell in order),
        sides=tuple(_near(number, cell, sides) for cell in order),
        steps=tuple(_near(number, cell, directions) for cell in order),
        rays=rays,
        short=tuple(tuple(ray[:2] for ray in around) for around in rays),
        lines=tuple(MappingProxyType({c: ray[:i] for ray in around for i, c in enumerate(ray)}) for around in rays),
        centre=number[0, 0],
    )


def _near(number: Mapping[Vector, int], cell: Vector, ways: Sequence[Vector]) -> tuple[int, ...]:
    around = ((cell[0] + dx, cell[1] + dy) for dx, dy in ways)
    return tuple(number[found] for found in around if found in number)


def _rays(number: Mapping[Vector, int], cell: Vector, ways: Sequence[Vector]) -> tuple[tuple[int, ...], ...]:
    rays = []
    for dx, dy in ways:
        ray = []
        x, y = cell[0] + dx, cell[1] + dy
        while (x, y) in number:
            ray.append(number[x, y])
            x, y = x + dx, y + dy
        if ray:
            rays.append(tuple(ray))
    return tuple(rays)
