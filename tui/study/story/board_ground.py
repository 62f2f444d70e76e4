"""The ground of a board of squares, hexagons or rings: its cells, its labels and where pieces stand. Pure."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from core.scene import Cell, Layout, Role, Scene
from tui.study.story.vector_shape import Disc, Ground, Outline, Place, Point, Shape, Stroke, Word, box

CELL = 48
"""Units of a cell; a piece on it is drawn in as many."""

EDGE = 28
"""Units around the cells for the labels."""

NEARER = 10
"""Units by which the label of a row of hexagons stands nearer to it than a cell would: it may have three signs."""

GHOST = 26
"""Units of a column or row of ghosts, whose pieces are drawn smaller."""

SMALLER = 46
"""Hundredths of a piece on a ghost."""

RADIUS, INNER = 270, 0.31
"""Units of a round board's outer ring, and the part of them that its star takes."""


def board_ground(scene: Scene) -> Ground:
    """Give the ground of a scene that is no map."""
    return {Layout.HEX: _hexagons, Layout.RING: _rings}.get(scene.layout, _squares)(scene)


def _squares(scene: Scene) -> Ground:
    ghosts = [cell for cell in scene.ghosts if cell.x % 2 == 0]
    wide = GHOST if any(not 0 <= cell.x < scene.columns for cell in ghosts) else 0
    tall = GHOST if any(not 0 <= cell.y < scene.rows for cell in ghosts) else 0
    left, top = EDGE + wide, EDGE + tall
    width, height = scene.columns * CELL // 2, scene.rows * CELL

    def across(x: int) -> int:
        if 0 <= x < scene.columns:
            return left + x * CELL // 2 + CELL // 2
        beyond = wide if wide and x in {-2, scene.columns} else 0
        return left - beyond // 2 if beyond and x < 0 else left + width + beyond // 2 if beyond else _outer(x, wide)

    def _outer(x: int, wide: int) -> int:
        return left - wide - EDGE // 2 if x < 0 else left + width + wide + EDGE // 2

    def down(y: int) -> int:
        if 0 <= y < scene.rows:
            return top + y * CELL + CELL // 2
        return top - tall - EDGE // 2 if y < 0 else top + height + tall + EDGE // 2

    places: dict[str, tuple[Place, ...]] = {}
    shapes: list[Shape] = []
    for cell in scene.cells:
        at = (across(cell.x), down(cell.y))
        places[cell.spot] = (Place(*at),)
        shapes += [Outline(box(at, CELL / 2), cell.role.value), *_power(cell, at)]
    for cell in ghosts:
        x, y = across(cell.x), down(cell.y)
        places[cell.spot] += (Place(x, y, SMALLER),)
        half = CELL / 2 - 1
        corners = ((x - GHOST / 2, y - half), (x + GHOST / 2, y - half), (x + GHOST / 2, y + half))
        shapes.append(Outline((*corners, (x - GHOST / 2, y + half)), "surface", "panel", 1))
    shapes += [Word((across(one.x), down(one.y)), one.text, 16, "label") for one in scene.labels]
    last = Outline(box((0, 0), CELL / 2 - 1.5), "last", "cursor", 2)
    return Ground(2 * left + width, 2 * top + height, tuple(shapes), places, last)


def _power(cell: Cell, at: Point) -> list[Shape]:
    """Draw the sign of the cell of power: two rings."""
    if cell.role is not Role.POWER:
        return []
    return [Disc(at, 13, "", "sign", 2.5), Disc(at, 5, "", "sign", 2.5)]


def _hexagons(scene: Scene) -> Ground:
    step, side = CELL / 2, CELL / sqrt(3)
    height = round((scene.rows - 1) * side * 1.5 + 2 * side)

    def middle(x: int, y: int) -> tuple[int, int]:
        return round(EDGE + x * step + step), round(EDGE + y * side * 1.5 + side)

    places = {cell.spot: (Place(*middle(cell.x, cell.y)),) for cell in scene.cells}
    shapes: list[Shape] = []
    for cell in scene.cells:
        at = middle(cell.x, cell.y)
        shapes += [Outline(_hexagon(at, side), cell.role.value, "background", 1.5), *_power(cell, at)]
    for one in scene.labels:
        x, y = middle(one.x, one.y)
        in_row = [cell.x for cell in scene.cells if cell.y == one.y]
        inside = NEARER if in_row and one.x < min(in_row) else -NEARER if in_row else 0
        shapes.append(Word((x + inside, y), one.text, 15, "label"))
    last = Outline(_hexagon((0, 0), side - 2), "last", "cursor", 2)
    return Ground(round(scene.columns * step + 2 * EDGE), height + 2 * EDGE, tuple(shapes), places, last)


def _hexagon(at: Point, side: float) -> tuple[Point, ...]:
    """Give the corners of a hexagon that stands on one of them."""
    turns = (pi * (2 * corner + 1) / 6 for corner in range(6))
    return tuple((round(at[0] + side * cos(turn), 1), round(at[1] + side * sin(turn), 1)) for turn in turns)


def _rings(scene: Scene) -> Ground:
    radials, middle = scene.columns // 2, RADIUS + EDGE + 4

    def dot(x: float, distance: float) -> Point:
        turn = 2 * pi * x / scene.columns
        return round(middle + RADIUS * distance * sin(turn), 1), round(middle - RADIUS * distance * cos(turn), 1)

    def ring(y: int) -> float:
        return 1 - (1 - INNER) * y / (scene.rows - 1)

    tips = [dot(2 * at, INNER) for at in range(radials)]
    shapes: list[Shape] = [Disc((middle, middle), RADIUS * ring(y), "", "corpse", 1.5) for y in range(scene.rows - 1)]
    shapes += [Stroke((tip, dot(2 * at, 1)), "corpse", 1.5) for at, tip in enumerate(tips)]
    shapes += [Stroke((tip, tips[(at + 2) % radials]), "label", 1.5) for at, tip in enumerate(tips)]
    places = {}
    for cell in scene.cells:
        at = dot(cell.x, ring(cell.y))
        places[cell.spot] = (Place(round(at[0]), round(at[1]), 90),)
        shapes.append(Disc(at, 5, "background", "label", 1.5))
    shapes += [Word(dot(one.x, 1 + 28 / RADIUS), one.text, 18, "label", bold=True) for one in scene.labels]
    return Ground(2 * middle, 2 * middle, tuple(shapes), places, Disc((0, 0), 23, "last", "cursor", 2.5))
