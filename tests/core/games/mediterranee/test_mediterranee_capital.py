"""Capitals of Méditerranée apart from the board: R23, R34, R35, X10, X11, X18."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.mediterranee.rules.turn import Siege, comes_back, holds, limit, occupied, quieter, stale

NS = (0, 0, 1, 1)
"""North against South: Rome and Constantinople, Alexandria and Carthage."""

R, K, A, C = range(4)


@pytest.mark.parametrize(
    ("standing", "taken"),
    [
        ((None, None, None, None), ""),
        ((0, 0, 1, 1), ""),  # garrisons; a partner's piece is no occupation
        ((1, None, None, 0), "rc"),
        ((None, None, 0, 0), "ac"),
    ],
)
def test_r23_an_enemy_in_a_capital_occupies_it(standing: tuple[int | None, ...], taken: str) -> None:
    assert "".join(name for at, name in enumerate("rkac") if occupied(standing, NS, at)) == taken


def test_x10_the_limit_binds_the_owner_alone() -> None:
    standing = (None, None, None, 0)
    assert [limit(standing, NS, (state,)) for state in range(4)] == [2, 2, 2, 1]
    assert limit(standing, NS, (A, C)) == 1  # either capital of a player of two states
    assert limit(standing, NS, (R, K)) == 2


def test_r34_both_enemy_capitals() -> None:
    assert holds((None, None, 0, 0), NS, 0)
    assert not holds((None, None, 0, 1), NS, 0)
    assert not holds((None, None, 0, None), NS, 0)
    assert holds((1, 1, 0, 0), NS, 1)
    assert holds((0, 1, 0, 1), (0, 1, 0, 1), 0) is False
    assert holds((None, 0, None, 0), (0, 1, 0, 1), 0)


def run(turns: list[tuple[int, bool]], *, seats: int = 4, rounds: int = 1, then: int = 0) -> int | None:
    """Let seats end their turns with both capitals held by team 0 or not; give after how many turns it has won."""
    siege = Siege()
    following = [seat for seat, _ in turns[1:]] + [then]
    for number, ((seat, held), after) in enumerate(zip(turns, following, strict=True), 1):
        siege = siege.after((held, False), seat, after, seats)
        if siege.won(rounds, seat, seats) == 0:
            return number
    return None


def test_x18_held_until_the_turn_comes_back() -> None:
    turns = [(R, False), (K, True), (A, True), (C, True), (R, True), (K, True)]
    assert run(turns) == 5  # before k's turn


def test_losing_one_at_an_end_of_a_turn_begins_anew() -> None:
    assert run([(K, True), (A, True), (C, False), (R, True), (K, True), (A, True), (C, True), (R, True)]) == 7


def test_two_players_after_the_one_reply() -> None:
    assert run([(0, True), (1, True)], seats=2) == 2
    assert run([(0, True), (1, False)], seats=2) is None


def test_a_seat_that_is_eliminated_is_passed_over() -> None:
    assert run([(K, True), (A, True), (C, True), (R, True), (A, True)], then=C) == 4
    assert run([(K, True), (C, True), (R, True)], then=C) == 3


def test_who_holds_them_may_be_alone() -> None:
    assert run([(K, True), (A, True)], then=K) == 2


def test_two_rounds() -> None:
    order = [(K, True), (A, True), (C, True), (R, True)]
    assert run(order * 2, rounds=2, then=K) == 8
    assert run(order, rounds=2, then=K) is None


def test_the_other_team_is_counted_apart() -> None:
    siege = Siege().after((True, False), 0, 1, 2).after((True, True), 1, 0, 2)
    assert siege == Siege((0, 1), (1, 0))
    assert siege.won(1, 1, 2) == 0
    assert Siege((3, 1), (1, 1)).won(1, 0, 4) == 1
    assert Siege((3, 1), (1, 1)).won(1, 2, 4) == 0
    assert Siege().won(1, 0, 4) is None


@given(st.integers(2, 4), st.data())
def test_the_turn_comes_back_once_a_round(seats: int, data: st.DataObject) -> None:
    """In one round of the living the turn comes to each seat once, to the dead by passing over them."""
    living = sorted(data.draw(st.sets(st.integers(0, seats - 1), min_size=1)))
    since = data.draw(st.integers(0, seats - 1))
    assert sum(comes_back(since, one, other, seats) for one, other in pairwise([*living, living[0]])) == 1


def test_r35_quiet_turns() -> None:
    assert quieter(7, eventful=False) == 8
    assert quieter(7, eventful=True) == 0
    assert not stale(99, 25, 4)
    assert stale(100, 25, 4)
    assert stale(50, 25, 2)
    assert not stale(999, 0, 4)
