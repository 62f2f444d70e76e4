"""Whose turn it is: the rotation of the seats and the bonus turns of the king (§5).

Nobody may pass (R5): a seat without a move is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.game import Seat, Turn
from core.games.djambi.field import ACTIVE, NOBODY, Field
from core.games.djambi.movement import can_move

DUEL = 2
"""How many active colours make a duel (R8)."""

Able = Callable[[int, int], bool]
"""Tells whether a seat, played by a player, has a legal move."""


def player_of(field: Field, seat: int) -> int:
    """Give who plays a seat: its colour's commander; with merged vassals only active colours have one (R9)."""
    if field.rules.merged and field.status[seat] is not ACTIVE:
        return NOBODY
    return field.command[seat]


def pieces(field: Field, seat: int, player: int) -> Iterable[int]:
    """Give the cells of the pieces that may be moved in a seat's turn (§5.3, R9)."""
    return field.commanded(player) if field.rules.merged else field.army(seat)


def able(field: Field, seat: int, player: int) -> bool:
    """Tell whether a seat, played by a player, has a legal move."""
    return any(can_move(field, cell, player) for cell in pieces(field, seat, player))


def following(field: Field, marker: int, done: Turn, can: Able) -> tuple[int, Turn | None]:
    """Give rotation marker and turn after a completed one; no turn where no seat can move (§5.2, R6, R8, R27)."""
    king = field.king
    if king not in (NOBODY, done.player) and can(king, king):
        return marker, Turn(Seat(king), Seat(king), bonus=True)
    twice = field.rules.double and done.bonus and king == done.player and len(field.active) == DUEL
    return advance(field, marker, NOBODY if twice else done.seat, can)


def advance(field: Field, marker: int, skipped: int, can: Able) -> tuple[int, Turn | None]:
    """Move the marker to the next seat that has a player and a legal move; `skipped` plays only if it alone is left."""
    seats = len(field.status)
    order = [(marker + i) % seats for i in range(1, seats + 1)]
    if skipped != NOBODY:
        order.remove(skipped)
        order.append(skipped)
    for seat in order:
        player = player_of(field, seat)
        if player != NOBODY and can(seat, player):
            return seat, Turn(Seat(player), Seat(seat))
    return marker, None
