"""What the rules of Méditerranée say of a displacement or of cards that cannot be: the reason that is true."""

from __future__ import annotations

import pytest

from core.fault import IllegalAction
from tests.core.support.positions.mediterranee_positions import after, stand

PIECES = "rE ARR, rC MED, rF1 ROM, rF2 NEA, rF3 TAR, rB1 GEN, cE LUG, cF1 NOV, cF2 CAE"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move rE ARR-ROM", "There is a friend of rE in ROM"),
        ("move rB1 GEN-MED", "A boat goes to a neighbouring port by sea"),  # a friend stands there, but that is not why
        ("move rE ARR-LUG", "No road leads rE from ARR to LUG"),
        ("move rC MED-TOL", "not through enemies"),
        ("move rF3 TAR-NOV rF2 NEA-TAR", "No road leads rF2 from NEA to TAR"),
        ("move rF3 TAR-NOV rE ARR-ANC", "Only two infantry"),
        ("treason cF1 NOV-TLT cF2 CAE-NOV", "No road leads cF2 from CAE to NOV"),
        ("treason rE ARR-ANC", "Treason moves a piece of an opponent"),
        ("pay 2+1", "You do not hold those cards: pay 2+1"),
        ("pay 10+0", "worth at least 3, none of them zero: not pay 10+0"),
        ("march rE ARR-AQU", "paid for first"),
        ("cards 10+4", "There is no combat now"),
        ("sedition ROM", "You do not have the card sedition"),
        ("draw r 7", "Only chance brings draw r 7"),
    ],
)
def test_why_it_cannot_be(text: str, words: str) -> None:
    state = stand(PIECES, specials={"r": "treason"})
    with pytest.raises(IllegalAction) as told:
        after(state, text)
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards 9+0", "You do not hold those cards"),
        ("cards 10", "Put down 2 of your cards"),
        ("spy", "Put down 2 of your cards"),
        ("move rE ARR-ANC", "There is a combat in NOV"),
    ],
)
def test_why_not_in_a_combat(text: str, words: str) -> None:
    state = after(stand(PIECES), "move rF3 TAR-NOV")
    with pytest.raises(IllegalAction) as told:
        after(state, text)
    assert words in str(told.value)
