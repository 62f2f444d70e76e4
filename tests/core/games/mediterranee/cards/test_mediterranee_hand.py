"""Hands of Méditerranée: faces, plays, payments, what others see; rulings R6, R14, R20."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fault import Fault
from core.games.mediterranee.cards.card_face import EVEN, FULL, contains, joined, lacking, opening, without, written
from core.games.mediterranee.cards.card_hand import EXACT, Hand, pays

FACES = st.lists(st.integers(1, 10), max_size=8).map(lambda faces: tuple(sorted(faces)))


@pytest.mark.parametrize(
    ("states", "cards", "talon", "total"),
    [((1, 1, 1, 1), 52, "13579" * 4, 100), ((2, 2), 48, "", 110), ((1, 2, 1), 50, "", 105)],
)
def test_x2_first_hands_and_talons(states: tuple[int, ...], cards: int, talon: str, total: int) -> None:
    hands, faces = opening(states)
    assert [hand == (EVEN if number == 1 else FULL) for number, hand in zip(states, hands, strict=True)] == [
        True
    ] * len(states)
    assert (len(faces), sum(faces)) == (20, total)
    assert sum(map(len, hands)) + len(faces) == cards
    if talon:
        assert faces == tuple(sorted(map(int, talon)))


def test_first_hands_are_those_of_the_rules() -> None:
    assert EVEN == (0, 0, 2, 4, 6, 8, 10, 15)
    assert FULL == (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 15)
    assert opening((2, 2))[1] == tuple(sorted([*range(1, 11)] * 2))
    assert opening((1, 2, 1))[1] == tuple(sorted([*range(1, 11), *[1, 3, 5, 7, 9] * 2]))


@given(FACES, FACES)
def test_multisets(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert lacking(one, other) == tuple(sorted((Counter(other) - Counter(one)).elements()))
    assert without(joined(one, other), other) == one
    assert contains(joined(one, other), one)
    assert contains(one, other) == (Counter(other) <= Counter(one))


def test_x5_payments() -> None:
    hand = Hand((0, 0, 1, 2, 2, 4, 15))
    assert [written(faces) for faces in sorted(hand.exact_payments(), key=written)] == ["15", "2+1", "2+2", "4"]
    assert not Hand((0, 0, 1, 1)).exact_payments()
    assert Hand((0, 0, 1, 1, 1)).exact_payments() == ((1, 1, 1),)


def test_r14_a_payment_is_enough_and_of_an_exact_one_nothing_is_superfluous() -> None:
    assert {written(faces) for faces in EXACT} == {*map(str, range(3, 11)), "15", "2+1", "2+2", "1+1+1"}
    for bad in ((), (0, 3), (0, 15), (0, 1, 2), (2,), (1,), (1, 1)):
        assert not pays(bad)
        assert not pays(bad, exact=True)
    for generous in ((1, 1, 2), (1, 3), (2, 3), (1, 15), (2, 2, 2), (1, 1, 1, 1)):
        assert pays(generous)
        assert not pays(generous, exact=True)


def test_r14_a_generous_payment_has_a_card_to_spare() -> None:
    hand = Hand((0, 0, 1, 2), (2, 4))
    assert [written(faces) for faces in hand.generous_payments()] == [
        *("2+2+1", "4+1", "4+2", "4+2+1", "4+2+2", "4+2+2+1")
    ]
    assert hand.payable((2, 4)) == (2, 1)
    assert hand.payable((2, 2)) == (1,)
    assert hand.payable((1, 2)) == hand.payable((2, 4), exact=True) == ()
    assert hand.payable(()) == (4, 2)
    assert hand.payable((2,)) == (2, 1)


def test_r14_what_an_unknown_card_could_add_is_spare_but_none_of_it_is_listed() -> None:
    hand = Hand((0, 0, 2, 4), (None,))
    assert hand.payable((4,), (1, 3, 7)) == (3, 2, 1)
    assert hand.payable((3,), (1, 3, 7)) == (2,)
    assert list(hand.generous_payments()) == []


def test_r14_who_can_pay_has_a_payment() -> None:
    for known in combinations_with_replacement((0, 1, 2, 3), 3):
        for hidden in ((), (1,), (None,), (2, None), (None, None, None)):
            hand = Hand(known, hidden)
            for unseen in ((), (1, 1), (1, 1, 1), (4,)):
                assert hand.can_pay(unseen) == bool(hand.exact_payments(unseen))


def test_r20_zeros_return_and_the_others_go() -> None:
    hand = Hand(EVEN)
    assert hand.play((0, 10)) == Hand((0, 0, 2, 4, 6, 8, 15))
    assert hand.play((0, 0)) == hand
    assert hand.play((15,)).known == (0, 0, 2, 4, 6, 8, 10)


def test_known_faces_go_first() -> None:
    hand = Hand((0, 0, 2, 4)).draw(4).draw(1)
    assert hand.hidden == (1, 4)
    assert hand.unproved((4,)) == ()
    assert hand.unproved((4, 4)) == (4,)
    assert hand.unproved((1, 4)) == (1,)
    once = hand.play((4,))
    assert once == Hand((0, 0, 2), (1, 4))
    assert once.play((1, 4)) == Hand((0, 0, 2))


def test_what_is_not_held_is_refused() -> None:
    hand = Hand((0, 0, 2)).draw(7)
    for faces in ((3,), (2, 2), (7, 7), (0, 0, 0)):
        assert not hand.holds(faces)
        with pytest.raises(Fault, match="There is no"):
            hand.play(faces)


def test_unknown_cards_may_be_whatever_is_unseen() -> None:
    hand = Hand((0, 0, 2)).draw(None)
    unseen = (3, 7, 7)
    assert hand.holds((7,), unseen)
    assert hand.holds((2, 7), unseen)
    assert not hand.holds((7, 7), unseen)  # only one card is unknown
    assert not hand.holds((9,), unseen)  # excluded by counting
    assert not hand.draw(None).holds((3, 3), unseen)
    assert hand.draw(None).holds((7, 7), unseen)
    assert hand.play((2, 7)) == Hand((0, 0))
    assert hand.plays(1, unseen) == ((0,), (2,), (3,), (7,))
    assert hand.plays(2, unseen) == ((0, 0), (0, 2), (0, 3), (0, 7), (2, 3), (2, 7))
    assert hand.exact_payments(unseen) == ((3,), (7,))


def test_every_choice_of_a_first_hand() -> None:
    hand = Hand(EVEN)
    assert hand.plays(1) == ((0,), (2,), (4,), (6,), (8,), (10,), (15,))
    assert len(hand.plays(2)) == 22  # fifteen pairs of the six others, six with a zero, both zeros
    assert hand.exact_payments() == ((4,), (6,), (8,), (10,), (15,))


@given(FACES, st.data())
def test_what_the_player_may_do_others_hold_possible(drawn: tuple[int, ...], data: st.DataObject) -> None:
    """A living player holds his two zeros at any time, and a view refuses nothing that he may do."""
    talon = joined(drawn, data.draw(FACES))
    hand, seen, unseen = Hand(EVEN), Hand(EVEN), talon
    for face in drawn:
        hand, seen = hand.draw(face), seen.draw(None)
    for _ in range(data.draw(st.integers(0, 6))):
        assert hand.view() == seen
        assert set(hand.plays(2)) <= set(seen.plays(2, unseen))
        assert set(hand.exact_payments()) <= set(seen.exact_payments(unseen))
        faces = data.draw(st.sampled_from(hand.plays(data.draw(st.sampled_from((1, 2))))))
        assert hand.unproved(faces) == seen.guessed(faces)
        unseen = without(unseen, hand.unproved(faces))
        hand, seen = hand.play(faces), seen.play(faces)
        assert hand.known.count(0) == 2
        assert hand.size == seen.size
    assert hand.located == joined(hand.known, hand.drawn)
