"""Alpha-beta search: the best play of both sides to some depth, deeper where it matters.

The search remembers the positions it has scored, and the moves that turned out well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.games.epaminondas.bot.line_pattern import LineMove
from core.games.epaminondas.bot.quiescence import Quiescence
from core.games.epaminondas.bot.search_limit import PROVED, WIN, NodeCounter
from core.games.epaminondas.bot.search_position import SearchPosition

KEPT = 200_000
"""How many positions are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """The result of a search of some depth: the position's score is at least `low` and at most `high`.

    Scores of proved wins and losses are counted from the position, not from the root.
    """

    depth: int
    low: int
    high: int
    shift: LineMove | None


class HistoryTable(dict[LineMove, int]):
    """How early to try each move: by what it does, and earlier the more often it has refuted something."""

    __slots__ = ()

    def __missing__(self, shift: LineMove) -> int:
        """Begin with the move's own order."""
        found = self[shift] = shift.order
        return found


class Memory:
    """Scored positions by their marks; all are forgotten when there are too many."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        """Begin with an empty memory."""
        self.entries: dict[int, Entry] = {}

    def note(self, mark: int, depth: int, bounds: tuple[int, int], ply: int, shift: LineMove | None) -> None:
        """Remember the bounds of the score of a position `ply` moves below the root."""
        if len(self.entries) >= KEPT:
            self.entries.clear()
        low, high = (_from_root(bound, ply) for bound in bounds)
        self.entries[mark] = Entry(depth, low, high, shift)


def _from_root(score: int, ply: int) -> int:
    """Convert a proved win or loss to be counted from the position instead of the root."""
    if score >= PROVED:
        return score + ply
    return score - ply if score <= -PROVED else score


def below(score: int, ply: int) -> int:
    """Convert a remembered win or loss back to be counted from the root."""
    if score >= PROVED:
        return score - ply
    return score + ply if score <= -PROVED else score


ENDLESS = WIN + 1
"""A score that no position has."""

DEEPEST = 60
"""The greatest depth below the root that the search may reach."""

SMALL = 36
"""Boards with at most this many squares are searched without any shortcut."""

IDLE = 2
"""How much less deep the null move is searched; at lower depths it is not tried."""

MARGIN = 130
"""Just above the leaves, the search assumes that a quiet move improves a position by at most this much."""

LATE = 4
"""How many moves are searched to full depth; quiet ones after them are first searched less deep."""

VERY_LATE = 24
"""From here on they are searched even less deep."""


class Search:
    """A search on one field."""

    __slots__ = ("_killers", "field", "heat", "memory", "quiescence", "root", "small", "tally")

    def __init__(self, field: SearchPosition, tally: NodeCounter) -> None:
        """Search from where `field` stands and count with `tally`."""
        self.field = field
        self.tally = tally
        self.quiescence = Quiescence(field, tally)
        self.memory = Memory()
        self.heat = HistoryTable()
        self.root = len(field.trail) - 1
        self.small = len(field.ground.board.names) <= SMALL
        self._killers: list[LineMove | None] = [None] * (DEEPEST + 2)

    def descend(self, depth: int, alpha: int, beta: int, ply: int, *, free: bool = True) -> int:
        """Give the score of the position for the side to move, `ply` moves below the root, at least between the bounds.

        `free` allows the null move: the other side moves twice.
        """
        field = self.field
        lead = field.lead()
        if lead < 0:
            depth += 1
        if depth <= 0 or ply >= DEEPEST:
            return self.quiescence.settle(alpha, beta, ply)
        self.tally.count()
        if lead > 0:
            return WIN - ply
        if field.occurrences() and self._stood():
            return 0 if field.movable() else ply - WIN
        entry = self.memory.entries.get(field.mark)
        known = None if entry is None else _bound(entry, depth, (alpha, beta), ply)
        if known is None and free and not lead and not self.small and self._idle(depth, beta, ply):
            known = beta
        if known is not None:
            return known
        return self._choose(depth, (alpha, beta), ply, lead, None if entry is None else entry.shift)

    def _stood(self) -> bool:
        """Tell whether the position has occurred often enough for a draw, or already once in this search."""
        field = self.field
        return self.quiescence.drawn() or field.key in field.trail[max(self.root, field.since) : -1]

    def _idle(self, depth: int, beta: int, ply: int) -> bool:
        """Tell whether the side to move stands well enough even if the other moves twice."""
        field = self.field
        if depth < IDLE or abs(beta) >= PROVED or field.standing() < beta:
            return False
        field.skip()
        score = -self.descend(depth - IDLE - 1, -beta, 1 - beta, ply + 1, free=False)
        field.unmake()
        return score >= beta

    def _choose(self, depth: int, window: tuple[int, int], ply: int, lead: int, first: LineMove | None) -> int:
        """Search the moves of a position, the best first, and remember the result."""
        field, (alpha, beta) = self.field, window
        mark, best, found, count = field.mark, ply + 1 - WIN if lead else ply - WIN, first, 0
        futile = depth == 1 and not lead and not self.small and alpha > -PROVED
        for count, shift in enumerate(self._ordered(first, lead, ply), 1):
            field.make(shift)
            quiet = not (shift.captured or shift.crosses)
            hope = MARGIN - field.standing() if futile and quiet and count > 1 else ENDLESS
            if hope <= alpha:
                field.unmake()
                best = max(best, hope)
                continue
            score = self.reply(depth, (alpha, beta), ply, count if quiet and not lead else 1, leads=count == 1)
            field.unmake()
            if score > best:
                best = score
                if score > alpha:
                    alpha, found = score, shift
                    if score >= beta:
                        self._praise(shift, depth, ply)
                        break
        if not count and not (lead and field.movable()):
            return ply - WIN
        low = best if best > window[0] else -ENDLESS
        self.memory.note(mark, depth, (low, best if best < beta else ENDLESS), ply, found)
        return best

    def reply(self, depth: int, window: tuple[int, int], ply: int, place: int, *, leads: bool) -> int:
        """Score the move just made, number `place` of the quiet ones, for the side that made it.

        All but the move that `leads` must first show that they are better at all, late ones at less depth.
        """
        alpha, beta = window
        if leads:
            return -self.descend(depth - 1, -beta, -alpha, ply + 1)
        less = 0
        if depth > 1 and place > LATE and not self.small:
            less = min(depth - 1, 2 if place > VERY_LATE else 1)
        score = -self.descend(depth - 1 - less, -alpha - 1, -alpha, ply + 1)
        if less and score > alpha:
            score = -self.descend(depth - 1, -alpha - 1, -alpha, ply + 1)
        if alpha < score < beta:
            score = -self.descend(depth - 1, -beta, -alpha, ply + 1)
        return score

    def _ordered(self, first: LineMove | None, lead: int, ply: int) -> Iterator[LineMove]:
        """Give the moves worth searching: the best from before, then those that did well beside it, then all by heat.

        If the other side is ahead on the far row, only captures and crossings can help.
        """
        field = self.field
        tried: list[LineMove] = []
        for shift in (first, self._killers[ply]):
            if shift is not None and shift not in tried and field.may(shift):
                tried.append(shift)
                yield shift
        shifts = field.sharp() if lead else field.moves()
        shifts.sort(key=self.heat.__getitem__, reverse=True)
        for shift in shifts:
            if shift not in tried:
                yield shift

    def _praise(self, shift: LineMove, depth: int, ply: int) -> None:
        """Note that a move refuted the one before it."""
        if not shift.captured:
            self._killers[ply] = shift
            self.heat[shift] += depth * depth


def _bound(entry: Entry, depth: int, window: tuple[int, int], ply: int) -> int | None:
    """Give the remembered score of a position if it is enough: searched at least as deep, or proved."""
    low, high = below(entry.low, ply), below(entry.high, ply)
    deep = entry.depth >= depth
    if low >= window[1] and (deep or low >= PROVED):
        return low
    return high if high <= window[0] and (deep or high <= -PROVED) else None
