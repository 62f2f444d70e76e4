"""The masks: what commutes, what comes off, and that a seed gives the same bytes."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from net.deck.deck_seed import Mask, card_point, card_points, committed, derived
from net.deck.prime_group import Point, inverse, masked, product, unmasked
from tests.net.support.event_signer import TID

SEED = bytes(range(32))
GOLDEN_POINT = "6400565c020637fbe6ef30d682f2435bfcc41e6f17542209262e892b8c5207b0"
GOLDEN_KEY = "30f5143671046e027a8b16c1b273ecd0eea036f539c850bf77d0d015b4821f0b"
GOLDEN_ORDER = (2, 1, 5, 4, 8, 9, 0, 3, 7, 6)
SEEDS = st.binary(min_size=32, max_size=32)


@given(SEEDS, SEEDS)
def test_masks_commute_and_come_off(first: bytes, second: bytes) -> None:
    point = card_point(TID, 1, 7)
    one, two = Mask(first).key, Mask(second).slot(0, 3)
    assert masked(masked(point, one), two) == masked(masked(point, two), one) == masked(point, product((one, two)))
    assert unmasked(masked(masked(point, one), two), (two, one)) == point
    assert product((one, inverse(one))) == (1).to_bytes(32, "little")


def test_the_points_of_a_deck_are_all_different_points() -> None:
    packs = card_points(TID, 1, (20, 20))
    points = [point for pack in packs for point in pack]
    assert [Point.of(point) for point in points] == points
    assert len({*points, *card_points(TID, 2, (20,))[0], *card_points(bytes(16), 1, (20,))[0]}) == 80
    assert packs[1][0] == card_point(TID, 1, 20)


def test_the_bytes_of_a_card_and_of_a_seed_never_change() -> None:
    assert card_point(TID, 1, 0).hex() == GOLDEN_POINT
    assert Mask(SEED).key.hex() == GOLDEN_KEY
    assert Mask(SEED).order(0, 10) == GOLDEN_ORDER


@given(SEEDS, st.integers(1, 60))
def test_an_order_holds_every_place_once(seed: bytes, count: int) -> None:
    assert sorted(Mask(seed).order(1, count)) == list(range(count))


def test_orders_are_drawn_without_a_favourite() -> None:
    found = Counter(Mask(derived(SEED, number)).order(0, 3) for number in range(1200))
    assert len(found) == 6
    assert all(140 < count < 260 for count in found.values())


def test_everything_of_a_seed_is_its_own() -> None:
    mask = Mask(SEED)
    numbers = [mask.key, mask.lot, *(mask.slot(pack, slot) for pack in (0, 1) for slot in range(20))]
    assert len(set(numbers)) == len(numbers)
    assert mask.order(0, 20) != mask.order(1, 20)
    assert derived(SEED, b"ab", b"c") != derived(SEED, b"a", b"bc")
    assert committed(b"seed", TID, 1, SEED, SEED) != committed(b"lot", TID, 1, SEED, SEED)
