"""Rounds: the Berger tables as they are printed, brackets with byes to the first, even tables from a seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fault import Fault
from core.tournament.knock_out import bracket, next_round, rounds_of
from core.tournament.lots import Lots
from core.tournament.round_robin import Pairing, berger
from core.tournament.table_rounds import table_rounds, table_sizes

SEED = bytes(range(32))

SIX = """
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1
"""
EIGHT = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""


def printed(rounds: tuple[tuple[Pairing, ...], ...]) -> str:
    lines = (" ".join(f"{a + 1}-{(b or 0) + 1}" for a, b in pairs) for pairs in rounds)
    return "\n".join(("", *lines, ""))


def test_the_berger_tables_are_those_that_are_printed() -> None:
    assert printed(berger(6)) == SIX
    assert printed(berger(8)) == EIGHT


@pytest.mark.parametrize("entrants", range(2, 20))
def test_in_a_round_robin_everybody_meets_everybody_once_and_is_there_in_each_round(entrants: int) -> None:
    rounds = berger(entrants)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if None not in pair)
    assert met == Counter(map(frozenset, combinations(range(entrants), 2)))
    for pairs in rounds:
        assert sorted(one for pair in pairs for one in pair if one is not None) == list(range(entrants))
    first = Counter(pair[0] for pairs in rounds for pair in pairs if None not in pair)
    assert max(first.values()) - min(first[one] for one in range(entrants)) <= 1


def test_a_double_round_robin_exchanges_the_sides() -> None:
    rounds = berger(5, double=True)
    games = Counter(pair for pairs in rounds for pair in pairs if None not in pair)
    assert set(games.values()) == {1}
    assert all((second, first) in games for first, second in games)


def test_byes_go_to_the_first_and_the_first_two_meet_last() -> None:
    for entrants in range(2, 40):
        pairs = bracket(entrants)
        free = [first for first, second in pairs if second is None]
        assert sorted(free) == list(range(len(free)))
        count = 1
        while len(pairs) > 1:
            pairs = next_round(pairs, {pair: min(one for one in pair if one is not None) for pair in pairs})
            count += 1
        assert pairs == ((0, 1),)
        assert count == rounds_of(entrants)
        assert next_round(pairs, {(0, 1): 1}) == ()


@pytest.mark.parametrize("winners", [{}, {(0, 3): 2, (1, 2): 1}])
def test_a_round_waits_for_every_winner(winners: dict[Pairing, int]) -> None:
    with pytest.raises(Fault, match="has no winner yet"):
        next_round(bracket(4), winners)


def test_a_tournament_of_one_is_none() -> None:
    for make in (berger, bracket):
        with pytest.raises(Fault, match="2 entrants at least, not 1"):
            make(1)


def test_everybody_sits_at_balanced_tables() -> None:
    for entrants in range(3, 80):
        sizes = table_sizes(entrants, (4, 3, 5, 6))
        assert sum(sizes) == entrants
        assert max(sizes) - min(sizes) <= 1
    assert table_sizes(9, (4,)) == (4, 4)
    assert table_sizes(12, (3, 4)) == (3, 3, 3, 3)


@pytest.mark.parametrize(("entrants", "sizes", "why"), [(2, (4, 3), "cannot be seated"), (8, (7,), "3 to 6 seats")])
def test_what_cannot_be_seated_is_refused(entrants: int, sizes: tuple[int, ...], why: str) -> None:
    with pytest.raises(Fault, match=why):
        table_sizes(entrants, sizes)


@pytest.mark.parametrize(
    ("entrants", "sizes", "rounds", "most", "repeats"),
    [(9, (3,), 4, 1, 0), (12, (4,), 5, 3, 26), (16, (4,), 5, 2, 8), (20, (4, 3, 5), 6, 2, 12), (64, (4,), 7, 1, 0)],
)
def test_meetings_are_as_even_as_was_measured(
    entrants: int, sizes: tuple[int, ...], rounds: int, most: int, repeats: int
) -> None:
    found = table_rounds(range(entrants), sizes, rounds, bytes(32))
    met = Counter(frozenset(pair) for one in found for table in one.tables for pair in combinations(table, 2))
    assert max(met.values()) <= most
    assert sum(count > 1 for count in met.values()) <= repeats
    seats = Counter(
        (one, seat) for found_round in found for table in found_round.tables for seat, one in enumerate(table)
    )
    assert max(seats.values()) <= -(-rounds // min(sizes)) + 1
    for one in found:
        assert sorted(entrant for table in one.tables for entrant in table) == list(range(entrants))


def test_byes_go_around() -> None:
    found = table_rounds(range(9), (4,), 9, SEED)
    assert sorted(one for round_ in found for one in round_.byes) == list(range(9))


@given(st.binary(min_size=32, max_size=32), st.integers(3, 25), st.integers(1, 4))
def test_tables_follow_from_the_seed_alone(seed: bytes, entrants: int, rounds: int) -> None:
    assert table_rounds(range(entrants), (4, 3, 5), rounds, seed) == table_rounds(
        tuple(range(entrants)), iter((4, 3, 5)), rounds, seed
    )


def test_another_seed_gives_other_tables_and_the_lots_are_written_down() -> None:
    assert table_rounds(range(12), (4,), 2, SEED) != table_rounds(range(12), (4,), 2, bytes(32))
    assert Lots(SEED, "order").shuffled(range(8)) == (7, 6, 0, 5, 2, 3, 4, 1)
    assert [Lots(SEED, label).below(1000) for label in ("", "x")] == [706, 230]
    with pytest.raises(Fault, match="32 bytes, not 5"):
        Lots(b"short")


def test_lots_are_fair() -> None:
    lots = Lots(SEED)
    drawn = Counter(lots.below(3) for _ in range(3000))
    assert max(drawn.values()) - min(drawn.values()) < 200
