"""What a game's folder brings for bots: what its positions are worth, and a thinker of its own."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from core.bots.bot import Budget
from core.bots.thought import Thought
from core.game import Seat, State
from core.match import Match


class Evaluate(Protocol):
    """The function `evaluate` of the module of that name in a game's folder."""

    def __call__(self, state: State[Any]) -> tuple[float, ...]:
        """Give the worth of a state for each seat, the more the better."""
        ...


class Thinker(Protocol):
    """The module `thinker` of a game's folder."""

    def think(self, match: Match, seat: Seat, level: int, rng: Random, budget: Budget) -> Thought:
        """Think for `seat` as far as `level` (1 to 5) goes.

        How far is counted in positions or simulations, so that the same match, seat, level and random state give the
        same thought on any machine; `budget.nodes`, where it is set, takes the place of the level's own count, and
        `budget.stop` ends the thought early with the best found so far. Nothing is read of the match but what `seat`
        may know of it. Raises `IllegalAction` where the seat has nothing to decide.
        """
        ...


def evaluator(game: str) -> Evaluate:
    """Give the evaluation that belongs to a game."""
    found: Evaluate = import_module(f"core.games.{game}.evaluate").evaluate
    return found


def thinker(game: str) -> Thinker | None:
    """Give the thinker of a game, None where it has none."""
    name = f"core.games.{game}.thinker"
    try:
        return cast("Thinker", import_module(name))
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        return None
