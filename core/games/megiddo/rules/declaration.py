"""What may be declared, in turn and out of turn: resign, draw (R34, R35), and what the others play for who is gone.

In a match a resignation names its game, `resign 3`. Said out of turn, it may reach the log after that game is over, and
then must not count for the next one. A plain `resign`, as in older logs of matches, means the running game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from core.games.megiddo.rules.action import Action, Word, declare
from core.games.megiddo.rules.score import Reason, Result, conceded, level
from core.games.megiddo.rules.turn import following

if TYPE_CHECKING:
    from core.games.megiddo.rules.state import State

S = TypeVar("S", bound="State")


def allowed(state: State, seat: int) -> tuple[Action, ...]:
    """Give the declarations of a seat whose colour still plays this game."""
    if not state.seated(seat):
        return ()
    draw = declare(Word.DRAW)
    return (draw,) if seat in state.resigning else (declare(Word.RESIGN, number(state)), draw)


def number(state: State) -> int:
    """Give the number of the running game in its match, from 1; 0 if there is no match."""
    return 0 if state.rules.single else state.played + 1


def forfeited(state: State, seat: int) -> Action | None:
    """Give what the others play for a seat of a team that they wait for no longer; None where it can resign alone.

    Time that has run out is a resignation of the colour (R35), whose other seats are not asked.
    """
    team = state.rules.team(state.rules.colour(seat))
    return declare(Word.FORFEIT) if len(team) > 1 and state.seated(seat) else None


def permitted(state: State, seat: int, action: Action) -> bool:
    """Tell whether a seat may make a declaration now, or the others may forfeit its colour's game."""
    if action.word == Word.FORFEIT:
        return 0 <= seat < state.rules.players and action == forfeited(state, seat)
    plain = action == declare(Word.RESIGN)
    return (declare(Word.RESIGN, number(state)) if plain else action) in allowed(state, seat)


def apply(state: S, seat: int, action: Action) -> tuple[S, Result | None]:
    """Give the state after an allowed declaration, and the result if it ends the game."""
    if action.word == Word.DRAW:
        return state, level(state.captured, Reason.AGREEMENT)
    team = state.rules.team(state.rules.colour(seat))
    return _resign(state, seat, team if action.word == Word.FORFEIT else (seat,), forfeit=action.word == Word.FORFEIT)


def _resign(state: S, seat: int, saying: tuple[int, ...], *, forfeit: bool) -> tuple[S, Result | None]:
    """Give up a colour once all its seats have resigned; the last colour left wins (R34)."""
    rules = state.rules
    colour = rules.colour(seat)
    team = rules.team(colour)
    said = tuple(sorted({*state.resigning, *saying}))
    if not set(team) <= set(said):
        return replace(state, resigning=said), None
    resigned = tuple(sorted({*state.resigned, colour}))
    left = [each for each in range(rules.colours) if each not in resigned]
    state = replace(state, resigned=resigned, resigning=tuple(each for each in said if each not in team))
    if len(left) == 1:
        return state, conceded(state.captured, left[0], forfeit=forfeit)
    if rules.colour(state.seat) == colour:
        return replace(state, seat=following(rules, state.seat, resigned)), None
    return state, None
