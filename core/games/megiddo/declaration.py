"""What may be said in turn and out of turn: resign, draw (R34, R35)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from core.games.megiddo.action import Action, Word, declare
from core.games.megiddo.score import Reason, Result, conceded, level
from core.games.megiddo.turn import following

if TYPE_CHECKING:
    from core.games.megiddo.state import State

S = TypeVar("S", bound="State")


def allowed(state: State, seat: int) -> tuple[Action, ...]:
    """Give the declarations of a seat whose colour still plays this game."""
    if state.outcome is not None or not 0 <= seat < state.rules.players:
        return ()
    if state.rules.colour(seat) in state.resigned:
        return ()
    draw = declare(Word.DRAW)
    return (draw,) if seat in state.resigning else (declare(Word.RESIGN), draw)


def apply(state: S, seat: int, action: Action) -> tuple[S, Result | None]:
    """Give the state after a declaration that is allowed, and the result if that ends the game."""
    if action.word == Word.DRAW:
        return state, level(state.captured, Reason.AGREEMENT)
    return _resign(state, seat)


def _resign(state: S, seat: int) -> tuple[S, Result | None]:
    """Give a colour up once all its seats have said so; the last colour left wins (R34)."""
    rules = state.rules
    colour = rules.colour(seat)
    team = rules.team(colour)
    said = tuple(sorted({*state.resigning, seat}))
    if not set(team) <= set(said):
        return replace(state, resigning=said), None
    resigned = tuple(sorted({*state.resigned, colour}))
    left = [each for each in range(rules.colours) if each not in resigned]
    state = replace(state, resigned=resigned, resigning=tuple(each for each in said if each not in team))
    if len(left) == 1:
        return state, conceded(state.captured, left[0])
    if rules.colour(state.seat) == colour:
        return replace(state, seat=following(rules, state.seat, resigned)), None
    return state, None
