"""Frames: where every cell and label of a scene stands, turned, at each sprite size.

Cells keep their aspect at every size; the largest size that fits is chosen, and nothing is ever stretched.
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
    Layout.SQUARE: (Size(7, 3), Size(5, 2), Size(3, 1)),
    Layout.HEX: (Size(6, 3), Size(4, 2), Size(2, 1)),
}
"""The sizes of each layout, largest first."""

STONES = (Size(6, 3), Size(4, 2), Size(3, 1))
"""The sizes of a square board whose pieces have no letters, largest first."""

TALL = 3
"""From this height a tile has a head above its text."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A scene as it is turned: where each spot stands (half-cell column, row) and the labels round them.

    `sizes` are those it can be drawn in, largest first.
    """

    columns: int
    rows: int
    places: Mapping[str, tuple[int, int]]
    labels: tuple[tuple[str, int, int], ...]
    sizes: tuple[Size, ...] = ()


def plan(scene: Scene, turns: int) -> Plan:
    """Turn a scene clockwise by quarter turns; hexagons know half turns only, so every odd turn is a half one."""
    columns, rows = scene.columns, scene.rows
    places = {cell.spot: (cell.x, cell.y) for cell in scene.cells}
    labels = [(label.text, label.x, label.y) for label in scene.labels]
    if scene.layout is Layout.SQUARE:
        for _ in range(turns % 4):
            places = {spot: (2 * (rows - 1 - y), x // 2) for spot, (x, y) in places.items()}
            labels = [(text, 2 * (rows - 1 - y), x // 2) for text, x, y in labels]
            columns, rows = 2 * rows, columns // 2
    elif turns % 2:
        places = {spot: (columns - 2 - x, rows - 1 - y) for spot, (x, y) in places.items()}
        labels = [(text, columns - 2 - x, rows - 1 - y) for text, x, y in labels]
    return Plan(columns, rows, places, tuple(labels), sizes(scene))


def sizes(scene: Scene) -> tuple[Size, ...]:
    """Give the sizes a scene can be drawn in: stones need less room than tiles with a letter."""
    stones = scene.layout is Layout.SQUARE and bool(scene.pieces) and not any(piece.letter for piece in scene.pieces)
    return STONES if stones else SIZES[scene.layout]


class Frame:
    """Where everything stands at one size: `width` by `height` character cells, each spot's corner, the labels."""

    __slots__ = ("corners", "height", "labels", "size", "width")

    def __init__(self, layout: Plan, size: Size) -> None:
        """Measure `layout` with sprites of `size`."""
        self.size = size
        half = size.width / 2
        corners = {spot: (int(x * half), y * size.height) for spot, (x, y) in layout.places.items()}
        labels = [_label(layout, size, label) for label in layout.labels]
        left = min([0, *(x for _, x, _ in labels)])
        top = min([0, *(y for _, _, y in labels)])
        right = max([int(layout.columns * half), *(x + len(text) for text, x, _ in labels)])
        bottom = max([layout.rows * size.height, *(y + 1 for _, _, y in labels)])
        self.width, self.height = right - left, bottom - top
        self.corners = {spot: (x - left, y - top) for spot, (x, y) in corners.items()}
        self.labels = tuple((text, x - left, y - top) for text, x, y in labels)


def _label(layout: Plan, size: Size, label: tuple[str, int, int]) -> tuple[str, int, int]:
    """Place one label: beside its row's cells, or above or below the column it names."""
    text, x, y = label
    half = size.width / 2
    row = [column for column, line in layout.places.values() if line == y]
    if not row:
        middle = int(x * half) + (size.width - len(text)) // 2
        return text, middle, -1 if y < 0 else layout.rows * size.height
    line = y * size.height + (1 if size.height >= TALL else 0)
    if x < min(row):
        return text, int(min(row) * half) - 1 - len(text), line
    return text, int((max(row) + 2) * half) + 1, line


def fit(layout: Plan, kind: Layout, width: int, height: int) -> Frame:
    """Give the frame of the largest size that fits `width` by `height`; the smallest one where none does."""
    frames = (Frame(layout, size) for size in layout.sizes or SIZES[kind])
    frame = next(frames)
    for smaller in frames:
        if frame.width <= width and frame.height <= height:
            break
        frame = smaller
    return frame


def reading_order(spots: Iterable[str], places: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """Give those of `spots` that stand on the board, row by row from the top."""
    return tuple(sorted((spot for spot in spots if spot in places), key=lambda spot: places[spot][::-1]))
