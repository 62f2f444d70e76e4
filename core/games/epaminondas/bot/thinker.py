"""How the five levels of Epaminondas think, and the root of their search.

The root scores the moves of its position to one depth after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from operator import itemgetter
from random import Random
from types import MappingProxyType

from core.bots.bot import NOTHING, Budget, Look, Thought
from core.fault import IllegalAction
from core.game import Seat
from core.games.epaminondas.bot.line_pattern import LineMove
from core.games.epaminondas.bot.search import DEEPEST, ENDLESS, Search
from core.games.epaminondas.bot.search_limit import PROVED, WIN, LimitReachedError, NodeCounter, chance
from core.games.epaminondas.bot.search_position import SearchPosition
from core.games.epaminondas.rules.state import State
from core.match.match import Match

NEAR = 2
"""Up to this depth, every move not far behind the best gets a score of its own."""

WIDE = 40
"""How far behind the best such a move may be."""

LINE = 6
"""How many moves of the expected line are reported."""

AHEAD = 12
"""How many quiet moves are searched to full depth at the root."""


@dataclass(slots=True, eq=False)
class Candidate:
    """A move and its score for the side that makes it; `near` is its last score that was more than a bound."""

    shift: LineMove
    score: int
    near: int = 0


class RootSearch:
    """The moves of one position with their scores, the best first."""

    def __init__(self, field: SearchPosition, tally: NodeCounter) -> None:
        """Score every move by the position after it; moves that lose at once are already known."""
        self.field = field
        self.tally = tally
        self.search = Search(field, tally)
        self.candidates = [self._glance(shift) for shift in field.moves()]
        self.candidates.sort(key=_score, reverse=True)

    @property
    def settled(self) -> bool:
        """Whether the match is already won or lost, or there is nothing to choose."""
        return not self.candidates[1:] or abs(self.candidates[0].score) >= PROVED

    def _glance(self, shift: LineMove) -> Candidate:
        """Look one move ahead, and at the answers to a crossing; this finds wins in one and immediate losses."""
        field = self.field
        field.make(shift)
        self.tally.nodes += 1
        lead = field.lead()
        if lead > 0:
            score = WIN - 1
        elif not field.movable():
            score = 1 - WIN
        elif self.search.quiescence.drawn():
            score = 0
        else:
            score = field.standing() if self._answered() else 2 - WIN
        field.unmake()
        return Candidate(shift, -score, -score)

    def _answered(self) -> bool:
        """Tell whether the side to move, if it is behind on the far row, can make up for it."""
        field = self.field
        if field.lead() == 0:
            return True
        for shift in field.sharp():
            field.make(shift)
            held = field.lead() <= 0
            field.unmake()
            if held:
                return True
        return False

    def deepen(self, deepest: int, margin: int) -> None:
        """Search to one depth after the other, as far as the tally allows or until the match is decided.

        Moves within `margin` of the best get scores of their own; up to depth `NEAR`, so do those within `WIDE`.
        """
        if deepest and self.tally.stop():
            return
        try:
            for depth in range(1, min(deepest, DEEPEST) + 1):
                if self.settled:
                    break
                self._round(depth, max(margin, WIDE) if depth <= NEAR else margin)
        except LimitReachedError:
            return

    def _round(self, depth: int, margin: int) -> None:
        """Search every move to one depth; if that is cut short, unsearched moves come after the best searched one."""
        best = -ENDLESS
        try:
            for place, candidate in enumerate(self.candidates):
                shift = candidate.shift
                self.field.make(shift)
                late = place - AHEAD if margin == 0 and not (shift.captured or shift.crosses) else 1
                low = max(best - margin, -ENDLESS)
                candidate.score = self.search.reply(depth, (low, ENDLESS), 0, late, leads=not place)
                self.field.unmake()
                best = max(best, candidate.score)
            if depth <= NEAR:
                for candidate in self.candidates:
                    candidate.near = candidate.score
        except LimitReachedError:
            self.field.rewind()
            if place:
                for candidate in self.candidates[place:]:
                    candidate.score = min(candidate.score, best - 1)
            raise
        finally:
            self.candidates.sort(key=_score, reverse=True)

    def ranked(self) -> list[tuple[LineMove, int]]:
        """Give the moves with their scores, the best first.

        For most moves, a deep search says only that they are no better than the best. How much worse they are comes
        from the last search that measured it.
        """
        best = self.candidates[0].score
        nearest = max(candidate.near for candidate in self.candidates)
        found = []
        for candidate in self.candidates:
            guess = best - max(0, nearest - candidate.near)
            known = candidate is self.candidates[0] or candidate.score <= -PROVED
            found.append((candidate.shift, candidate.score if known else min(candidate.score, guess)))
        return found[:1] + sorted(found[1:], key=itemgetter(1), reverse=True)

    def line(self, shift: LineMove) -> tuple[str, ...]:
        """Give the expected continuation of a move, as canonical texts."""
        field, told = self.field, []
        field.make(shift)
        for _ in range(LINE):
            entry = self.search.memory.entries.get(field.mark)
            following = None if entry is None else entry.shift
            if following is None or field.lead() > 0 or not field.may(following):
                break
            told.append(str(following.action))
            field.make(following)
        field.rewind()
        return tuple(told)


def _score(candidate: Candidate) -> int:
    return candidate.score


TOLD = 5
"""For how many moves the expected line is reported."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How far a level thinks: at most `nodes` positions and `depth` moves.

    It plays a move that is at most `slack` worse than the best; better moves are likelier. `warmth` says how much a
    difference matters. With a slack of 0 it always plays the best move.
    """

    nodes: int
    depth: int
    slack: int = 0
    warmth: float = 1.0


ANY = 2 * PROVED
"""A slack that allows every move; the first level has it, except for moves that lose at once."""

MEASURES: Mapping[int, Measure] = MappingProxyType(
    {
        1: Measure(0, 0, ANY, float(ANY)),
        2: Measure(0, 0, 40, 12.0),
        3: Measure(7_500, 2, 20, 6.0),
        4: Measure(42_000, 60),
        5: Measure(200_000, 60),
    }
)
"""What each level may spend."""


def think(match: Match, seat: Seat, level: int, rng: Random, budget: Budget) -> Thought:
    """Think for `seat` at a level from 1 to 5 (`core.bots.level.Thinker`)."""
    state = match.state
    assert isinstance(state, State)
    if seat not in state.active:
        raise IllegalAction(NOTHING, seat=seat)
    measure = MEASURES[level]
    tally = NodeCounter(measure.nodes if budget.nodes is None else budget.nodes, budget.stop)
    survey = RootSearch(SearchPosition(state, budget.weights), tally)
    survey.deepen(measure.depth, measure.slack if measure.slack < ANY else 0)
    ranked = survey.ranked()
    chosen = drawn(ranked, measure, rng)
    looks = tuple(
        Look(shift.action, chance(score), survey.line(shift) if place < TOLD else ())
        for place, (shift, score) in enumerate(ranked)
    )
    return Thought(chosen.action, looks, tally.nodes, proved=abs(ranked[0][1]) >= PROVED)


def drawn(ranked: list[tuple[LineMove, int]], measure: Measure, rng: Random) -> LineMove:
    """Draw the move to play: the best, or one not much worse; never a proved loss if another move avoids it."""
    first, best = ranked[0]
    if not measure.slack or (best >= PROVED and measure.slack < ANY):
        return first
    lowest = max(best - measure.slack, -PROVED + 1) if best > -PROVED else best
    near = [(shift, score) for shift, score in ranked if score >= lowest]
    weights = [exp((score - best) / measure.warmth) for _, score in near]
    return rng.choices([shift for shift, _ in near], weights)[0]
