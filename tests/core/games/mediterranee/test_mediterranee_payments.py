"""What pays for a forced march: any cards worth 3 or more, or by option none to spare; rulings R14, R20."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

import pytest

from core.fault import BadRecord, IllegalAction
from core.game import Seat, Spot
from core.games import find
from core.games.mediterranee.cards.card_face import written
from core.games.mediterranee.cards.card_hand import Hand, pays
from core.games.mediterranee.rules.action import Action, pay
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from core.match.record import check, read, write
from core.match.record_value import Record
from tests.core.support.positions.mediterranee_positions import after, hand, possible, refused, stand, told

RICH = "0 0 1 1 2 2 3 4 15"
WHOLE = (*(face for face in range(1, 11) for _ in range(4)), 15, 15)
"""As many cards as one hand can hold: four of each number, and the Kings of a player of two states."""


def rich(payment: str = "any") -> State:
    return stand("rE TAR", hands={"r": RICH}, payment=payment)


def secretive(state: State) -> State:
    """Give a position in which Rome has drawn 1, 3 and 5, unseen by the others."""
    drawn = state.cards.hands[0]
    for face in (1, 3, 5):
        drawn = drawn.draw(face)
    return drawing(state, drawn)


def drawing(state: State, held: Hand) -> State:
    return replace(state, cards=state.cards._replace(hands=(held, *state.cards.hands[1:])))


def payments(state: State) -> list[str]:
    return [text for text in told(state) if text.startswith("pay")]


@pytest.mark.parametrize("text", ["3+2", "15+1", "4+2", "1+1+2", "15+4+3+2+2+1+1", "2+2+1", "3"])
def test_r14_three_is_the_least_that_is_paid(text: str) -> None:
    state = rich()
    possible(state, f"pay {'+'.join(sorted(text.split('+'), key=int, reverse=True))}")
    faces = sorted(map(int, text.split("+")))
    paid = after(state, f"pay {text}")
    assert list(paid.cards.spent) == [face for face in faces if face < 15]
    assert paid.cards.kings == faces.count(15)
    assert sorted(map(int, [*hand(paid, "r").split(), *text.split("+")])) == sorted(map(int, RICH.split()))
    possible(paid, "march rE TAR-GEN")


@pytest.mark.parametrize("text", ["1+1", "2", "0", "0+0", "3+0", "15+0", "2+1+0", "5", "3+3", "4+2+2+2"])
@pytest.mark.parametrize("payment", ["any", "exact"])
def test_r14_too_little_zeros_and_what_is_not_held_pay_nothing(text: str, payment: str) -> None:
    refused(rich(payment=payment), f"pay {text}")


def test_r14_by_option_no_card_is_to_spare() -> None:
    state = rich(payment="exact")
    assert payments(state) == ["pay 15", "pay 2+1", "pay 2+2", "pay 3", "pay 4"]
    refused(state, "pay 3+2", "pay 15+1", "pay 4+2", "pay 1+1+2")
    with pytest.raises(IllegalAction, match="zero or superfluous"):
        after(state, "pay 3+2")
    with pytest.raises(IllegalAction, match=r"none of them zero: not pay 1\+1"):
        after(rich(), "pay 1+1")


def every_payment(faces: str) -> set[str]:
    """Give every part of a hand that is worth enough, from the rule alone."""
    cards = [int(face) for face in faces.split() if face != "0"]
    return {
        f"pay {written(part)}"
        for size in range(1, len(cards) + 1)
        for part in combinations(cards, size)
        if sum(part) >= 3
    }


@pytest.mark.parametrize("faces", [RICH, "0 0 2 4 6 8 10 15", "1 1 1 1 1", "0 2 2", "3", "0 0 1 1", "1 2 3 10 10 15"])
def test_r14_every_payment_is_listed_once(faces: str) -> None:
    state = stand("rE TAR", hands={"r": faces})
    found = payments(state)
    assert len(set(found)) == len(found)
    assert set(found) == every_payment(faces)
    assert all(state.is_legal(Seat(0), state.parse(Seat(0), text)) for text in found)


def test_what_has_a_card_to_spare_comes_last() -> None:
    """So whoever reads only the beginning of a long list misses nothing else."""
    found = told(rich())
    first = next(at for at, text in enumerate(found) if text == "pay 15+1")
    assert found[:first] == told(rich(payment="exact"))
    assert found[:first] == sorted(found[:first])
    assert found[first:] == sorted(found[first:])
    assert all(text.startswith("pay") for text in found[first:])


def paths(state: State, prefix: tuple[Spot, ...]) -> Iterator[Action]:
    """Follow every way on from a prefix; give the actions on it."""
    action = state.complete(Seat(0), prefix)
    if action is not None:
        yield action
    for spot in state.next_spots(Seat(0), prefix):
        yield from paths(state, (*prefix, spot))


@pytest.mark.parametrize("payment", ["any", "exact"])
def test_cards_are_picked_one_after_the_other(payment: str) -> None:
    """The highest first; once three are reached, one may stop or add a card that is no higher."""
    state = rich(payment=payment)
    assert sorted(str(action) for action in paths(state, (Spot("pay"),))) == sorted(payments(state))
    more = {"any": ("card:3", "card:2", "card:1"), "exact": ()}[payment]
    assert state.next_spots(Seat(0), (Spot("pay"), Spot("card:4"))) == more
    for wrong in ("card:0", "card:5", "ROM"):
        assert state.next_spots(Seat(0), (Spot("pay"), Spot(wrong))) == ()
    assert state.next_spots(Seat(0), (Spot("pay"), Spot("card:3"), Spot("card:4"))) == ()
    assert state.complete(Seat(0), (Spot("pay"), Spot("card:2"), Spot("card:3"))) is None


def test_a_hand_of_all_cards_has_its_payments_made_only_when_asked_for() -> None:
    """It has more than nine million: they are neither counted nor kept."""
    state = drawing(stand("rE TAR"), Hand(WHOLE))
    found = [str(action) for action in islice(state.legal(Seat(0)), 2000)]
    assert len(set(found)) == 2000
    assert {"pass", "pay 3", "pay 1+1+1+1"} <= set(found)
    everything = pay(WHOLE)
    assert state.is_legal(Seat(0), everything)
    assert state.parse(Seat(0), str(everything)) == everything
    assert state.parse(Seat(0), f" {everything} ") == everything
    assert state.play(Seat(0), everything).cards.hands[0].size == 0


def test_who_does_not_know_a_hand_accepts_what_it_could_pay_and_lists_little() -> None:
    state = secretive(stand("rE TAR", talon="7 9 9"))
    for viewer in (None, Seat(2)):
        view = state.view(viewer)
        assert view.is_legal(Seat(0), pay((1, 3, 5)))
        assert view.is_legal(Seat(0), pay((2, 4, 9, 9)))
        assert not view.is_legal(Seat(0), pay((3, 3)))
        assert not view.is_legal(Seat(0), pay((1, 3, 5, 7)))
        assert not view.is_legal(Seat(0), pay((0, 3)))
        assert view.next_spots(Seat(0), (Spot("pay"), Spot("card:3"))) == ("card:2", "card:1")
        listed = payments(view)
        assert {"pay 9", "pay 2+1", "pay 15"} <= set(listed)
        assert all(pays(state.parse(Seat(0), text).faces, exact=True) for text in listed)
    assert state.view(Seat(0)).next_spots(Seat(0), (Spot("pay"), Spot("card:3"))) == ("card:2", "card:1")
    assert payments(state.view(Seat(0))) == payments(state)


def game(*texts: str, **options: str) -> Match:
    match = Match.new(find("mediterranee"), {"seed": "3", "placement": "standard", **options}).deal()
    for text in texts:
        match = match.play(text).deal()
    return match


def test_the_usual_payment_is_written_nowhere_so_that_older_records_stay_whole() -> None:
    usual, exact = game("pay 4"), game("pay 4", payment="exact")
    assert game("pay 4", payment="any") == usual
    assert "payment" not in dict(usual.header.options)
    assert dict(exact.header.options)["payment"] == "exact"
    assert usual.digest() != exact.digest()


def test_a_record_replays_by_its_own_rule() -> None:
    generous = write(Record.of(game("pay 4+2")))
    assert "Option.payment" not in generous
    assert check(read(generous)).log[-1].text == "pay 4+2"
    exact = write(Record.of(game("pay 4", payment="exact")))
    assert check(read(exact)).log[-1].text == "pay 4"
    assert '[Option.payment "exact"]' in exact
    with pytest.raises(BadRecord, match="superfluous"):
        check(read(exact.replace("pay 4", "pay 4+2")))
