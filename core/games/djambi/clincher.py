"""A win in one turn: found by trying every turn wherever one could be there, so that none is missed (§11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.games.djambi.field import NOBODY
from core.games.djambi.piece import CORPSE, NECROMOBILE, code
from core.games.djambi.state import State
from core.games.djambi.stroke import ALL, Stroke, aims, follow, strokes

DOUBLE = 2
"""How many rivals one turn can put out: an assassin that leaves power, a death that walls another chief in."""

DIGGERS = 2
"""How many necromobiles one turn can kill, so that the world may be shared out."""


def clincher(state: State, stop: Callable[[], bool]) -> Stroke | None:
    """Give a turn that wins at once, None where there is none; `stop` ends the search early."""
    if state.turn is None or not near(state):
        return None
    player = state.turn.player
    for tried, stroke in enumerate(_all(state)):
        over = follow(state, stroke).outcome
        if over is not None and over.winners == (player,):
            return stroke
        if not tried & 15 and stop():
            return None
    return None


def _all(state: State) -> Iterator[Stroke]:
    for aim in aims(state):
        yield from strokes(aim.mover, aim.to, ALL)


def near(state: State) -> bool:
    """Tell whether one turn could end the match: few rivals left, or few necromobiles."""
    field = state.field
    rivals = [colour for colour in field.active if state.turn is not None and colour != state.turn.player]
    if len(rivals) < DOUBLE:
        return True
    diggers = sum(code(colour, NECROMOBILE) in field.cells for colour in range(len(field.status)))
    if diggers <= DIGGERS and field.cells.count(CORPSE) >= DIGGERS:
        return True
    return len(rivals) == DOUBLE and any(_cornered(state, rival) for rival in rivals)


def _cornered(state: State, colour: int) -> bool:
    """Tell whether a chief is in power, or has at most two free cells about him: a turn may fill both."""
    lattice = state.rules.board.lattice
    chief = state.field.chief(colour)
    free = sum(not state.field.cells[cell] for cell in lattice.steps[chief])
    return chief in (NOBODY, lattice.centre) or free <= DOUBLE
