"""The five levels of play: each game brings a `thinker` of its own, and a level tells it how far to think."""

from __future__ import annotations

from random import Random

from core.bots.bot import Budget
from core.bots.part import thinker
from core.bots.thought import Thought
from core.fault import Fault, sentence
from core.game import Action, Seat
from core.match import Match

NO_THINKER = sentence("Nobody plays {game} at level {level} yet.")


class UnknownLevel(Fault):
    """There is no bot of that level; the sentence names those there are."""


class Level:
    """One of the five levels."""

    def __init__(self, number: int) -> None:
        """Keep the level's number, 1 to 5."""
        self.number = number

    @property
    def name(self) -> str:
        """The word for commands."""
        return str(self.number)

    def choose(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Action:
        """Give the action that the game's thinker comes to; raise `UnknownLevel` where the game has none."""
        return self.think(match, seat, rng, budget).action

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Give the whole thought; raise `UnknownLevel` where the game has no thinker."""
        found = thinker(match.header.game)
        if found is None:
            raise UnknownLevel(NO_THINKER, game=match.game.title, level=self.number)
        return found.think(match.seen_by(seat), seat, self.number, rng, budget)
