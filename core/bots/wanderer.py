"""The random bot: a spot at random, then a spot that continues it, until the action is whole."""

from __future__ import annotations

from random import Random

from core.bots.bot import Budget, walk
from core.game import Action, Seat
from core.match import Match


class Wanderer:
    """Moves at random; the same seed gives the same move."""

    name = "random"

    def choose(self, match: Match, seat: Seat, rng: Random, _budget: Budget) -> Action:
        """Give a random legal action of `seat`."""
        return walk(match.state, seat, rng)
