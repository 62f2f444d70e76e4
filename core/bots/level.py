"""The five levels of play: each game brings a `thinker` of its own, and a level tells it how far to think.

What a game's folder brings for bots: what its positions are worth, and a thinker of its own.

The random bot: a spot at random, then a spot that continues it, until the action is whole.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from core.bots.bot import Budget, Thought, walk
from core.fault import Fault, sentence
from core.game import Action, Seat, State
from core.match.match import Match


class Evaluate(Protocol):
    """The function `evaluate` of the module `bot.evaluation` in a game's folder."""

    def __call__(self, state: State[Any]) -> tuple[float, ...]:
        """Give the worth of a state for each seat, the more the better."""
        ...


class Thinker(Protocol):
    """The module `bot.thinker` of a game's folder."""

    def think(self, match: Match, seat: Seat, level: int, rng: Random, budget: Budget) -> Thought:
        """Think for `seat` as far as `level` (1 to 5) goes.

        How far is counted in positions or simulations, so that the same match, seat, level and random state give the
        same thought on any machine; `budget.nodes`, where it is set, takes the place of the level's own count, and
        `budget.stop` ends the thought early with the best found so far. Nothing is read of the match but what `seat`
        may know of it. Raises `IllegalAction` where the seat has nothing to decide.
        """
        ...


def evaluation_of(game: str) -> Evaluate:
    """Give the evaluation that belongs to a game."""
    found: Evaluate = import_module(f"core.games.{game}.bot.evaluation").evaluate
    return found


def thinker(game: str) -> Thinker | None:
    """Give the thinker of a game, None where it has none."""
    name = f"core.games.{game}.bot.thinker"
    try:
        return cast("Thinker", import_module(name))
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        return None


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


class RandomBot:
    """Moves at random; the same seed gives the same move."""

    name = "random"

    def choose(self, match: Match, seat: Seat, rng: Random, _budget: Budget) -> Action:
        """Give a random legal action of `seat`."""
        return walk(match.state, seat, rng)

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Give it as a thought that has looked at nothing."""
        return Thought(self.choose(match, seat, rng, budget), (), 1)
