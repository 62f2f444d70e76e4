"""What an action brings about, as short keys with fields, in order; faces put it into words."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from core.game import Effect, Seat
from core.games.djambi.rules.action import Action, Word
from core.games.djambi.rules.board import ASSASSIN, CORPSE, NECROMOBILE, PROVOCATEUR, REPORTER, letter
from core.games.djambi.rules.field import ACTIVE, COMA, DEAD, NOBODY, Field, MovingPiece
from core.games.djambi.rules.movement import after
from core.games.djambi.rules.path import signs_of

if TYPE_CHECKING:
    from core.games.djambi.rules.state import State


class Key(StrEnum):
    """Every kind of effect.

    `move` and `exit` piece colour start cell (the exit is the extra move) · `kill` piece colour cell corpse by ·
    `provoke` piece colour cell to · `dig` cell to · `out` colour by (a chief is dead) · `annex` colour by (an army goes
    with its chief) · `unseat` colour · `king` colour · `puppet` cell (a corpse in power) · `coma` and `wake` colour ·
    `abandon` and `return` colour · `draw` · `over` reason winners.
    """

    MOVE = "move"
    EXIT = "exit"
    KILL = "kill"
    PROVOKE = "provoke"
    DIG = "dig"
    OUT = "out"
    ANNEX = "annex"
    UNSEAT = "unseat"
    KING = "king"
    PUPPET = "puppet"
    COMA = "coma"
    WAKE = "wake"
    ABANDON = "abandon"
    RETURN = "return"
    DRAW = "draw"
    OVER = "over"


def effects(state: State, seat: Seat, action: Action) -> tuple[Effect, ...]:
    """Give what a legal action brings about; nothing for an action that is not legal."""
    if not state.is_legal(seat, action):
        return ()
    later = state.play_unchecked(seat, action)
    told: list[Effect] = []
    if action.word == Word.DRAW:
        told.append(Effect.of(Key.DRAW))
    elif action.word:
        told.append(Effect.of(Key(action.word), colour=action.colour))
    else:
        told += _moves(state, seat, action)
    told += _changes(state.field, later.field)
    if later.outcome is not None:
        winners = " ".join(state.rules.colours[winner] for winner in later.outcome.winners)
        told.append(Effect.of(Key.OVER, reason=later.outcome.reason, winners=winners))
    return tuple(told)


def _moves(state: State, seat: Seat, action: Action) -> Iterator[Effect]:
    """Give the move and the extra move, each with its deed."""
    names = state.rules.board.lattice.names
    path = list(state.cells_of(action.path))
    mover = state.mover(seat, path.pop(0))
    while mover is not None and path:
        to = path.pop(0)
        _, then = signs_of(mover, to)
        cell = path.pop(0) if then and path else NOBODY
        colour = state.rules.colours[mover.colour]
        key = Key.EXIT if mover.extra else Key.MOVE
        yield Effect.of(key, piece=letter(mover.code), colour=colour, start=names[mover.at], cell=names[to])
        deed = _deed(mover, to, cell)
        if deed is not None:
            yield deed
        mover = after(mover, to, cell) if path else None


def _deed(mover: MovingPiece, to: int, cell: int) -> Effect | None:
    """Give what a piece does to another where it goes."""
    rules = mover.field.rules
    names = rules.board.lattice.names
    struck = cell if mover.kind == REPORTER else to
    found = EMPTY_HAND if struck == NOBODY else mover.field.cells[struck]
    if not found:
        return None
    goes = {ASSASSIN: mover.at, REPORTER: struck}.get(mover.kind, cell)
    if mover.kind == NECROMOBILE:
        return Effect.of(Key.DIG, cell=names[to], to=names[goes])
    victim = {"piece": letter(found), "colour": rules.colours[(found >> 3) - 1], "cell": names[struck]}
    if mover.kind == PROVOCATEUR:
        return Effect.of(Key.PROVOKE, **victim, to=names[goes])
    return Effect.of(Key.KILL, **victim, corpse=names[goes], by=rules.colours[mover.player])


EMPTY_HAND = 0
"""In place of a code if a piece strikes nothing."""


def _changes(before: Field, later: Field) -> Iterator[Effect]:
    """Give deaths of chiefs, inheritances, changes in power, comas and their ends."""
    colours = before.rules.colours
    centre = before.rules.board.lattice.centre
    for colour, (was, now) in enumerate(zip(before.status, later.status, strict=True)):
        master = later.owner[colour]
        if now is DEAD and was is not DEAD:
            yield Effect.of(Key.OUT, colour=colours[colour], by=colours[master])
        elif now is DEAD and master != before.owner[colour]:
            yield Effect.of(Key.ANNEX, colour=colours[colour], by=colours[master])
    if before.king not in (NOBODY, later.king):
        yield Effect.of(Key.UNSEAT, colour=colours[before.king])
    if later.cells[centre] == CORPSE != before.cells[centre]:
        yield Effect.of(Key.PUPPET, cell=before.rules.board.lattice.names[centre])
    if later.king not in (NOBODY, before.king):
        yield Effect.of(Key.KING, colour=colours[later.king])
    for colour, (was, now) in enumerate(zip(before.status, later.status, strict=True)):
        if now is COMA and was is not COMA:
            yield Effect.of(Key.COMA, colour=colours[colour])
        elif now is ACTIVE and was is COMA:
            yield Effect.of(Key.WAKE, colour=colours[colour])
