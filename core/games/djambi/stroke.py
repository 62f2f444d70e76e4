"""The turns a bot considers: a piece and where it goes first, then what becomes of the victim and of the extra move.

Legality is that of `core.games.djambi.movement`; this only says in what order to look, and how far down the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.game import Spot
from core.games.djambi.action import SHOT, Action
from core.games.djambi.board import POWER
from core.games.djambi.field import NOBODY, Field, Mover
from core.games.djambi.movement import act, after, beside, destinations, victims
from core.games.djambi.path import Cells, signs_of
from core.games.djambi.piece import CHIEF, CORPSE, NECROMOBILE, PROVOCATEUR, REPORTER
from core.games.djambi.placement import places
from core.games.djambi.state import State
from core.games.djambi.turn import pieces

GRAVE = 100.0
"""The weight of killing a chief."""

CROWN = 30.0
"""The weight of going to power."""

DEPOSE = 20.0
"""The weight of displacing a chief."""

PREY = (GRAVE, 5.0, 5.0, 3.5, 3.5, 1.5)
"""The weight of killing a piece by kind."""

SHOVE = 0.4
"""The part of it that counts when the piece is only displaced."""

DIG = 0.5
"""The weight of carrying a corpse."""

ALL = 1000
"""More than there are cells."""

EXITS = 6
"""How many quiet extra moves are looked at."""


@dataclass(slots=True)
class Aim:
    """A piece and where it goes, with a weight that grows with what it does there; 0 is a quiet move."""

    mover: Mover
    to: int
    weight: float


@dataclass(slots=True)
class Stroke:
    """A whole turn: the cells of its path and the field after it."""

    path: Cells
    field: Field


def aims(state: State) -> list[Aim]:
    """List what the player to move can aim at, the weightiest first."""
    turn = state.turn
    if turn is None:
        return []
    field = state.field
    movers = [Mover(field, at, turn.player) for at in pieces(field, turn.seat, turn.player)]
    found = [Aim(mover, to, weight(mover, to)) for mover in movers for to in destinations(mover)]
    found.sort(key=lambda aim: -aim.weight)
    return found


def weight(mover: Mover, to: int) -> float:
    """Weigh what a piece does by going to `to`."""
    code = mover.field.cells[to]
    if not code:
        if mover.kind == REPORTER:
            return max([PREY[mover.field.cells[cell] & 7] for cell in beside(mover, to)], default=0.0)
        return CROWN if mover.kind == CHIEF and mover.field.rules.board.zone[to] == POWER else 0.0
    if mover.kind == NECROMOBILE or code == CORPSE:
        return DIG
    if mover.kind == PROVOCATEUR:
        return DEPOSE if code & 7 == CHIEF else SHOVE * PREY[code & 7]
    return PREY[code & 7]


def strokes(mover: Mover, to: int, limit: int) -> Iterator[Stroke]:
    """Give the whole turns that begin by going to `to`, with at most `limit` places for each victim."""
    leaves = mover.outstays(to)
    for cell in _cells(mover, to, limit):
        path = (mover.at, to) if cell == NOBODY else (mover.at, to, cell)
        if not leaves:
            yield Stroke(path, act(mover, to, cell))
            continue
        second = after(mover, to, cell)
        for goal in _exits(second, limit):
            for stroke in strokes(second, goal, limit):
                yield Stroke(path + stroke.path[1:], stroke.field)


def _cells(mover: Mover, to: int, limit: int) -> list[int]:
    """List the victims or the places to choose among; `NOBODY` alone where there is nothing to choose."""
    _, then = signs_of(mover, to)
    if not then:
        return [NOBODY]
    if then != SHOT:
        return places(mover, to, limit)
    spared = [] if mover.field.rules.mandatory or mover.outstays(to) else [NOBODY]
    return sorted(victims(mover, to), key=lambda cell: -PREY[mover.field.cells[cell] & 7]) + spared


def _exits(mover: Mover, limit: int) -> list[int]:
    """List where an extra move may lead: all it can strike, and some of the empty cells."""
    goals = list(destinations(mover))
    if limit >= ALL:
        return goals
    struck = [goal for goal in goals if weight(mover, goal)]
    quiet = [goal for goal in goals if not weight(mover, goal)]
    return struck + quiet[:: max(1, len(quiet) // EXITS)]


def action(state: State, path: Cells) -> Action | None:
    """Give the action of a path, None where it is not legal in the state."""
    if state.turn is None:
        return None
    names = state.rules.board.lattice.names
    return state.complete(state.turn.player, tuple([Spot(names[cell]) for cell in path]))


def follow(state: State, stroke: Stroke) -> State:
    """Give the state after a stroke."""
    died = stroke.field.cells.count(CORPSE) != state.field.cells.count(CORPSE)
    return state.complete_turn(stroke.field, 0 if died else state.quiet + 1)
