"""The scene of a position: the squares, the pieces, the numbers of rows and columns, the seats (§1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from core.games.epaminondas.rules.board import SEATS, Board
from core.geometry.square import COMPASS
from core.scene import Cell, Label, Layout, Piece, Role, Scene, SeatPanel, Standing

if TYPE_CHECKING:
    from core.games.epaminondas.rules.state import State


KIND = "piece"
"""The word for the only kind of piece."""

PHALANX = re.compile(rb"\x01{2,}|\x02{2,}")
"""Two or more neighbours of one colour on a line."""


def scene(state: State) -> Scene:
    """Draw a state: White sits south; pieces have no letter, only a colour."""
    board = state.rules.board
    pieces = (
        Piece(board.names[square], "", found - 1, found - 1, name=KIND)
        for square, found in enumerate(state.cells)
        if found
    )
    return Scene(
        layout=Layout.SQUARE,
        columns=2 * board.columns,
        rows=board.rows,
        cells=_cells(board),
        pieces=tuple(pieces),
        labels=_labels(board),
        seats=tuple(_panel(state, seat) for seat in (0, 1)),
        compass=COMPASS,
        trails=tuple(_phalanxes(state)),
    )


def _phalanxes(state: State) -> Iterator[tuple[str, ...]]:
    """Give the whole phalanxes of two or more pieces, which are easier to see if they are drawn (R3)."""
    names = state.rules.board.names
    for line in state.rules.board.lines:
        for found in PHALANX.finditer(state.cells[line.part]):
            yield tuple(names[square] for square in line.squares[found.start() : found.end()])


@cache
def _cells(board: Board) -> tuple[Cell, ...]:
    cells = []
    for square, name in enumerate(board.names):
        row, column = divmod(square, board.columns)
        cells.append(Cell(name, 2 * column, board.rows - 1 - row, (Role.FIRST, Role.SECOND)[(row + column) % 2]))
    return tuple(cells)


@cache
def _labels(board: Board) -> tuple[Label, ...]:
    """Name rows on both sides and columns above and below."""
    labels = []
    for row in range(1, board.rows + 1):
        labels += [Label(str(row), x, board.rows - row) for x in (-2, 2 * board.columns)]
    for column in range(1, board.columns + 1):
        labels += [Label(str(column), 2 * column - 2, y) for y in (-1, board.rows)]
    return tuple(labels)


def _panel(state: State, seat: int) -> SeatPanel:
    """Build a seat's panel, with the badge `turn` for the side to move."""
    turn = state.outcome is None and state.mover == seat
    return SeatPanel(
        seat=seat,
        name=SEATS[seat],
        standing=Standing.ACTIVE,
        owner=seat,
        pieces=state.cells.count(seat + 1),
        badges=("turn",) if turn else (),
    )
