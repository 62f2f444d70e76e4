"""Handicaps: squares that a side begins without a piece on, or with one more (`without=white:2.7 extra=black:10.7`)."""

from __future__ import annotations

from collections.abc import Iterator

from core.fault import BadOption, sentence
from core.games.epaminondas.board import EMPTY, SEATS, Board
from core.games.epaminondas.movement import mobile
from core.handicap import entries, once

WITHOUT, EXTRA = "without", "extra"

NO_SIDE = sentence("{name}: there is no side {side}; there are {allowed}.")
NO_SQUARE = sentence("{name}: the board has no square {square}; write row.column, as in {example}.")
NOT_THERE = sentence("{name}: {side} has no piece on {square} at the start.")
TAKEN = sentence("{name}: there is a piece on {square} already.")
TOO_FAR = sentence("{name}: {square} is not in the half of {side}, where its pieces begin.")
OVER = sentence("{name}: {side} could not make a single move.")


def start(board: Board, ranks: int, without: str, extra: str) -> bytes:
    """Give the squares at the start; raise `BadOption` where the handicap does not fit.

    What is taken away goes first, so that a piece can be moved elsewhere.
    """
    cells = bytearray(board.start(ranks))
    for seat, square, side in _named(board, WITHOUT, without):
        if cells[square] != seat + 1:
            raise BadOption(NOT_THERE, name=WITHOUT, side=side, square=board.names[square])
        cells[square] = EMPTY
    for seat, square, side in _named(board, EXTRA, extra):
        row = square // board.columns
        if (board.rows - 1 - row if seat else row) >= board.rows // 2:
            raise BadOption(TOO_FAR, name=EXTRA, side=side, square=board.names[square])
        if cells[square] != EMPTY:
            raise BadOption(TAKEN, name=EXTRA, square=board.names[square])
        cells[square] = seat + 1
    for seat, side in enumerate(SEATS):
        if not mobile(board, bytes(cells), seat):
            raise BadOption(OVER, name=WITHOUT if entries(without) else EXTRA, side=side)
    return bytes(cells)


def _named(board: Board, name: str, value: str) -> Iterator[tuple[int, int, str]]:
    """Give seat, square and side of each entry."""
    found = entries(value)
    once(name, found)
    for side, text in found:
        if side not in SEATS:
            raise BadOption(NO_SIDE, name=name, side=side, allowed=", ".join(SEATS))
        if text not in board.index:
            raise BadOption(NO_SQUARE, name=name, square=text, example=board.names[0])
        yield SEATS.index(side), board.index[text], side
