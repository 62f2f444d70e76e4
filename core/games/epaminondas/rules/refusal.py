"""Why a move is refused: the seven reasons of the rules, tested in order, and what is tested before them (§6)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from core.fault import BadNotation, IllegalAction, sentence
from core.game import Seat
from core.games.epaminondas.rules.action import DIRECTIONS, Action, spot
from core.games.epaminondas.rules.board import EMPTY, SEATS
from core.games.epaminondas.rules.outcome import forbidden

if TYPE_CHECKING:
    from core.games.epaminondas.rules.state import State


class Refusal(StrEnum):
    """The reasons of the rules, in the order in which they are tested."""

    NOT_YOURS = sentence("The move needs a piece of {colour} on {cell}: there is none.")
    TOO_FAR = sentence("It cannot go {distance} squares: a part of {count} goes as many squares as it has pieces.")
    OFF_BOARD = sentence("The way leaves the board at {cell}.")
    OWN_AHEAD = sentence("The way is blocked by a piece of the same colour on {cell}.")
    ENEMY_BEFORE = sentence("The way is blocked by an enemy on {cell}, before the landing square.")
    NOT_GREATER = sentence("A part of {count} cannot capture {foes} in a row on {cell}: it must be greater.")
    SYMMETRY = sentence("A crossing must do more than complete a symmetry: {move} does not.")


LONGER = sentence(
    "It cannot go {distance} squares: a part of {count} goes as many squares as it has pieces. A part of {more}, from "
    "its rear piece on {rear}, can (type {typed})."
)
"""`Refusal.TOO_FAR` where more pieces behind the leading one could make the move."""

WHOLE = sentence(
    "The way is blocked by a piece of the same colour on {cell}. A part of {more}, from its rear piece on {rear}, can "
    "go {distance} squares: up to {landing} (type {typed})."
)
WHOLE_ONE = sentence(
    "The way is blocked by a piece of the same colour on {cell}. A part of {more}, from its rear piece on {rear}, can "
    "go 1 square: up to {landing} (type {typed})."
)
"""`Refusal.OWN_AHEAD` where the blocking piece, and those behind it in line, could move along."""
OTHER_PART = sentence("A part of {count}, from its rear piece on {rear}, can go to {landing} too.")


BESIDE = sentence("The board has no square {cell}.")
BEHIND = sentence(
    "A move typed with a count names its leading piece: behind the one on {lead}, piece {number} of this part would "
    "stand on {cell}, which is not on the board."
)
"""`Refusal.NOT_YOURS` where no piece can stand: on the square that is named, or on one behind it."""

REAR = sentence(
    "A move typed with a count names its leading piece: behind the one on {lead}, piece {number} of this part would "
    "stand on {cell}, where there is no piece of {colour}. From its rear piece on {lead} it is written {right} or "
    "{typed}."
)
REAR_OUTSIDE = sentence(
    "A move typed with a count names its leading piece: behind the one on {lead}, piece {number} of this part would "
    "stand on {cell}, which is not on the board. From its rear piece on {lead} it is written {right} or {typed}."
)
"""The same where the move is legal with the square that is named as that of its rear piece."""


class Precondition(StrEnum):
    """What bars a move before the rules look at it."""

    OVER = sentence("The game is over.")
    NOT_YOUR_TURN = sentence("It is not your turn: {player} plays now.")
    NO_MOVE = sentence("A move takes at least one piece at least one square further: {move} does not.")
    NO_SEAT = sentence("Only the players may say {word}.")


class NotationFault(StrEnum):
    """A wrong number of captured pieces: a fault of the notation (R7)."""

    NONE = sentence("This move captures nothing: write {right}.")
    OTHER = sentence("This move captures {foes}: write {right}.")


def refuse(state: State, seat: Seat, action: Action) -> IllegalAction:
    """Give the reason why `play` does not accept an action."""
    if state.outcome is not None:
        return IllegalAction(Precondition.OVER)
    if action.word:
        return IllegalAction(Precondition.NO_SEAT, word=action.word)
    if seat not in state.active:
        return IllegalAction(Precondition.NOT_YOUR_TURN, player=SEATS[state.mover])
    if action.count < 1 or action.distance < 1 or action.direction not in DIRECTIONS:
        return IllegalAction(Precondition.NO_MOVE, move=action)
    return _ours(state, action) or _way(state, action) or _end(state, action)


def _content(state: State, row: int, column: int) -> int:
    """Give what stands on a square, -1 off the board."""
    square = state.rules.board.square(row, column)
    return state.cells[square] if square >= 0 else -1


def _ours(state: State, action: Action) -> IllegalAction | None:
    """Test that all pieces are the mover's, and that there are enough for the distance."""
    up, right = DIRECTIONS[action.direction]
    for behind in range(min(action.count, len(state.cells))):
        row, column = action.row - behind * up, action.column - behind * right
        found = _content(state, row, column)
        if found != state.mover + 1:
            return _missing(state, action, behind, spot(row, column), outside=found < 0)
    if action.distance > action.count:
        return _too_far(state, action)
    return None


def _missing(state: State, action: Action, behind: int, cell: str, *, outside: bool) -> IllegalAction:
    """Refuse a part without one of its pieces; where its rear piece was named instead of the leading one, say so."""
    colour, lead, number = SEATS[state.mover], spot(action.row, action.column), behind + 1
    if not behind:
        return IllegalAction(BESIDE if outside else Refusal.NOT_YOURS, colour=colour, cell=cell)
    right = _from_rear(state, action)
    if right is not None:
        told = REAR_OUTSIDE if outside else REAR
        typed = _typed(right)
        return IllegalAction(told, lead=lead, number=number, cell=cell, colour=colour, right=right, typed=typed)
    if outside:
        return IllegalAction(BEHIND, lead=lead, number=number, cell=cell)
    return IllegalAction(Refusal.NOT_YOURS, colour=colour, cell=cell)


def _from_rear(state: State, action: Action) -> Action | None:
    """Give the legal move that is meant if the square that is named is that of the rear piece."""
    up, right = DIRECTIONS[action.direction]
    ahead = action.count - 1
    led = replace(action, row=action.row + ahead * up, column=action.column + ahead * right)
    if _ours(state, led) is not None or not _can(state, led):
        return None
    return replace(led, captured=_foes(state, led))


def _too_far(state: State, action: Action) -> IllegalAction:
    """Refuse a distance; where the same move of more pieces is legal, name their rear piece."""
    for more in range(action.distance, len(state.cells)):
        longer = Action(action.row, action.column, more, action.direction, action.distance, 0)
        if _ours(state, longer) is not None:
            break
        if _can(state, longer):
            rear, typed = longer.path[0], _typed(longer)
            return IllegalAction(
                LONGER, distance=action.distance, count=action.count, more=more, rear=rear, typed=typed
            )
    return IllegalAction(Refusal.TOO_FAR, distance=action.distance, count=action.count)


def _can(state: State, action: Action) -> bool:
    """Tell whether a move of one's own pieces is legal but for the number of captures, which is written as none."""
    return _way(state, action) is None and isinstance(_end(state, action), BadNotation)


def _blocked(state: State, action: Action, ahead: int) -> IllegalAction:
    """Refuse a way barred by a piece of one's own; if the line can move along with it, name its rear piece."""
    up, right = DIRECTIONS[action.direction]
    cell = spot(action.row + ahead * up, action.column + ahead * right)
    line = 0
    while _content(state, action.row + (line + 1) * up, action.column + (line + 1) * right) == state.mover + 1:
        line += 1
    head = (action.row + line * up, action.column + line * right)
    count = action.count + line
    ways = (Action(*head, count, action.direction, distance, 0) for distance in range(count, 0, -1))
    whole = next((way for way in ways if _can(state, way)), None) if line else None
    if whole is None:
        return IllegalAction(Refusal.OWN_AHEAD, cell=cell)
    rear, landing = whole.path
    told, typed = WHOLE_ONE if whole.distance == 1 else WHOLE, _typed(whole)
    return IllegalAction(told, cell=cell, more=count, rear=rear, distance=whole.distance, landing=landing, typed=typed)


def _typed(action: Action) -> str:
    """Give a move as it is typed from its rear piece to the landing square of the leading one."""
    return "-".join(action.path)


def other_part(action: Action, wanted: Action) -> IllegalAction | None:
    """Say which part of the line was to go where an action takes another one; None for any other difference."""
    if action.word or wanted.word or action.direction != wanted.direction or action.path[1] != wanted.path[1]:
        return None
    rear, landing = wanted.path
    return IllegalAction(OTHER_PART, count=wanted.count, rear=rear, landing=landing) if rear != action.path[0] else None


def _way(state: State, action: Action) -> IllegalAction | None:
    """Test the squares ahead one by one."""
    up, right = DIRECTIONS[action.direction]
    for ahead in range(1, action.distance + 1):
        row, column = action.row + ahead * up, action.column + ahead * right
        found = _content(state, row, column)
        if found < 0:
            return IllegalAction(Refusal.OFF_BOARD, cell=spot(row, column))
        if found == state.mover + 1:
            return _blocked(state, action, ahead)
        if found != EMPTY and ahead < action.distance:
            return IllegalAction(Refusal.ENEMY_BEFORE, cell=spot(row, column))
    return None


def _foes(state: State, action: Action) -> int:
    """Count the enemies that stand in a row from the landing square on."""
    up, right = DIRECTIONS[action.direction]
    row, column = action.row + action.distance * up, action.column + action.distance * right
    foes = 0
    while _content(state, row + foes * up, column + foes * right) == 2 - state.mover:
        foes += 1
    return foes


def _end(state: State, action: Action) -> IllegalAction:
    """Test what stands on the landing square and in a row behind it, the symmetry rule, and the captures as written."""
    up, right = DIRECTIONS[action.direction]
    row, column = action.row + action.distance * up, action.column + action.distance * right
    foes = _foes(state, action)
    if foes >= action.count:
        return IllegalAction(Refusal.NOT_GREATER, count=action.count, foes=foes, cell=spot(row, column))
    right_one = Action(action.row, action.column, action.count, action.direction, action.distance, foes)
    if forbidden(state.rules, state.cells, state.mover, state.last, right_one):
        return IllegalAction(Refusal.SYMMETRY, move=right_one)
    return BadNotation(NotationFault.OTHER if foes else NotationFault.NONE, foes=foes, right=right_one)
