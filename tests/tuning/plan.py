"""What is to be learned, and from what: everything a result depends on. Equal plans have equal results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Protocol, Self, cast

from core.bots.weights import Weights
from core.fault import Fault
from core.tournament.pairing import seatings
from tui.bots.arena.contest import Contest

HELD_OUT = 1_000_000
"""What is added to the seed for the games that measure: no opening of theirs is ever learned from."""

SCHOOLS: dict[str, dict[str, Any]] = {
    "megiddo": {"level": "3", "opening": 2, "games": 40, "kept": 6, "teacher": 26_000},
    "epaminondas": {"level": "4", "nodes": 800, "games": 600, "kept": 80, "steps": 240},
}
"""What a plan is by default in a game: where moves are learned, a few positions of each game, and twice the games of
level 4; where worth is, many quick games."""

CANDIDATE, BASE = "candidate", "base"
NOT_LEARNED = "The worth of a position in {game} cannot be learned this way: its bots have no features of a position."


class Sketch(Protocol):
    """A position without weights: the class `Sketch` of a game's module `bot.features`."""

    @classmethod
    def of(cls, state: Any) -> Self | None:  # noqa: ANN401 - each game has a state of its own
        """Sketch a position; None once the match is over."""
        ...

    def chances(self, weights: Any, steepness: float = 1.0) -> tuple[float, ...]:  # noqa: ANN401 - and weights
        """Give the chance of each seat."""
        ...


class MoveSketch(Protocol):
    """The moves of a position without weights: the class `MoveSketch` of a game's module `bot.features`."""

    @classmethod
    def of(cls, state: Any) -> Self:  # noqa: ANN401 - each game has a state of its own
        """Sketch the moves of a position."""
        ...

    def only(self, places: Sequence[int]) -> Self:
        """Give the sketch of some of the moves."""
        ...

    def shares(self, weights: Sequence[float]) -> list[float]:
        """Give how readily the search tries each move; the sum is 1."""
        ...

    def slope(self, weights: Sequence[float], target: Sequence[float]) -> list[float]:
        """Give how the cross entropy of the target and the shares rises with each weight."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be learned, and from what.

    `games` are played by `level` against itself after `opening` random decisions, with `nodes` positions a decision
    instead of its own if that is not 0; of each, `kept` positions are learned from. `trace` is the lambda of
    TD(lambda). Where moves are learned, a search of `teacher` random games judges each position. `steps` are those of
    the descent. `given` are weights that the candidate has without learning them. `matches` games a level of `levels`
    then measure candidate against base.
    """

    game: str
    options: tuple[tuple[str, str], ...] = ()
    level: str = "3"
    games: int = 300
    opening: int = 8
    kept: int = 30
    trace: float = 0.9
    steps: int = 120
    levels: tuple[str, ...] = ("4", "5")
    matches: int = 400
    seed: int = 1
    teacher: int = 0
    given: tuple[tuple[str, float], ...] = ()
    nodes: int = 0

    VERSION: ClassVar[int] = 1

    def school(self) -> Contest:
        """Give the contest that is learned from: one level on every side."""
        contest = Contest.of(
            self.game, dict(self.options), ("random", self.level), seed=self.seed, opening=self.opening, most_plies=0
        )
        cast = (self.level,) * len(contest.sides)
        return replace(contest, cast=cast, ways=seatings(cast))

    def exam(self, level: str) -> Contest:
        """Give the contest that measures: the candidate on one side, the base on all others."""
        contest = Contest.of(
            self.game, dict(self.options), ("random", level), seed=self.seed + HELD_OUT, opening=-1, most_plies=0
        )
        cast = (CANDIDATE, *[BASE] * (len(contest.sides) - 1))
        return replace(contest, cast=cast, ways=seatings(cast))

    @property
    def kind(self) -> type[Weights]:
        """The class of the game's weights."""
        module = import_module(f"core.games.{self.game}.bot.weights")
        found = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Weights)]
        return next(each for each in found if each.game == self.game)

    @property
    def sketch(self) -> type[Sketch]:
        """The class that sketches the game's positions; raise `Fault` if it has none."""
        return cast("type[Sketch]", self._feature("Sketch"))

    @property
    def moves(self) -> type[MoveSketch]:
        """The class that sketches the moves of a position; raise `Fault` if the game has none."""
        return cast("type[MoveSketch]", self._feature("MoveSketch"))

    @property
    def visits(self) -> Callable[[object, int, Random, Weights], Sequence[int]]:
        """What tells how often a search tries each move; raise `Fault` if the game has none."""
        return cast("Callable[[object, int, Random, Weights], Sequence[int]]", self._feature("visits"))

    def _feature(self, name: str) -> object:
        try:
            return getattr(import_module(f"core.games.{self.game}.bot.features"), name)
        except (ModuleNotFoundError, AttributeError):
            raise Fault(NOT_LEARNED, game=self.game) from None
