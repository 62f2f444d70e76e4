"""What a position is worth to each seat, for bots: pieces, power, vassals, and how safe and free the chief is."""

from __future__ import annotations

from core.games.djambi.rules.board import ASSASSIN, CHIEF, CORPSE, EMPTY, MILITANT, PROVOCATEUR, REPORTER
from core.games.djambi.rules.field import ACTIVE, NOBODY, Field
from core.games.djambi.rules.state import State

WIN = 1000.0
"""The worth of a won match; a lost one is worth the negative."""

ALIVE = 40.0
"""The worth of still being in the lists."""

PIECES = (0.0, 4.0, 4.0, 3.0, 3.0, 1.0)
"""The worth of a piece by kind: the chief's is `ALIVE`."""

VASSAL = 0.6
"""The part of a piece's worth that counts for a commander of another colour."""

KING = 12.0
"""The worth of being in power."""

MENACE = 9.0
"""What each enemy that could kill the chief in one move takes away."""

DEPOSED = 2.0
"""What each enemy that could displace the chief in one move takes away."""

ROOM = 0.3
"""The worth of each empty cell beside the chief."""


def evaluate(state: State) -> tuple[float, ...]:
    """Give the worth of a position for each seat; 0 for those out of the lists."""
    field = state.field
    if state.outcome is not None:
        share = WIN / len(state.outcome.winners)
        return tuple(share if seat in state.outcome.winners else -WIN for seat in range(len(field.status)))
    worth = material(field)
    for colour, standing in enumerate(field.status):
        if standing is ACTIVE:
            worth[colour] += ALIVE + safety(field, colour)
    if field.king != NOBODY:
        worth[field.king] += KING
    return tuple(worth)


def material(field: Field) -> list[float]:
    """Weigh the pieces that each player commands, those of their own colour in full."""
    worth = [0.0] * len(field.status)
    for code in field.cells:
        if code > CORPSE:
            colour = (code >> 3) - 1
            commander = field.command[colour]
            if commander == colour:
                worth[colour] += PIECES[code & 7]
            elif commander != NOBODY:
                worth[commander] += PIECES[code & 7] * VASSAL
    return worth


def safety(field: Field, colour: int) -> float:
    """Weigh the safety of a colour's chief: who could reach it in one move, and how much room it has."""
    cells = field.cells
    lattice = field.rules.board.lattice
    chief = field.chief(colour)
    short_reach = 0 if chief == lattice.centre else 2
    worth = 0.0
    for ray in lattice.rays[chief]:
        for distance, cell in enumerate(ray, 1):
            code = cells[cell]
            if code > CORPSE and field.command[(code >> 3) - 1] not in (colour, NOBODY):
                kind = code & 7
                if kind in (ASSASSIN, CHIEF) or (kind == MILITANT and distance <= short_reach):
                    worth -= MENACE
                elif kind == PROVOCATEUR:
                    worth -= DEPOSED
            if code != EMPTY:
                break
            worth += ROOM * (distance == 1)
    return worth - MENACE * _reported(field, colour, chief)


def _reported(field: Field, colour: int, chief: int) -> bool:
    """Tell whether an enemy reporter could stop beside the chief."""
    cells = field.cells
    lattice = field.rules.board.lattice
    for cell, code in enumerate(cells):
        if code & 7 == REPORTER and code > CORPSE and field.command[(code >> 3) - 1] not in (colour, NOBODY):
            for side in lattice.sides[chief]:
                crossed = lattice.lines[cell].get(side) if not cells[side] else None
                if crossed is not None and not any(cells[each] for each in crossed):
                    return True
    return False
