"""Why an action is refused: one sentence for each kind of mistake, in the order of R45."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.fault import IllegalAction, sentence
from core.games.megiddo.rules.action import Action, Word
from core.games.megiddo.rules.board import INDEX, SIDE
from core.games.megiddo.rules.declaration import number
from core.games.megiddo.rules.turn import ENDS

if TYPE_CHECKING:
    from core.games.megiddo.rules.state import State


class Refusal(StrEnum):
    """Every reason for which the rules refuse an action, as an English sentence."""

    OVER = sentence("The game is over.")
    NOT_YOUR_TURN = sentence("It is not your turn: {player} plays now.")
    NO_MOVE = sentence("A move names a point of the board, as in C4: {text} does not.")
    OCCUPIED = sentence("There is a stone on {cell} already.")
    NO_SLIDES = sentence("Stones do not slide in this game: name an empty point, as in C4.")
    NO_STONE = sentence("There is no stone on {cell}.")
    NOT_YOUR_STONE = sentence("The stone on {cell} is not yours.")
    SAME_POINT = sentence("A slide goes to another point than {cell}.")
    OFF_RADIAL = sentence("A stone slides along its radial only: not from {start} to {cell}.")
    BLOCKED = sentence("The way from {start} to {cell} is blocked.")
    DISAGREE = sentence("The captures written do not agree with the rules: this move is {text}.")
    RESIGNED = sentence("This colour has resigned already.")
    OTHER_GAME = sentence("Game {number} is played now: {text} is about another.")
    RESIGNING = sentence("You have resigned: your partner must too.")
    NOT_SEATED = sentence("Only a player can say that.")
    ILLEGAL = sentence("The rules do not allow {text} here.")


Why = tuple[Refusal, dict[str, object]]


def refuse(state: State, seat: int, action: Action) -> IllegalAction:
    """Give the fault that says why an action, known to be illegal, is refused."""
    if state.outcome is not None:
        return IllegalAction(Refusal.OVER)
    if action.word:
        found: Why = (_said(state, seat, action), {"text": str(action), "number": number(state)})
    elif seat != state.seat:
        found = (Refusal.NOT_YOUR_TURN, {"player": str(state.seat)})
    else:
        found = _move(state, action)
    return IllegalAction(found[0], **found[1])


def _said(state: State, seat: int, action: Action) -> Refusal:
    if not 0 <= seat < state.rules.players:
        return Refusal.NOT_SEATED
    if state.rules.colour(seat) in state.resigned:
        return Refusal.RESIGNED
    if action.game not in (0, number(state)):
        return Refusal.OTHER_GAME
    if action.word == Word.RESIGN and seat in state.resigning:
        return Refusal.RESIGNING
    return Refusal.ILLEGAL


def _move(state: State, action: Action) -> Why:
    points = [INDEX.get(spot, -1) for spot in action.path]
    if -1 in points or not 1 <= len(points) <= ENDS:
        return Refusal.NO_MOVE, {"text": str(action)}
    if len(points) == ENDS and not state.rules.slide:
        return Refusal.NO_SLIDES, {}
    if len(points) == 1:
        return Refusal.OCCUPIED, {"cell": action.path[0]}
    return _slide(state, action, points[0], points[1])


def _slide(state: State, action: Action, start: int, end: int) -> Why:
    here, there = action.path
    empty = state.empty
    if empty >> start & 1:
        return Refusal.NO_STONE, {"cell": here}
    if not state.stones[state.rules.colour(state.seat)] >> start & 1:
        return Refusal.NOT_YOUR_STONE, {"cell": here}
    if start == end:
        return Refusal.SAME_POINT, {"cell": here}
    if start // SIDE != end // SIDE:
        return Refusal.OFF_RADIAL, {"start": here, "cell": there}
    if not empty >> end & 1:
        return Refusal.OCCUPIED, {"cell": there}
    return Refusal.BLOCKED, {"start": here, "cell": there}
