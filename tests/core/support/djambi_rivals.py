"""Public ideas of a search for several players in Djambi, by name: what level 5 is compared with.

`paranoid`, `brs` and `maxn` deepen turn by turn until the budget is used. `uct` lets the tree grow where it promises
most. All of them read one tree (`tests.core.support.djambi_tree`), so they differ in nothing but how they search.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt

from core.games.djambi.bot.duel_search import LOST, WON, Spent
from core.games.djambi.bot.lookahead import DOUBT, Values
from tests.core.support.djambi_tree import Node, Tree

DEEPEST = 24
"""The most turns that are ever searched."""

BREADTH = 3
"""How many turns of each position `maxn` follows."""


class Deepening:
    """A search that looks one turn further each time, at the turns of the root from the best to the worst."""

    def __init__(self, tree: Tree) -> None:
        """Begin with nothing searched."""
        self.tree = tree
        self.seat = tree.seat
        self.depth = 0
        """How many turns after the first were searched for every turn of the root."""

    def run(self) -> None:
        """Search until the budget is used or the outcome is certain; the tree's first turns are then in order."""
        first = self.tree.first
        try:
            while self.depth < DEEPEST and LOST < first[0].found[self.seat] < WON:
                self._round(self.depth + 1)
                self.depth += 1
        except Spent:
            pass

    def _round(self, depth: int) -> None:
        """Search all first turns; those searched when the budget ends stand before the others unless all are lost."""
        first, done, best = self.tree.first, 0, -1.0
        try:
            for node in first:
                node.found = self.follow(node, depth, best)
                best = max(best, node.found[self.seat])
                done += 1
        finally:
            head = sorted(first[:done], key=lambda node: -node.found[self.seat])
            lost = bool(head) and head[0].found[self.seat] == LOST
            first[:] = first[done:] + head if lost else head + first[done:]

    def follow(self, node: Node, depth: int, best: float) -> Values:
        """Give the chances `depth` turns after a first turn; what is no better than `best` need not be exact."""
        raise NotImplementedError


class Paranoid(Deepening):
    """All rivals do nothing but minimise the chance of the thinking seat: alpha-beta."""

    def follow(self, node: Node, depth: int, best: float) -> Values:
        """Give the seat's chance, if all are against it; the others' chances stay as they were judged."""
        return self.told(node, self.search(node, depth, best, 2.0))

    def told(self, node: Node, value: float) -> Values:
        """Put the thinking seat's chance among those of a position."""
        return (*node.values[: self.seat], value, *node.values[self.seat + 1 :])

    def search(self, node: Node, depth: int, low: float, high: float) -> float:
        """Give the seat's chance after `depth` more turns, as far as it lies between `low` and `high`."""
        self.tree.check()
        if depth == 0 or self.tree.closed(node):
            return node.values[self.seat]
        mine = node.mover == self.seat
        best = -1.0 if mine else 2.0
        for kid in self.tree.kids(node, self.ordering(mine=mine), lazy=depth == 1):
            value = self.search(kid, depth - 1, low, high)
            kid.found = self.told(kid, value)
            best = max(best, value) if mine else min(best, value)
            low, high = (max(low, best), high) if mine else (low, min(high, best))
            if low >= high:
                break
        return best

    def ordering(self, *, mine: bool) -> Callable[[Node], float]:
        """Give what to sort turns by: the seat's own by its greatest chance, the others' by its smallest."""
        sign = -1.0 if mine else 1.0
        return lambda kid: sign * kid.found[self.seat]


class BestReply(Paranoid):
    """BRS+: between two turns of the seat one rival makes the worst turn for it, the others their likeliest."""

    def search(self, node: Node, depth: int, low: float, high: float, *, replied: bool = False) -> float:
        """Give the seat's chance after `depth` more turns; `replied` says that a rival has answered its last turn."""
        self.tree.check()
        if depth == 0 or self.tree.closed(node):
            return node.values[self.seat]
        mine = node.mover == self.seat
        if replied and not mine:
            return self.search(self.tree.likely(node), depth - 1, low, high, replied=True)
        best = -1.0 if mine else 2.0
        for kid in self.tree.kids(node, self.ordering(mine=mine), lazy=depth == 1):
            value = self.search(kid, depth - 1, low, high, replied=not mine)
            kid.found = self.told(kid, value)
            best = max(best, value) if mine else min(best, value)
            low, high = (max(low, best), high) if mine else (low, min(high, best))
            if low >= high:
                return best
        if mine or depth == 1:
            return best
        likely = self.tree.likely(node)
        if self.tree.closed(likely) or likely.mover == self.seat:
            return best
        return min(best, self.search(likely, depth - 1, low, high))


class MaxN(Deepening):
    """Everybody plays for their own chance alone, among the turns that promise them most."""

    def follow(self, node: Node, depth: int, best: float) -> Values:
        """Give everybody's chances; nothing can be cut off."""
        del best
        return self.search(node, depth)

    def search(self, node: Node, depth: int) -> Values:
        """Give the chances after `depth` more turns."""
        self.tree.check()
        if depth == 0 or self.tree.closed(node):
            return node.values
        player = node.mover
        kids = list(self.tree.kids(node, lambda kid: -kid.values[player], lazy=False))[: BREADTH if depth > 1 else 1]
        for kid in kids:
            kid.found = self.search(kid, depth - 1)
        return max(kids, key=lambda kid: kid.found[player]).found


EXPLORE = 0.1
"""How much a turn that was tried seldom is preferred, times its prior."""

WIDEST = 40
"""How many turns of a position are ever tried, the best by the mover's chance."""


class Trial:
    """A position in the tree of `uct`: how often it was tried, and the sum of what the trials came to."""

    __slots__ = ("kids", "node", "prior", "sums", "visits")

    def __init__(self, node: Node, prior: float) -> None:
        """Begin untried."""
        self.node = node
        self.prior = prior
        self.kids: list[Trial] = []
        self.visits = 0
        self.sums = [0.0] * len(node.values)

    def mean(self, player: int) -> float:
        """Give a player's mean chance over the trials; before the first, the judged one."""
        return self.sums[player] / self.visits if self.visits else self.node.values[player]

    def best(self, player: int) -> Trial:
        """Give the turn to try next: its mean, and more the less often it was tried for its prior."""
        wide = EXPLORE * sqrt(self.visits)
        return max(self.kids, key=lambda kid: kid.mean(player) + wide * kid.prior / (1 + kid.visits))

    def add(self, values: Values) -> None:
        """Count a trial."""
        self.visits += 1
        self.sums = [old + new for old, new in zip(self.sums, values, strict=True)]


class Uct:
    """PUCT for several players: chances at the leaves instead of random games, priors from the mover's chance."""

    def __init__(self, tree: Tree) -> None:
        """Begin with the first turns untried."""
        self.tree = tree
        self.kids = tried(tree.first, tree.seat)

    def run(self) -> None:
        """Try until the budget is used; the tree's first turns are then in order, the most tried first."""
        tree, seat = self.tree, self.tree.seat
        root = Trial(tree.first[0], 1.0)
        root.kids = self.kids
        try:
            while True:
                tree.check()
                self._try(root)
        except Spent:
            pass
        self.kids.sort(key=lambda kid: (-kid.visits, -kid.mean(seat)))
        for kid in self.kids:
            kid.node.found = tuple(kid.mean(each) for each in range(len(kid.sums)))
        tree.first[: len(self.kids)] = [kid.node for kid in self.kids]

    def _try(self, root: Trial) -> None:
        """Go down to a turn that was never tried, or to the end of a match, and count what it came to."""
        trial = root.best(self.tree.seat)
        path = [root, trial]
        while trial.visits and not self.tree.closed(trial.node):
            trial = self._grown(trial).best(trial.node.mover)
            path.append(trial)
        if trial.visits:
            self.tree.outlook.nodes += 1  # a known end costs nothing else, and the search must end
        for each in path:
            each.add(trial.node.values)

    def _grown(self, trial: Trial) -> Trial:
        """Give a position its turns if it has none yet."""
        if not trial.kids:
            player = trial.node.mover
            nodes = list(self.tree.kids(trial.node, lambda kid: -kid.values[player], lazy=False))
            trial.kids = tried(nodes, player)
        return trial


def tried(nodes: list[Node], player: int) -> list[Trial]:
    """Give the best turns of a position, which are given in order, with priors that sum to 1."""
    nodes = nodes[:WIDEST]
    likes = [exp((node.values[player] - nodes[0].values[player]) / DOUBT) for node in nodes]
    total = sum(likes)
    return [Trial(node, like / total) for node, like in zip(nodes, likes, strict=True)]


SEARCHES: dict[str, Callable[[Tree], Deepening | Uct]] = {
    "paranoid": Paranoid,
    "brs": BestReply,
    "maxn": MaxN,
    "uct": Uct,
}
"""The searches by name."""
