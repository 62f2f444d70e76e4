"""The turns a bot considers: first a piece and where it goes, then what becomes of the victim, and the extra move.

Legality is decided in `core.games.djambi.rules.movement`. This module only says in what order to look, and how far down
the list. It also picks where to put a corpse or a provoked piece: a few promising cells among the many allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.game import Spot
from core.games.djambi.bot.chief_danger import hunters
from core.games.djambi.rules.action import SHOT, Action
from core.games.djambi.rules.board import ASSASSIN, CHIEF, CORPSE, MILITANT, NECROMOBILE, POWER, PROVOCATEUR, REPORTER
from core.games.djambi.rules.field import NOBODY, Field, MovingPiece
from core.games.djambi.rules.movement import act, after, beside, destinations, empties, victims
from core.games.djambi.rules.path import Cells, signs_of
from core.games.djambi.rules.state import State
from core.games.djambi.rules.turn import pieces

CROWD = 1.0
"""The pull of a cell beside a rival's chief; it grows as that chief has fewer free cells left."""

CROWDED = 4.0

OWN_CROWD = -2.0
"""The pull of a cell beside the player's own chief."""

SHUT = 4.0
"""The pull of a cell on a line along which a hunter sees the player's chief."""

EXPOSED = -5.0
"""The pull of a cell from which a provoked killer would see the player's chief."""

SEAL = 3.0
"""The pull of the power cell while no chief is in power."""

SPREAD = (37, 61)
"""Numbers that scatter the choice among cells of equal pull."""


def places(mover: MovingPiece, to: int, limit: int) -> list[int]:
    """Give at most `limit` allowed cells for the piece or corpse on `to`, the most promising first."""
    fit = empties(mover, to)
    if len(fit) <= limit:
        return fit
    taken = mover.field.cells[to]
    if mover.kind == PROVOCATEUR and taken & 7 == CHIEF:
        pull = {cell: float(len(hunters(mover.field, (taken >> 3) - 1, cell)[0])) for cell in fit}
    elif mover.kind == PROVOCATEUR:
        pull = _banishment(mover, taken)
    else:
        pull = _walls(mover)
    step, round_ = SPREAD
    return sorted(fit, key=lambda cell: (-pull.get(cell, 0.0), cell * step % round_))[:limit]


def _rivals(mover: MovingPiece, spared: int) -> list[int]:
    """Give the cells of the chiefs of all active colours except the mover's player and one more."""
    field = mover.field
    return [field.chief(colour) for colour in field.active if colour not in (mover.player, spared)]


def _crowd(field: Field, chiefs: list[int], pull: dict[int, float]) -> None:
    """Add pull to the free cells beside chiefs."""
    steps = field.rules.board.lattice.steps
    for chief in chiefs:
        free = [cell for cell in steps[chief] if not field.cells[cell]]
        for cell in free:
            pull[cell] = pull.get(cell, 0.0) + CROWD + CROWDED / len(free)


def _walls(mover: MovingPiece) -> dict[int, float]:
    """Add pull where a corpse is useful: beside rivals' chiefs, between the player's own and its hunters, on power."""
    field = mover.field
    lattice = field.rules.board.lattice
    pull: dict[int, float] = {}
    _crowd(field, _rivals(mover, NOBODY), pull)
    own = field.chief(mover.player)
    if own != NOBODY:
        for cell in lattice.steps[own]:
            pull[cell] = pull.get(cell, 0.0) + OWN_CROWD
        for ray in lattice.rays[own]:
            between = _seen(field, ray, mover.player)
            for cell in between:
                pull[cell] = pull.get(cell, 0.0) + SHUT
    if field.king == NOBODY:
        pull[lattice.centre] = pull.get(lattice.centre, 0.0) + SEAL
    return pull


def _seen(field: Field, ray: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Give the empty cells of a ray from a chief to a hunter; none if no hunter looks along it."""
    for distance, cell in enumerate(ray):
        code = field.cells[cell]
        if code:
            hunter = code & 7 in (CHIEF, ASSASSIN) or (code & 7 == MILITANT and distance == 1)
            rival = code > CORPSE and field.command[(code >> 3) - 1] not in (player, NOBODY)
            return ray[:distance] if hunter and rival else ()
    return ()


def _banishment(mover: MovingPiece, taken: int) -> dict[int, float]:
    """Add pull where a provoked piece is useful: beside chiefs it may hurt, out of sight of the player's own chief."""
    field = mover.field
    lattice = field.rules.board.lattice
    pull: dict[int, float] = {}
    _crowd(field, _rivals(mover, (taken >> 3) - 1), pull)
    own = field.chief(mover.player)
    if own != NOBODY:
        for ray in lattice.rays[own]:
            for cell in ray:
                if field.cells[cell]:
                    break
                pull[cell] = EXPOSED
    return pull


GRAVE = 100.0
"""The weight of killing a chief."""

CROWN = 30.0
"""The weight of going to power."""

DEPOSE = 20.0
"""The weight of displacing a chief."""

PREY = (GRAVE, 5.0, 5.0, 3.5, 3.5, 1.5)
"""The weight of killing a piece by kind."""

SHOVE = 0.4
"""The part of that weight that counts if the piece is only displaced."""

DIG = 0.5
"""The weight of carrying a corpse."""

ALL = 1000
"""More than the number of cells."""

EXITS = 6
"""How many quiet extra moves are considered."""


@dataclass(slots=True)
class Aim:
    """A piece and where it goes, with a weight for what it does there; 0 is a quiet move."""

    mover: MovingPiece
    to: int
    weight: float


@dataclass(slots=True)
class TurnCandidate:
    """A whole turn: the cells of its path, and the field after it."""

    path: Cells
    field: Field


def aims(state: State) -> list[Aim]:
    """List what the player to move can aim at, the heaviest first."""
    turn = state.turn
    if turn is None:
        return []
    field = state.field
    movers = [MovingPiece(field, at, turn.player) for at in pieces(field, turn.seat, turn.player)]
    found = [Aim(mover, to, weight(mover, to)) for mover in movers for to in destinations(mover)]
    found.sort(key=lambda aim: -aim.weight)
    return found


def weight(mover: MovingPiece, to: int) -> float:
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


def strokes(mover: MovingPiece, to: int, limit: int) -> Iterator[TurnCandidate]:
    """Give the whole turns that begin by going to `to`, with at most `limit` places for each victim."""
    leaves = mover.outstays(to)
    for cell in _cells(mover, to, limit):
        path = (mover.at, to) if cell == NOBODY else (mover.at, to, cell)
        if not leaves:
            yield TurnCandidate(path, act(mover, to, cell))
            continue
        second = after(mover, to, cell)
        for goal in _exits(second, limit):
            for stroke in strokes(second, goal, limit):
                yield TurnCandidate(path + stroke.path[1:], stroke.field)


def _cells(mover: MovingPiece, to: int, limit: int) -> list[int]:
    """List the victims or the places to choose from; only `NOBODY` if there is nothing to choose."""
    _, then = signs_of(mover, to)
    if not then:
        return [NOBODY]
    if then != SHOT:
        return places(mover, to, limit)
    spared = [] if mover.field.rules.mandatory or mover.outstays(to) else [NOBODY]
    return sorted(victims(mover, to), key=lambda cell: -PREY[mover.field.cells[cell] & 7]) + spared


def _exits(mover: MovingPiece, limit: int) -> list[int]:
    """List where an extra move may lead: everything it can strike, and some of the empty cells."""
    goals = list(destinations(mover))
    if limit >= ALL:
        return goals
    struck = [goal for goal in goals if weight(mover, goal)]
    quiet = [goal for goal in goals if not weight(mover, goal)]
    return struck + quiet[:: max(1, len(quiet) // EXITS)]


def action(state: State, path: Cells) -> Action | None:
    """Give the action of a path, or None if it is not legal in the state."""
    if state.turn is None:
        return None
    names = state.rules.board.lattice.names
    return state.complete(state.turn.player, tuple([Spot(names[cell]) for cell in path]))


def follow(state: State, stroke: TurnCandidate) -> State:
    """Give the state after a stroke."""
    died = stroke.field.cells.count(CORPSE) != state.field.cells.count(CORPSE)
    return state.complete_turn(stroke.field, 0 if died else state.quiet + 1)
