"""The tree that the compared searches of Djambi share: the same candidates, each judged once by the same chances.

A position's turns are those that the levels look at below the root (`core.games.djambi.bot.lookahead`). They are found
and judged as they are asked for, and kept: a search that deepens comes back to them at no cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from core.games.djambi.bot.candidate import aims, follow, strokes
from core.games.djambi.bot.chief_danger import chief_in_reach
from core.games.djambi.bot.duel_search import Spent
from core.games.djambi.bot.lookahead import AIMS, PASS, PLACES, Branch, Lookahead, Values
from core.games.djambi.rules.path import Cells
from core.games.djambi.rules.state import State


@dataclass(slots=True)
class Node:
    """A turn, the state after it and its chances; `found` is what the last search below it came to."""

    path: Cells
    state: State
    values: Values
    found: Values
    kids: list[Node] = field(default_factory=list)
    """The turns asked for so far, in the order in which the candidates come."""
    more: Iterator[Node] | None = None
    """The turns not yet asked for; None before the first."""

    @property
    def mover(self) -> int:
        """The player whose turn comes next; only while the match goes on."""
        assert self.state.turn is not None
        return self.state.turn.player


Order = Callable[[Node], float]
"""What turns are sorted by, the smallest first."""


class Tree:
    """What is known after each turn of the thinking seat; `first` are these turns, the best first."""

    def __init__(self, outlook: Lookahead, branches: list[Branch]) -> None:
        """Begin with judged turns; `outlook` counts the positions and knows when to end."""
        self.outlook = outlook
        self.seat = outlook.seat
        self.first = [Node(branch.path, branch.state, branch.values, branch.values) for branch in branches]

    def check(self) -> None:
        """Raise `Spent` once positions or time are used up."""
        if self.outlook.spent() or self.outlook.stop():
            raise Spent

    def closed(self, node: Node) -> bool:
        """Tell whether nothing is left to search: the match is over, or the thinking seat is out."""
        return node.state.outcome is not None or not node.values[self.seat]

    def kids(self, node: Node, order: Order, *, lazy: bool) -> Iterator[Node]:
        """Give the turns of a position: the known ones in order, then the others, in order too unless `lazy`."""
        yield from sorted(node.kids, key=order)
        fresh = self._fresh(node)
        yield from fresh if lazy else sorted(fresh, key=order)

    def likely(self, node: Node) -> Node:
        """Give the turn that comes first among the candidates: the heaviest, or the skipped one if no other counts."""
        fresh = self._fresh(node)
        while len(node.kids) < 2 and next(fresh, None) is not None:
            pass
        return node.kids[min(1, len(node.kids) - 1)]

    def _fresh(self, node: Node) -> Iterator[Node]:
        """Give the turns not yet asked for, and keep them."""
        if node.more is None:
            node.more = self._candidates(node.state)
        for kid in node.more:
            node.kids.append(kid)
            yield kid

    def _candidates(self, state: State) -> Iterator[Node]:
        """Judge the turns that matter one by one, the skipped turn first; raise `Spent`."""
        assert state.turn is not None
        pressed = chief_in_reach(state, state.turn.player)
        yield self._judged(PASS, state.complete_turn(state.field, state.quiet + 1))
        for aim in aims(state)[: None if pressed else AIMS]:
            if not (aim.weight or pressed):
                return
            for stroke in strokes(aim.mover, aim.to, PLACES):
                yield self._judged(stroke.path, follow(state, stroke))

    def _judged(self, path: Cells, state: State) -> Node:
        if self.outlook.spent():
            raise Spent
        values = self.outlook.judge(state, 1)  # without a stance it does not matter how far ahead
        return Node(path, state, values, values)
