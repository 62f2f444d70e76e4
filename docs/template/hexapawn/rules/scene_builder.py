"""What is to be seen of a position: cells in two fills, pawns without letters, names of rows and columns, the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.hexapawn.rules.board import LETTERS, PAWNS, ROWS, SEATS, names
from core.geometry.square import COMPASS
from core.scene import Cell, Label, Layout, Piece, Role, Scene, SeatPanel, Standing

if TYPE_CHECKING:
    from core.games.hexapawn.rules.state import State

FILLS = (Role.FIRST, Role.SECOND)


def scene(state: State) -> Scene:
    """Give the drawing of a state: White sits south; `x` counts half-cells, `y` rows from the top."""
    columns, spots = state.columns, names(state.columns)
    places = [(2 * (at % columns), ROWS - 1 - at // columns) for at in range(len(spots))]
    fills = [FILLS[(at % columns + at // columns) % 2] for at in range(len(spots))]
    cells = tuple(Cell(spot, x, y, fill) for spot, (x, y), fill in zip(spots, places, fills, strict=True))
    found = [(spot, PAWNS.index(pawn)) for spot, pawn in zip(spots, state.cells, strict=True) if pawn != "."]
    return Scene(
        layout=Layout.SQUARE,
        columns=2 * columns,
        rows=ROWS,
        cells=cells,
        pieces=tuple(Piece(spot, "", seat, seat) for spot, seat in found),
        labels=(
            *(Label(LETTERS[column], 2 * column, ROWS) for column in range(columns)),
            *(Label(str(row + 1), -2, ROWS - 1 - row) for row in range(ROWS)),
        ),
        seats=tuple(_panel(state, seat) for seat in (0, 1)),
        compass=COMPASS,
    )


def _panel(state: State, seat: int) -> SeatPanel:
    return SeatPanel(
        seat=seat,
        name=SEATS[seat],
        standing=Standing.ACTIVE,
        owner=seat,
        pieces=state.cells.count(PAWNS[seat]),
        badges=("turn",) if seat in state.active else (),
    )
