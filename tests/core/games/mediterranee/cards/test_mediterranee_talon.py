"""The talon of Méditerranée: draws, reshuffles, packets, lots, scripts and seeds; X19, X20, R30-R33."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Draw, Lot, Shuffle
from core.fault import Fault
from core.game import Seat
from core.games.mediterranee.cards.card_state import Talon, split
from core.games.mediterranee.cards.dealer import dealer
from tests.core.support.positions.mediterranee_cards import FOUR, ODD, THREE, TWO, cards, drawn, everything, shuffled


def test_the_first_talon_is_owed_before_all() -> None:
    owed = cards().owing(0, 0)
    assert owed == Shuffle(1, (tuple(sorted(ODD)),))
    assert isinstance(owed, Shuffle)
    assert cards().size(owed) == 20
    after = cards().dealt(owed, None)
    assert (after.talon.epoch, after.talon.left, after.spent) == (1, (20,), ())
    assert after.owing(0, 0) is None
    assert after.owing(2, 1) == Draw(Seat(2), 1, 0, 0)


def test_draws_come_from_the_top_in_turn() -> None:
    found = drawn(drawn(shuffled(), 0, 7), 1, 7)
    assert found.owing(2, 1) == Draw(Seat(2), 1, 0, 2)
    assert found.hands[0].hidden == (7,)
    assert found.talon.size == 18
    assert found.unseen(3).count(7) == 2
    with pytest.raises(Fault, match="value 2 cannot be drawn"):
        drawn(found, 2, 2)


def test_x19_an_empty_talon_is_made_anew_from_what_was_spent() -> None:
    found = shuffled()
    for face in sorted(ODD)[:-1]:
        found = drawn(found, 3, face)
    found = drawn(found, 0, 9)
    found = found.play(1, (2, 4))
    found = found.play(1, (0, 15))
    assert (found.spent, found.kings) == ((2, 4), 1)
    owed = found.owing(2, 1)
    assert owed == Shuffle(2, ((2, 4),))  # without the King, who is out of the game
    found = found.dealt(owed, None)
    assert (found.spent, found.talon.left) == ((), (2,))
    assert found.owing(2, 1) == Draw(Seat(2), 2, 0, 0)
    found = drawn(drawn(found, 2, 2), 3, 4)
    assert found.owing(0, 1) is None  # R9: both are empty


def test_not_before_somebody_must_draw() -> None:
    found = shuffled()
    for face in ODD:
        found = drawn(found, 0, face)
    found = found.play(1, (2, 4))
    assert found.owing(1, 0) is None
    assert found.talon.epoch == 1


def test_the_lone_player_may_draw_his_second_card_from_the_next_talon() -> None:
    found = shuffled(THREE)
    for face in found.talon.unseen[0][1:]:
        found = drawn(found, 0, face)
    found = drawn(found.play(0, (10, 0)), 1, 1)
    assert found.owing(1, 1) == Shuffle(2, ((10,),))


@pytest.mark.parametrize(("table", "sums"), [(FOUR, {50}), (TWO, {55}), (THREE, {52, 53})])
def test_x20_r32_packets_equal_in_number_and_strength(table: tuple[tuple[int, ...], ...], sums: set[int]) -> None:
    owed = cards((table[0], table[1]), match=True).owing(0, 0)
    assert isinstance(owed, Shuffle)
    assert [len(pack) for pack in owed.packs] == [10, 10]
    assert {sum(pack) for pack in owed.packs} == sums


def test_r32_the_larger_of_each_pair_goes_to_the_weaker_packet() -> None:
    assert split((1, 2, 4, 7, 9)) == (((2, 9), (4, 7)), (1,))
    assert split((1, 1)) == (((1,), (1,)), ())
    assert split((3,)) == (((), ()), (3,))
    assert split((5, 6, 8, 10)) == (((5, 10), (6, 8)), ())


def test_x20_the_lot_says_which_team_has_which_packet() -> None:
    found = cards(THREE, match=True)
    shuffle = found.owing(0, 0)
    assert isinstance(shuffle, Shuffle)
    found = found.dealt(shuffle, None)
    assert found.owing(1, 2) == Lot(1, 2)
    for lot in (0, 1):
        after = found.dealt(Lot(1, 2), lot)
        assert after.talon.unseen == (shuffle.packs[lot], shuffle.packs[1 - lot])
        assert after.owing(1, 2) == Draw(Seat(1), 1, lot, 0)  # the side with Rome
        assert after.owing(0, 1) == Draw(Seat(0), 1, 1 - lot, 0)
    assert not found.takes(Lot(1, 2), 2)
    assert not found.takes(Lot(1, 2), None)


def test_r33_an_empty_packet_waits_for_the_other() -> None:
    found = shuffled(match=True)
    for face in found.talon.unseen[0]:
        found = drawn(found, 0, face)
    found = found.play(1, (2, 4)).play(2, (0, 6))
    assert found.owing(1, 1) is None
    for face in found.talon.unseen[1]:
        found = drawn(found, 2, face)
    assert found.owing(1, 1) == Shuffle(2, ((6,), (4,)))
    after = found.dealt(Shuffle(2, ((6,), (4,))), None)
    assert after.spent == (2,)  # the odd card out
    after = after.dealt(Lot(2, 2), 1)
    assert after.talon.unseen == ((4,), (6,))
    only = shuffled(match=True)
    for side in (0, 2):
        for face in only.talon.unseen[side // 2]:
            only = drawn(only, side, face)
    assert only.play(1, (2, 0)).owing(1, 1) is None  # one spent card cannot be split


def test_what_is_hidden_is_counted_among_the_unseen() -> None:
    full = drawn(drawn(shuffled(), 0, 7), 1, 9)
    seen = full.view(1)
    assert seen.hands[0].hidden == (None,)
    assert seen.hands[1].hidden == (9,)
    assert seen.unseen(0).count(7) == 4
    assert seen.unseen(0).count(9) == 3
    assert seen.holds(0, (7, 2))
    assert not seen.holds(0, (7, 5))
    assert not seen.holds(1, (7,))
    spectator = full.view(None)
    assert spectator.unseen(0) == tuple(sorted(ODD))
    assert seen.view(None) == spectator


def test_counting_excludes_what_has_been_shown() -> None:
    found = shuffled()
    for _ in range(4):
        found = drawn(found, 0, 7).play(0, (7,))
    view = drawn(found, 1, 9).view(None)
    assert not view.holds(1, (7,))
    assert view.holds(1, (9,))


def test_r31_a_lost_hand_stays_unseen() -> None:
    full = drawn(shuffled(), 0, 7).lose(0)
    assert full.lost == (0,)
    assert full.view(2).unseen(2).count(7) == 4
    assert full.view(2) == shuffled().dealt(Draw(Seat(0), 1, 0, 0), None).lose(0)


def test_the_next_draws() -> None:
    found = shuffled(THREE)
    turns = ((2, 1), (0, 1), (1, 2))
    told = [(draw.seat, draw.slot) for draw in found.coming(7, (1, 1), turns)]
    assert told == [(1, 0), (2, 1), (0, 2), (1, 3), (1, 4), (2, 5), (0, 6)]
    assert len(found.coming(99, (1, 2), turns)) == 20
    assert found.coming(3, (0, 0), ()) == ()
    packs = shuffled(THREE, match=True)
    both = packs.coming(99, (1, 2), turns)
    assert [draw.slot for draw in both if draw.pack == 0] == list(range(10))
    assert [draw.slot for draw in both if draw.pack == 1] == list(range(10))
    assert len(packs.coming(99, (1, 2), ((1, 2),))) == 10  # nobody is left who draws from the other


TABLES = st.sampled_from([FOUR, TWO, THREE])


@given(TABLES, st.booleans(), st.integers(0, 10**6))
def test_cards_are_conserved_and_views_follow(
    table: tuple[tuple[int, ...], tuple[int, ...]],
    match: bool,  # noqa: FBT001 - drawn by hypothesis
    seed: int,
) -> None:
    """Whoever looks: no card comes or goes, the view of a game is the game told in masks, zeros stay."""
    rng = Random(seed)
    script = dealer({"seed": str(seed), "match": "yes" if match else "no"})
    assert script is not None
    full = cards(table, match=match)
    whole = everything(full)
    views = {viewer: full.view(viewer) for viewer in (None, *range(len(table[0])))}
    for step in range(60):
        seat = step % len(table[0])
        owed = full.owing(seat, 1)
        if owed is not None and (rng.random() < 0.8 or full.talon.epoch == 0 or full.talon.waiting):
            outcome = script.outcome(owed, full)
            full = full.dealt(owed, outcome)
            told = {viewer: outcome if not isinstance(owed, Draw) or viewer == owed.seat else None for viewer in views}
            assert all(view.takes(owed, told[viewer]) for viewer, view in views.items())
            views = {viewer: view.dealt(owed, told[viewer]) for viewer, view in views.items()}
        else:
            faces = rng.choice(full.plays(seat, rng.choice((1, 2))))
            assert all(view.holds(seat, faces) for view in views.values())
            full = full.play(seat, faces)
            views = {viewer: view.play(seat, faces) for viewer, view in views.items()}
        assert everything(full) == whole
        assert sum(map(len, (*full.talon.unseen, *full.talon.waiting))) == full.talon.size
        for viewer, view in views.items():
            assert view == full.view(viewer)
            assert view.encode() == full.view(viewer).encode()
            assert everything(view) == whole
        assert all(hand.known.count(0) == 2 for hand in full.hands)


def test_there_is_a_word_for_no_talon() -> None:
    assert Talon.none(match=True).left == (0, 0)
    assert not Talon.none(match=False).match
