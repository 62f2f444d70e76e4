"""Where lines of pieces may go: every straight line looked up by what stands on it (§3, §4; R3, R8, R9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from core.games.epaminondas.action import DIRECTIONS, OPPOSITE, Action
from core.games.epaminondas.board import Board, Line

KEPT = 4096
"""How many contents of one line are remembered."""

FRONT = (re.compile(rb"(\x01+)(\x00*)(\x02*)"), re.compile(rb"(\x02+)(\x00*)(\x01*)"))
"""For each seat: a whole run of its pieces, the empty squares ahead of it, the enemies that stand behind those."""


Place = tuple[int, ...]
"""Where on a line a run ends, the empty squares ahead of it end, the run begins, and the enemies behind those end."""


class Fronts(dict[Place, tuple[Action, ...]]):
    """The moves of one run towards one end of a line, by where run, gap and enemies begin and end on it."""

    __slots__ = ("columns", "direction", "squares")

    def __init__(self, squares: tuple[int, ...], columns: int, direction: str) -> None:
        """Begin knowing nothing of the line of `squares`, which goes in `direction`."""
        super().__init__()
        self.squares = squares
        self.columns = columns
        self.direction = direction

    def __missing__(self, place: Place) -> tuple[Action, ...]:
        """Find the moves of a run: every front end of it, as far as it may go (R3)."""
        front, gap, start, end = place
        row, column = divmod(self.squares[front - 1], self.columns)
        found = self[place] = tuple(
            Action(row + 1, column + 1, count, self.direction, distance, captured)
            for count, distance, captured in shifts(front - start, gap - front, end - gap)
        )
        return found


def shifts(run: int, gap: int, foes: int) -> Iterator[tuple[int, int, int]]:
    """Give how many pieces of a run may go how far and capture how many, before `gap` empty squares and `foes` enemies.

    A part of n pieces goes at most n squares over empty ones; on the first enemy it lands only if fewer than n stand
    there in a row.

    >>> list(shifts(2, 1, 1))
    [(1, 1, 0), (2, 1, 0), (2, 2, 1)]
    """
    for count in range(1, run + 1):
        yield from ((count, distance, 0) for distance in range(1, min(count, gap) + 1))
        if gap < count and 0 < foes < count:
            yield count, gap + 1, foes


class Known(dict[bytes, tuple[Action, ...]]):
    """The moves on one line by what stands on it, found once and remembered."""

    __slots__ = ("ahead", "back", "runs")

    def __init__(self, line: Line, columns: int, seat: int) -> None:
        """Begin knowing nothing of `line` when `seat` is to move."""
        super().__init__()
        self.ahead = Fronts(line.squares, columns, line.direction)
        self.back = Fronts(line.squares[::-1], columns, OPPOSITE[line.direction])
        self.runs = FRONT[seat].finditer

    def __missing__(self, content: bytes) -> tuple[Action, ...]:
        """Find the moves for one content, towards the line's end and then towards its beginning."""
        if len(self) >= KEPT:
            self.clear()
        ahead, back = self.ahead, self.back
        parts = [ahead[run.end(1), run.end(2), *run.span()] for run in self.runs(content)]
        parts += [back[run.end(1), run.end(2), *run.span()] for run in self.runs(content[::-1])]
        known = self[content] = tuple(chain.from_iterable(parts))
        return known


@cache
def _tables(board: Board, seat: int) -> tuple[tuple[slice, Known], ...]:
    return tuple((line.part, Known(line, board.columns, seat)) for line in board.lines)


def moves(board: Board, cells: bytes, seat: int) -> list[Action]:
    """Give every move of a seat but for the symmetry rule, line by line."""
    return list(chain.from_iterable([known[cells[part]] for part, known in _tables(board, seat)]))


def mobile(board: Board, cells: bytes, seat: int) -> bool:
    """Tell whether a seat has any move but for the symmetry rule."""
    return any(known[cells[part]] for part, known in _tables(board, seat))


@dataclass(frozen=True, slots=True)
class Ray:
    """What a rear piece sees in one direction: its own run, the empty squares ahead of that, the enemies behind."""

    direction: str
    run: int
    gap: int
    foes: int

    @property
    def distances(self) -> range:
        """How far the run may go as a whole."""
        last = min(self.run, self.gap)
        return range(1, last + 1 + (self.gap < self.run and 0 < self.foes < self.run))

    def captured(self, distance: int) -> int:
        """Give how many pieces the run captures at a distance it may go."""
        return self.foes if distance > self.gap else 0


def rays(board: Board, cells: bytes, rear: int, seat: int) -> Iterator[Ray]:
    """Give what the piece on `rear` sees in each direction as the rear piece of a move."""
    for direction in DIRECTIONS:
        found = FRONT[seat].match(cells[board.rays[direction][rear]])
        if found is not None:
            yield Ray(direction, *map(len, found.groups()))


def allowed(board: Board, cells: bytes, seat: int, action: Action) -> bool:
    """Tell whether a move is one of `moves`, by what stands on its line alone."""
    behind, distance = action.count - 1, action.distance
    if behind < 0 or action.direction not in DIRECTIONS or not 0 < distance <= action.count:
        return False
    up, right = DIRECTIONS[action.direction]
    rear = board.square(action.row - behind * up, action.column - behind * right)
    if rear < 0:
        return False
    found = FRONT[seat].match(cells[board.rays[action.direction][rear]])
    if found is None or found.end(1) != action.count:
        return False
    gap = found.end(2) - found.end(1)
    if distance <= gap:
        return action.captured == 0
    foes = found.end() - found.end(2)
    return distance == gap + 1 and 0 < foes < action.count and action.captured == foes


def shifted(board: Board, cells: bytes, seat: int, action: Action) -> bytes:
    """Give the squares after a move that is allowed: all its pieces shifted, the captured ones gone."""
    step = board.steps[action.direction]
    lead = board.square(action.row, action.column)
    after = bytearray(cells)
    rear = lead - (action.count - 1) * step
    for at in range(action.distance):
        after[rear + at * step] = 0
        after[lead + (at + 1) * step] = seat + 1
    landing = lead + action.distance * step
    for at in range(1, action.captured):
        after[landing + at * step] = 0
    return bytes(after)
