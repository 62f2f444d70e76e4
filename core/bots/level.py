"""The five levels of play, what a game's folder brings for bots, and the random bot.

Each game brings an evaluation of its positions and a `thinker` of its own; a level tells the thinker how far to think.
The random bot picks a random spot, then a spot that continues it, until the action is complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Protocol, cast

from core.bots.bot import Budget, Thought, walk
from core.fault import Fault, sentence
from core.game import Action, Seat, State
from core.match.match import Match


class Evaluate(Protocol):
    """The function `evaluate` of the module `bot.evaluation` in a game's folder."""

    def __call__(self, state: State[Any]) -> tuple[float, ...]:
        """Give the worth of a state for each seat; more is better."""
        ...


class PositionFeatures(Protocol):
    """The module `bot.position_features` of a game's folder: what there is to count in a position."""

    @property
    def WEIGHTS(self) -> Mapping[str, float]:  # noqa: N802 - a constant of the module
        """By the name of each feature, how much one more of it is worth; below 0 where less is better."""
        ...

    def features(self, state: State[Any], seat: Seat) -> Mapping[str, float]:
        """Give the number of each feature for a seat; it reads only what the state shows."""
        ...


class Likeness(Protocol):
    """The function `likeness` of the module `bot.symmetry` of a game's folder."""

    def __call__(self, state: State[Any], /) -> State[Any]:
        """Give one position for all that are the same by the rules, only turned, mirrored or with like pieces."""
        ...


class MatchStanding(Protocol):
    """The module `bot.match_standing` of a game's folder: how a match of several games stands."""

    def chances(self, state: State[Any], /) -> tuple[float, ...]:
        """Give each side's chance in the match by the games before the running one alone."""
        ...

    def afresh(self, state: State[Any], /) -> State[Any]:
        """Give the same position with the points that a match begins with; the game keeps its number."""
        ...


class Thinker(Protocol):
    """The module `bot.thinker` of a game's folder."""

    def think(self, match: Match, seat: Seat, level: int, rng: Random, budget: Budget) -> Thought:
        """Think for `seat` as far as `level` (1 to 5) allows.

        The limit is counted in positions or simulations, so that the same match, seat, level and random state give the
        same thought on any machine. `budget.nodes`, if set, replaces the level's own count. `budget.stop` ends the
        thought early with the best found so far. The thinker reads only what `seat` may know of the match. Raises
        `IllegalAction` if the seat has nothing to decide.
        """
        ...


def evaluation_of(game: str) -> Evaluate:
    """Give the evaluation of a game."""
    found: Evaluate = import_module(f"core.games.{game}.bot.evaluation").evaluate
    return found


def position_features(game: str) -> PositionFeatures | None:
    """Give the features of a game's positions, or None if it has none."""
    return cast("PositionFeatures | None", _module(game, "position_features"))


def match_standing(game: str) -> MatchStanding | None:
    """Give what tells how a match stands, or None if a match of this game is one game."""
    return cast("MatchStanding | None", _module(game, "match_standing"))


def likeness(game: str) -> Likeness:
    """Give what makes positions of a game that are alike equal; of a game without symmetries, nothing does."""
    found = _module(game, "symmetry")
    return cast("Likeness", found.likeness) if found is not None else _itself


def _itself(state: State[Any]) -> State[Any]:
    return state


def thinker(game: str) -> Thinker | None:
    """Give the thinker of a game, or None if it has none."""
    return cast("Thinker | None", _module(game, "thinker"))


def _module(game: str, module: str) -> ModuleType | None:
    """Give a module of the folder `bot` of a game, or None if it is not there."""
    name = f"core.games.{game}.bot.{module}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        return None


NO_THINKER = sentence("Nobody plays {game} at level {level} yet.")


class UnknownLevel(Fault):
    """There is no bot of that level; the sentence names the levels there are."""


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
        """Give the action that the game's thinker chooses; raise `UnknownLevel` if the game has none."""
        return self.think(match, seat, rng, budget).action

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Give the whole thought; raise `UnknownLevel` if the game has no thinker."""
        found = thinker(match.header.game)
        if found is None:
            raise UnknownLevel(NO_THINKER, game=match.game.title, level=self.number)
        return found.think(match.seen_by(seat), seat, self.number, rng, budget)


SEARCHING = ("3", "4", "5")
"""The levels that search, by name; those before them look at the next move alone."""


def deeper(name: str) -> str:
    """Give the level that searches further than a bot of that name; the bot's own if it does not search at all.

    >>> deeper("3"), deeper("5"), deeper("greedy")
    ('4', '5', 'greedy')
    """
    return SEARCHING[min(SEARCHING.index(name) + 1, len(SEARCHING) - 1)] if name in SEARCHING else name


class RandomBot:
    """Moves at random; the same seed gives the same move."""

    name = "random"

    def choose(self, match: Match, seat: Seat, rng: Random, _budget: Budget) -> Action:
        """Give a random legal action of `seat`."""
        return walk(match.state, seat, rng)

    def think(self, match: Match, seat: Seat, rng: Random, budget: Budget) -> Thought:
        """Give the action as a thought that has looked at nothing."""
        return Thought(self.choose(match, seat, rng, budget), (), 1)
