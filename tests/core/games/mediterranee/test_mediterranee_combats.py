"""The worked examples of Méditerranée in whole positions: the combats, X6 to X14."""

from __future__ import annotations

import pytest

from core.game import Seat
from core.games.mediterranee.rules.phase import Phase
from tests.core.support.positions.mediterranee_positions import after, dealt, hand, refused, stand, told, where


def test_x6_a_combat() -> None:
    state = stand("rF1 TAR, cF1 NOV, cF2 CAE", hands={"r": "0 0 8 10", "c": "0 0 6 15"})
    fighting = after(state, "move rF1 TAR-NOV")
    assert (fighting.active, fighting.sealed) == ((Seat(0), Seat(3)), True)
    won = after(fighting, "cards 8+0", "cards 6+0")
    assert (where(won, "cF1"), where(won, "rF1"), won.cards.spent) == ("", "NOV", (6, 8))
    assert (hand(won, "r"), hand(won, "c")) == ("0 0 10", "0 0 15")
    lost = after(fighting, "cards 10+8", "cards 15+6")
    assert (where(lost, "cF1"), where(lost, "rF1"), lost.cards.kings) == ("NOV", "", 1)
    assert lost.cards.spent == (6, 8, 10)


def test_x7_zero_against_zero() -> None:
    state = stand("rF1 TAR, rF2 TOL, cF1 NOV")
    parted = after(state, "move rF1 TAR-NOV", "cards 0+0", "cards 0+0")
    assert (where(parted, "rF1"), where(parted, "cF1")) == ("TAR", "NOV")
    assert dealt(parted).active == (Seat(1),)
    riders = stand("rC TOL, cF1 NOV")
    assert where(after(riders, "move rC TOL-NOV", "cards 0+0", "cards 0+0"), "rC") == "TOL"
    refused(state, "move rF1 TAR-NOV rF2 TOL-TAR")


def test_x8_ties() -> None:
    hands = {"r": "0 0 4 6 10", "c": "0 0 3 10"}
    fighting = after(stand("rF1 TAR, rF2 ROM, cF1 NOV", hands=hands), "move rF1 TAR-NOV", "cards 6+4", "cards 10+0")
    assert (fighting.active, fighting.sealed) == ((Seat(0), Seat(3)), True)
    assert told(fighting, "c") == ["cards 0", "cards 3"]
    assert where(after(fighting, "cards 0", "cards 0"), "rF1") == "TAR"
    assert where(after(fighting, "cards 0", "cards 3"), "rF1") == ""


@pytest.mark.parametrize(
    ("pieces", "decided", "lost"),
    [
        ("rE TAR, cF1 NOV", ("move rE TAR-NOV", "cards 10+4", "cards 15+8"), "cF1"),  # 24 against 23
        ("rE TAR, cB1 NOV", ("move rE TAR-NOV", "cards 10+4", "cards 15+0"), "rE"),  # 14 against 15
        ("rC TAR, cF1 NOV", ("move rC TAR-NOV", "cards 10+4", "cards 15+2"), "cF1"),  # 18 against 17
        ("rC TAR, cF1 NOV", ("move rC TAR-NOV", "cards 15+0", "cards 10+6"), "rC"),  # 15 against 16
    ],
)
def test_x9_doubling(pieces: str, decided: tuple[str, ...], lost: str) -> None:
    state = after(stand(f"{pieces}, rF3 ROM"), *decided)
    assert where(state, lost) == ""


def test_x10_one_card_while_the_capital_is_occupied() -> None:
    state = stand("rF1 CAR, rF2 TAR, cE HIP, cF1 NOV", move="c", hands={"c": "0 0 5 9", "r": "0 0 6 10"})
    fighting = after(state, "move cE HIP-CAR")
    assert told(fighting, "c") == ["cards 0", "cards 5", "cards 9"]
    freed = after(fighting, "cards 9", "cards 10+6")
    assert (where(freed, "rF1"), where(freed, "cE")) == ("", "CAR")
    elsewhere = after(stand("rF1 CAR, rF2 TAR, cE HIP, cF1 NOV"), "move rF2 TAR-NOV")
    assert all("+" not in text for text in told(elsewhere, "c"))
    assert any("+" in text for text in told(elsewhere, "r"))


def test_x11_the_order_of_two_combats() -> None:
    state = stand("rF1 HIP, rF2 CIR, cB1 CAR, cF2 CAE, rF3 ROM", hands={"r": "0 0 8 9 10", "c": "0 0 2 4 6"})
    both = after(state, "move rF1 HIP-CAR rF2 CIR-CAE")
    assert (both.phase, told(both)) == (Phase.ORDER, ["fight CAE", "fight CAR"])
    first = after(both, "fight CAR", "cards 10+0", "cards 6+0")
    assert first.battle is not None
    assert (where(first, "cB1"), first.battle.sizes) == ("", (2, 1))
    other = after(both, "fight CAE")
    assert other.battle is not None
    assert other.battle.sizes == (2, 2)  # who fights the garrison does not occupy yet


def test_x12_spies() -> None:
    state = stand("rF1 TAR, rF3 ROM, cF1 NOV", hands={"r": "0 0 1 1 6 9", "c": "0 0 4 10"})
    spied = after(state, "move rF1 TAR-NOV", "cards 1+1", "cards 10+4")
    assert (spied.active, spied.sealed, told(spied)) == ((Seat(0),), False, ["keep", "spy"])
    won = after(spied, "spy", "cards 9+6")
    assert (where(won, "cF1"), won.cards.spent) == ("", (1, 1, 4, 6, 9, 10))
    gone = after(spied, "spy", "cards 0+0")
    assert (where(gone, "rF1"), hand(gone, "r")) == ("", "0 0 6 9")
    assert where(after(spied, "keep"), "rF1") == ""


def test_x13_two_spies() -> None:
    state = stand("rF1 TAR, rF3 ROM, cF1 NOV")
    both = after(state, "move rF1 TAR-NOV", "cards 2+0", "cards 2+0")
    assert (both.active, both.sealed) == ((Seat(0), Seat(3)), True)
    again = after(both, "spy", "spy")
    assert (again.active, again.sealed) == ((Seat(0), Seat(3)), True)
    assert "cards 10+4" in told(again, "r")
    one = after(both, "keep", "spy")
    assert (one.active, one.sealed) == ((Seat(3),), False)
    assert "cards 10+4" in told(one)
    tie = after(both, "keep", "keep")
    assert (tie.sealed, "cards 4" in told(tie, "r"), "cards 4+0" in told(tie, "r")) == (True, True, False)


def test_x14_a_spy_with_one_card() -> None:
    state = stand("rF1 CAR, rF2 TAR, cE HIP, cF1 NOV", move="c")
    spied = after(state, "move cE HIP-CAR", "cards 2", "cards 10+4")
    assert told(spied) == ["keep", "spy"]
    fresh = after(spied, "spy")
    assert (fresh.active, "cards 10" in told(fresh), "cards 10+4" in told(fresh)) == ((Seat(3),), True, False)
    assert where(after(fresh, "cards 8"), "rF1") == ""  # 16 against 14
