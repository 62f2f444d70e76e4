"""The talon of Méditerranée: draws, reshuffles, packets, lots, scripts and seeds; X19, X20, R30-R33."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Allot, Draw, Shuffle
from core.fault import BadOption, Fault
from core.game import Seat
from core.games.mediterranee.cards import Cards
from core.games.mediterranee.dealer import check, dealer
from core.games.mediterranee.faces import joined
from core.games.mediterranee.talon import Talon, split

FOUR = ((1, 1, 1, 1), (0, 0, 1, 1))
TWO = ((2, 2), (0, 1))
THREE = ((1, 2, 1), (1, 0, 1))
ODD = (1, 3, 5, 7, 9) * 4


def cards(table: tuple[tuple[int, ...], tuple[int, ...]] = FOUR, *, match: bool = False) -> Cards:
    states, sides = table
    return Cards.opening(states, sides, match=match)


def shuffled(table: tuple[tuple[int, ...], tuple[int, ...]] = FOUR, *, match: bool = False, lot: int = 0) -> Cards:
    found = cards(table, match=match)
    while (owed := found.owing(0, 0)) is not None:
        found = found.dealt(owed, lot if isinstance(owed, Allot) else None)
    return found


def drawn(found: Cards, seat: int, face: int | None) -> Cards:
    owed = found.owing(seat, 1)
    assert isinstance(owed, Draw)
    return found.dealt(owed, face)


def everything(found: Cards) -> Counter[int]:
    """Count every face of the game, wherever it is."""
    located = [face for hand in found.hands for face in hand.located]
    unseen = joined(*found.talon.unseen, *found.talon.waiting)
    return Counter([*located, *unseen, *found.spent, *[15] * found.kings])


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
    assert found.talon.count == 18
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
    assert found.owing(1, 2) == Allot(1, 2)
    for lot in (0, 1):
        after = found.dealt(Allot(1, 2), lot)
        assert after.talon.unseen == (shuffle.packs[lot], shuffle.packs[1 - lot])
        assert after.owing(1, 2) == Draw(Seat(1), 1, lot, 0)  # the side with Rome
        assert after.owing(0, 1) == Draw(Seat(0), 1, 1 - lot, 0)
    assert not found.takes(Allot(1, 2), 2)
    assert not found.takes(Allot(1, 2), None)


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
    after = after.dealt(Allot(2, 2), 1)
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


# Scripts and seeds.


def run(options: dict[str, str], table: tuple[tuple[int, ...], tuple[int, ...]] = FOUR, draws: int = 20) -> list[int]:
    """Let each seat in turn draw one card, as the options say."""
    script = dealer(options)
    assert script is not None
    found = cards(table, match=options.get("match") == "yes")
    faces: list[int] = []
    while len(faces) < draws:
        seat = len(faces) % len(table[0])
        owed = found.owing(seat, 1)
        assert owed is not None
        outcome = script.outcome(owed, found)
        found = found.dealt(owed, outcome)
        if isinstance(owed, Draw):
            assert outcome is not None
            faces.append(outcome)
    return faces


def text(faces: tuple[int, ...] | list[int]) -> str:
    return ",".join(map(str, faces))


def test_a_script_tells_the_order() -> None:
    assert run({"talon": text(ODD)}) == list(ODD)
    reverse = ODD[::-1]
    assert run({"talon": text(reverse), "seed": "3"}) == list(reverse)
    assert dealer({}) is None
    assert dealer({"match": "yes", "talon": ""}) is None


def test_a_script_of_packets() -> None:
    first, second = (1, 3, 5, 7, 9) * 2, (9, 7, 5, 3, 1) * 2
    told = run({"match": "yes", "packs": f"{text(first)};{text(second)}"})
    assert told[::4] == list(first[::2])
    assert told[2::4] == list(second[::2])


def test_packets_may_lie_the_other_way() -> None:
    owed = cards(THREE, match=True).owing(0, 0)
    assert isinstance(owed, Shuffle)
    small, large = owed.packs
    for first, second, lot in ((small, large, 0), (large, small, 1)):
        script = dealer({"match": "yes", "packs": f"{text(first)};{text(second)}"})
        assert script is not None
        split_up = cards(THREE, match=True).dealt(owed, script.outcome(owed, cards(THREE, match=True)))
        assert script.outcome(Allot(1, 2), split_up) == lot


def test_later_talons() -> None:
    script = dealer({"shuffles": "4,2;6,8", "seed": "1"})
    assert script is not None
    found = shuffled()
    for top in ODD:
        found = drawn(found, 0, top)
    found = found.play(1, (2, 4))
    for faces in ((4, 2), (6, 8)):
        outcomes: tuple[int | None, ...] = (None, *faces)
        for face in outcomes:
            owed = found.owing(0, 1)
            assert owed is not None
            assert script.outcome(owed, found) == face
            found = found.dealt(owed, face)
        found = found.play(1, (6, 8)) if faces == (4, 2) else found
    assert found.talon.epoch == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"talon": "1,3,x"}, "talon: entry 3 is x; a card"),
        ({"talon": "1,,3"}, "talon: entry 2 is “”"),
        ({"talon": "15"}, "talon: entry 1 is 15; a card"),
        ({"talon": "1,3,0"}, "talon: entry 3 is 0"),
        ({"talon": "2," + text(ODD)}, "talon: entry 1 is one 2 too many"),
        ({"talon": text(ODD) + ",9"}, "talon: entry 21 is one 9 too many"),
        ({"talon": text(ODD[:-2])}, "talon: it ends before entry 19; of those cards 7 9 are missing"),
        ({"match": "yes", "packs": "1,3,5"}, "packs: talon 1 needs 2 packets, it has 1"),
        ({"match": "yes", "packs": f"{text(ODD[:10])};1,3,4"}, "packs: entry 13 is one 4 too many"),
        ({"shuffles": "1,3;7,a"}, "shuffles: entry 4 is a"),
        ({"packs": "1,3;7,9"}, "packs is not for this table: with match=no the first talon is scripted by talon"),
        ({"match": "yes", "talon": "1,3"}, "talon is not for this table: with match=yes"),
    ],
)
def test_a_script_that_does_not_fit_is_refused_with_its_place(options: dict[str, str], words: str) -> None:
    with pytest.raises(BadOption) as told:
        check(options, tuple(sorted(ODD)))
    assert words in str(told.value)


def test_a_later_talon_that_does_not_fit_is_refused() -> None:
    script = dealer({"shuffles": "2,4;3"})
    assert script is not None
    script.check(Shuffle(2, ((2, 4),)))
    with pytest.raises(BadOption, match="shuffles: entry 3 is one 3 too many; those cards are 8"):
        script.check(Shuffle(3, ((8,),)))
    script.check(Shuffle(4, ((8,),)))  # from there on the seed


def test_a_seed_gives_the_same_again_and_another_seed_another() -> None:
    games = [run({"seed": str(seed)}) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert sorted(games[2]) == sorted(ODD)
    assert run({"seed": "1", "match": "yes"}) != games[0]


def test_every_face_is_as_likely() -> None:
    """The first of 400 talons: each of five faces about 80 times."""
    firsts = Counter(run({"seed": str(seed)}, draws=1)[0] for seed in range(400))
    assert sorted(firsts) == [1, 3, 5, 7, 9]
    assert all(55 <= number <= 105 for number in firsts.values())
    found = shuffled(TWO, match=True)
    lots = Counter(script.outcome(Allot(1, 2), found) for seed in range(400) if (script := dealer({"seed": f"{seed}"})))
    assert 160 <= lots[0] <= 240


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
        assert sum(map(len, (*full.talon.unseen, *full.talon.waiting))) == full.talon.count
        for viewer, view in views.items():
            assert view == full.view(viewer)
            assert view.encode() == full.view(viewer).encode()
            assert everything(view) == whole
        assert all(hand.known.count(0) == 2 for hand in full.hands)


def test_there_is_a_word_for_no_talon() -> None:
    assert Talon.none(match=True).left == (0, 0)
    assert not Talon.none(match=False).match
