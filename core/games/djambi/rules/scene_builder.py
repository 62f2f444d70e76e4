"""The scene of a position: the board by role, the pieces, the names of the lines, the seats (§2)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from core.games.djambi.rules.board import CORPSE, FORTRESS, POWER, Board, letter
from core.games.djambi.rules.field import NOBODY, Field
from core.geometry import hex as hexagonal
from core.geometry import square
from core.scene import Cell, Label, Layout, Piece, Role, Scene, SeatPanel

if TYPE_CHECKING:
    from core.games.djambi.rules.state import State

FILLS = (Role.FIRST, Role.SECOND, Role.THIRD)
"""The fills that set neighbours apart: two on squares, three on hexagons."""

CORPSE_LETTER = "x"
"""The letter of a corpse."""


def scene(state: State) -> Scene:
    """Draw a state: the square board as it is, the hexagonal ones turned a quarter clockwise."""
    board = state.rules.board
    cells = _cells(board)
    return Scene(
        layout=Layout.SQUARE if board.square else Layout.HEX,
        columns=max(cell.x for cell in cells) + 2,
        rows=max(cell.y for cell in cells) + 1,
        cells=cells,
        pieces=_pieces(state.field),
        labels=_labels(board),
        seats=tuple(_panel(state, seat) for seat in range(len(state.rules.colours))),
        compass=square.COMPASS if board.square else hexagonal.COMPASS,
    )


@cache
def _cells(board: Board) -> tuple[Cell, ...]:
    lattice = board.lattice
    return tuple(Cell(lattice.names[i], *lattice.places[i], _role(board, i)) for i in range(len(lattice)))


def _role(board: Board, cell: int) -> Role:
    if board.zone[cell] == POWER:
        return Role.POWER
    if board.zone[cell] == FORTRESS:
        return Role.FORTRESS
    x, y = board.lattice.coordinates[cell]
    return FILLS[(x + y) % (2 if board.square else 3)]


@cache
def _labels(board: Board) -> tuple[Label, ...]:
    """Name columns and rows outside the cells; on hexagons a letter leads its row, a number heads its slanted line."""
    lattice = board.lattice
    places = dict(zip(lattice.names, lattice.places, strict=True))
    letters = sorted({name[0] for name in places})
    numbers = sorted({int(name[1:]) for name in places})
    labels = []
    for column in letters:
        x, y = min(place for name, place in places.items() if name[0] == column)
        below = max(place[1] for place in places.values()) + 1
        labels.append(Label(column, x, below) if board.square else Label(column, x - 2, y))
    for number in numbers:
        ends = [place for name, place in places.items() if name[1:] == str(number)]
        x, y = min(ends) if board.square else min(ends, key=lambda place: place[1])
        labels.append(Label(str(number), x - 2, y) if board.square else Label(str(number), x + 1, y - 1))
    return tuple(labels)


def _pieces(field: Field) -> tuple[Piece, ...]:
    names = field.rules.board.lattice.names
    pieces = []
    for cell, found in enumerate(field.cells):
        if found == CORPSE:
            pieces.append(Piece(names[cell], CORPSE_LETTER, None))
        elif found:
            owner = (found >> 3) - 1
            commander = field.command[owner]
            pieces.append(Piece(names[cell], letter(found), owner, None if commander == NOBODY else commander))
    return tuple(pieces)


def _panel(state: State, seat: int) -> SeatPanel:
    """Build a seat's panel; badges: `king`, `turn` for the colour that moves, `bonus` outside the rotation."""
    field = state.field
    player = field.command[seat]
    badges = ["king"] if field.king == seat else []
    if state.turn is not None and state.turn.seat == seat:
        badges += ["turn", "bonus"] if state.turn.bonus else ["turn"]
    return SeatPanel(
        seat=seat,
        name=state.rules.colours[seat],
        standing=field.status[seat],
        owner=None if player == NOBODY else player,
        pieces=sum(1 for _ in field.army(seat)),
        badges=tuple(badges),
    )
