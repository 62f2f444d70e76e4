"""The scene of a position: the board by role, the pieces, the names at its edges, the seats (§2)."""

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


def _labels(board: Board) -> tuple[Label, ...]:
    return _edges(board) if board.square else _ends(board)


@cache
def _edges(board: Board) -> tuple[Label, ...]:
    """Name the columns of the square board below it and the rows beside it."""
    lattice = board.lattice
    below = max(y for _, y in lattice.places) + 1
    found = {}
    for name, (x, y) in zip(lattice.names, lattice.places, strict=True):
        found[name[0]] = Label(name[0], x, below)
        found[name[1:]] = Label(name[1:], -2, y)
    return tuple(found[text] for text in sorted(found))


@cache
def _ends(board: Board) -> tuple[Label, ...]:
    """Name the first and the last cell of each row of a hexagonal board beside it, in full.

    A number alone beside a row would be read as that of the row's last cell, whatever slanted line it headed.
    """
    rows: dict[int, list[tuple[int, str]]] = {}
    for name, (x, y) in zip(board.lattice.names, board.lattice.places, strict=True):
        rows.setdefault(y, []).append((x, name))
    labels = []
    for y, cells in sorted(rows.items()):
        (left, first), (right, last) = min(cells), max(cells)
        labels += [Label(first, left - 2, y), Label(last, right + 2, y)]
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
