"""The moves of Epaminondas once more, square by square, straight from the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from core.games.epaminondas.rules.action import DIRECTIONS, Action
from core.games.epaminondas.rules.state import State


def slow(state: State) -> set[str]:
    """List the legal moves of the side to move, but for the symmetry rule."""
    board = state.rules.board
    squares = [(row, column) for row in range(1, board.rows + 1) for column in range(1, board.columns + 1)]
    return {str(move) for row, column in squares for way in DIRECTIONS for move in _led(state, row, column, way)}


def _at(state: State, row: int, column: int) -> int:
    square = state.rules.board.square(row, column)
    return state.cells[square] if square >= 0 else -1


def _led(state: State, row: int, column: int, direction: str) -> Iterator[Action]:
    """Give the moves of one direction that the piece on a square leads."""
    up, right = DIRECTIONS[direction]
    count = 0
    while _at(state, row - count * up, column - count * right) == state.mover + 1:
        count += 1
        for distance in range(1, count + 1):
            foes = 0
            while _at(state, row + (distance + foes) * up, column + (distance + foes) * right) == 2 - state.mover:
                foes += 1
            ahead = _at(state, row + distance * up, column + distance * right)
            if ahead == 0 or 0 < foes < count:
                yield Action(row, column, count, direction, distance, foes)
            if ahead != 0:
                break
