"""The greedy bot: it looks one action ahead and takes what the game's own `evaluate` rates best.

Long lists are sampled. Every pair of first spots is a family of actions (a piece and where it goes). The bot tries a
few members of each family; actions that act on something come before those that only move.
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
"""How many actions are looked at unless the budget says otherwise."""

SAMPLES = 4
"""How many actions are tried in a family with many members."""

SURE = 60.0
"""The lead at which a game is almost won."""

LEAST = 60.0
"""From here on the logistic curve is flat."""

TEMPO = 0.5
"""The smallest difference in value that is not left to chance."""


class Greedy:
    """Takes the best of the actions it looks at."""

    name = "greedy"

    def choose(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Action:
        """Give the action after which `seat` stands best compared with the others."""
        return self.think(match, seat, rng, budget).action

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Look at one action after the other; the better an action, the greater the chance reported."""
        evaluate = evaluation_of(match.header.game)
        state = match.state
        first = walk(state, seat, rng)
        found: list[tuple[float, int, Action]] = []
        most = NODES if budget.nodes is None else budget.nodes
        for count, action in enumerate(candidates(state, seat, rng)):
            if count >= most or budget.stop():
                break
            value = standing(evaluate(state.play_unchecked(seat, action)), seat) + rng.random() * TEMPO
            found.append((value, -count, action))
        found.sort(key=lambda one: one[:2], reverse=True)
        looks = tuple(Look(action, chance(value)) for value, _, action in found)
        return Thought(looks[0].action if looks else first, looks, len(looks))


def chance(value: float) -> float:
    """Turn a lead in worth into a chance between 0 and 1: even for 0, almost certain for `SURE`.

    >>> [round(chance(value), 2) for value in (-1000, 0, 60)]
    [0.0, 0.5, 0.95]
    """
    return 1 / (1 + exp(-max(-LEAST, min(LEAST, 3 * value / SURE))))


def standing(values: tuple[float, ...], seat: Seat) -> float:
    """Compare a seat's worth with the mean of the others'."""
    others = len(values) - 1
    return values[seat] - (sum(values) - values[seat]) / max(others, 1)


def candidates(state: State[Any], seat: Seat, rng: Random) -> Iterator[Action]:
    """Give the actions worth a look: those that act come before those that only move, each kind in random order."""
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
