"""The count of turns: what people number, beside the plies of the log.

A ply counts every line of the log. A turn counts only what seats have decided: a shuffle, a draw or a lot is nobody's
turn. Turn N is the Nth decision of a seat, with what chance does just before it. Without chance both are the same.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from core.game import DEALER, Seat


@dataclass(frozen=True, slots=True)
class TurnCount:
    """The count of one log: `chance` are the numbers, from 1, of the lines that chance has decided, in order."""

    chance: tuple[int, ...] = ()

    @classmethod
    def of(cls, seats: Iterable[Seat]) -> Self:
        """Count a log, given the seat of each line."""
        return cls(tuple(number for number, seat in enumerate(seats, 1) if seat == DEALER))

    def after(self, seat: Seat, ply: int) -> Self:
        """Count one more line, by `seat`, after `ply` lines."""
        return type(self)((*self.chance, ply + 1)) if seat == DEALER else self

    def turn_of(self, ply: int) -> int:
        """Give how many decisions seats have made in the first `ply` lines.

        >>> TurnCount((1, 3)).turn_of(4)
        2
        """
        return ply - bisect_right(self.chance, ply)

    def turn_at(self, number: int) -> int:
        """Give the turn of the line of that number: that of its decision, or of the one that chance comes before."""
        return self.turn_of(max(number - 1, 0)) + 1

    def ply_of(self, turn: int) -> int:
        """Give how many lines the log has right after that many decisions; for a turn to come, without more chance.

        >>> TurnCount((1, 3)).ply_of(1), TurnCount((1, 3)).ply_of(2)
        (2, 4)
        """
        return turn + bisect_left(range(len(self.chance)), turn, key=lambda at: self.chance[at] - at - 1)
