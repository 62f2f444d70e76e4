"""What a piece sees along the straight lines as the rear piece of a move (§3, §4; R3, R8, R9).

What it can do depends only on its own run, the empty squares ahead and the enemies behind those. So the contents of
rays are looked up. Nearly always the first few squares tell, and of these there are few contents.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

from core.games.epaminondas.rules.action import DIRECTIONS
from core.games.epaminondas.rules.board import Board

KEPT_RAYS = 32768
"""How many ray contents are remembered."""

FRONT = (re.compile(rb"(\x01+)(\x00*)(\x02*)"), re.compile(rb"(\x02+)(\x00*)(\x01*)"))
"""For each seat: a whole run of its pieces, the empty squares ahead of it, and the enemies behind those."""

RayView = tuple[int, int, int, int]
"""What a rear piece sees: its run, the empty squares ahead of it, the enemies behind, and the number of its moves."""


class Sights(dict[bytes, RayView]):
    """What a seat's rear pieces see, by the squares from their own to the edge; no run if there is no such piece."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        """Begin with nothing known."""
        super().__init__()
        self.seat = seat

    def __missing__(self, content: bytes) -> RayView:
        """Analyse one ray."""
        if len(self) >= KEPT_RAYS:
            self.clear()
        found = FRONT[self.seat].match(content)
        run, gap, foes = map(len, found.groups()) if found is not None else (0, 0, 0)
        sight = self[content] = _view(run, gap, foes)
        return sight


@cache
def _view(run: int, gap: int, foes: int) -> RayView:
    return run, gap, foes, min(run, gap) + (gap < run and 0 < foes < run)


RAY_VIEWS = (Sights(0), Sights(1))
"""What the pieces of each seat see."""

NEAR = 8
"""How many squares of a ray tell nearly always what its rear piece can do."""

FAR = 1000
"""Stands for the number of moves if more squares have to be looked at."""


class NearSights(Sights):
    """What a seat's rear pieces see in the first squares of a ray: few contents, so that all are remembered."""

    __slots__ = ()

    def __missing__(self, content: bytes) -> RayView:
        """Analyse one ray: what ends with its last near square may go on behind it, unless that changes no move."""
        run, gap, foes, ways = RAY_VIEWS[self.seat][content]
        goes_on = run + gap + foes == NEAR and gap < run and foes < run
        sight = self[content] = (run, gap, foes, FAR if goes_on else ways)
        return sight


NEAR_VIEWS = (NearSights(0), NearSights(1))
"""What the pieces of each seat see nearby."""

Rays = Callable[[bytes], tuple[bytes, ...]]
"""Cuts all rays from one square out of a position, in the order of `DIRECTIONS`."""


@cache
def views(board: Board, reach: int | None = None) -> tuple[Rays, ...]:
    """Give for every square what cuts out its rays, to the edge or as far as they reach."""
    squares = range(len(board.names))
    rays = ([_slice(squares[part][:reach]) for part in parts] for parts in zip(*board.rays.values(), strict=True))
    return tuple(itemgetter(*parts) for parts in rays)


def _slice(squares: range) -> slice:
    return slice(squares.start, squares.stop if squares.stop >= 0 else None, squares.step)


@dataclass(frozen=True, slots=True)
class Ray:
    """What a rear piece sees in one direction: its own run, the empty squares ahead of it, the enemies behind."""

    direction: str
    run: int
    gap: int
    foes: int
    ways: int

    @property
    def distances(self) -> range:
        """The distances that the run can go as a whole."""
        return range(1, self.ways + 1)

    def captured(self, distance: int) -> int:
        """Give how many pieces the run captures at an allowed distance."""
        return self.foes if distance > self.gap else 0


def rays(board: Board, cells: bytes, rear: int, seat: int) -> list[Ray]:
    """Give what the piece on `rear` sees in each direction as the rear piece of a move."""
    seen = RAY_VIEWS[seat]
    found = [seen[content] for content in views(board)[rear](cells)]
    return [Ray(direction, *sight) for direction, sight in zip(DIRECTIONS, found, strict=True) if sight[0]]
