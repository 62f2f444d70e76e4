"""How the five levels of Epaminondas think."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from random import Random
from types import MappingProxyType

from core.bots.bot import NOTHING, Budget
from core.bots.thought import Look, Thought
from core.fault import IllegalAction
from core.game import Seat
from core.games.epaminondas.field import Field
from core.games.epaminondas.shift import Shift
from core.games.epaminondas.state import State
from core.games.epaminondas.survey import Survey
from core.games.epaminondas.tally import PROVED, Tally, chance
from core.match import Match

TOLD = 5
"""Of how many moves the expected line is told."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How far a level thinks: at most `nodes` positions and `depth` moves.

    It plays a move that is at most `slack` worse than the best, the likelier the better; how much a difference tells is
    the `warmth`. A slack of 0 is always the best move.
    """

    nodes: int
    depth: int
    slack: int = 0
    warmth: float = 1.0


ANY = 2 * PROVED
"""A slack that allows every move; the first level has it, but for those that lose at once."""

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
    """Think for `seat` at a level from 1 to 5 (`core.bots.part.Thinker`)."""
    state = match.state
    assert isinstance(state, State)
    if seat not in state.active:
        raise IllegalAction(NOTHING, seat=seat)
    measure = MEASURES[level]
    tally = Tally(measure.nodes if budget.nodes is None else budget.nodes, budget.stop)
    survey = Survey(Field(state), tally)
    survey.deepen(measure.depth, measure.slack if measure.slack < ANY else 0)
    ranked = survey.ranked()
    chosen = drawn(ranked, measure, rng)
    looks = tuple(
        Look(shift.action, chance(score), survey.line(shift) if place < TOLD else ())
        for place, (shift, score) in enumerate(ranked)
    )
    return Thought(chosen.action, looks, tally.nodes, proved=abs(ranked[0][1]) >= PROVED)


def drawn(ranked: list[tuple[Shift, int]], measure: Measure, rng: Random) -> Shift:
    """Draw the move to play: the best, or one not much worse; never one that loses for sure where another does not."""
    first, best = ranked[0]
    if not measure.slack or (best >= PROVED and measure.slack < ANY):
        return first
    lowest = max(best - measure.slack, -PROVED + 1) if best > -PROVED else best
    near = [(shift, score) for shift, score in ranked if score >= lowest]
    weights = [exp((score - best) / measure.warmth) for _, score in near]
    return rng.choices([shift for shift, _ in near], weights)[0]
