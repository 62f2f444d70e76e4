"""Combats of Méditerranée apart from the board: X6 to X14, R20 to R29, and a second telling of them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.mediterranee.cards.card_face import EVERY, FULL
from core.games.mediterranee.cards.card_hand import Hand
from core.games.mediterranee.cards.card_state import Cards, Talon
from core.games.mediterranee.rules.combat import Battle, Stage, Verdict, total
from tests.core.support.oracles.mediterranee_oracle import combat

ONE, OTHER = 3, 1
"""The seats that fight; numbers that are no places of a pair."""


def battle(kinds: str = "FF", sizes: tuple[int, int] = (2, 2)) -> Battle:
    return Battle((ONE, OTHER), (kinds[0], kinds[1]), sizes)


def fight(begun: Battle, *decided: str) -> Battle:
    """Let the attacker and the defender decide in turn, as texts: `10+4`, `spy`, `keep`; `-`: nothing is owed."""
    for at, words in enumerate(decided):
        seat = (ONE, OTHER)[at % 2]
        if words == "-":
            assert seat not in begun.active
        elif words in {"spy", "keep"}:
            assert begun.speaks(seat)
            begun = begun.say(seat, spy=words == "spy")
        else:
            faces = tuple(sorted(map(int, words.split("+"))))
            assert begun.lays(seat) == len(faces)
            begun = begun.lay(seat, faces)
    return begun


@pytest.mark.parametrize(
    ("kinds", "faces", "worth"),
    [
        ("EF", (4, 10), 24),  # X9
        ("EC", (4, 10), 24),
        ("EE", (4, 10), 24),
        ("EB", (4, 10), 14),
        ("CF", (4, 10), 18),
        ("CB", (4, 10), 18),
        ("CE", (0, 15), 15),
        ("EF", (7,), 14),
        ("EB", (7,), 7),
        ("CF", (7,), 7),
        ("CB", (7,), 7),
        ("FE", (4, 10), 14),
        ("BE", (4, 10), 14),
        ("FC", (15, 15), 30),
        ("EF", (5, 5), 15),  # either may be the highest
        ("CF", (5, 5), 15),
        ("EF", (0, 0), 0),
        ("EF", (0, 1), 2),
        ("CF", (0, 0), 0),
        ("CF", (0,), 0),
    ],
)
def test_x9_what_cards_are_worth(kinds: str, faces: tuple[int, ...], worth: int) -> None:
    assert total(kinds[0], kinds[1], faces) == worth


@pytest.mark.parametrize(
    ("kinds", "decided", "verdict"),
    [
        ("FF", ("8+0", "6+0"), Verdict.ATTACKER),  # X6
        ("FF", ("10+8", "15+6"), Verdict.DEFENDER),
        ("FF", ("0+0", "0+0"), Verdict.PARTED),  # X7
        ("FF", ("6+4", "10+0", "0", "0"), Verdict.PARTED),  # X8
        ("FF", ("6+4", "10+0", "0", "3"), Verdict.DEFENDER),
        ("FF", ("6+4", "10+0", "5", "5", "4", "2"), Verdict.ATTACKER),
        ("EF", ("10+4", "10+10"), Verdict.ATTACKER),  # X9: 24 against 20
        ("EB", ("10+4", "10+5"), Verdict.DEFENDER),  # 14 against 15
        ("CF", ("10+4", "10+7"), Verdict.ATTACKER),  # 18 against 17
        ("CF", ("15+0", "10+6"), Verdict.DEFENDER),  # 15 against 16
        ("EF", ("10+0", "10+10", "4", "7"), Verdict.ATTACKER),  # R21: 20 each, then 8 against 7
        ("CF", ("5+5", "15+0", "4", "7"), Verdict.DEFENDER),  # R21: 15 each, then 4 against 7
        ("FF", ("1+1", "10+4", "spy", "-", "9+6"), Verdict.ATTACKER),  # X12
        ("FF", ("1+1", "10+4", "spy", "-", "0+0"), Verdict.DEFENDER),
        ("FF", ("1+1", "10+4", "keep"), Verdict.DEFENDER),
        ("FF", ("1+1", "0+0", "keep"), Verdict.ATTACKER),
        ("CF", ("1+1", "3+0", "keep", "0", "1"), Verdict.ATTACKER),  # kept, then doubled: 3 against 3
        ("FF", ("2+0", "2+0", "spy", "keep", "9+0"), Verdict.ATTACKER),  # X13
        ("FF", ("2+0", "2+0", "keep", "spy", "-", "9+0"), Verdict.DEFENDER),
        ("FF", ("2+0", "2+0", "keep", "keep", "7", "4"), Verdict.ATTACKER),
        ("FF", ("2+0", "1+1", "spy", "spy", "3+0", "4+0"), Verdict.DEFENDER),
        ("FF", ("2+0", "1+1", "spy", "spy", "1+1", "4+0", "spy", "-", "5+0"), Verdict.ATTACKER),
        ("CF", ("1+1", "2+0", "keep", "keep"), Verdict.ATTACKER),  # compared with doubling: 3 against 2
        ("EF", ("2+0", "2+0", "keep", "keep"), Verdict.ATTACKER),
        ("FF", ("5+0", "2+0", "-", "spy", "-", "5+0", "1", "3"), Verdict.DEFENDER),  # the new total is equal
        ("FF", ("0+0", "2+0", "-", "spy", "-", "0+0"), Verdict.PARTED),  # both are zero
    ],
)
def test_how_a_combat_of_two_cards_goes(kinds: str, decided: tuple[str, ...], verdict: Verdict) -> None:
    ended = fight(battle(kinds), *decided)
    assert ended.verdict is verdict
    assert ended.stage is Stage.OVER
    assert ended.active == ()


@pytest.mark.parametrize(
    ("kinds", "sizes", "decided", "verdict"),
    [
        ("EF", (1, 2), ("9", "10+6"), Verdict.ATTACKER),  # X10: 18 against 16
        ("FF", (2, 1), ("8+0", "9"), Verdict.DEFENDER),  # X11
        ("CF", (1, 2), ("7", "8+0"), Verdict.DEFENDER),  # cavalry does not double one card
        ("FF", (1, 2), ("2", "10+4", "spy", "-", "15"), Verdict.ATTACKER),  # X14
        ("FF", (2, 1), ("10+4", "2", "-", "spy", "-", "0"), Verdict.ATTACKER),
        ("FF", (1, 1), ("0", "0"), Verdict.PARTED),
        ("FF", (1, 1), ("2", "2", "spy", "spy", "4", "3"), Verdict.ATTACKER),
        ("FF", (1, 2), ("2", "2+0", "spy", "spy", "4", "3+2"), Verdict.DEFENDER),
    ],
)
def test_x10_x14_one_card_while_a_capital_is_occupied(
    kinds: str, sizes: tuple[int, int], decided: tuple[str, ...], verdict: Verdict
) -> None:
    assert fight(battle(kinds, sizes), *decided).verdict is verdict


def test_both_decide_secretly_the_attacker_first() -> None:
    begun = battle()
    assert (begun.active, begun.sealed) == ((ONE, OTHER), True)
    assert begun.lay(OTHER, (0, 6)).active == (ONE,)
    assert begun.lay(OTHER, (0, 6)).lay(ONE, (0, 8)) == begun.lay(ONE, (0, 8)).lay(OTHER, (0, 6))
    assert begun.lays(0) == 0
    assert not begun.speaks(0)


def test_r27_two_spies_decide_secretly_and_one_openly() -> None:
    both = fight(battle(), "2+0", "1+1")
    assert (both.active, both.sealed) == ((ONE, OTHER), True)
    assert (both.lays(ONE), both.speaks(ONE), both.speaks(OTHER)) == (0, True, True)
    spied, kept = both.say(OTHER, spy=True), both.say(ONE, spy=False)
    assert spied.active == (ONE,)
    assert spied.say(ONE, spy=False) == kept.say(OTHER, spy=True)
    one = fight(battle(), "2+0", "9+1")
    assert (one.active, one.sealed) == ((ONE,), False)
    fresh = one.say(ONE, spy=True)
    assert (fresh.stage, fresh.active, fresh.sealed, fresh.lays(ONE)) == (Stage.FRESH, (ONE,), False, 2)


def test_r26_a_spys_new_cards_are_no_spy() -> None:
    ended = fight(battle(), "1+1", "10+4", "spy", "-", "2+0")
    assert ended.verdict is Verdict.DEFENDER


def test_r26_nor_are_they_where_the_other_has_not_spied() -> None:
    ended = fight(battle(), "1+1", "2+0", "spy", "keep", "2+0")
    assert ended.stage is Stage.TIE


def test_r22_no_spy_in_a_tie_break() -> None:
    ended = fight(battle(), "6+4", "10+0", "2", "3")
    assert ended.verdict is Verdict.DEFENDER


def test_r28_two_is_the_natural_total() -> None:
    ended = fight(battle("EF"), "1+0", "3+0")  # worth two, but no spy
    assert ended.verdict is Verdict.DEFENDER
    assert fight(battle("FE"), "3+0", "1+0").verdict is Verdict.ATTACKER


def test_the_default_is_zeros() -> None:
    begun = battle(sizes=(2, 1))
    assert begun.default(ONE) == (0, 0)
    assert begun.default(OTHER) == (0,)
    assert begun.default(0) is None
    assert fight(battle(), "2+0", "1+1").default(ONE) is None
    tie = fight(battle(), "6+4", "10+0")
    assert (tie.default(ONE), tie.lays(ONE), tie.sealed) == ((0,), 1, True)


def test_what_a_combat_hangs_on_is_encoded() -> None:
    begun = battle()
    after = fight(begun, "2+0", "2+0")
    assert (
        len({begun.encode(), begun.lay(ONE, (0, 8)).encode(), after.encode(), after.say(ONE, spy=True).encode()}) == 4
    )


# The same told twice.


def table(first: tuple[int, ...], second: tuple[int, ...]) -> Cards:
    empty = Hand((0, 0))
    hands = (empty, Hand(tuple(sorted((0, 0, *second)))), empty, Hand(tuple(sorted((0, 0, *first)))))
    return Cards(hands, (0, 0, 1, 1), Talon(1, (0,), (0,), ((),)), ())


HANDS = st.lists(st.sampled_from(EVERY[1:]), max_size=8).map(tuple)
LOW = st.lists(st.sampled_from((1, 1, 2, 2, 3)), max_size=8).map(tuple)


@given(
    st.tuples(st.sampled_from("ECFB"), st.sampled_from("ECFB")),
    st.tuples(st.sampled_from((1, 2)), st.sampled_from((1, 2))),
    st.tuples(HANDS | LOW, HANDS | LOW),
    st.integers(0, 2**30),
)
def test_a_second_telling_agrees(
    kinds: tuple[str, str], sizes: tuple[int, int], hands: tuple[tuple[int, ...], tuple[int, ...]], seed: int
) -> None:
    """Random hands, random decisions; decided in any order; then the second telling is given the same decisions."""
    rng = Random(seed)
    cards = table(*hands)
    laid: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
    said: tuple[list[bool], list[bool]] = ([], [])
    going = Battle((ONE, OTHER), kinds, sizes)
    for _ in range(99):
        if not going.active:
            break
        seat = rng.choice(going.active)
        side = going.seats.index(seat)
        if going.speaks(seat):
            said[side].append(rng.random() < 0.6)
            going = going.say(seat, spy=said[side][-1])
        else:
            faces = rng.choice(cards.plays(seat, going.lays(seat)))
            faces = rng.choice([faces, rng.choice([each for each in cards.plays(seat, len(faces)) if sum(each) <= 2])])
            laid[side].append(faces)
            cards, going = cards.play(seat, faces), going.lay(seat, faces)
    assert going.verdict is not None
    told = combat("".join(kinds), sizes, lambda side, number: taken(laid[side], number), lambda side: said[side].pop(0))
    assert (laid, said) == (([], []), ([], []))
    assert told.winner == {Verdict.ATTACKER: 0, Verdict.DEFENDER: 1, Verdict.PARTED: None}[going.verdict]
    assert tuple(sorted(told.spent)) == cards.spent
    assert told.kings == cards.kings
    assert all(hand.known.count(0) == 2 for hand in cards.hands)


def taken(laid: list[tuple[int, ...]], number: int) -> list[int]:
    faces = laid.pop(0)
    assert len(faces) == number
    return list(faces)


def test_x6_x8_x12_what_is_spent() -> None:
    cards = table((8, 10), (6, 15))
    cards = cards.play(ONE, (0, 8)).play(OTHER, (0, 6))
    assert cards.spent == (6, 8)
    assert cards.hands[ONE].known == (0, 0, 10)
    cards = cards.play(ONE, (10,)).play(OTHER, (15,))
    assert (cards.spent, cards.kings) == ((6, 8, 10), 1)
    spy = table((1, 1, 9, 6), (10, 4)).play(ONE, (1, 1)).play(OTHER, (4, 10)).play(ONE, (6, 9))
    assert spy.spent == (1, 1, 4, 6, 9, 10)


def test_every_hand_has_a_play() -> None:
    assert table((), ()).plays(ONE, 2) == ((0, 0),)
    assert len(Hand(FULL).plays(2)) == 68
