"""Declarations, in turn and out of turn: abandon, return, resign, draw (§8, §10)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.games.mediterranee.rules import combat, placement_phase
from core.games.mediterranee.rules.action import Action, Word, declare
from core.games.mediterranee.rules.phase import DESERTION, Phase, Reason
from core.games.mediterranee.rules.turn import conceded, end, over

if TYPE_CHECKING:
    from core.games.mediterranee.rules.state import State


def allowed(state: State, seat: int) -> tuple[Action, ...]:
    """Give the declarations of a seat that has not been eliminated."""
    if state.outcome is not None or not 0 <= seat < state.rules.players or seat in state.cards.lost:
        return ()
    name = state.rules.names[seat]
    if seat in state.absent:
        return (declare(Word.RETURN, name),)
    resign = () if seat in state.resigning else (declare(Word.RESIGN),)
    return (declare(Word.ABANDON, name), *resign, declare(Word.DRAW))


def apply(state: State, seat: int, action: Action) -> State:
    """Give the state after an allowed declaration."""
    if action.word is Word.DRAW:
        return over(state, None, Reason.AGREEMENT)
    if action.word is Word.RETURN:
        return replace(state, absent=tuple(each for each in state.absent if each != seat))
    if action.word is Word.RESIGN:
        return _resign(state, seat)
    return _abandon(state, seat)


def _resign(state: State, seat: int) -> State:
    """Let a team resign once all of its seats that still play have said so (§8)."""
    after = replace(state, resigning=tuple(sorted({*state.resigning, seat})))
    return conceded(after, seat)


def _abandon(state: State, seat: int) -> State:
    """Leave: turns are passed, combats get the default, no cards are drawn (§10); a team loses once all have left."""
    resigning = tuple(each for each in state.resigning if each != seat)
    after = replace(state, absent=tuple(sorted({*state.absent, seat})), resigning=resigning)
    after = conceded(after, seat)
    if after.outcome is not None:
        return replace(after, outcome=replace(after.outcome, detail=(*after.outcome.detail, *DESERTION)))
    if after.phase in {Phase.SPECIAL, Phase.PLACE}:
        return placement_phase.go_on(after)
    if after.battle is not None:
        return combat.settled(after)
    if after.seat != seat:
        return after
    return combat.go_on(after) if after.clashes else end(replace(after, draws=0, owed=None), after.board)
