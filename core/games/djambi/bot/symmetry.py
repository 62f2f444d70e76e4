"""The symmetries of the boards: how the cells can be turned and mirrored so that ways and power stay what they are.

At the start no army is its own mirror image; near the end of a game a position can be.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

from core.games.djambi.rules.board import Board
from core.games.djambi.rules.field import Field
from core.games.djambi.rules.state import State

Image = tuple[int, ...]
"""For each cell, the cell whose content stands there in the image."""


def likeness(state: State) -> State:
    """Give the same position as it stands in the first of its images: equal for positions that are alike."""
    field = state.field
    least = min(bytes([field.cells[cell] for cell in image]) for image in images(field.rules.board))
    return replace(state, field=Field(field.rules, least, field.status, field.owner))


@cache
def images(board: Board) -> tuple[Image, ...]:
    """Give every symmetry of a board: the linear maps that keep its cells, their steps and what they are."""
    lattice = board.lattice
    number = {vector: cell for cell, vector in enumerate(lattice.coordinates)}
    found = []
    for a, b, c, d in product((-1, 0, 1), repeat=4):
        vectors = [(a * x + b * y, c * x + d * y) for x, y in lattice.coordinates]
        if set(vectors) == number.keys():
            image = tuple([number[vector] for vector in vectors])
            if _kept(board, image):
                found.append(image)
    return tuple(found)


def _kept(board: Board, image: Image) -> bool:
    for table in (board.lattice.steps, board.lattice.sides):
        if any({image[near] for near in table[cell]} != set(table[image[cell]]) for cell in range(len(image))):
            return False
    return all(board.zone[image[cell]] == board.zone[cell] for cell in range(len(image)))
