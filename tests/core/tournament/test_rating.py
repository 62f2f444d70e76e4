"""Strength in figures, against values that are known or made by hand."""

from __future__ import annotations

import math
from random import Random

import pytest

from core.fault import Fault
from core.tournament import rating
from core.tournament import rating as means
from core.tournament.rating import Method, cells, elo, expected, in_elo, moments, score, wilson
from core.tournament.sprt import BOUND, Trial, Verdict


def test_elo_of_a_score() -> None:
    """60 % are 70.4 Elo; the way back is the same; nothing bounds who wins all."""
    assert elo(0.6) == pytest.approx(70.437, abs=1e-3)
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=1e-2)
    assert elo(0.25) == pytest.approx(-elo(0.75))
    assert [expected(elo(part)) for part in (0.01, 0.3, 0.99)] == pytest.approx([0.01, 0.3, 0.99])
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


def test_wilson_as_in_the_books() -> None:
    """8 of 10: 0.4902 to 0.9433; none of 10: up to 0.2775; both ends hold with the true probability."""
    found = wilson(0.8, 10)
    assert [found.low, found.high] == pytest.approx([0.4902, 0.9433], abs=1e-4)
    none = wilson(0, 10)
    assert [none.low, none.high] == pytest.approx([0, 0.2775], abs=1e-4)
    assert all(wilson(1, games).high == 1 and wilson(0, games).low == 0 for games in range(1, 200))
    assert (wilson(0.5, 0).low, wilson(0.5, 0).high) == (0, 1)


def test_pentanomial_by_hand() -> None:
    """4 pairs of 0, 1, 1 and 2 points: mean 1/2, variance (1/4 + 0 + 0 + 1/4) / 4 = 1/8."""
    assert moments(cells([0, 1, 1, 2])) == (0.5, 0.125)
    assert moments((0, 2, 0, 2, 0)) == (0.5, 0.0625)
    found = score((10, 0, 20, 0, 10))
    assert found.method is Method.PENTANOMIAL
    assert found.high - found.value == pytest.approx(1.95996 * math.sqrt(0.125 / 40), abs=1e-5)


def test_pairs_tell_more_than_games_where_openings_decide() -> None:
    """Every pair is shared by a win each: as independent games they would say little, as pairs they say much."""
    paired = score((0, 1, 98, 1, 0))
    single = wilson(0.5, 200)
    assert (paired.high - paired.low) * 5 < single.high - single.low


def test_too_little_for_pairs_is_weighed_by_games() -> None:
    for counts in ((0, 0, 10, 0, 10), (0, 0, 0, 0, 100), (0, 0, 0, 4, 96)):
        found = score(counts)
        assert found.method is Method.WILSON
        assert found.low < found.value <= found.high
    assert score((0, 0, 10, 10, 20)).method is Method.PENTANOMIAL
    assert in_elo(score((0, 0, 0, 0, 100))).low == pytest.approx(elo(wilson(1, 200).low))


def test_the_interval_holds_the_truth() -> None:
    """Of 400 matches of 60 pairs between bots 60 to 40 about 95 in 100 intervals hold 0.6."""
    rng = Random(11)
    held = 0
    for _ in range(400):
        found = score(cells([(rng.random() < 0.6) + (rng.random() < 0.6) for _ in range(60)]))
        held += found.low <= 0.6 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_bounds_of_the_trial() -> None:
    """α = β = 0.05: ln(0.95/0.05) = 2.944 either way."""
    assert pytest.approx(2.9444, abs=1e-4) == BOUND
    trial = Trial(0, 15)
    assert trial.verdict(2.95) is Verdict.HIGH
    assert trial.verdict(-2.95) is Verdict.LOW
    assert trial.verdict(2.9) is Verdict.OPEN
    with pytest.raises(Fault, match="below"):
        Trial(15, 15)


def test_ratio_against_the_normal_approximation() -> None:
    """With many pairs that spread it is N·(s1-s0)·(2m-s0-s1)/2v; midway between both it says nothing."""
    counts = (50, 120, 300, 150, 80)
    mean, variance = moments(counts)
    low, high = expected(0), expected(15)
    normal = 700 * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Trial(0, 15).ratio(counts) == pytest.approx(normal, rel=0.02)
    assert Trial(-10, 10).ratio((50, 100, 200, 100, 50)) == pytest.approx(0, abs=1e-9)
    assert Trial(0, 15).ratio((0, 0, 0, 0, 0)) == 0


def test_one_pair_decides_nothing() -> None:
    """However far both strengths are apart, a single pair is no answer between near ones; a row of them is."""
    assert abs(Trial(0, 15).ratio((0, 0, 0, 0, 1))) < 0.1
    pairs, ratio, verdict = Trial(0, 100).follow([2.0] * 100)
    assert verdict is Verdict.HIGH
    assert ratio >= BOUND
    assert 5 < pairs < 15
    assert Trial(0, 100).follow([2.0] * (pairs - 1))[2] is Verdict.OPEN


@pytest.mark.parametrize(("truth", "answer"), [(0.5, Verdict.LOW), (0.76, Verdict.HIGH)])
def test_the_trial_is_seldom_wrong(truth: float, answer: Verdict) -> None:
    """Equals are told from 200 Elo: about one wrong answer in twenty."""
    rng = Random(5)
    wrong = 0
    for _ in range(40):
        pairs = ((rng.random() < truth) + (rng.random() < truth) for _ in range(2000))
        wrong += Trial(0, 200).follow(pairs)[2] is not answer
    assert wrong <= 5


def test_means_over_groups() -> None:
    """Two groups: Student's 12.706 standard errors; many: bootstrap, repeatable; all alike: nothing bounds them."""
    two = means.mean([1.0, 2.0], Random(1))
    assert [two.value, two.high] == pytest.approx([1.5, 1.5 + 12.706 * 0.5])
    assert two.method is Method.STUDENT
    rng = Random(3)
    many = [rng.random() for _ in range(200)]
    found = means.mean(many, Random(1))
    assert found == means.mean(many, Random(1))
    assert found.method is Method.BOOTSTRAP
    assert found.high - found.low == pytest.approx(2 * 1.96 * math.sqrt(1 / 12 / 200), rel=0.15)
    assert means.mean([1.0] * 20, Random(1)).low == -math.inf
    assert math.isnan(means.mean([], Random(1)).value)


def test_shares_over_groups() -> None:
    few = means.share([1.0, 0.5], 8, Random(1))
    assert (few.low, few.method) == (rating.wilson(0.75, 8).low, Method.WILSON)
    assert means.share([1.0] * 20, 80, Random(1)).low == rating.wilson(1, 80).low
    many = means.share([0.25, 0.75] * 10, 80, Random(1))
    assert many.method is Method.BOOTSTRAP
    assert 0.35 < many.low < 0.45
    assert 0.55 < many.high < 0.65
