"""The tree search of Megiddo with RAVE: what it keeps of a move, and that it stays repeatable."""

from __future__ import annotations

from random import Random

import pytest

from core.bots.bot import Budget, never
from core.bots.weights import own
from core.games.megiddo.bot import thinker
from core.games.megiddo.bot.search_ground import SearchGround
from core.games.megiddo.bot.tree import Node, Tree
from core.games.megiddo.bot.weights import MegiddoWeights
from core.games.megiddo.rules.state import State
from tests.core.games.megiddo.test_megiddo_thinker import middle

RAVE = 50.0
WITH = MegiddoWeights.of(own(MegiddoWeights).values() | {"rave": RAVE}, "rave")
WITHOUT = MegiddoWeights.of(own(MegiddoWeights).values() | {"rave": 0.0}, "alone")


def grown(games: int, **options: str) -> Tree:
    """Grow a tree from the middle of a game."""
    state = middle(8, 1, **options).state
    assert isinstance(state, State)
    ground = SearchGround(state, WITH)
    tree = Tree(ground, Node(state.stones, state.captured, state.rules.colour(state.seat), state.quiet), Random(3))
    tree.grow(games, never)
    return tree


@pytest.mark.parametrize("options", [{}, {"players": "3"}, {"slide": "yes"}, {"variant": "cleopatra"}])
def test_a_move_counts_by_all_games_with_it_and_the_less_the_more_it_was_tried(options: dict[str, str]) -> None:
    root = grown(300, **options).root
    placed = [at for at, move in enumerate(root.moves) if move < 36 and root.pull[at]]
    assert sum(root.tried) == 300
    for at in placed:
        assert root.rave_tried[at] >= 1 + root.tried[at]
        assert root.rave_share[at] == (RAVE / (RAVE + root.tried[at]) if root.tried[at] else 1.0)
        assert root.worth[at] == pytest.approx((1.0 - root.rave_share[at]) * root.mean[at])
        assert -0.1 <= root.rave[at] <= 1.0
    assert any(root.rave_tried[at] > 1 + root.tried[at] for at in placed)


def test_rave_counts_the_games_in_which_the_same_colour_played_the_point() -> None:
    tree = grown(0)
    root, before = tree.root, list(tree.root.rave_tried)
    tree.play()
    at = root.tried.index(1)
    told = [place for place, (now, then) in enumerate(zip(root.rave_tried, before, strict=True)) if now > then]
    assert at in told
    assert len(told) <= (len(root.moves) + 1) // 2, "every second stone of a random game is the colour's own"


def test_a_thought_with_rave_is_repeatable_and_another() -> None:
    match = middle(8)
    first, again, alone = (
        thinker.think(match, match.mover(), 4, Random(5), Budget(300, weights=by)) for by in (WITH, WITH, WITHOUT)
    )
    assert first == again
    assert first.looks != alone.looks
