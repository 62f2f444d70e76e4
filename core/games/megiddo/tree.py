"""The tree search: upper confidence bounds led by urgency, random games at the leaves, proved ends backed up.

Every colour looks after itself (max^n); with two that is the ordinary search. The tree belongs to one call: no thought
hangs on what was thought before, so the same match and seed give the same move.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from math import sqrt
from operator import add, mul
from random import Random

from core.games.megiddo.ground import Ground, empty_of
from core.games.megiddo.node import LOST, Node
from core.games.megiddo.playout import finish, mixed
from core.games.megiddo.prize import Worth
from core.games.megiddo.score import NOBODY

BREADTH = 1.2
"""How much a move that was tried little is preferred to one that has done well."""

RIPE = 3
"""How many random games a position gets before its moves are looked at one by one."""

NEAR = 2
"""How many moves from the root on one game is enough for that."""

PAUSE = 32
"""How many games are played between two looks at the budget's `stop`."""


class Tree:
    """A search from one position."""

    def __init__(self, ground: Ground, root: Node, rng: Random) -> None:
        """Open the root's moves and the replies to each, so that none is taken for good that loses at once."""
        self.ground = ground
        self.root = root
        self.rng = rng
        self.games = 0
        self._turns = {colour: ground.turns(colour) for colour in ground.playing}
        if root.solved is None and (root.kids or not root.open_moves(ground)):
            self._answer()

    def _answer(self) -> None:
        for at in range(len(self.root.moves)):
            kid = self.root.born(self.ground, at)
            if kid.solved is not None or kid.open_moves(self.ground):
                self.root.proved(at)

    def grow(self, most: int, stop: Callable[[], bool]) -> None:
        """Play `most` games, fewer where the root is solved or `stop` says so."""
        while self.games < most and self.root.solved is None:
            if not self.games % PAUSE and stop():
                return
            self.play()
            self.games += 1

    def play(self) -> None:
        """Go down to a leaf, play on at random, and back up what came of it."""
        ground = self.ground
        path: list[tuple[Node, int]] = []
        node = self.root
        while node.solved is None:
            if not node.kids:
                if path and node.visits < (RIPE if len(path) > NEAR else 1):
                    break
                node.open_moves(ground)
                continue
            wide = BREADTH * sqrt(node.visits + 1)
            scores = list(map(add, node.mean, map(mul, node.pull, repeat(wide))))
            at = scores.index(max(scores))
            path.append((node, at))
            node = node.kids[at] or node.born(ground, at)
        if node.solved is None:
            worth = self._rest(node)
            node.visits += 1
            node.total += worth[node.colour]
        else:
            worth = node.solved
            _prove(path)
        for passed, at in path:
            passed.visits += 1
            passed.tried[at] = tried = passed.tried[at] + 1
            if passed.pull[at]:
                passed.pull[at] = passed.prior[at] / (1 + tried)
                passed.mean[at] += (worth[passed.colour] - passed.mean[at]) / tried

    def _rest(self, node: Node) -> Worth:
        """Play a random game from a position."""
        order = mixed(self.rng, empty_of(node.stones))
        ground = self.ground
        played = finish(ground.rules, order, node.stones, node.captured, self._turns[node.colour])
        if played.winner == NOBODY:
            return ground.prize.level(played.captured)
        return ground.prize.won(played.winner, played.stones[played.winner], played.captured)


def _prove(path: list[tuple[Node, int]]) -> None:
    """Tell the nodes above a solved one, as far up as that settles them."""
    for passed, at in reversed(path):
        if passed.pull[at]:
            passed.proved(at)
        if passed.solved is None:
            return


def ranked(node: Node) -> list[int]:
    """Give the moves that were tried, the best first: by visits, a win before all, what is lost at the end."""
    tried = [at for at in range(len(node.moves)) if node.tried[at]] if node.kids else []

    def rank(at: int) -> tuple[bool, bool, int, float]:
        kid = node.kids[at]
        sure = kid is not None and kid.solved is not None and node.mean[at] >= 1.0
        return sure, node.mean[at] > LOST, node.tried[at], node.mean[at]

    return sorted(tried, key=rank, reverse=True)


def expected(node: Node | None, longest: int) -> list[int]:
    """Give the moves that are expected from a position on."""
    line: list[int] = []
    while node is not None and len(line) < longest and node.moves:
        if node.solved is not None and not node.kids:
            line.append(node.moves[node.best])
            break
        order = [node.best] if node.solved is not None else ranked(node)
        if not order:
            break
        line.append(node.moves[order[0]])
        node = node.kids[order[0]] if node.kids else None
    return line
