"""TD(lambda): the weights by which the chances of a position agree best with those of the positions after it.

The target of a position is the lambda-return: what the next positions promise by the present weights, nearer ones more,
and in the end the result itself. The loss is the cross entropy of the targets and the chances. Gradients are
differences; the descent is Adam's, over random batches. Every fifth game is not learned from and only tells where to
stop.

A weight is learned as a factor, a part between 0 and 1 on the logistic curve, so that no weight changes its sign. How
steeply a lead turns into a chance is learned too and then dropped: it would change how a bot weighs the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random

from core.bots.weights import Weights
from core.game import Outcome
from core.match.match import Match
from core.match.record import check, read
from tests.tuning.plan import Plan, Sketch
from tests.tuning.run_file import Descent

BATCH = 600
"""Positions of a step."""

RATE = 0.03
"""How far a step goes."""

NUDGE = 0.02
"""How far apart the two sides of a difference are."""

FARTHEST = 1.8
"""How far a weight may go from where it began: a factor of e to this."""

PULL = 0.0001
"""How strongly a weight is drawn back to where it began."""

TARGETS = 20
"""The targets are computed anew after so many steps."""

CHECKED = 5
"""Every game of this number only tells where to stop."""

LEAST = 1e-4
"""The least chance that the loss takes seriously."""

Target = tuple[Sketch, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Trajectory:
    """The positions of one game in their order, and each seat's share of the win."""

    sketches: tuple[Sketch, ...]
    result: tuple[float, ...]


def trajectory(record: str, sketch: type[Sketch]) -> Trajectory:
    """Sketch the positions of a game after each decision."""
    whole = check(read(record))
    match, found = Match.fold(whole.header, ()), []
    for line in whole.log:
        match = match.play(line.text, line.seat)
        found.append(sketch.of(match.state))
    return Trajectory(tuple([one for one in found if one is not None]), _result(match.state.outcome, len(match.names)))


def _result(outcome: Outcome | None, seats: int) -> tuple[float, ...]:
    if outcome is None or not outcome.winners:
        return (1.0 / seats,) * seats
    return tuple(1.0 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(seats))


def returns(chances: Sequence[Sequence[float]], result: Sequence[float], trace: float) -> list[tuple[float, ...]]:
    """Give the lambda-return of each position of a game.

    >>> returns([(0.5, 0.5), (0.6, 0.4)], (1.0, 0.0), 0.5)
    [(0.8, 0.2), (1.0, 0.0)]
    """
    following, promised = tuple(result), tuple(result)
    found = []
    for chance in reversed(chances):
        following = tuple(
            [trace * later + (1.0 - trace) * near for later, near in zip(following, promised, strict=True)]
        )
        found.append(following)
        promised = tuple(chance)
    return found[::-1]


class Scale:
    """The numbers that are learned, 0 where nothing has changed, as weights; the last one is the steepness."""

    def __init__(self, base: Weights) -> None:
        """Begin at the base."""
        self.kind = type(base)
        self.base = base.values()

    def weights(self, moved: Sequence[float]) -> tuple[Weights, float]:
        """Give the weights and the steepness."""
        values = {}
        for (name, value), by in zip(self.base.items(), moved[:-1], strict=True):
            if name in self.kind.parts:
                odds = value / (1.0 - value) * exp(by)
                values[name] = odds / (1.0 + odds)
            else:
                values[name] = value * exp(by)
        return self.kind.of(values, "the run"), exp(moved[-1])


def loss(batch: Sequence[Target], weights: Weights, steepness: float) -> float:
    """Give the mean cross entropy of some positions' targets and chances."""
    total = 0.0
    for sketch, target in batch:
        for wanted, chance in zip(target, sketch.chances(weights, steepness), strict=True):
            if wanted:
                total -= wanted * log(max(LEAST, chance))
    return total / len(batch)


class Learner:
    """A descent over some games."""

    def __init__(self, plan: Plan, base: Weights, games: Sequence[Trajectory]) -> None:
        """Choose the positions that are kept, by the plan's seed."""
        self.plan, self.scale, self.games = plan, Scale(base), games
        self.rng = Random(plan.seed)
        self.kept = [
            sorted(self.rng.sample(range(len(game.sketches)), min(plan.kept, len(game.sketches)))) for game in games
        ]

    def targets(self, moved: Sequence[float]) -> tuple[list[Target], list[Target]]:
        """Give the kept positions with their targets by the present weights: to learn from, and to check."""
        weights, steepness = self.scale.weights(moved)
        parted: tuple[list[Target], list[Target]] = ([], [])
        for number, (game, kept) in enumerate(zip(self.games, self.kept, strict=True)):
            chances = [sketch.chances(weights, steepness) for sketch in game.sketches]
            wanted = returns(chances, game.result, self.plan.trace)
            parted[number % CHECKED == 0].extend([(game.sketches[at], wanted[at]) for at in kept])
        return parted

    def outcomes(self) -> list[Target]:
        """Give the positions to check with the results themselves as targets: these do not move."""
        return [
            (game.sketches[at], game.result)
            for number, (game, kept) in enumerate(zip(self.games, self.kept, strict=True))
            if number % CHECKED == 0
            for at in kept
        ]

    def slope(self, batch: Sequence[Target], moved: list[float]) -> list[float]:
        """Give the gradient of the loss by differences."""
        found = []
        for at, by in enumerate(moved):
            sides = []
            for sign in (1.0, -1.0):
                nudged = [*moved[:at], by + sign * NUDGE, *moved[at + 1 :]]
                sides.append(loss(batch, *self.scale.weights(nudged)))
            found.append((sides[0] - sides[1]) / (2 * NUDGE) + 2 * PULL * by)
        return found

    def descend(self) -> Descent:
        """Descend; give the weights that did best on the games that are only checked."""
        moved = [0.0] * (len(self.scale.base) + 1)
        mean, square = moved.copy(), moved.copy()
        checks = self.outcomes()
        lessons: list[Target] = []
        learned: list[float] = []
        checked = [loss(checks, *self.scale.weights(moved))]
        best = (checked[0], 0, moved)
        for step in range(1, self.plan.steps + 1):
            if step % TARGETS == 1:
                lessons, _ = self.targets(moved)
            batch = self.rng.sample(lessons, min(BATCH, len(lessons)))
            slope = self.slope(batch, moved)
            mean = [0.9 * old + 0.1 * new for old, new in zip(mean, slope, strict=True)]
            square = [0.99 * old + 0.01 * new * new for old, new in zip(square, slope, strict=True)]
            moved = [
                max(-FARTHEST, min(FARTHEST, by - RATE * pace(first, second, step)))
                for by, first, second in zip(moved, mean, square, strict=True)
            ]
            if step % (TARGETS // 2) == 0 or step == self.plan.steps:
                present = self.scale.weights(moved)
                learned.append(loss(lessons, *present))
                checked.append(loss(checks, *present))
                best = min(best, (checked[-1], step, moved))
        weights, steepness = self.scale.weights(best[2])
        values = {name: round(value, 4) for name, value in weights.values().items()}
        return Descent(values, round(steepness, 4), best[1], learned, checked)


def pace(mean: float, square: float, step: int) -> float:
    """Give how far to go: the mean slope in terms of how much slopes vary (Adam)."""
    return mean / (1 - pow(0.9, step)) / (sqrt(square / (1 - pow(0.99, step))) + 1e-8)
