"""What the search weighs: pieces by the row they have come to, and what stands on each line; in hundredths of a piece.

All of it belongs to one square or to one line, so that a move changes the sum on a few lines only.
"""

from __future__ import annotations

from core.games.epaminondas.board import Board, Line
from core.games.epaminondas.movement import PART, Table
from core.games.epaminondas.sight import FRONT

PIECE = 100
"""A piece."""

ADVANCE = 45
"""How much more a piece is worth before the far row than at home; it grows by the square of the way."""

CROSSED = 60
"""How much more it is worth on the far row."""

ROOM = 1
"""A move to choose from."""

PAIR = 4
"""Each piece beyond the first of a phalanx."""

THREAT = 10
"""Each piece of the greatest capture threatened on a line."""

RACE = (0, 30, 15, 8, 4, 2)
"""A line of pieces that can go on to the far row, by how many moves it needs."""

COVER = 6
"""A square of the home row that a line of two or more pieces on that row can reach: an invader there may be taken."""

TEMPO = 8
"""The turn."""


def square_worth(board: Board, row: int, seat: int) -> int:
    """Weigh a piece of a seat on a row, from 0."""
    gone = board.rows - 1 - row if seat else row
    last = board.rows - 1
    return PIECE + ADVANCE * gone * gone // (last * last) + CROSSED * (gone == last)


def line_worth(board: Board, line: Line, content: bytes, tables: tuple[Table, Table]) -> int:
    """Weigh what stands on a line for White against Black; `tables` are the two seats' of that line."""
    worth = 0
    for seat, sign in ((0, 1), (1, -1)):
        numbers = tables[seat][1][content]
        most = max((number & PART for number in numbers), default=0)
        mine = ROOM * len(numbers) + THREAT * most + _runs(board, line, content, seat)
        worth += sign * mine
    return worth


def _runs(board: Board, line: Line, content: bytes, seat: int) -> int:
    """Weigh the phalanxes of a seat on a line, how near to the far row they are, and the cover of the home row."""
    level = line.direction == "E"
    squares = line.squares
    if not level and (squares[0] < squares[-1]) == bool(seat):
        content, squares = content[::-1], squares[::-1]
    home = level and squares[0] // board.columns == (board.rows - 1 if seat else 0)
    reaches = not level and squares[-1] // board.columns == (0 if seat else board.rows - 1)
    worth = 0
    for found in FRONT[seat].finditer(content):
        run = found.end(1) - found.start()
        worth += PAIR * (run - 1)
        left = len(content) - found.end(1)
        if reaches and 0 < left == found.end(2) - found.end(1):
            worth += RACE[min(-(-left // run), len(RACE) - 1)]
        if home and run > 1:
            worth += COVER * (run + min(run, found.end(2) - found.end(1)))
    return worth
