"""The board: a rectangle of squares with the straight lines through it, as slices of the squares' bytes (§1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.game import Spot
from core.games.epaminondas.rules.action import DIRECTIONS, spot

EMPTY, WHITE, BLACK = 0, 1, 2
"""What a square holds; a piece has the number of its seat plus one."""

SEATS = ("white", "black")
"""The seats' names: White moves first."""

FORWARD = ("N", "E", "NE", "SE")
"""One of the two directions of each kind of line."""

EXCHANGED = bytes([EMPTY, BLACK, WHITE]).ljust(256, bytes(1))
"""The table that exchanges the colours of a position's squares (§6)."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A straight line: its `squares` in one `direction`, and the slice that cuts them out of a position."""

    direction: str
    squares: tuple[int, ...]
    part: slice


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board of `columns` by `rows` squares, numbered row by row from White's left corner.

    `rays` give for each direction and square the slice from that square to the edge. `lines` are all lines of at least
    two squares.
    """

    columns: int
    rows: int
    names: tuple[Spot, ...]
    index: Mapping[str, int]
    steps: Mapping[str, int]
    rays: Mapping[str, tuple[slice, ...]]
    lines: tuple[Line, ...]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by size."""
        return (board, (self.columns, self.rows))

    def start(self, ranks: int) -> bytes:
        """Give the squares at the start: `ranks` full rows on each side (R2)."""
        full = ranks * self.columns
        return bytes([WHITE]) * full + bytes((self.rows - 2 * ranks) * self.columns) + bytes([BLACK]) * full

    def square(self, row: int, column: int) -> int:
        """Give the number of a square, -1 if the board does not have it."""
        if 1 <= row <= self.rows and 1 <= column <= self.columns:
            return (row - 1) * self.columns + column - 1
        return -1

    def far(self, seat: int) -> int:
        """Give the number, from 1, of the row farthest from a seat."""
        return 1 if seat else self.rows

    def crossed(self, cells: bytes, seat: int) -> int:
        """Count a seat's pieces on its far row (§5)."""
        row = cells[: self.columns] if seat else cells[-self.columns :]
        return row.count(seat + 1)

    def lead(self, cells: bytes, seat: int) -> int:
        """Count how many more pieces a seat has on its far row than the other seat has on its own."""
        columns = self.columns
        ahead = cells.count(WHITE, -columns) - cells.count(BLACK, 0, columns)
        return -ahead if seat else ahead


@cache
def board(columns: int, rows: int) -> Board:
    """Give the board of that size."""
    names = tuple(spot(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))
    rays = {name: tuple(_rays(columns, rows, name)) for name in DIRECTIONS}
    return Board(
        columns,
        rows,
        names,
        MappingProxyType({name: square for square, name in enumerate(names)}),
        MappingProxyType({name: up * columns + right for name, (up, right) in DIRECTIONS.items()}),
        MappingProxyType(rays),
        tuple(_lines(columns, rows, rays)),
    )


def _rays(columns: int, rows: int, direction: str) -> Iterator[slice]:
    up, right = DIRECTIONS[direction]
    step = up * columns + right
    for square in range(columns * rows):
        row, column = divmod(square, columns)
        room = {1: rows - row, -1: row + 1, 0: rows + columns}[up]
        length = min(room, {1: columns - column, -1: column + 1, 0: rows + columns}[right])
        end = square + step * length
        yield slice(square, end if end >= 0 else None, step)


def _lines(columns: int, rows: int, rays: Mapping[str, tuple[slice, ...]]) -> Iterator[Line]:
    squares = range(columns * rows)
    for direction in FORWARD:
        up, right = DIRECTIONS[direction]
        for square in squares:
            row, column = divmod(square, columns)
            first = not (0 <= row - up < rows and 0 <= column - right < columns)
            line = tuple(squares[rays[direction][square]])
            if first and len(line) > 1:
                yield Line(direction, line, rays[direction][square])
