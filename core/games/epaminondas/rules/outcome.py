"""The symmetry rule, and how a match ends.

The symmetry rule forbids a crossing that only completes a copy of the other side's play (§6, R4). An end is judged at
the start of a player's own turn, before they move (§5; R5, R6, R10, R11).
"""

from __future__ import annotations

from enum import StrEnum

from core.game import Outcome, Seat
from core.games.epaminondas.rules.action import DIRECTIONS, OPPOSITE, Action
from core.games.epaminondas.rules.board import EXCHANGED
from core.games.epaminondas.rules.movement import mobile, moves, shifted
from core.games.epaminondas.rules.ruleset import Rules


def crosses(rules: Rules, seat: int, action: Action) -> bool:
    """Tell whether a move brings its leading piece onto the seat's far row from another row."""
    far = rules.board.far(seat)
    return action.row != far == action.row + action.distance * DIRECTIONS[action.direction][0]


def possible(rules: Rules, lead: int, seat: int, last: Action | None) -> bool:
    """Tell whether any move could break the rule; `lead` is that of the seat (`core.games.epaminondas.rules.board`).

    After such a move both sides are equal on their far rows, and a move brings at most one piece there.
    """
    if rules.symmetry == "board":
        return lead == -1
    return rules.symmetry == "move" and last is not None and crosses(rules, 1 - seat, last)


def forbidden(rules: Rules, cells: bytes, seat: int, last: Action | None, action: Action) -> bool:
    """Tell whether the rule forbids an otherwise legal move; `last` is the opponent's move before it."""
    if rules.symmetry == "off" or not crosses(rules, seat, action):
        return False
    if rules.symmetry == "board":
        after = shifted(rules.board, cells, seat, action)
        return after == turned(after)
    return last is not None and image(rules, last) == (
        action.row,
        action.column,
        action.count,
        action.direction,
        action.distance,
    )


def turned(cells: bytes) -> bytes:
    r"""Turn a position by half a turn and exchange the colours.

    >>> turned(bytes([1, 1, 0, 0]))
    b'\x00\x00\x02\x02'
    """
    return cells[::-1].translate(EXCHANGED)


def image(rules: Rules, action: Action) -> tuple[int, int, int, str, int]:
    """Turn a move by half a turn: leading square, count, direction and distance, without its captures."""
    row, column = rules.board.rows + 1 - action.row, rules.board.columns + 1 - action.column
    return row, column, action.count, OPPOSITE[action.direction], action.distance


class Reason(StrEnum):
    """How a match can end."""

    CROSSING = "crossing"
    NO_MOVES = "no_moves"
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"


def outcome(winner: int | None, reason: Reason) -> Outcome:
    """Give the end of a match: the winner has one point; a draw has no winner."""
    if winner is None:
        return Outcome((), (0, 0), reason.value)
    return Outcome((Seat(winner),), (1 - winner, winner), reason.value)


def judge(rules: Rules, cells: bytes, seat: int, past: tuple[bytes, ...], last: Action | None) -> Outcome | None:
    """Judge a position when the turn of `seat` begins: crossing, then no move, then repetition.

    `past` are the positions before it since the last capture; in every second one the same seat is to move.
    """
    lead = rules.board.lead(cells, seat)
    if lead > 0:
        return outcome(seat, Reason.CROSSING)
    if not movable(rules, cells, lead, seat, last):
        return outcome(1 - seat, Reason.NO_MOVES)
    if rules.repetition and past[-2::-2].count(cells) + 1 >= rules.repetition:
        return outcome(None, Reason.REPETITION)
    return None


def movable(rules: Rules, cells: bytes, lead: int, seat: int, last: Action | None) -> bool:
    """Tell whether a seat has any legal move (R5); `lead` is the seat's."""
    if not possible(rules, lead, seat, last):
        return mobile(rules.board, cells, seat)
    return any(not forbidden(rules, cells, seat, last, move) for move in moves(rules.board, cells, seat))
