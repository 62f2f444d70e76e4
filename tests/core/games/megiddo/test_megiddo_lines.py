"""What lines are worth in Megiddo: contents that count alike, chances, where they count, and the search with them."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from core.bots.bot import Budget, never
from core.bots.weights import own as in_force
from core.games.megiddo.bot import thinker
from core.games.megiddo.bot.line_values import LineValues, contents, features, learned, own_values, written
from core.games.megiddo.bot.search_ground import SearchGround
from core.games.megiddo.bot.tree import Node, Tree
from core.games.megiddo.bot.weights import MegiddoWeights
from core.games.megiddo.rules.board import POINTS, SIDE, members, place
from core.games.megiddo.rules.state import State
from tests.core.games.megiddo.test_megiddo_thinker import middle


def by_mix(mix: float) -> MegiddoWeights:
    """Give the weights in force with another part of the lines."""
    return MegiddoWeights.of(in_force(MegiddoWeights).values() | {"mix": mix}, "mix")


def grown(games: int, mix: float) -> Tree:
    """Grow a tree from the middle of a game."""
    state = middle(10, 2).state
    assert isinstance(state, State)
    ground = SearchGround(state, by_mix(mix))
    tree = Tree(ground, Node(state.stones, state.captured, state.rules.colour(state.seat), state.quiet), Random(3))
    tree.grow(games, never)
    return tree


def turned(stones: int, turn: int, *, mirrored: bool, inside_out: bool) -> int:
    """Map a set of points by a symmetry of the board."""
    found = 0
    for point in members(stones):
        radial, ring = divmod(point, SIDE)
        found |= 1 << place((-radial if mirrored else radial) + turn, SIDE - 1 - ring if inside_out else ring)
    return found


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("inside_out", [False, True])
def test_a_position_and_its_images_count_alike(*, mirrored: bool, inside_out: bool) -> None:
    rng = Random(5)
    for turn in range(SIDE):
        mine = rng.getrandbits(POINTS)
        foe = rng.getrandbits(POINTS) & ~mine
        own, other = (turned(each, turn, mirrored=mirrored, inside_out=inside_out) for each in (mine, foe))
        assert sorted(features(own, other, 2, 4)) == sorted(features(mine, foe, 2, 4))


def test_every_line_has_a_name_for_each_of_its_contents() -> None:
    assert [len(names) for _, names in contents()] == [3**SIDE] * 24
    assert len({name for _, names in contents() for name in names.values()}) == 2 * 378 + 3 * 92


def test_a_chance_is_that_of_the_sum_of_the_numbers() -> None:
    numbers = {"radial ....xx": 0.5, "circle_1 .....x": 0.25, "captured 2-0": -0.125, "empty 34": 1.0}
    found = LineValues(numbers).chance(0b11, 0, 2, 0)
    names = features(0b11, 0, 2, 0)
    total = sum(numbers.get(name, 0.0) for name in names)
    assert total == pytest.approx(0.5 + 0.25 - 0.125 + 1.0)
    assert found == pytest.approx(1.0 / (1.0 + exp(-total)))
    assert LineValues({}).chance(0b11, 0b1100, 0, 0) == 0.5


def test_the_file_is_read_as_it_was_written() -> None:
    numbers = {"radial ....xx": 0.5, "captured 2-0": -0.125, "empty 34": 1.0}
    assert learned(written(numbers, "A title")) == numbers


def test_the_learned_numbers_know_good_positions_from_bad_ones() -> None:
    values = own_values()
    five, others = 0b011111, 1 << 8 | 1 << 15 | 1 << 22 | 1 << 29
    assert values.chance(five, others, 0, 0) > 0.65 > values.chance(others, five, 0, 0)
    even = values.chance(1 << 8, 1 << 20, 0, 0)
    assert abs(log(even / (1.0 - even))) < 1.0
    assert values.chance(1 << 8, 1 << 20, 4, 0) > even > values.chance(1 << 8, 1 << 20, 0, 4)


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, True),
        ({"target": "36"}, False),
        ({"slide": "yes"}, False),
        ({"variant": "master"}, False),
        ({"variant": "cleopatra"}, False),
        ({"players": "3"}, False),
    ],
)
def test_lines_count_only_where_their_numbers_were_learned(options: dict[str, str], *, counts: bool) -> None:
    state = middle(4, 1, **options).state
    assert isinstance(state, State)
    ground = SearchGround(state, by_mix(0.5))
    assert (ground.mix, ground.values is not None) == ((0.5, True) if counts else (0.0, False))


def test_the_result_of_a_random_game_is_mixed_with_what_the_lines_promise() -> None:
    for mix in (0.25, 1.0):
        tree = grown(40, mix)
        replies = [reply for kid in tree.root.kids if kid is not None for reply in kid.kids]
        node = next(reply for reply in replies if reply is not None and reply.visits == 1 and reply.solved is None)
        assert node.promise is not None
        assert sum(node.promise) == pytest.approx(1.0)
        chance = node.promise[node.colour]
        played = [(1.0 - mix) * result + mix * chance for result in (0.0, 0.5, 1.0)]
        assert any(node.total == pytest.approx(each) for each in played)


def test_without_a_part_of_the_lines_nothing_is_asked_of_them() -> None:
    kids = [kid for kid in grown(40, 0.0).root.kids if kid is not None]
    assert all(node is None or node.promise is None for kid in kids for node in (kid, *kid.kids))


def test_a_thought_with_lines_is_repeatable_and_another() -> None:
    match = middle(8)
    first, again, alone = (
        thinker.think(match, match.mover(), 4, Random(5), Budget(300, weights=by_mix(mix))) for mix in (0.5, 0.5, 0.0)
    )
    assert first == again
    assert first.looks != alone.looks
