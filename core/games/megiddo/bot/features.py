"""What the urgency of a move in Megiddo is made of: for each weight what one more of it adds to each move.

Nothing is counted a second time here: urgency is a sum in which every weight stands once, so the search's own sums with
one weight of 1 and all others 0 are the features.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from random import Random
from typing import Self

from core.bots.bot import never
from core.bots.weights import Weights
from core.games.megiddo.bot.search_ground import SearchGround
from core.games.megiddo.bot.tree import EVEN, LOST, WARMTH, Node, Tree, readiness
from core.games.megiddo.bot.weights import MegiddoWeights
from core.games.megiddo.rules.state import State

LEFT_OUT = -1
"""Stands for the visits of a move that is proved to lose: no weight needs to tell the search so."""


@dataclass(frozen=True, slots=True)
class MoveSketch:
    """The moves of a position without weights: what each weight adds to each, and what none of them has a part in."""

    rows: tuple[tuple[float, ...], ...]
    fixed: tuple[float, ...]

    @classmethod
    def of(cls, state: State) -> Self:
        """Sketch the moves of a position, in the order of the search."""
        names = MegiddoWeights.names()
        nothing = dict.fromkeys(names, 0.0)
        fixed = _urges(state, nothing)
        columns = [_urges(state, nothing | {name: 1.0}) for name in names]
        rows = zip(*[[one - by for one, by in zip(column, fixed, strict=True)] for column in columns], strict=True)
        return cls(tuple(rows), tuple(fixed))

    def only(self, places: Sequence[int]) -> Self:
        """Give the sketch of some of the moves."""
        return type(self)(tuple([self.rows[at] for at in places]), tuple([self.fixed[at] for at in places]))

    def shares(self, weights: Sequence[float]) -> list[float]:
        """Give how readily the search tries each move, by the weights in their order; the sum is 1."""
        urges = [
            sum([one * by for one, by in zip(row, weights, strict=True)], start)
            for row, start in zip(self.rows, self.fixed, strict=True)
        ]
        return readiness(urges)

    def slope(self, weights: Sequence[float], target: Sequence[float]) -> list[float]:
        """Give how the cross entropy of the target and the shares rises with each weight."""
        shares = self.shares(weights)
        even = EVEN / len(shares)
        lifts = [wanted * (1.0 - even / share) for wanted, share in zip(target, shares, strict=True)]
        whole = sum(lifts) / (1.0 - EVEN)
        pushes = [((share - even) * whole - lift) / WARMTH for share, lift in zip(shares, lifts, strict=True)]
        return [sum(map(mul, pushes, column)) for column in zip(*self.rows, strict=True)]


def _root(state: State, weights: Weights) -> tuple[SearchGround, Node]:
    ground = SearchGround(state, weights)
    return ground, Node(state.stones, state.captured, state.rules.colour(state.seat), state.quiet)


def _urges(state: State, values: dict[str, float]) -> list[float]:
    ground, root = _root(state, MegiddoWeights.of(values, "features"))
    root.open_moves(ground)
    return root.urges


def visits(state: State, games: int, rng: Random, weights: Weights) -> tuple[int, ...]:
    """Give how often a search of some games tries each move; nothing if the position is solved or has no choice."""
    ground, root = _root(state, weights)
    tree = Tree(ground, root, rng)
    tree.grow(games, never)
    if root.solved is not None:
        return ()
    found = [times if mean > LOST else LEFT_OUT for times, mean in zip(root.tried, root.mean, strict=True)]
    return tuple(found) if sum(times > 0 for times in found) > 1 else ()
