"""The greedy bot: looks one action ahead and takes what the game's own `evaluate` likes best.

Long lists are sampled: every pair of first spots is a family of actions (a piece and where it goes); of each family a
few members are tried, those that act on something before those that only move.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random
from typing import Any

from core.bots.bot import Budget, Look, Thought, walk
from core.bots.level import evaluation_of
from core.game import Action, Seat, Spot, State
from core.match.match import Match

NODES = 300
"""How many actions are looked at where the budget does not say."""

SAMPLES = 4
"""How many actions of a family with many members are tried."""

SURE = 60.0
"""The lead with which a game is nearly won."""

LEAST = 60.0
"""Where the logistic curve is flat."""

TEMPO = 0.5
"""Smallest difference of value that is not left to chance."""


class Greedy:
    """Takes the best of the actions it looks at."""

    name = "greedy"

    def choose(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Action:
        """Give the action after which `seat` stands best beside the others."""
        return self.think(match, seat, rng, budget).action

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Look at one action after the other; the better they are, the greater the chance that is told."""
        evaluate = evaluation_of(match.header.game)
        state = match.state
        first = walk(state, seat, rng)
        found: list[tuple[float, int, Action]] = []
        most = NODES if budget.nodes is None else budget.nodes
        for count, action in enumerate(candidates(state, seat, rng)):
            if count >= most or budget.stop():
                break
            value = standing(evaluate(state.play(seat, action)), seat) + rng.random() * TEMPO
            found.append((value, -count, action))
        found.sort(key=lambda one: one[:2], reverse=True)
        looks = tuple(Look(action, chance(value)) for value, _, action in found)
        return Thought(looks[0].action if looks else first, looks, len(looks))


def chance(value: float) -> float:
    """Give a worth beside the others' as a chance between 0 and 1: even for 0, nearly sure for `SURE`.

    >>> [round(chance(value), 2) for value in (-1000, 0, 60)]
    [0.0, 0.5, 0.95]
    """
    return 1 / (1 + exp(-max(-LEAST, min(LEAST, 3 * value / SURE))))


def standing(values: tuple[float, ...], seat: Seat) -> float:
    """Weigh a seat's worth against the mean of the others'."""
    others = len(values) - 1
    return values[seat] - (sum(values) - values[seat]) / max(others, 1)


def candidates(state: State[Any], seat: Seat, rng: Random) -> Iterator[Action]:
    """Give actions worth a look, those that act before those that only move, each kind in random order."""
    firsts = state.next_spots(seat, ())
    families = [(first, second) for first in firsts for second in state.next_spots(seat, (first,))]
    rng.shuffle(families)
    quiet: list[Action] = []
    for first in firsts:
        alone: Action | None = state.complete(seat, (first,))
        if alone is not None:
            quiet.append(alone)
    rng.shuffle(quiet)
    for family in families:
        whole: Action | None = state.complete(seat, family)
        if whole is not None:
            quiet.append(whole)
        yield from _members(state, seat, rng, family)
    yield from quiet


def _members(state: State[Any], seat: Seat, rng: Random, family: tuple[Spot, ...]) -> Iterator[Action]:
    spots = state.next_spots(seat, family)
    seen = [spots[at] for at in sorted(rng.sample(range(len(spots)), min(len(spots), SAMPLES)))]
    for spot in seen:
        yield walk(state, seat, rng, (*family, spot))
