"""Plain UCT for Megiddo, as a web bot has it: no knowledge, no proofs. A yardstick that stays as it is."""

from __future__ import annotations

from math import log, sqrt
from random import Random

from core.game import Seat
from core.games.megiddo.bot.playout import finish
from core.games.megiddo.bot.search_ground import SearchGround, placing
from core.games.megiddo.bot.thinker import action_of
from core.games.megiddo.rules.action import Action
from core.games.megiddo.rules.state import State


class Leaf:
    """A position of the tree, who moved into it, and how its games went for him."""

    def __init__(self, ground: SearchGround, stones: tuple[int, ...], captured: tuple[int, ...], colour: int) -> None:
        """Begin with every move untried."""
        self.stones, self.captured, self.colour = stones, captured, colour
        self.untried = placing(stones)
        self.kids: list[tuple[int, Leaf]] = []
        self.won = 0.0
        self.tried = 0
        self.winner: int | None = None
        self.ground = ground

    def best(self) -> Leaf:
        """Give the child of the highest upper confidence bound."""
        wide = log(self.tried)
        return max(self.kids, key=lambda each: each[1].won / each[1].tried + sqrt(2 * wide / each[1].tried))[1]

    def grown(self, rng: Random) -> Leaf:
        """Add a child."""
        move = self.untried.pop(rng.randrange(len(self.untried)))
        taken = self.ground.taken(self.stones, self.colour, move)
        stones, captured = self.ground.after(self.stones, self.captured, self.colour, move, taken)
        kid = Leaf(self.ground, stones, captured, self.ground.following[self.colour])
        if self.ground.wins(stones[self.colour], captured[self.colour]):
            kid.winner, kid.untried = self.colour, []
        self.kids.append((move, kid))
        return kid


def choose(state: State, seat: Seat, rng: Random, games: int = 1000) -> Action:
    """Give the move tried most of a search of so many games; for one game without slides."""
    ground = SearchGround(state)
    root = Leaf(ground, state.stones, state.captured, state.rules.colour(seat))
    for _ in range(games):
        path = [root]
        while not path[-1].untried and path[-1].kids:
            path.append(path[-1].best())
        if path[-1].untried:
            path.append(path[-1].grown(rng))
        leaf = path[-1]
        winner = leaf.winner
        if winner is None:
            order = placing(leaf.stones)
            rng.shuffle(order)
            winner = finish(ground.rules, order, leaf.stones, leaf.captured, ground.turns(leaf.colour)).winner
        for above, node in zip([root, *path], path, strict=False):
            node.tried += 1
            node.won += 0.5 if winner < 0 else winner == above.colour
    return action_of(max(root.kids, key=lambda each: each[1].tried)[0])
