"""The thinker of Megiddo: five levels, from chance without blunders to a long tree search with solved ends.

Every call starts from nothing: with a tree kept from the last call, a move would depend on what was thought then. The
thinker looks to the end of the running game; of the match only the points count (`prize`). It never resigns.

`clincher` finds a win in two turns: it answers every move until one answer holds, so that it misses none. The module
also says how far each level thinks, and how it chooses among what it has found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from core.bots.bot import NOTHING, Budget, Look, Thought
from core.fault import IllegalAction
from core.game import Seat, Spot
from core.games.megiddo.bot.endgame_solver import Solver, TooMany
from core.games.megiddo.bot.search_ground import SearchGround, Worth, empty_of
from core.games.megiddo.bot.tree import Node, Tree, expected, ranked
from core.games.megiddo.rules.action import Action
from core.games.megiddo.rules.board import NAMES, POINTS
from core.games.megiddo.rules.state import State
from core.match.match import Match


def clincher(ground: SearchGround, root: Node) -> tuple[list[int], int]:
    """Give a move after which `root`'s colour wins by its next one, whatever the answer, and how that may go on.

    The list is empty if there is none. The second value is how many positions were looked at. The root's moves must be
    listed, and none of them may win at once. A win of a game that leaves its match open is not looked for.
    """
    looks = 0
    for at in _by_urge(root):
        line, spent = _forced(ground, root.next(ground, at), root.colour)
        looks += spent
        if line is not None:
            return [root.moves[at], *line], looks
    return [], looks


def _forced(ground: SearchGround, node: Node, colour: int) -> tuple[list[int] | None, int]:
    """Give how a colour wins by its next move (None if somebody can prevent it), and how many positions that took."""
    opened = node.solved is None and node.open_moves(ground)
    if node.solved is not None:
        line = [node.moves[node.best]] if opened else []
        return (line if node.solved[colour] >= 1.0 else None), 1
    if node.colour == colour:
        return None, 1
    looks, reply = 1, None
    for at in _by_urge(node):
        then, spent = _forced(ground, node.next(ground, at), colour)
        looks += spent
        if then is None:
            return None, looks
        reply = reply or [node.moves[at], *then]
    return reply, looks


def _by_urge(node: Node) -> list[int]:
    return sorted(range(len(node.moves)), key=lambda at: -node.urges[at])


@dataclass(frozen=True, slots=True)
class Measure:
    """One level.

    It plays `games` random games in the tree. If at most `empty` points are left, it first tries an exact search of up
    to `positions` positions. It chooses moves at random by how good they are: a move that is `heat` worse is chosen e
    times less often, and no move more than `slip` worse is chosen. A level without random games compares urgencies, the
    others chances. Without heat it chooses the best.
    """

    games: int = 0
    empty: int = 0
    positions: int = 0
    heat: float = 0.0
    slip: float = 0.0


LEVELS = {
    1: Measure(heat=1e9, slip=1e9),
    2: Measure(heat=0.7, slip=2.0),
    3: Measure(games=1_500, empty=10, positions=4_000, heat=0.01, slip=0.03),
    4: Measure(games=13_000, empty=12, positions=20_000),
    5: Measure(games=45_000, empty=15, positions=120_000),
}
"""The levels by their number, 1 to 5."""


LINE = 6
"""How many moves of the expected line are reported."""

QUICK = 6
"""How many positions are solved in the time of one random game; at most half of all games are given up for that."""

HEARD = 0.25
"""How often a move must have been tried, relative to the most-tried one, to be chosen for its chance."""


def think(match: Match, seat: Seat, level: int, rng: Random, budget: Budget) -> Thought:
    """Think for `seat` as far as `level` goes (`core.bots.level.Thinker`); raise `IllegalAction` if it is not to move.

    A win in one is always taken, and a win in two by every level that searches. No level loses at once if it sees a
    move that does not.
    """
    state = match.state
    if not isinstance(state, State) or seat not in state.active:
        raise IllegalAction(NOTHING, seat=seat)
    ground = SearchGround(state, budget.weights)
    root = Node(state.stones, state.captured, state.rules.colour(seat), state.quiet)
    if root.open_moves(ground) and root.solved is not None:
        return _won(ground, root, root.solved)
    measure = LEVELS[level]
    most = measure.games if budget.nodes is None else budget.nodes
    if not measure.games or not most or budget.stop():
        return _glance(ground, root, rng, measure)
    sure, looked = clincher(ground, root)
    if sure:
        return Thought(action_of(sure[0]), (Look(action_of(sure[0]), 1.0, _texts(sure[1:])),), looked, proved=True)
    found, spent = _solve(ground, root, measure, most, budget)
    if found is not None:
        return found
    tree = Tree(ground, root, rng)
    tree.grow(most - spent // QUICK, budget.stop)
    if not tree.games:
        return _glance(ground, root, rng, measure)
    return _searched(ground, tree, rng, measure, spent + tree.games)


def action_of(move: int) -> Action:
    """Give the action that a move of a search stands for."""
    start, point = divmod(move, POINTS)
    spots = (NAMES[start - 1], NAMES[point]) if start else (NAMES[point],)
    return Action(tuple([Spot(spot) for spot in spots]))


def _texts(moves: Sequence[int]) -> tuple[str, ...]:
    return tuple([str(action_of(move)) for move in moves])


def _won(ground: SearchGround, root: Node, worth: Worth) -> Thought:
    """Give the moves that win the game at once."""
    looks = []
    for at, move in enumerate(root.moves):
        ended = root.next(ground, at).solved
        if ended is not None and at != root.best and ended[root.colour] >= ground.prize.share[root.colour]:
            looks.append(Look(action_of(move), ended[root.colour]))
    looks.sort(key=lambda look: -look.chance)
    best = Look(action_of(root.moves[root.best]), worth[root.colour])
    return Thought(best.action, (best, *looks), len(root.moves), ground.prize.sure(best.chance))


def _glance(ground: SearchGround, root: Node, rng: Random, measure: Measure) -> Thought:
    """Choose by urgency alone among the moves after which the next player does not win at once."""
    share = ground.prize.share[root.colour]
    chances, replies = [], []
    for at in range(len(root.moves)):
        kid = root.next(ground, at)
        if kid.solved is None:
            kid.open_moves(ground)
        chances.append(share if kid.solved is None else kid.solved[root.colour])
        replies.append(_texts([kid.moves[kid.best]]) if kid.solved is not None and kid.moves else ())
    order = sorted(range(len(root.moves)), key=lambda at: (chances[at], root.urges[at]), reverse=True)
    looks = tuple([Look(action_of(root.moves[at]), chances[at], replies[at]) for at in order])
    good = [at for at in order if chances[at] == chances[order[0]]]
    chosen = _drawn(good, [root.urges[at] for at in good], rng, measure if not measure.games else LEVELS[2])
    return Thought(action_of(root.moves[chosen]), looks, len(root.moves), proved=False)


def _drawn(places: list[int], values: list[float], rng: Random, measure: Measure) -> int:
    """Draw one of some places by their values, by the level's heat and slip; the first is the best."""
    if not measure.heat:
        return places[0]
    best = max(values)
    weights = [exp((value - best) / measure.heat) if value >= best - measure.slip else 0.0 for value in values]
    left = rng.random() * sum(weights)
    for place, weight in zip(places, weights, strict=True):
        left -= weight
        if left < 0.0:
            return place
    return places[0]


def _solve(ground: SearchGround, root: Node, measure: Measure, most: int, budget: Budget) -> tuple[Thought | None, int]:
    """Solve the end of the game if it is near enough; give the cost even if it was too far away."""
    if ground.rules.slide or empty_of(root.stones).bit_count() > measure.empty:
        return None, 0
    solver = Solver(ground, min(measure.positions, most * QUICK // 2), budget.stop)
    colour = root.colour
    try:
        worths = [_worth(solver, root.next(ground, at)) for at in range(len(root.moves))]
        order = sorted(range(len(worths)), key=lambda at: (worths[at][colour], root.urges[at]), reverse=True)
        if worths[order[0]][colour] <= 0.0:
            order = _resisting(ground, root, order)
        looks = [
            Look(
                action_of(root.moves[at]),
                worths[at][colour],
                _texts(_follow(solver, root.next(ground, at))),
            )
            for at in order
        ]
    except TooMany:
        return None, solver.nodes
    best = looks[0]
    return Thought(best.action, tuple(looks), solver.nodes, ground.prize.sure(best.chance)), solver.nodes


def _worth(solver: Solver, node: Node) -> Worth:
    return solver.worth(node.stones, node.captured, node.colour) if node.solved is None else node.solved


def _resisting(ground: SearchGround, root: Node, order: list[int]) -> list[int]:
    """Put first those lost moves that do not lose at once."""

    def holds(at: int) -> bool:
        kid = root.next(ground, at)
        return kid.solved is None and not kid.open_moves(ground)

    return sorted(order, key=holds, reverse=True)


def _follow(solver: Solver, node: Node) -> list[int]:
    """Give the best play from a solved position."""
    line: list[int] = []
    while node.solved is None and len(line) < LINE:
        if node.open_moves(solver.ground):
            line.append(node.moves[node.best])
            break
        kids = [node.next(solver.ground, at) for at in range(len(node.moves))]
        worths = [_worth(solver, kid)[node.colour] for kid in kids]
        at = worths.index(max(worths))
        line.append(node.moves[at])
        node = kids[at]
    return line


def _searched(ground: SearchGround, tree: Tree, rng: Random, measure: Measure, nodes: int) -> Thought:
    """Choose from the results of the tree search."""
    root = tree.root
    order = [root.best] if root.solved is not None else []
    order += [at for at in ranked(root) if at not in order]
    looks = tuple([_look(root, at) for at in order])
    best = order[0]
    if root.solved is None:
        heard = [at for at in order if root.tried[at] >= HEARD * root.tried[best]]
        best = _drawn(heard, [root.mean[at] for at in heard], rng, measure)
    proved = root.solved is not None and ground.prize.sure(root.solved[root.colour])
    return Thought(action_of(root.moves[best]), looks, nodes, proved)


def _look(root: Node, at: int) -> Look:
    kid = root.kids[at]
    sure = kid.solved if kid is not None else None
    chance = root.mean[at] if sure is None else sure[root.colour]
    return Look(action_of(root.moves[at]), min(max(chance, 0.0), 1.0), _texts(expected(kid, LINE)))
