"""What is to be seen of a position: the map with its pieces, the seats, the cards and the fight (§1, §2, §6.5)."""

from __future__ import annotations

from functools import lru_cache

from core.atlas import Atlas
from core.cards import Cards
from core.games.mediterranee.chart import Chart
from core.games.mediterranee.relief import atlas
from core.scene import Cell, Layout, Piece, Role, Scene, SeatPanel

KINDS = {"E": "elephant", "C": "cavalry", "F": "infantry", "B": "boat"}
"""The word of each kind of piece by the first letter of its name behind the state's."""


def drawing(chart: Chart, pieces: tuple[Piece, ...], seats: tuple[SeatPanel, ...], cards: Cards | None = None) -> Scene:
    """Give the drawing of pieces on a map."""
    printed = atlas(chart)
    return Scene(
        layout=Layout.MAP,
        columns=printed.width,
        rows=printed.height,
        cells=_cells(printed),
        pieces=pieces,
        seats=seats,
        atlas=printed,
        cards=cards,
    )


@lru_cache(maxsize=4)
def _cells(printed: Atlas) -> tuple[Cell, ...]:
    return tuple(Cell(town.spot, *town.at, Role.FIRST) for town in printed.towns)
