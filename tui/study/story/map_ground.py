"""The ground of a map: sea, land, roads and routes, the towns with their names. Pure.

Names are placed one after the other, each on the side of its town where it covers the least.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from core.scene import Atlas, Site, Town, Way
from tui.study.story.vector_shape import Disc, Ground, Outline, Place, Point, Shape, Stroke, Word, box, seat_token

SCALE = 0.3
"""Units of the drawing in a unit of the map."""

SIZE, LETTER = 16, 8.2
"""Height of a name, and how much of a line one of its letters takes at most."""

PIECE, SIGN = 72, 5
"""Hundredths of a piece beside those of other boards, and the radius of a town's sign."""

WIDE, ROUNDS = 28.0, 4
"""Units that a piece takes across, and how often those too close are pushed apart."""

LINES = {Way.ROAD: ("road", 2.0, 0.0), Way.STRAIT: ("road", 2.0, 6.0), Way.ROUTE: ("route", 1.6, 5.0)}
"""The colour, the width and the dashes of what joins two towns; a coast is drawn as the edge of the land."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def map_ground(atlas: Atlas, language: str) -> Ground:
    """Give the ground of a map with the names of its towns in a language."""
    width, height = _scaled((atlas.width, atlas.height))
    shapes: list[Shape] = [Outline(((0, 0), (width, 0), (width, height), (0, height)), "sea")]
    shapes += [Outline(tuple(_scaled(point) for point in one), "land", "coast", 1) for one in atlas.land]
    spots = {town.spot: _scaled(town.at) for town in atlas.towns}
    for link in atlas.links:
        if link.way in LINES:
            points = (spots[link.start], *(_scaled(bend) for bend in link.bends), spots[link.end])
            colour, thick, dashes = LINES[link.way]
            shapes.append(Stroke(points, colour, thick, dashes))
    for town in atlas.towns:
        shapes += _sign(town, spots[town.spot])
    shapes += _names(atlas, spots, language, (width, height))
    places = {spot: (Place(round(x), round(y), PIECE),) for spot, (x, y) in _apart(spots).items()}
    last = Outline(box((0, 0), 18, 5), "last", "cursor", 2)
    return Ground(round(width), round(height), tuple(shapes), places, last)


def _scaled(point: tuple[int, int]) -> Point:
    return round(point[0] * SCALE, 1), round(point[1] * SCALE, 1)


def _apart(spots: dict[str, Point]) -> dict[str, Point]:
    """Push apart where pieces stand in towns so close that one would lie on the other."""
    places = dict(spots)
    for _ in range(ROUNDS):
        for one, other in combinations(places, 2):
            (x, y), (to_x, to_y) = places[one], places[other]
            gap = WIDE - max(abs(to_x - x), abs(to_y - y))
            if gap > 0:
                across = abs(to_x - x) >= abs(to_y - y)
                step = gap / 2 * (1 if (to_x >= x if across else to_y >= y) else -1)
                dx, dy = (step, 0) if across else (0, step)
                places[one], places[other] = (x - dx, y - dy), (to_x + dx, to_y + dy)
    return places


def _sign(town: Town, at: Point) -> Iterator[Shape]:
    colour = seat_token(town.colour)
    if town.site is Site.CAPITAL:
        yield Outline(box(at, SIGN + 4, 3), "background", colour, 2.5)
    yield Disc(at, SIGN, colour, "background", 1.5)


def _names(atlas: Atlas, spots: dict[str, Point], language: str, size: Point) -> Iterator[Shape]:
    """Give the names, capitals first, each where it covers least of towns and of names before it."""
    half = PIECE * 21 / 100 + 1
    taken: list[Box] = [(x - half, y - half, x + half, y + half) for x, y in spots.values()]
    for town in sorted(atlas.towns, key=lambda town: (town.site is not Site.CAPITAL, town.spot)):
        name = town.name(language).partition(" (")[0]
        room = min(_rooms(spots[town.spot], len(name) * LETTER, half), key=lambda one: _covered(one, taken, size))
        taken.append(room)
        x, side = spots[town.spot][0], (room[0] > spots[town.spot][0]) - (room[2] < spots[town.spot][0])
        at = (round({1: room[0], -1: room[2]}.get(side, x), 1), round((room[1] + room[3]) / 2, 1))
        capital = town.site is Site.CAPITAL
        tone = seat_token(town.colour) if capital else "foreground"
        yield Word(at, name, SIZE, tone, bold=capital, halo="background", side=side)


def _rooms(at: Point, width: float, half: float) -> Iterator[Box]:
    """Give where a name may stand beside its town: right, left, below, above, and in the four corners."""
    x, y = at
    for left, top in (
        (x + half, y - SIZE / 2),
        (x - half - width, y - SIZE / 2),
        (x - width / 2, y + half),
        (x - width / 2, y - half - SIZE),
        (x + half / 2, y + half),
        (x - half / 2 - width, y + half),
        (x + half / 2, y - half - SIZE),
        (x - half / 2 - width, y - half - SIZE),
    ):
        yield left, top, left + width, top + SIZE


def _covered(room: Box, taken: list[Box], size: Point) -> float:
    """Give how many square units a name would cover or lie beyond the edge."""
    left, top, right, bottom = room
    both = (
        max(0.0, min(right, one[2]) - max(left, one[0])) * max(0.0, min(bottom, one[3]) - max(top, one[1]))
        for one in taken
    )
    beyond = max(0.0, -left) + max(0.0, right - size[0]) + max(0.0, -top) + max(0.0, bottom - size[1])
    return sum(both) + beyond * SIZE
