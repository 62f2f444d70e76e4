"""Swiss pairings: the Dutch rules' laws over whole tournaments, the same under every hash seed, wrong input refused."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.fault import Fault
from core.tournament.ranking import TableResult, bye, forfeit
from core.tournament.round_robin import Round
from net.club.swiss_pairing import swiss_round
from tests.net.support.clubs import told_under


def play(entrants: int, rounds: int, seed: int) -> list[Round]:
    """Play a tournament with results by lot; now and then somebody does not come."""
    rng, results, found = random.Random(seed), list[TableResult](), list[Round]()
    for number in range(rounds):
        pairs = swiss_round(range(entrants), results, number, rounds)
        found.append(pairs)
        for first, second in pairs:
            if second is None:
                results.append(bye(number, first))
            elif rng.random() < 0.1:
                results.append(forfeit(number, (first, second), (rng.choice((first, second)),)))
            else:
                results.append(TableResult(number, (first, second), rng.choice(((1, 0), (0, 1), (0, 0)))))
    return found


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (5, 4), (8, 5), (13, 6), (16, 5)])
def test_a_whole_tournament_keeps_the_laws(entrants: int, rounds: int) -> None:
    for seed in range(3):
        found = play(entrants, rounds, seed)
        byes = Counter(first for pairs in found for first, second in pairs if second is None)
        assert max(byes.values(), default=0) <= 1
        for pairs in found:
            assert sorted(one for pair in pairs for one in pair if one is not None) == list(range(entrants))


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    assert swiss_round(range(6), (), 0, 3) == ((0, 3), (4, 1), (2, 5))


def test_winners_meet_winners() -> None:
    results = [TableResult(0, pair, (1, 0)) for pair in ((0, 3), (4, 1), (2, 5))]
    pairs = swiss_round(range(6), results, 1, 3)
    winners = {0, 4, 2}
    assert sum(first in winners and second in winners for first, second in pairs) == 1


def test_who_has_left_is_paired_no_more() -> None:
    assert swiss_round((0, 2, 3), (), 1, 3) in {((0, 2), (3, None)), ((2, 0), (3, None))}


def test_where_all_have_met_there_is_no_round() -> None:
    played = [TableResult(0, (0, 1), (1, 0))]
    with pytest.raises(Fault, match="too many entrants have met"):
        swiss_round((0, 1), played, 1, 3)


@pytest.mark.parametrize("entrants", [(), (3,), (1, 1), (1, 2, 1)])
def test_wrong_entrants_are_refused(entrants: tuple[int, ...]) -> None:
    if len(set(entrants)) > 1:
        with pytest.raises(Fault, match="2 entrants at least"):
            swiss_round(entrants, (), 0, 3)
    else:
        with pytest.raises(Fault, match=f"not {len(set(entrants))}"):
            swiss_round(entrants, (), 0, 3)


def test_a_result_of_three_is_refused() -> None:
    with pytest.raises(Fault, match="two entrants each"):
        swiss_round(range(4), [TableResult(0, (0, 1, 2), (1, 0, 0))], 1, 3)


def test_every_hash_seed_gives_the_same_pairings() -> None:
    program = "from tests.net.club.test_swiss_pairing import play; print([play(n, 5, n) for n in (7, 12)])"
    told = told_under(("0", "1", "77"), program)
    assert len(told) == 1
    assert told == {f"{[play(n, 5, n) for n in (7, 12)]}\n"}
