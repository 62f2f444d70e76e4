"""Playing a position out until nothing is to be taken and nobody is ahead on the far row."""

from __future__ import annotations

from operator import attrgetter

from core.games.epaminondas.bot.search_limit import WIN, NodeCounter
from core.games.epaminondas.bot.search_position import SearchPosition
from core.games.epaminondas.bot.search_table import PIECE

LONGEST = 8
"""How many moves are played out at most."""

CROSSING = 5
"""With how many moves left crossings are still tried by a side that need not."""

HOPE = 120
"""What a capture may be worth beside its pieces: with less than that missing it is tried."""

BEHIND = 500
"""What a side is taken to lose that is behind on the far row where the search ends."""

_order = attrgetter("order")


class Quiescence:
    """Searches captures, crossings, and every answer to a crossing that puts the other side ahead."""

    __slots__ = ("field", "tally")

    def __init__(self, field: SearchPosition, tally: NodeCounter) -> None:
        """Search on `field`, counted by `tally`."""
        self.field = field
        self.tally = tally

    def settle(self, alpha: int, beta: int, ply: int, left: int = LONGEST) -> int:
        """Give the score of the position for the side to move, `ply` moves below the root.

        Who is ahead on the far row has won; who is behind must capture or cross, and has lost where that does not help,
        so that wins and losses found here are no estimates.
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
        """Tell whether the position stands often enough for a draw (R6)."""
        asked = self.field.ground.rules.repetition
        return asked > 0 and self.field.occurrences() + 1 >= asked

    def _defend(self, alpha: int, beta: int, ply: int, left: int) -> int:
        """Search for what keeps the other side from winning at once."""
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
        """Take what is worth taking, or leave it."""
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
