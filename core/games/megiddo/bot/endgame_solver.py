"""The exact solver for the end of a game: it searches every line of placements that is not settled already.

For two colours it uses alpha-beta with a table of positions. For more, every colour takes what is best for itself
(max^n); among moves that are equal to it, the first in board order. Sliding stones are not solved here: they may move
back and forth for long.
"""

from __future__ import annotations

from collections.abc import Callable

from core.games.megiddo.bot.search_ground import SearchGround, Stones, Worth, empty_of
from core.games.megiddo.rules.board import listed
from core.games.megiddo.rules.movement import generations

LOOK = 1023
"""Between two checks of the budget's `stop` this many positions are searched, less one: a mask of bits."""

Side = tuple[int, int, int, int]
"""A position of two colours: the stones of the one to move and the other's, and the captures of both."""


class TooMany(Exception):
    """The positions allowed were not enough, or the search was stopped."""


class Solver:
    """An exact search of at most `most` positions; `nodes` counts them."""

    def __init__(self, ground: SearchGround, most: int, stop: Callable[[], bool]) -> None:
        """Begin with nothing known."""
        self.ground = ground
        self.most = most
        self.stop = stop
        self.nodes = 0
        self._bounds: dict[Side, tuple[float, float]] = {}
        self._known: dict[tuple[Stones, tuple[int, ...], int], Worth] = {}

    def worth(self, stones: Stones, captured: tuple[int, ...], colour: int) -> Worth:
        """Give the worth to each colour of a position with `colour` to move and the game not over; raise `TooMany`."""
        if len(stones) > 2 or len(self.ground.playing) == 1:  # noqa: PLR2004 - two colours
            return self._each(stones, captured, colour)
        other = 1 - colour
        own = self._two((stones[colour], stones[other], captured[colour], captured[other]), colour, 0.0, 1.0)
        return (own, 1.0 - own) if not colour else (1.0 - own, own)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most or (not self.nodes & LOOK and self.stop()):
            raise TooMany

    def _two(self, side: Side, colour: int, alpha: float, beta: float) -> float:
        """Give the worth to the colour to move, or a bound of it outside alpha and beta."""
        low, high = self._bounds.get(side, (0.0, 1.0))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self._count()
        best, after = self._children(side, colour)
        floor = max(alpha, best, low)
        for child in after:
            if floor >= beta:
                break
            best = max(best, 1.0 - self._two(child, 1 - colour, 1.0 - beta, 1.0 - floor))
            floor = max(floor, best)
        if best <= alpha:
            high = min(high, best)
        elif best >= beta:
            low = max(low, best)
        else:
            low = high = best
        self._bounds[side] = (low, high)
        return best

    def _children(self, side: Side, colour: int) -> tuple[float, list[Side]]:
        """Give the best end of the game that one move reaches, and the positions after the moves that do not end it."""
        mine, foe, got, lost = side
        ground, rules, windows = self.ground, self.ground.rules, self.ground.rules.windows
        empty = empty_of((mine, foe))
        best = -1.0
        quiet: list[Side] = []
        taking: list[Side] = []
        for point in listed(empty):
            stones, left, count = mine | 1 << point, foe, got
            if rules.reverse or stones & windows.partners[point]:
                for taken in generations(windows, stones, foe, point, reverse=rules.reverse):
                    stones |= taken
                    left &= ~taken
                count += (foe ^ left).bit_count()
            if ground.wins(stones, count):
                captured = (count, lost) if not colour else (lost, count)
                best = max(best, ground.prize.won(colour, stones, captured)[colour])
                if best >= 1.0:
                    return best, []
            elif not empty & empty - 1:
                captured = (count, lost) if not colour else (lost, count)
                best = max(best, ground.prize.level(captured)[colour])
            else:
                (taking if left != foe else quiet).append((left, stones, lost, count))
        return best, taking + quiet

    def _each(self, stones: Stones, captured: tuple[int, ...], colour: int) -> Worth:
        """Give the worth to every colour if each plays for itself."""
        key = (stones, captured, colour)
        known = self._known.get(key)
        if known is not None:
            return known
        self._count()
        ground = self.ground
        best: Worth = ()
        for point in listed(empty_of(stones)):
            taken = ground.taken(stones, colour, point)
            after, counts = ground.after(stones, captured, colour, point, taken)
            if ground.wins(after[colour], counts[colour]):
                worth = ground.prize.won(colour, after[colour], counts)
            elif not empty_of(after):
                worth = ground.prize.level(counts)
            else:
                worth = self._each(after, counts, ground.following[colour])
            if not best or worth[colour] > best[colour]:
                best = worth
                if best[colour] >= 1.0:
                    break
        self._known[key] = best
        return best
