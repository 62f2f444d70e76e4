"""Standings: points, each tie-break with figures computed by hand, byes, forfeits and withdrawals."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from core.tournament.ranking import (
    ResultKind,
    TableResult,
    TieBreak,
    bye,
    forfeit,
    standings,
    withdrawn,
)


def game(number: int, first: int, second: int, result: str) -> TableResult:
    worth = {"1-0": (1, 0), "0-1": (0, 1), "draw": (0, 0)}[result]
    return TableResult(number, (first, second), worth)


CROSS = (
    game(0, 0, 3, "1-0"),
    game(0, 1, 2, "1-0"),
    game(1, 3, 2, "1-0"),
    game(1, 0, 1, "0-1"),
    game(2, 1, 3, "0-1"),
    game(2, 2, 0, "draw"),
)


def by_hand(*values: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def test_two_seats_score_one_a_half_or_nothing() -> None:
    assert [game(0, 0, 1, said).score(0) for said in ("1-0", "draw", "0-1")] == [1, Fraction(1, 2), 0]


def test_four_seats_score_the_share_of_those_they_beat() -> None:
    table = TableResult(0, (5, 6, 7, 8), (3, 1, 1, 0))
    assert [table.score(one) for one in (5, 6, 7, 8)] == [1, Fraction(1, 2), Fraction(1, 2), 0]
    assert table.winner == 5
    assert TableResult(0, (5, 6, 7), (1, 1, 0)).winner is None


def test_byes_forfeits_and_withdrawals() -> None:
    assert bye(0, 3).score(3) == 1
    assert withdrawn(0, 3).score(3) == 0
    away = forfeit(0, (0, 1, 2), (1,))
    assert [away.score(one) for one in (0, 1, 2)] == [Fraction(3, 4), 0, Fraction(3, 4)]
    nobody = forfeit(0, (0, 1), (0, 1))
    assert [nobody.score(one) for one in (0, 1)] == [0, 0]
    assert nobody.winner is None
    assert forfeit(0, (0, 1), (1,)).winner == 0
    assert bye(0, 3).winner == 3


def test_the_direct_encounter_decides_between_two() -> None:
    found = standings(range(4), CROSS)
    assert [(one.entrant, one.place, one.points) for one in found] == [
        (3, 1, 2),
        (1, 2, 2),
        (0, 3, Fraction(3, 2)),
        (2, 4, Fraction(1, 2)),
    ]
    assert found[0].breaks[0] == 1


def test_the_direct_encounter_is_nothing_unless_all_who_are_tied_have_met() -> None:
    games = (game(0, 0, 1, "1-0"), game(0, 2, 3, "1-0"))
    assert {one.breaks[0] for one in standings(range(4), games)} == {0}


def test_buchholz_and_sonneborn_berger_by_hand() -> None:
    breaks = (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
    found = {one.entrant: one.breaks for one in standings(range(4), CROSS, breaks)}
    # points: 0 has 1.5, 1 has 2, 2 has 0.5, 3 has 2
    assert found[0] == by_hand(2 + 2 + Fraction(1, 2), 2 + Fraction(1, 4), 1)
    assert found[1] == by_hand(Fraction(1, 2) + Fraction(3, 2) + 2, Fraction(1, 2) + Fraction(3, 2), 2)
    assert found[2] == by_hand(2 + 2 + Fraction(3, 2), Fraction(3, 4), 0)
    assert found[3] == by_hand(Fraction(3, 2) + Fraction(1, 2) + 2, Fraction(1, 2) + 2, 2)


def test_a_bye_counts_as_a_game_with_somebody_like_oneself() -> None:
    games = (bye(0, 0), game(1, 0, 1, "1-0"))
    one = standings(range(2), games, (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS))[0]
    assert (one.points, one.breaks) == (Fraction(2), by_hand(2, 2, 1))


def test_who_has_withdrawn_has_no_opponent() -> None:
    (one,) = standings([0], [withdrawn(0, 0)], (TieBreak.BUCHHOLZ,))
    assert (one.points, one.breaks) == (Fraction(0), by_hand(0))


def test_the_opponents_of_a_table_count_by_their_mean() -> None:
    table = TableResult(0, (0, 1, 2), (2, 1, 0))
    found = {one.entrant: one.breaks for one in standings(range(3), [table], (TieBreak.BUCHHOLZ,))}
    assert found == {0: (Fraction(1, 4),), 1: (Fraction(1, 2),), 2: (Fraction(3, 4),)}


def test_equals_share_a_place_and_the_next_one_is_left_out() -> None:
    games = (game(0, 0, 1, "draw"), game(0, 2, 3, "draw"))
    assert [one.place for one in standings(range(5), games)] == [1, 1, 1, 1, 5]


def test_the_order_of_the_results_changes_nothing() -> None:
    expected = standings(range(4), CROSS)
    assert all(standings(range(4), order) == expected for order in list(permutations(CROSS))[::37])


@given(st.lists(st.tuples(st.permutations(range(5)), st.lists(st.integers(0, 3), min_size=4, max_size=4)), max_size=8))
def test_every_point_comes_from_a_table(tables: list[tuple[list[int], list[int]]]) -> None:
    games = [TableResult(at, tuple(who[:4]), tuple(worth)) for at, (who, worth) in enumerate(tables)]
    found = standings(range(5), games)
    assert sum(one.points for one in found) == 2 * len(games)
    assert sorted(one.entrant for one in found) == list(range(5))
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
    assert all(game.kind is ResultKind.PLAYED for game in games)
