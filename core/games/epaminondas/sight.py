"""What a piece sees along the straight lines as the rear piece of a move, and the moves that come of it (§3, §4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from random import Random

from core.games.epaminondas.action import DIRECTIONS, Action
from core.games.epaminondas.board import Board

KEPT_RAYS = 32768
"""How many sights are remembered."""

FRONT = (re.compile(rb"(\x01+)(\x00*)(\x02*)"), re.compile(rb"(\x02+)(\x00*)(\x01*)"))
"""For each seat: a whole run of its pieces, the empty squares ahead of it, the enemies that stand behind those."""

Cut = Callable[[bytes], bytes]
"""What cuts a line out of a position; mypyc takes a named slice in `cells[part]` for the number of one square."""

Sight = tuple[int, int, int, int]
"""What a rear piece sees: its run, the empty squares ahead of that, the enemies behind, in how many ways it may go."""


class Sights(dict[bytes, Sight]):
    """What a seat's rear pieces see, by the squares from their own to the edge; no run where it is no such piece."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        """Begin having seen nothing."""
        super().__init__()
        self.seat = seat

    def __missing__(self, content: bytes) -> Sight:
        """Look once."""
        if len(self) >= KEPT_RAYS:
            self.clear()
        found = FRONT[self.seat].match(content)
        run, gap, foes = map(len, found.groups()) if found is not None else (0, 0, 0)
        sight = self[content] = (run, gap, foes, min(run, gap) + (gap < run and 0 < foes < run))
        return sight


SIGHTS = (Sights(0), Sights(1))
"""What the pieces of each seat see."""


@cache
def views(board: Board) -> tuple[Mapping[str, Cut], ...]:
    """Give for every square what cuts out the lines from it to the edge, by direction."""
    squares = range(len(board.names))
    return tuple({direction: itemgetter(parts[at]) for direction, parts in board.rays.items()} for at in squares)


@dataclass(frozen=True, slots=True)
class Ray:
    """What a rear piece sees in one direction: its own run, the empty squares ahead of that, the enemies behind."""

    direction: str
    run: int
    gap: int
    foes: int
    ways: int

    @property
    def distances(self) -> range:
        """How far the run may go as a whole."""
        return range(1, self.ways + 1)

    def captured(self, distance: int) -> int:
        """Give how many pieces the run captures at a distance it may go."""
        return self.foes if distance > self.gap else 0


def rays(board: Board, cells: bytes, rear: int, seat: int) -> list[Ray]:
    """Give what the piece on `rear` sees in each direction as the rear piece of a move."""
    seen = SIGHTS[seat]
    found = [(direction, seen[cut(cells)]) for direction, cut in views(board)[rear].items()]
    return [Ray(direction, *sight) for direction, sight in found if sight[0]]


def drawn(board: Board, cells: bytes, rear: int, seat: int, rng: Random) -> Action | None:
    """Give one of the moves with the piece on `rear` as their rear piece, but for the symmetry rule; each is as likely.

    None where there is no such move.
    """
    seen, cuts = SIGHTS[seat], views(board)[rear]
    found = [seen[cut(cells)] for cut in cuts.values()]
    whole = sum([ways for _, _, _, ways in found])
    if not whole:
        return None
    distance = int(rng.random() * whole) + 1
    for direction, (run, gap, foes, ways) in zip(cuts, found, strict=True):
        if distance <= ways:
            return led(board.columns, rear, run, direction, distance, foes if distance > gap else 0)
        distance -= ways
    return None


@lru_cache(maxsize=16384)
def led(columns: int, rear: int, count: int, direction: str, distance: int, captured: int) -> Action:  # noqa: PLR0917 - all that tells a move
    """Give the move of `count` pieces whose rear one stands on the square of that number.

    >>> str(led(14, 6, 2, "N", 1, 0))
    '2.7.2N1'
    """
    row, column = divmod(rear, columns)
    up, right = DIRECTIONS[direction]
    lead = count - 1
    return Action(row + 1 + lead * up, column + 1 + lead * right, count, direction, distance, captured)
