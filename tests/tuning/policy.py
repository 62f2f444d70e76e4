"""Learning how urgent moves are: weights by which moves are tried first as often as a deep search tries them in all.

The positions are those of a level's games against itself. For each a search with the weights in force plays many random
games; a move's share of them is the target, and the loss is the cross entropy of the targets and the shares that the
weights give before any game is played. A weight goes up and down by the same steps and may change its sign. Every fifth
game is not learned from and only tells where to stop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from random import Random

from core.fault import Fault
from core.match.match import Match
from core.match.record import check, read
from tests.tuning.descent import CHECKED, pace
from tests.tuning.plan import MoveSketch, Plan
from tests.tuning.run_file import Descent

BATCH = 250
"""Positions of a step."""

RATE = 0.2
"""How far a step goes: e times as readily is 4 (`core.games.megiddo.bot.tree.WARMTH`)."""

PULL = 0.0001
"""How strongly a weight is drawn back to where it began."""

OFTEN = 10
"""After so many steps the games that are only checked are looked at."""

TOO_FEW = "The games have too few positions to learn from: ask for more with --games."

Visits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """A game whose positions are to be searched: its number from 0, its record, and the weights to search with."""

    plan: Plan
    number: int
    record: str
    base: dict[str, float]

    def rng(self, what: str) -> Random:
        """Give the chance of one part of the study."""
        return Random(f"{self.plan.seed} {self.number} {what}")


def states(study: Study) -> dict[int, object]:
    """Give the positions that are learned from, by the decisions before them."""
    whole = check(read(study.record))
    match, found = Match.fold(whole.header, ()), {}
    for ply, line in enumerate(whole.log):
        if ply >= study.plan.opening:
            found[ply] = match.state
        match = match.play(line.text, line.seat)
    kept = sorted(study.rng("kept").sample(sorted(found), min(study.plan.kept, len(found))))
    return {ply: found[ply] for ply in kept}


def studied(study: Study) -> dict[int, Visits]:
    """Search the positions of a game; give how often each move was tried, by the decisions before the position."""
    look = study.plan.visits
    weights = study.plan.kind.of(study.base, "the run")
    return {
        ply: tuple(look(state, study.plan.teacher, study.rng(str(ply)), weights))
        for ply, state in states(study).items()
    }


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position to learn from: the moves that are not proved to lose, and each one's share of the search's games."""

    sketch: MoveSketch
    target: tuple[float, ...]


def lessons(study: Study, visits: Mapping[int, Visits]) -> list[Lesson]:
    """Give the lessons of a game that was searched: every position with a choice."""
    found = []
    for ply, state in states(study).items():
        counted = [at for at, tried in enumerate(visits[ply]) if tried >= 0]
        if counted:
            whole = sum(visits[ply][at] for at in counted)
            target = tuple([visits[ply][at] / whole for at in counted])
            found.append(Lesson(study.plan.moves.of(state).only(counted), target))
    return found


def loss(batch: Sequence[Lesson], weights: Sequence[float]) -> float:
    """Give the mean cross entropy of some targets and the shares by these weights."""
    total = 0.0
    for lesson in batch:
        shares = lesson.sketch.shares(weights)
        total -= sum([wanted * log(share) for wanted, share in zip(lesson.target, shares, strict=True) if wanted])
    return total / len(batch)


def descend(plan: Plan, base: Mapping[str, float], games: Sequence[Sequence[Lesson]]) -> Descent:
    """Descend (Adam) from the base; give the weights that did best on the games that are only checked."""
    rng = Random(plan.seed)
    lessons, checks = (
        [one for at, game in enumerate(games) if (not at % CHECKED) == checked for one in game]
        for checked in (False, True)
    )
    if not lessons or not checks:
        raise Fault(TOO_FEW)
    start = list(base.values())
    by, mean, square = start.copy(), [0.0] * len(start), [0.0] * len(start)
    learned: list[float] = []
    checked = [loss(checks, by)]
    best = (checked[0], 0, by)
    for step in range(1, plan.steps + 1):
        batch = rng.sample(lessons, min(BATCH, len(lessons)))
        slopes = [lesson.sketch.slope(by, lesson.target) for lesson in batch]
        slope = [
            sum(column) / len(batch) + 2 * PULL * (now - then)
            for column, now, then in zip(zip(*slopes, strict=True), by, start, strict=True)
        ]
        mean = [0.9 * old + 0.1 * new for old, new in zip(mean, slope, strict=True)]
        square = [0.99 * old + 0.01 * new * new for old, new in zip(square, slope, strict=True)]
        by = [now - RATE * pace(first, second, step) for now, first, second in zip(by, mean, square, strict=True)]
        if step % OFTEN == 0 or step == plan.steps:
            learned.append(loss(lessons, by))
            checked.append(loss(checks, by))
            best = min(best, (checked[-1], step, by))
    values = {name: round(value, 4) for name, value in zip(base, best[2], strict=True)}
    return Descent(values, 1.0, best[1], learned, checked)
