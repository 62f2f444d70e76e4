"""Quiescence search: play a position out until nothing can be taken and nobody is ahead on the far row."""

from __future__ import annotations

from operator import attrgetter

from core.games.epaminondas.bot.search_limit import WIN, NodeCounter
from core.games.epaminondas.bot.search_position import SearchPosition
from core.games.epaminondas.bot.search_table import PIECE

LONGEST = 8
"""The most moves that are played out."""

CROSSING = 5
"""With this many moves left, a side still tries crossings that it does not need."""

HOPE = 120
"""A capture is tried if its pieces and this much more could close the gap."""

BEHIND = 500
"""The assumed loss of a side that is behind on the far row where the search ends."""

_order = attrgetter("order")


class Quiescence:
    """Search captures, crossings, and every answer to a crossing that puts the other side ahead."""

    __slots__ = ("field", "tally")

    def __init__(self, field: SearchPosition, tally: NodeCounter) -> None:
        """Search on `field` and count with `tally`."""
        self.field = field
        self.tally = tally

    def settle(self, alpha: int, beta: int, ply: int, left: int = LONGEST) -> int:
        """Give the score of the position for the side to move, `ply` moves below the root.

        A side that is ahead on the far row has won. A side that is behind must capture or cross, and has lost if that
        does not help. So wins and losses found here are not estimates.
        """
        self.tally.count()
        field = self.field
        lead = field.lead()
        if lead > 0:
            return WIN - ply
        if not field.movable():
            return ply - WIN
        if self.drawn():
            return 0
        return self._defend(alpha, beta, ply, left) if lead else self._improve(alpha, beta, ply, left)

    def drawn(self) -> bool:
        """Tell whether the position has occurred often enough for a draw (R6)."""
        asked = self.field.ground.rules.repetition
        return asked > 0 and self.field.occurrences() + 1 >= asked

    def _defend(self, alpha: int, beta: int, ply: int, left: int) -> int:
        """Search for a move that keeps the other side from winning at once."""
        field = self.field
        if left <= 0:
            return field.standing() - BEHIND
        best = ply + 1 - WIN
        for shift in sorted(field.sharp(), key=_order, reverse=True):
            field.make(shift)
            if field.lead() > 0:
                field.unmake()
                continue
            score = -self.settle(-beta, -alpha, ply + 1, left - 1)
            field.unmake()
            if score > best:
                best = score
                if score >= beta:
                    break
                alpha = max(alpha, score)
        return best

    def _improve(self, alpha: int, beta: int, ply: int, left: int) -> int:
        """Try the captures worth taking, or leave the position as it is."""
        field = self.field
        best = field.standing()
        if best >= beta or left <= 0:
            return best
        enough = alpha - best - HOPE
        alpha = max(alpha, best)
        crossing = left >= CROSSING
        tried = [
            shift
            for shift in field.sharp()
            if (shift.captured * PIECE > enough if shift.captured and not shift.crosses else crossing)
        ]
        for shift in sorted(tried, key=_order, reverse=True):
            field.make(shift)
            score = -self.settle(-beta, -alpha, ply + 1, left - 1)
            field.unmake()
            if score > best:
                best = score
                if score >= beta:
                    break
                alpha = max(alpha, score)
        return best
