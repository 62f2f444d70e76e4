"""What may be declared, in turn and out of turn: abandon, return, draw (§9, §11.4; R22, R23)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from core.game import Seat, Turn
from core.games.djambi.rules.action import Action, Word, declare
from core.games.djambi.rules.field import ABANDONED, ACTIVE, COMA, NOBODY, Field
from core.games.djambi.rules.turn import (
    Reason,
    advance,
    blocked,
    can_play,
    end,
    outcome,
    player_of,
    update_encirclement,
)

if TYPE_CHECKING:
    from core.games.djambi.rules.state import State

S = TypeVar("S", bound="State")


def allowed(state: State, seat: Seat) -> tuple[Action, ...]:
    """Give the declarations of a colour: abandon or draw while it is in the lists, return once it has left."""
    if state.outcome is not None or not 0 <= seat < len(state.rules.colours):
        return ()
    colour = state.rules.colours[seat]
    standing = state.field.status[seat]
    if standing is ABANDONED:
        return (declare(Word.RETURN, colour),)
    if standing is COMA:
        return (declare(Word.ABANDON, colour),)
    return (declare(Word.ABANDON, colour), declare(Word.DRAW)) if standing is ACTIVE else ()


def apply(state: S, seat: Seat, action: Action) -> S:
    """Give the state after an allowed declaration."""
    if action.word == Word.DRAW:
        over = outcome(state.field, state.field.active, Reason.AGREEMENT)
        return replace(state, turn=None, outcome=over)
    if action.word == Word.RETURN:
        return _return(state, seat)
    return _abandon(state, seat)


def _abandon(state: S, seat: Seat) -> S:
    """Leave: on the colour's own turn this completes it (R23), else the turn stays and encirclement waits (§9)."""
    field = state.field.standing(seat, ABANDONED)
    if state.turn is not None and state.turn.player == seat:
        return state.complete_turn(field, state.quiet)
    over = end(field, field, state.quiet)
    if over is not None:
        return replace(state, field=field, turn=None, outcome=over)
    return _resume(state, field, field.active)


def _return(state: S, seat: Seat) -> S:
    """Come back: encirclement is judged at once, and the running turn may become the returning player's (§9, R22)."""
    back = state.field.standing(seat, ACTIVE)
    return _resume(state, update_encirclement(back), back.active)


def _resume(state: S, field: Field, before: tuple[int, ...]) -> S:
    """Continue the running turn with the player who now plays its seat; skip it if nobody can (§5.1)."""
    assert state.turn is not None
    seat, bonus = state.turn.seat, state.turn.bonus
    player = player_of(field, seat)
    if player != NOBODY and can_play(field, seat, player):
        return replace(state, field=field, turn=Turn(Seat(player), seat, bonus))
    if not field.active:
        return replace(state, field=field, turn=None, outcome=outcome(field, before, Reason.ALL_ENCIRCLED))
    marker, turn = advance(field, state.marker, NOBODY, partial(can_play, field))
    return replace(state, field=field, marker=marker, turn=turn, outcome=None if turn else blocked(field))
