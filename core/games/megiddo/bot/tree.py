"""The tree search: upper confidence bounds guided by urgency, random games at the leaves, proved ends backed up.

Every colour plays for itself (max^n); with two colours that is the ordinary search. The tree belongs to one call, so
that no thought depends on an earlier one: the same match and seed give the same move.

A `Node` is one searched position: the worth found for it, and its moves with their figures.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from math import exp, sqrt
from operator import add, mul
from random import Random

from core.games.megiddo.bot.playout import finish, mixed
from core.games.megiddo.bot.search_ground import SearchGround, Stones, Worth, empty_of, sliding
from core.games.megiddo.bot.urgency import urgencies
from core.games.megiddo.rules.board import POINTS, bits, listed
from core.games.megiddo.rules.score import NOBODY

WARMTH = 4.0
"""The difference in urgency at which one move is tried e times as readily as another."""

EVEN = 0.1
"""The part of the readiness that all moves share alike."""

DOUBT = 0.1
"""How much worse than its parent an untried move is assumed to be."""

LOST = -1.0
"""Stands in `mean` for a proved loss, so that the move is not tried again."""


class Node:
    """A position; after `open_moves`, its lists have one entry for each move, in the same order.

    `mean` is the worth to the colour to move of the games through a move, `tried` their number, `prior` how readily the
    move is tried, and `pull` is `prior` divided by one more than `tried`. `solved` is the worth to every colour once it
    is proved (or once a game is won at once, which is taken to be the best); `best` is the place of the move that
    proves it. `closed` counts the moves whose nodes are solved. `ends` are the places of the moves that win the game at
    once. With RAVE, `rave` is the worth of the games in which the colour played a move later, `rave_tried` one
    more than their number, `rave_share` how much they count, and `worth` is `mean` times what is left of that.
    `promise` is the worth by the lines alone, once it was asked for.
    """

    __slots__ = (
        "best",
        "captured",
        "closed",
        "colour",
        "ends",
        "kids",
        "mean",
        "moves",
        "prior",
        "promise",
        "pull",
        "quiet",
        "rave",
        "rave_share",
        "rave_tried",
        "solved",
        "stones",
        "takes",
        "total",
        "tried",
        "urges",
        "visits",
        "worth",
    )

    def __init__(self, stones: Stones, captured: tuple[int, ...], colour: int, quiet: int) -> None:
        """Begin with nothing known."""
        self.stones = stones
        self.captured = captured
        self.colour = colour
        self.quiet = quiet
        self.visits = 0
        self.total = 0.0
        self.promise: Worth | None = None
        self.solved: Worth | None = None
        self.best = 0
        self.closed = 0
        self.moves: list[int] = []
        self.urges: list[float] = []
        self.ends: list[int] = []
        self.takes: dict[int, int] = {}
        self.kids: list[Node | None] = []
        self.mean: list[float] = []
        self.tried: list[int] = []
        self.prior: list[float] = []
        self.pull: list[float] = []
        self.rave: list[float] = []
        self.rave_tried: list[int] = []
        self.rave_share: list[float] = []
        self.worth: list[float] = []

    def open_moves(self, ground: SearchGround) -> bool:
        """List the moves with their captures and urgencies; tell whether one that wins at once settles the node."""
        weights, capturing, filling = urgencies(ground.rules, ground.urgency, self.stones, self.captured, self.colour)
        self.moves = list(listed(empty_of(self.stones)))
        self.urges = [weights[point] for point in self.moves]
        for at, point in enumerate(self.moves):
            if capturing >> point & 1:
                self._take(ground, at, point)
        if ground.rules.slide:
            self._slide(ground, weights)
        self.ends = [at for at, move in enumerate(self.moves) if self._wins(ground, move, filling)]
        if self.ends:
            self._settle(ground)
        if self.solved is not None:
            return True
        self._begin(ground)
        return False

    def _take(self, ground: SearchGround, at: int, move: int) -> None:
        taken = ground.taken(self.stones, self.colour, move)
        if taken:
            self.takes[move] = taken
            self.urges[at] += ground.urgency.worth_of(taken, self.captured[self.colour], ground.rules.arbatta)

    def _slide(self, ground: SearchGround, weights: list[float]) -> None:
        """Add the slides; a stone gains less by moving the more it was worth where it stood."""
        for move in sliding(self.stones, self.colour):
            self.moves.append(move)
            self.urges.append(weights[move % POINTS] - weights[move // POINTS - 1] - WARMTH)
            self._take(ground, len(self.moves) - 1, move)

    def _wins(self, ground: SearchGround, move: int, filling: int) -> bool:
        if move < POINTS and move not in self.takes:
            return bool(filling >> move & 1) or self.captured[self.colour] >= ground.rules.arbatta
        taken = self.takes.get(move, 0)
        mine = ground.gone(self.stones, self.colour, move)[0] | taken
        return ground.wins(mine, self.captured[self.colour] + taken.bit_count())

    def _settle(self, ground: SearchGround) -> None:
        """Take the best of the moves that win the game at once, unless the win makes the match worse."""
        worths = {}
        for at in self.ends:
            move = self.moves[at]
            stones, captured = ground.after(self.stones, self.captured, self.colour, move, self.takes.get(move, 0))
            worths[at] = ground.prize.won(self.colour, stones[self.colour], captured)
        best = max(self.ends, key=lambda at: worths[at][self.colour])
        if worths[best][self.colour] >= ground.prize.share[self.colour]:
            self.solved, self.best = worths[best], best

    def _begin(self, ground: SearchGround) -> None:
        """Set every move's figures to those of an untried move."""
        count = len(self.moves)
        first = (self.total / self.visits if self.visits else ground.prize.share[self.colour]) - DOUBT
        self.prior = readiness(self.urges)
        self.pull = self.prior.copy()
        self.mean = [first] * count
        self.tried = [0] * count
        self.kids = [None] * count
        if ground.rave:
            self.rave = [first] * count
            self.rave_tried = [1] * count
            self.rave_share = [1.0] * count
            self.worth = [0.0] * count

    def born(self, ground: SearchGround, at: int) -> Node:
        """Give the node after a move and keep it."""
        kid = self.kids[at]
        if kid is None:
            kid = self.kids[at] = self.next(ground, at)
        return kid

    def next(self, ground: SearchGround, at: int) -> Node:
        """Give the node after a move; it is solved if the move ends the game."""
        move = self.moves[at]
        taken = self.takes.get(move, 0)
        stones, captured = ground.after(self.stones, self.captured, self.colour, move, taken)
        quiet = self.quiet + 1 if move >= POINTS and not taken else 0
        node = Node(stones, captured, ground.following[self.colour], quiet)
        if self.ends and at in self.ends:
            node.solved = ground.prize.won(self.colour, stones[self.colour], captured)
        elif not empty_of(stones) or (ground.rules.slide and quiet >= ground.rules.slide_limit):
            node.solved = ground.prize.level(captured)
        return node

    def proved(self, at: int) -> None:
        """Note that the node after a move is solved; this node is solved too if that settles it."""
        kid = self.kids[at]
        assert kid is not None
        assert kid.solved is not None
        worth = kid.solved[self.colour]
        self.closed += 1
        self.mean[at] = worth if worth > 0.0 else LOST
        self.pull[at] = 0.0
        if self.rave:
            self.rave_share[at] = 0.0
            self.worth[at] = self.mean[at]
        if worth >= 1.0 or self.closed == len(self.moves):
            if worth < 1.0:
                at = self.mean.index(max(self.mean))
                kid = self.kids[at]
                assert kid is not None
            self.solved, self.best = kid.solved, at


def readiness(urges: list[float]) -> list[float]:
    """Give how readily each move is tried at first, by its urgency; the sum is 1."""
    high = max(urges)
    found = [exp((urge - high) / WARMTH) for urge in urges]
    whole, count = sum(found), len(urges)
    return [each / whole * (1.0 - EVEN) + EVEN / count for each in found]


BREADTH = 1.2
"""How much a rarely tried move is preferred to one that has done well."""

RIPE = 3
"""How many random games a position gets before its moves are looked at one by one."""

NEAR = 2
"""This many moves from the root on, one game is enough for that."""

PAUSE = 32
"""How many games are played between two checks of the budget's `stop`."""


class Tree:
    """A search from one position."""

    def __init__(self, ground: SearchGround, root: Node, rng: Random) -> None:
        """Open the root's moves and the replies to each, so that no move that loses at once looks good."""
        self.ground = ground
        self.root = root
        self.rng = rng
        self.games = 0
        self.rave = ground.rave
        self._played = [0] * ground.rules.colours
        self._turns = {colour: ground.turns(colour) for colour in ground.playing}
        if root.solved is None and (root.kids or not root.open_moves(ground)):
            self._answer()

    def _answer(self) -> None:
        for at in range(len(self.root.moves)):
            kid = self.root.born(self.ground, at)
            if kid.solved is not None or kid.open_moves(self.ground):
                self.root.proved(at)

    def grow(self, most: int, stop: Callable[[], bool]) -> None:
        """Play `most` games, fewer if the root is solved or `stop` says so."""
        while self.games < most and self.root.solved is None:
            if not self.games % PAUSE and stop():
                return
            self.play()
            self.games += 1

    def play(self) -> None:
        """Go down to a leaf, play on at random, and back up the result."""
        ground = self.ground
        path: list[tuple[Node, int]] = []
        node = self.root
        while node.solved is None:
            if not node.kids:
                if path and node.visits < (RIPE if len(path) > NEAR else 1):
                    break
                node.open_moves(ground)
                continue
            at = self._choice(node)
            path.append((node, at))
            node = node.kids[at] or node.born(ground, at)
        if node.solved is None:
            worth = self._rest(node)
            if ground.mix:
                worth = self._mixed(node, worth)
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
        if self.rave:
            self._tell(path, worth)

    def _choice(self, node: Node) -> int:
        """Give the place of the move to try next."""
        wide = BREADTH * sqrt(node.visits + 1)
        worths = map(add, node.worth, map(mul, node.rave_share, node.rave)) if self.rave else node.mean
        scores = list(map(add, worths, map(mul, node.pull, repeat(wide))))
        return scores.index(max(scores))

    def _tell(self, path: list[tuple[Node, int]], worth: Worth) -> None:
        """Tell every position of the path which points its colour played from there on, and what came of it (RAVE)."""
        played = self._played
        for passed, at in reversed(path):
            colour, move = passed.colour, passed.moves[at]
            if move < POINTS:
                played[colour] |= 1 << move
            if passed.pull[at]:
                passed.rave_share[at] = share = self.rave / (self.rave + passed.tried[at])
                passed.worth[at] = (1.0 - share) * passed.mean[at]
            own, rave, times = worth[colour], passed.rave, passed.rave_tried
            some = played[colour]
            for place, point in enumerate(passed.moves):
                if some >> point & 1:
                    times[place] += 1
                    rave[place] += (own - rave[place]) / times[place]
        self._played = [0] * len(played)

    def _mixed(self, node: Node, played: Worth) -> Worth:
        """Mix the result of a random game with what the lines of the position promise."""
        ground, promise = self.ground, node.promise
        if promise is None:
            promise = node.promise = ground.promise(node.stones, node.captured, node.colour)
        return tuple([one + ground.mix * (by - one) for one, by in zip(played, promise, strict=True)])

    def _rest(self, node: Node) -> Worth:
        """Play a random game from a position."""
        order = mixed(self.rng, empty_of(node.stones))
        ground = self.ground
        turns = self._turns[node.colour]
        played = finish(ground.rules, order, node.stones, node.captured, turns)
        if self.rave:
            for at, colour in enumerate(turns):
                self._played[colour] = bits(tuple(order[at : played.plies : len(turns)]))
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
    """Give the tried moves, the best first: by visits, a win before all others, lost moves at the end."""
    tried = [at for at in range(len(node.moves)) if node.tried[at]] if node.kids else []

    def rank(at: int) -> tuple[bool, bool, int, float]:
        kid = node.kids[at]
        sure = kid is not None and kid.solved is not None and node.mean[at] >= 1.0
        return sure, node.mean[at] > LOST, node.tried[at], node.mean[at]

    return sorted(tried, key=rank, reverse=True)


def expected(node: Node | None, longest: int) -> list[int]:
    """Give the moves expected from a position on."""
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
