"""The mark of a piece: tile or stone in the colour of its seat, with its shape and letter, around the origin. Pure.

Colours never tell alone: every seat has a shape, a corpse a cross, and a piece under another's command a second shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from core.scene import Piece
from tui.i18n.local_letters import lettered
from tui.settings.theme import STONES
from tui.study.story.vector_shape import Disc, Outline, Point, Shape, Stroke, Word, box, seat_token

TILE, STONE = 19, 18
"""Half the side of a tile, and the radius of a stone."""


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """How a piece looks: its letter, the word of its colour (empty: a corpse), and that of another seat over it.

    `free` says that nobody commands it.
    """

    letter: str
    colour: str
    lord: str = ""
    free: bool = False


def mark_of(piece: Piece, colours: Mapping[int, str]) -> Mark:
    """Give how a piece looks; `colours` are the words of the seats' colours."""
    if piece.owner is None:
        return Mark("", "")
    own = piece.colour or colours.get(piece.owner, "")
    ruled = piece.commander is not None and piece.commander != piece.owner and not piece.colour
    lord = colours.get(piece.commander, "") if ruled and piece.commander is not None else ""
    return Mark(lettered(piece.letter), own, lord, piece.commander is None)


def mark_shapes(mark: Mark) -> tuple[Shape, ...]:
    """Draw a mark around the origin."""
    if not mark.colour:
        cross = (Stroke(((-9, -9), (9, 9)), "background", 4), Stroke(((9, -9), (-9, 9)), "background", 4))
        return (Outline(box((0, 0), 16, 6), "corpse", "background", 1.5), *cross)
    if not mark.letter:
        return tuple(_stone(mark))
    return tuple(_tile(mark))


def _stone(mark: Mark) -> Iterator[Shape]:
    colour = seat_token(mark.colour)
    if mark.colour == STONES[0]:
        yield Disc((0, 0), STONE, colour, "corpse", 1.5)
    elif mark.colour == STONES[1]:
        yield Disc((0, 0), STONE - 3, "", colour, 6)
    else:
        yield Disc((0, 0), STONE, colour, "background", 1.5)
        yield from seat_shape(mark.colour, (0, 0), 9, "ink")


def _tile(mark: Mark) -> Iterator[Shape]:
    colour, wide = seat_token(mark.colour), len(mark.letter) > 1
    ink = colour if mark.free else "ink"
    yield Outline(box((0, 0), TILE, 6), "surface" if mark.free else colour, colour if mark.free else "background", 2)
    yield Word((-5 if wide else -4, -3), mark.letter, 19 if wide else 24, ink, bold=True)
    if mark.lord:
        yield Outline(((19, 2), (19, 13), (13, 19), (2, 19)), seat_token(mark.lord), "background", 1.5)
        yield Disc((11, 11), 9, seat_token(mark.lord), "background", 2)
        yield from seat_shape(mark.lord, (11, 11), 5, "ink")
    else:
        yield from seat_shape(mark.colour, (11, 10), 5.5, ink)


def seat_shape(colour: str, at: Point, size: float, fill: str) -> Iterator[Shape]:
    """Draw the shape of a seat around a point; a seat without one has none."""
    x, y = at
    if colour == "red":
        yield Disc(at, size, fill)
    elif colour == "white":
        yield Disc(at, size, fill, "muted", size * 0.2)
    elif colour == "black":
        yield Disc(at, size * 0.8, "", fill, size * 0.4)
    elif colour == "blue":
        yield Outline(box(at, size * 0.88), fill)
    elif colour == "green":
        yield Outline(((x, y - size), (x + size, y + size * 0.8), (x - size, y + size * 0.8)), fill)
    elif colour == "yellow":
        yield Outline(((x, y - size * 1.15), (x + size * 1.15, y), (x, y + size * 1.15), (x - size * 1.15, y)), fill)
    elif colour == "pink":
        yield Outline(_star(at, size * 1.2), fill)
    elif colour == "purple":
        third, far = size * 0.36, size
        arms = ((-third, -far), (third, -far), (third, -third), (far, -third), (far, third), (third, third))
        rest = ((third, far), (-third, far), (-third, third), (-far, third), (-far, -third), (-third, -third))
        yield Outline(tuple((x + a, y + b) for a, b in (*arms, *rest)), fill)


def _star(at: Point, size: float) -> tuple[Point, ...]:
    turns = ((pi * point / 5, size if point % 2 == 0 else size * 0.45) for point in range(10))
    return tuple((round(at[0] + far * sin(turn), 1), round(at[1] - far * cos(turn), 1)) for turn, far in turns)
