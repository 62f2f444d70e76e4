"""How a match ends: judged at the start of a player's own turn, before he moves (§5; R5, R6, R10, R11)."""

from __future__ import annotations

from enum import StrEnum

from core.game import Outcome, Seat
from core.games.epaminondas.action import Action
from core.games.epaminondas.movement import mobile, moves
from core.games.epaminondas.option import Rules
from core.games.epaminondas.symmetry import forbidden, possible


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

    `past` are the positions before it since the last capture; every second one had the same seat to move.
    """
    if rules.board.lead(cells, seat) > 0:
        return outcome(seat, Reason.CROSSING)
    if not movable(rules, cells, seat, last):
        return outcome(1 - seat, Reason.NO_MOVES)
    if rules.repetition and past[-2::-2].count(cells) + 1 >= rules.repetition:
        return outcome(None, Reason.REPETITION)
    return None


def movable(rules: Rules, cells: bytes, seat: int, last: Action | None) -> bool:
    """Tell whether a seat has any legal move (R5)."""
    if not possible(rules, cells, seat, last):
        return mobile(rules.board, cells, seat)
    return any(not forbidden(rules, cells, seat, last, move) for move in moves(rules.board, cells, seat))
