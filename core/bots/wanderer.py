"""The random bot: a spot at random, then a spot that continues it, until the action is whole."""

from __future__ import annotations

from random import Random

from core.bots.bot import Budget, walk
from core.bots.thought import Thought
from core.game import Action, Seat
from core.match import Match


class Wanderer:
    """Moves at random; the same seed gives the same move."""

    name = "random"

    def choose(self, match: Match, seat: Seat, rng: Random, _budget: Budget) -> Action:
        """Give a random legal action of `seat`."""
        return walk(match.state, seat, rng)

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Give it as a thought that has looked at nothing."""
        return Thought(self.choose(match, seat, rng, budget), (), 1)
