"""The frame of a board: where every cell and label of a scene stands, rotated, at each sprite size.

Cells keep their aspect at every size. The largest size that fits is chosen; nothing is ever stretched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.scene import Layout, Scene


class Size(NamedTuple):
    """One sprite size: columns and rows of a cell."""

    width: int
    height: int


SIZES: Mapping[Layout, tuple[Size, ...]] = {
    Layout.SQUARE: (Size(11, 5), Size(9, 4), Size(7, 3), Size(5, 2), Size(3, 1)),
    Layout.HEX: (Size(10, 5), Size(8, 4), Size(6, 3), Size(4, 2), Size(2, 1)),
    Layout.RING: tuple(
        Size(*size) for size in ((96, 48), (90, 45), (72, 35), (60, 29), (56, 27), (48, 23), (44, 21), (34, 16))
    ),
}
"""The sizes of a cell for each layout, largest first; for a round board those of the whole board."""

STONES = (Size(10, 5), Size(8, 4), Size(6, 3), Size(4, 2), Size(3, 1))
"""The sizes of a square board whose pieces have no letters, largest first."""

Named = tuple[str, int, int]
"""A name at a half-cell column and a row."""

GHOST = Size(3, 1)
"""Columns of a column of ghosts and rows of a row of them: less than a cell has."""

TALL = 3
"""From this height a tile has a head above its text."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A scene as rotated: where each spot stands (half-cell column, row) and the labels around them.

    `sizes` are the sizes it can be drawn in, largest first. `ghosts` stand beyond the cells. `wraps` says whether
    columns and rows wrap around.
    """

    columns: int
    rows: int
    places: Mapping[str, tuple[int, int]]
    labels: tuple[tuple[str, int, int], ...]
    sizes: tuple[Size, ...] = ()
    ghosts: tuple[tuple[str, int, int], ...] = ()
    wraps: tuple[bool, bool] = (False, False)


def ways(scene: Scene) -> int:
    """Give the rotations of a scene: squares by quarters, hexagons by halves, rings by radials, maps never."""
    return {Layout.SQUARE: 4, Layout.RING: scene.columns // 2, Layout.MAP: 1}.get(scene.layout, 2)


def plan(scene: Scene, turns: int) -> Plan:
    """Rotate a scene clockwise by steps, `ways` of which make a full turn."""
    columns, rows = scene.columns, scene.rows
    spots = [(cell.spot, cell.x, cell.y) for cell in scene.cells]
    ghosts = [(cell.spot, cell.x, cell.y) for cell in scene.ghosts]
    labels = [(label.text, label.x, label.y) for label in scene.labels]
    wraps = (scene.layout is Layout.RING or any(not 0 <= x < columns for _, x, _ in ghosts), False)
    for _ in range(turns % ways(scene)):
        spots, ghosts, labels = (_turned(scene.layout, columns, rows, things) for things in (spots, ghosts, labels))
        if scene.layout is Layout.SQUARE:
            columns, rows, wraps = 2 * rows, columns // 2, wraps[::-1]
    places = {spot: (x, y) for spot, x, y in spots}
    return Plan(columns, rows, places, tuple(labels), sizes(scene), tuple(ghosts), wraps)


def _turned(kind: Layout, columns: int, rows: int, things: list[Named]) -> list[Named]:
    """Rotate things clockwise by one step."""
    if kind is Layout.SQUARE:
        return [(name, 2 * (rows - 1 - y), x // 2) for name, x, y in things]
    if kind is Layout.RING:
        return [(name, (x + 2) % columns, y) for name, x, y in things]
    return [(name, columns - 2 - x, rows - 1 - y) for name, x, y in things]


def sizes(scene: Scene) -> tuple[Size, ...]:
    """Give the sizes a scene can be drawn in: stones need less room than tiles with a letter."""
    stones = scene.layout is Layout.SQUARE and bool(scene.pieces) and not any(piece.letter for piece in scene.pieces)
    return STONES if stones else SIZES.get(scene.layout, ())


class Frame:
    """Where everything stands at one size: `width` by `height` character cells, each spot's corner, the labels.

    `ghosts` are (spot, column, row, width, height) in character cells.
    """

    __slots__ = ("corners", "ghosts", "height", "labels", "size", "width")

    def __init__(self, layout: Plan, size: Size) -> None:
        """Measure `layout` with sprites of `size`."""
        self.size = size
        half = size.width / 2
        corners = {spot: (int(x * half), y * size.height) for spot, (x, y) in layout.places.items()}
        ghosts = [(spot, *_block(layout, size, x, y)) for spot, x, y in layout.ghosts]
        labels = [_label(layout, size, label) for label in layout.labels]
        left = min([0, *(x for _, x, _ in labels), *(x for _, x, *_ in ghosts)])
        top = min([0, *(y for _, _, y in labels), *(y for _, _, y, *_ in ghosts)])
        right = max([int(layout.columns * half), *(x + len(text) for text, x, _ in labels)])
        right = max([right, *(x + wide for _, x, _, wide, _ in ghosts)])
        bottom = max([layout.rows * size.height, *(y + 1 for _, _, y in labels)])
        bottom = max([bottom, *(y + tall for _, _, y, _, tall in ghosts)])
        self.width, self.height = right - left, bottom - top
        self.corners = {spot: (x - left, y - top) for spot, (x, y) in corners.items()}
        self.ghosts = tuple((spot, x - left, y - top, wide, tall) for spot, x, y, wide, tall in ghosts)
        self.labels = tuple((text, x - left, y - top) for text, x, y in labels)


def _block(layout: Plan, size: Size, x: int, y: int) -> tuple[int, int, int, int]:
    """Place a cell or a ghost: column, row, width and height. It is narrow if it stands outside."""
    left, wide = int(x * size.width / 2), size.width
    top, tall = y * size.height, size.height
    if not 0 <= x < layout.columns:
        wide = min(wide, GHOST.width)
        left = -wide if x < 0 else int(layout.columns * size.width / 2)
    if not 0 <= y < layout.rows:
        tall = GHOST.height
        top = -tall if y < 0 else layout.rows * size.height
    return left, top, wide, tall


def _label(layout: Plan, size: Size, label: Named) -> Named:
    """Place one label: beside its row's cells, or above or below the column it names."""
    text, x, y = label
    half = size.width / 2
    row = [column for column, line in layout.places.values() if line == y]
    row += [column for _, column, line in layout.ghosts if line == y]
    if not row:
        start, _, wide, _ = _block(layout, size, x, 0) if layout.ghosts else (int(x * half), 0, size.width, 0)
        beyond = GHOST.height if any(not 0 <= line < layout.rows for *_, line in layout.ghosts) else 0
        return text, start + (wide - len(text)) // 2, -1 - beyond if y < 0 else layout.rows * size.height + beyond
    _, top, _, tall = _block(layout, size, x, y)
    line = top + (tall - 1) // 2
    inside = [_block(layout, size, column, y) for column in row]
    if x < min(row):
        return text, min(left for left, *_ in inside) - 1 - len(text), line
    return text, max(left + wide for left, _, wide, _ in inside) + 1, line


def reading_order(spots: Iterable[str], places: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """Give those of `spots` that stand on the board, row by row from the top."""
    return tuple(sorted((spot for spot in spots if spot in places), key=lambda spot: places[spot][::-1]))
