"""The board: three rows of cells; White steps upwards, Black downwards (R1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Spot

ROWS = 3
LETTERS = "abcde"
"""The names of the columns."""

SEATS = ("white", "black")
"""The seats' names: White moves first (R1)."""

PAWNS = "WB"
"""How each seat's pawns are written; an empty cell is a full stop."""

Cells = str
"""What stands on the cells, row by row from row 1: `WWW...BBB` is the start on three columns."""


def start(columns: int) -> Cells:
    """Give the first position (R1).

    >>> start(3)
    'WWW...BBB'
    """
    return PAWNS[0] * columns + "." * columns + PAWNS[1] * columns


def names(columns: int) -> tuple[Spot, ...]:
    """Give the names of all cells, row by row."""
    return tuple(Spot(f"{letter}{row + 1}") for row in range(ROWS) for letter in LETTERS[:columns])


def steps(cells: Cells, seat: int) -> Iterator[tuple[int, int]]:
    """Give where each pawn of a seat may go from where: straight on or taking aslant (R2, R3).

    >>> list(steps("WWW...BBB", 0))
    [(0, 3), (1, 4), (2, 5)]
    """
    for square, content in enumerate(cells):
        if content == PAWNS[seat]:
            yield from ((square, to) for to in _ahead(cells, seat, square))


def _ahead(cells: Cells, seat: int, square: int) -> Iterator[int]:
    columns = len(cells) // ROWS
    row, column = divmod(square, columns)
    row += 1 - 2 * seat
    if not 0 <= row < ROWS:
        return
    for side in (column - 1, column, column + 1):
        if 0 <= side < columns and cells[row * columns + side] == ("." if side == column else PAWNS[1 - seat]):
            yield row * columns + side


def across(cells: Cells, seat: int) -> bool:
    """Tell whether a seat has a pawn on its far row (R4)."""
    columns = len(cells) // ROWS
    return PAWNS[seat] in (cells[:columns] if seat else cells[-columns:])
