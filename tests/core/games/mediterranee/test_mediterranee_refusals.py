"""Each sentence of refusal and the position that calls for it; what cannot be read; what is read forgivingly."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

import pytest

from core.cursor import TOO_LONG
from core.fault import BadNotation, IllegalAction
from core.game import DEALER, Seat
from core.games import find
from core.games.mediterranee.rules import notation
from core.games.mediterranee.rules.refusal import DisplacementRefusal, Refusal
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from core.option import settle
from core.study.lesson import lessons
from tests.core.support.positions.mediterranee_positions import after, dealt, stand

GAME = find("mediterranee")
START = "rE ARR, rC MED, rF1 ROM, rF2 NEA, rF3 TOL, rB1 GEN, rB2 SYR, kE CON, cE LUG, cF1 CAR, cB1 NOV, aF1 ALX"
SPECIALS = {"r": "treason", "k": "sedition"}


def plain() -> State:
    return stand(START, specials=SPECIALS)


def begun() -> State:
    state = GAME.start(settle(GAME, {}))
    assert isinstance(state, State)
    return dealt(state)


def placing() -> State:
    return after(begun(), "take treason", "take treason")


def two() -> State:
    return after(stand("rF1 TAR, rF2 ARR, cF1 NOV, cF2 MED"), "move rF2 ARR-MED rF1 TAR-NOV")


POSITIONS: dict[str, Callable[[], State]] = {
    "plain": plain,
    "exact": lambda: stand(START, specials=SPECIALS, payment="exact"),
    "begun": begun,
    "placing": placing,
    "placed": lambda: after(placing(), "place NEA"),
    "two": two,
    "fight": lambda: after(two(), "fight NOV"),
    "spy": lambda: after(two(), "fight NOV", "cards 2+0", "cards 10+0"),
    "paid": lambda: after(plain(), "pay 4"),
    "due": lambda: after(plain(), "pass"),
    "over": lambda: plain().play(Seat(0), plain().parse(Seat(0), "draw")),
    "stuck": lambda: stand("rF1 SYR, rF2 ALE"),
    "used": lambda: after(plain(), "treason cE LUG-MAS"),
    "rome": lambda: stand("cF1 ROM, cF2 CON, rF1 ARR, kF1 NIC", move="k", specials=SPECIALS),
    "lost": lambda: after(
        stand("rF1 TAR, kF1 CON, cF1 NOV", fill=False), "move rF1 TAR-NOV", "cards 0+0", "cards 2+0", "keep"
    ),
}
"""The positions that refusals are tried in."""


def standing(name: str) -> State:
    return POSITIONS[name]()


REFUSED = [
    ("over", 0, "pass", Refusal.OVER),
    ("plain", 1, "pass", Refusal.NOT_YOUR_TURN),
    ("due", 1, "pass", Refusal.DEALING),
    ("due", DEALER, "draw k 8", Refusal.NOT_DEALT),
    ("plain", 0, "talon 20", Refusal.CHANCES),
    ("begun", 0, "pass", Refusal.TAKE_FIRST),
    ("placing", 0, "pass", Refusal.PLACE_FIRST),
    ("placing", 0, "place rE ROM", Refusal.WRONG_PIECE),
    ("placing", 0, "place CON", Refusal.NOT_HOME),
    ("placing", 0, "place ARR", Refusal.NO_PORT),
    ("placed", 0, "place NEA", Refusal.OCCUPIED),
    ("two", 0, "pass", Refusal.ORDER_FIRST),
    ("two", 0, "fight ROM", Refusal.NOT_OPEN),
    ("paid", 0, "pass", Refusal.MARCH_FIRST),
    ("fight", 0, "pass", Refusal.FIGHT_FIRST),
    ("fight", 0, "cards 4", Refusal.CARDS_FIRST),
    ("fight", 0, "spy", Refusal.CARDS_FIRST),
    ("fight", 0, "cards 7+4", Refusal.NOT_HELD),
    ("spy", 0, "cards 4+0", Refusal.SPY_FIRST),
    ("plain", 0, "cards 4+0", Refusal.NO_COMBAT),
    ("plain", 0, "fight ROM", Refusal.NO_COMBAT),
    ("plain", 0, "place rE ROM", Refusal.PLACED),
    ("stuck", 0, "pay 4", Refusal.NO_MARCH),
    ("plain", 0, "pay 2", Refusal.BAD_PRICE),
    ("plain", 0, "pay 4+0", Refusal.BAD_PRICE),
    ("exact", 0, "pay 4+2", Refusal.NOT_EXACT),
    ("exact", 0, "pay 2", Refusal.NOT_EXACT),
    ("plain", 0, "pay 9", Refusal.NOT_HELD),
    ("plain", 0, "march rE ARR-AQU", Refusal.PAY_FIRST),
    ("used", 0, "treason cF1 CAR-HIP", Refusal.USED),
    ("plain", 0, "sedition ROM", Refusal.NO_CARD),
    ("rome", 1, "sedition ROM", Refusal.NOT_YOUR_CAPITAL),
    ("due", 1, "sedition CON", Refusal.DEALING),
    ("plain", DEALER, "resign", Refusal.NOT_SEATED),
    ("plain", 0, "abandon k", Refusal.NOT_YOURS),
    ("lost", 0, "resign", Refusal.ELIMINATED),
    ("plain", 0, "return", Refusal.HERE),
    ("plain", 0, "move rE ARR", None),
    ("plain", 0, "move rE ROM-ARR", DisplacementRefusal.NO_PIECE),
    ("plain", 0, "move kE CON-PHI", DisplacementRefusal.NOT_YOURS),
    ("plain", 0, "treason kE CON-PHI", DisplacementRefusal.NO_TRAITOR),
    ("plain", 0, "treason rE ARR-ANC", DisplacementRefusal.NO_TRAITOR),
    ("plain", 0, "move rE ARR-ARR", DisplacementRefusal.SAME_CITY),
    ("plain", 0, "move rF1 ROM-NEA", DisplacementRefusal.FRIEND),
    ("plain", 0, "move rB1 GEN-CAR", DisplacementRefusal.BY_SEA),
    ("plain", 0, "move rE ARR-AQU", DisplacementRefusal.BY_LAND),
    ("plain", 0, "move rC MED-BRU", DisplacementRefusal.TWO_STEPS),
    ("paid", 0, "march rE ARR-SAL", DisplacementRefusal.TOO_FAR),
    ("paid", 0, "march rE ARR-ANC", DisplacementRefusal.FREE),
    ("plain", 0, "move rF1 ROM-GEN rF1 GEN-MAS", DisplacementRefusal.NO_PIECE),
    ("paid", 0, "march rE ARR-ANC rE ARR-ANC", DisplacementRefusal.TWICE),
    ("plain", 0, "move rE ARR-ANC rF2 NEA-BRU", DisplacementRefusal.NOT_TOGETHER),
    ("paid", 0, "march rF2 NEA-BRU rF3 TOL-TAR", DisplacementRefusal.NO_PAIR),
    ("paid", 0, "march rC MED-AQU rE ARR-MED rF1 ROM-NEA", None),
    ("paid", 0, "march rC MED-ANC rE ARR-ANC", DisplacementRefusal.SAME_END),
    ("paid", 0, "march rC MED-LUG rE ARR-MED", DisplacementRefusal.RESERVED),
]


@pytest.mark.parametrize(("where", "who", "text", "template"), REFUSED)
def test_each_refusal_says_why(where: str, who: int, text: str, template: str | None) -> None:
    state = standing(where)
    if template is None:
        with pytest.raises(BadNotation):
            state.parse(Seat(who), text)
        return
    with pytest.raises(IllegalAction) as told:
        state.play(Seat(who), state.parse(Seat(who), text))
    assert told.value.template == template
    assert re.fullmatch(r"[A-Z].*\.", str(told.value))
    assert "{" not in str(told.value)


def test_a_capital_must_be_occupied_for_sedition() -> None:
    state = stand("rF1 ARR, cF1 CAR", specials={"r": "sedition"})
    with pytest.raises(IllegalAction) as told:
        state.play(Seat(0), state.parse(Seat(0), "sedition ROM"))
    assert told.value.template == Refusal.NOT_OCCUPIED


@pytest.mark.parametrize(
    ("text", "template", "column"),
    [
        ("", notation.NOTHING, 1),
        ("   ", notation.NOTHING, 1),
        ("x" * 200, TOO_LONG, notation.LONGEST + 1),
        ("jump rE ARR-ANC", notation.NOT_THERE, 1),
        ("cards", notation.ENDS[notation.NO_CARD], 6),
        ("cards 11", notation.NO_CARD, 7),
        ("pay 2+x", notation.NO_CARD, 7),
        ("move", notation.NO_LEG, 5),
        ("move rX ARR-ANC", notation.NO_PIECE, 6),
        ("move rE ARR-XYZ", notation.NO_CITY, 13),
        ("move rE ARR", notation.NO_LEG, 12),
        ("move AQU-ANC", notation.NOBODY_THERE, 6),
        ("take gold", notation.NO_SPECIAL, 6),
        ("draw x 7", notation.NO_SEAT, 6),
        ("draw r seven", notation.NO_CARD, 8),
        ("talon many", notation.NO_NUMBER, 7),
        ("pass now", notation.SURPLUS, 6),
        ("place", notation.ENDS[notation.NO_PIECE], 6),
        ("sedition", notation.ENDS[notation.NO_CITY], 9),
    ],
)
def test_what_cannot_be_read_is_told_with_its_column(text: str, template: str, column: int) -> None:
    state = stand(START)
    with pytest.raises(BadNotation) as told:
        state.parse(Seat(0), text)
    assert (told.value.template, told.value.fields["column"]) == (template, column)
    assert str(told.value).endswith(".")


def test_the_example_of_a_move_is_one_that_the_seat_can_make() -> None:
    state = stand(START)
    for seat in state.active:
        with pytest.raises(BadNotation) as told:
            state.parse(seat, "move")
        example = str(told.value.fields["example"])
        assert state.is_legal(seat, state.parse(seat, example))
    with pytest.raises(BadNotation) as told:
        state.parse(Seat(-1), "move")
    assert told.value.fields["example"] == notation.LEG


@pytest.mark.parametrize("text", ["pay", "march", "  Pay ", "MARCH"])
def test_the_bare_name_of_a_forced_march_says_how_it_is_paid_for(text: str) -> None:
    state = standing("plain")
    (seat,) = state.active
    with pytest.raises(BadNotation) as told:
        state.parse(seat, text)
    assert told.value.template == notation.NOT_PAID
    paid = state.parse(seat, str(told.value.fields["example"]))
    assert state.is_legal(seat, paid)
    assert sum(paid.faces) == min(map(sum, state.cards.exact_payments(seat)))
    for where in ("paid", "due", "begun", "stuck"):
        with pytest.raises(BadNotation) as told:
            standing(where).parse(Seat(0), text)
        assert told.value.template != notation.NOT_PAID, where
    with pytest.raises(BadNotation) as told:
        standing("paid").parse(Seat(0), text)
    assert told.value.template == notation.NO_LEG


@pytest.mark.parametrize(
    ("where", "text", "canonical"),
    [
        ("plain", "MOVE re arr - anc", "move rE ARR-ANC"),
        ("plain", "re arr–anc", "move rE ARR-ANC"),
        ("plain", "arr anc", "move rE ARR-ANC"),
        ("plain", "rF2 NEA-BRU rF1 ROM-NEA", "move rF2 NEA-BRU rF1 ROM-NEA"),
        ("plain", "move rF3 TOL-TAR rF1 ROM-ANC", "move rF3 TOL-TAR rF1 ROM-ANC"),
        ("plain", "move rF2 NEA-BRU, rF3 TOL-TAR", "move rF2 NEA-BRU rF3 TOL-TAR"),
        ("plain", "move rF3 TOL-TAR rF2 NEA-BRU", "move rF2 NEA-BRU rF3 TOL-TAR"),
        ("plain", "Pay 4", "pay 4"),
        ("paid", "rE ARR-AQU", "march rE ARR-AQU"),
        ("placing", "ROM", "place rB1 ROM"),
        ("placing", "place rom", "place rB1 ROM"),
        ("two", "nov", "fight NOV"),
        ("fight", "4+10", "cards 10+4"),
        ("fight", "cards 4, 10", "cards 10+4"),
        ("spy", "SPY", "spy"),
        ("plain", "treason LUG-MAS", "treason cE LUG-MAS"),
        ("plain", "abandon", "abandon r"),
    ],
)
def test_reading_is_forgiving(where: str, text: str, canonical: str) -> None:
    assert str(standing(where).parse(Seat(0), text)) == canonical


def test_a_refused_decision_changes_nothing() -> None:
    match = Match.new(GAME, {"seed": "1", "placement": "standard"}).deal()
    before = match.digest()
    with pytest.raises(IllegalAction):
        match.play("move rE ROM-CON")
    assert match.digest() == before


@pytest.mark.parametrize("card", ["treason", "sedition"])
def test_a_special_card_is_taken_by_its_name_alone_while_one_is_to_be_taken(card: str) -> None:
    assert begun().parse(Seat(0), card.title()) == begun().parse(Seat(0), f"take {card}")
    with pytest.raises(BadNotation):
        standing("plain").parse(Seat(0), card)


UNSAID = [
    ("over", 0, "sedition", Refusal.OVER),
    ("plain", 1, "treason", Refusal.NOT_YOUR_TURN),
    ("due", 1, "pass", Refusal.DEALING),
    ("placing", 0, "sedition", Refusal.PLACE_FIRST),
    ("begun", 0, "pay", Refusal.TAKE_FIRST),
    ("two", 0, "pass", Refusal.ORDER_FIRST),
    ("paid", 0, "treason", Refusal.MARCH_FIRST),
    ("fight", 0, "pay", Refusal.FIGHT_FIRST),
    ("spy", 0, "pay", Refusal.SPY_FIRST),
    ("stuck", 0, "pay", Refusal.NO_MARCH),
    ("used", 0, "treason", Refusal.USED),
    ("plain", 0, "sedition", Refusal.NO_CARD),
    ("plain", 0, "pass", None),
]


@pytest.mark.parametrize(("where", "who", "word", "template"), UNSAID)
def test_a_word_that_begins_nothing_says_why(where: str, who: int, word: str, template: str | None) -> None:
    fault = standing(where).unsaid(Seat(who), word)
    assert (None if fault is None else fault.template) == template
    assert fault is None or "{" not in str(fault)


def test_a_special_card_that_is_held_says_when_it_can_be_played() -> None:
    held = stand("rF1 ARR, cF1 CAR", specials={"r": "sedition"})
    assert str(held.unsaid(Seat(0), "sedition")) == (
        "Sedition is for a capital of your own that an opponent occupies: no opponent is in ROM."
    )
    assert stand("rF1 ARR, cF1 ROM", specials={"r": "sedition"}).unsaid(Seat(0), "sedition") is None


def test_a_first_word_that_is_none_is_told_those_that_fit_now_with_an_example() -> None:
    """In each lesson the example is a legal action, and every legal action begins with a word that is named."""
    for one in lessons("mediterranee"):
        state = one.start
        seat = state.active[0] if one.seat is None else one.seat
        with pytest.raises(BadNotation) as told:
            state.parse(seat, "main")
        named = set(str(told.value.fields["allowed"]).split(", "))
        legal = {str(action).partition(" ")[0] for action in islice(state.legal(seat), 5000)}
        assert legal <= named <= legal | {"draw", "resign", "abandon", "return"}
        assert state.is_legal(seat, state.parse(seat, str(told.value.fields["other"])))


def test_a_word_too_much_behind_a_special_card_is_told_as_such() -> None:
    state = Match.new(find("mediterranee"), {"players": "4", "placement": "none"}).deal().state
    with pytest.raises(BadNotation) as refused:
        state.parse(Seat(0), "treason zz")
    assert str(refused.value) == "Nothing was expected at character 9, but there is “zz”."
