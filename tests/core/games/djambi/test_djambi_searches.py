"""The searches that level 5 is compared with: legal, right where one turn wins, repeatable within positions."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from benchmarks.djambi_searches import PRESENT, choose, timed
from core.bots.bot import Budget, walk
from core.bots.weights import own
from core.fault import IllegalAction
from core.game import Seat
from core.games import find
from core.games.djambi.bot.lookahead import Lookahead, roots
from core.games.djambi.bot.weights import DjambiWeights
from core.games.djambi.bot.win_chance import chances
from core.games.djambi.rules.state import State
from core.match.match import Match
from tests.core.support.djambi_rivals import SEARCHES, BestReply, MaxN, Paranoid, Uct
from tests.core.support.djambi_tree import Node, Tree
from tests.core.support.positions.djambi_positions import FOUR, put, stand

NAMES = (PRESENT, *SEARCHES)
POSITIONS = 400
"""Enough to search beyond the turns of the root."""


def at(plies: int, **options: str) -> State:
    """Play a match at random."""
    rng = Random(plies)
    match = Match.new(find("djambi"), options)
    while match.ply < plies and match.state.outcome is None:
        match = match.play(str(walk(match.state, match.mover(), rng)))
    return cast("State", match.state)


def tree(state: State, positions: int) -> Tree:
    """Give a tree of the player to move that may judge so many positions after the turns of the root."""
    seat, seats = state.active[0], len(state.field.status)
    outlook = Lookahead(seat, tuple(float(each == seat) for each in range(seats)), (0.0,) * seats, Budget(1 << 30))
    branches = roots(outlook, state, Random(1), 2, 2)
    outlook.most = outlook.nodes + positions
    return Tree(outlook, branches)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [{}, {"players": "3", "vassal_turns": "merged"}, {"players": "6"}], ids=str)
def test_every_search_is_legal(name: str, options: dict[str, str]) -> None:
    """Early and late, with many positions, with hardly any, and when the time is over before it begins."""
    for plies in (2, 30):
        state = at(plies, **options)
        seat = state.active[0]
        for budget in (Budget(POSITIONS), Budget(1), timed(0)):
            assert state.is_legal(seat, choose(name, state, seat, Random(1), budget))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "position",
    [
        stand("a1 red C, c3 red A, i9 blue C, c9 blue M, h2 blue N"),
        stand("a1 red C, b5 red A, e5 blue C, e9 yellow C, h2 blue N, i3 yellow M"),
    ],
    ids=["two left", "three left"],
)
def test_a_win_in_one_is_taken(name: str, position: State) -> None:
    """Whoever else is there, and however little may be searched."""
    for positions in (1, POSITIONS):
        over = position.play(Seat(0), choose(name, position, Seat(0), Random(1), Budget(positions))).outcome
        assert over is not None
        assert over.winners == (0,)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_turn(name: str) -> None:
    """When positions bound it, not time; and more positions change some turn, so that the search is heard."""
    found = []
    for plies in (2, 12, 24, 40):
        state = at(plies)
        one, again, more = (
            choose(name, state, state.active[0], Random(3), Budget(each)) for each in (POSITIONS, POSITIONS, 2000)
        )
        assert one == again
        found.append(one != more)
    assert any(found)


@pytest.mark.parametrize("name", NAMES)
def test_not_my_turn_is_a_sentence(name: str) -> None:
    """Who has nothing to decide is told so."""
    with pytest.raises(IllegalAction):
        choose(name, at(0), Seat(2), Random(1), Budget(POSITIONS))


def least(found: Tree, node: Node, depth: int) -> float:
    """Give what `Paranoid` searches for, without cutting anything off."""
    if depth == 0 or found.closed(node):
        return chances(node.state, own(DjambiWeights))[found.seat]
    values = [least(found, kid, depth - 1) for kid in found.kids(node, lambda _: 0.0, lazy=False)]
    return max(values) if node.mover == found.seat else min(values)


def test_what_is_cut_off_changes_nothing() -> None:
    """Alpha-beta finds the chance that the whole tree has, whatever was searched before; below a bound, a bound."""
    state = stand(put(FOUR, "e3 blue A, d7 yellow R, f5 red A"))
    found, whole = tree(state, 1 << 20), tree(state, 1 << 20)
    search = Paranoid(found)
    for node, same in list(zip(found.first, whole.first, strict=True))[:3]:
        for depth in (1, 2, 3):
            exact = least(whole, same, depth)
            assert search.search(node, depth, exact + 0.01, 2.0) <= exact + 0.01
            assert search.search(node, depth, exact - 0.01, 2.0) == exact
            assert search.search(node, depth, -1.0, 2.0) == exact


def test_the_searches_differ_as_they_should() -> None:
    """All against the seat is the worst that can be, one against it is better, everybody for themselves too."""
    state = stand(put(FOUR, "e3 blue A, d7 yellow R, f5 red A"))
    counts = 0
    for number in range(5):
        one, two, three = (tree(state, 1 << 20) for _ in range(3))
        worst = Paranoid(one).search(one.first[number], 3, -1.0, 2.0)
        reply = BestReply(two).search(two.first[number], 3, -1.0, 2.0)
        each = MaxN(three).search(three.first[number], 3)
        assert worst <= reply
        assert worst <= each[three.seat]
        counts += worst < reply
    assert counts


def test_deeper_means_all_first_turns() -> None:
    """A depth counts once every turn of the root was searched; a budget that ends in between is used as well."""
    state = at(12)
    shallow, deep = tree(state, 10), tree(state, 20000)
    one, other = Paranoid(shallow), Paranoid(deep)
    one.run()
    other.run()
    assert one.depth == 0
    assert other.depth > 1
    assert deep.outlook.nodes <= deep.outlook.most


def test_uct_tries_what_promises_most() -> None:
    """Every trial is counted at the root, and the turn tried most comes first."""
    found = tree(at(12), 2000)
    search = Uct(found)
    search.run()
    visits = [kid.visits for kid in search.kids]
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > 2 * visits[len(visits) // 2]
    assert found.first[0] is search.kids[0].node
    for kid in search.kids:
        assert kid.visits == 0 or kid.visits >= 1 + sum(below.visits for below in kid.kids)
        assert sum(kid.node.found) == pytest.approx(1)
