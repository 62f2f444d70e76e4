"""Reading and writing actions: forgiving, and never anything but a `BadNotation` for what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cursor import TOO_LONG
from core.fault import BadNotation, IllegalAction
from core.game import Seat, Spot
from core.games import find
from core.games.djambi.rules import notation
from core.match.match import Match
from tests.core.support.positions.djambi_positions import FOUR, put, stand, start

STATE = stand(put(FOUR, "b5 red P, e5 blue C, e9 yellow C"), corpses="f2")
RED = Seat(0)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("c3-c4", "Mc3-c4"),
        ("  M c3 - c4 ", "Mc3-c4"),
        ("mc3-c4", "Mc3-c4"),
        ("MC3-C4", "Mc3-c4"),
        ("C3-C4", "Mc3-c4"),
        ("ca1-a2", "Ca1-a2"),
        ("a1-a2", "Ca1-a2"),
        ("b5:e5>a5/:e9>e5", "Pb5:e5>a5/:e9>e5"),
        ("Pb5 : e5 > a5 / - f6", "Pb5:e5>a5/-f6"),
        ("Mc3 X c5 > f6", "Mc3xc5>f6"),
        ("c3 c4", "Mc3-c4"),
        ("mc3 c4", "Mc3-c4"),
        ("b5 e5 a5 e9 e5", "Pb5:e5>a5/:e9>e5"),
        ("b5-e5 a5/-f6", "Pb5:e5>a5/-f6"),
        ("c3c4", "Mc3-c4"),
        ("Mc3c4", "Mc3-c4"),
        ("ca1a2", "Ca1-a2"),
        ("b5e5a5e9e5", "Pb5:e5>a5/:e9>e5"),
        ("ABANDON", "abandon red"),
        ("resign", "abandon red"),
        ("Resign blue", "abandon blue"),
        (" return  Green ", "return green"),
        ("Draw", "draw"),
    ],
)
def test_forgiving_reading(text: str, canonical: str) -> None:
    assert str(STATE.parse(RED, text)) == canonical


@pytest.mark.parametrize(
    ("text", "template", "column"),
    [
        ("", notation.NOTHING, 1),
        ("   ", notation.NOTHING, 1),
        ("Zc3-c4", notation.NO_CELL, 1),
        ("Mc3", notation.NO_STEP, 4),
        ("Mc3-", notation.ENDS, 5),
        ("Mc3-c44", notation.NOT_ON_BOARD, 5),
        ("Mc3-m4", notation.NOT_ON_BOARD, 5),
        ("Mc3-c0", notation.NO_CELL, 5),
        ("Mc3zz", notation.NO_SIGN, 4),
        ("Mc3c", notation.NO_SIGN, 4),
        ("Mc3 zz", notation.NO_SIGN, 5),
        ("c4 c5", notation.NO_PIECE, 1),
        ("Mc3/c4", notation.BARE_EXIT, 4),
        ("c4-c5", notation.NO_PIECE, 1),
        ("f2-f3", notation.NO_PIECE, 1),
        ("abandon purple", notation.NO_COLOUR, 9),
        ("draw red", notation.NO_COLOUR, 6),
        ("M" + "c" * 80, TOO_LONG, 65),
    ],
)
def test_the_column_of_what_cannot_be_read(text: str, template: str, column: int) -> None:
    with pytest.raises(BadNotation) as caught:
        STATE.parse(RED, text)
    assert caught.value.template == template
    assert caught.value.fields["column"] == column


def test_of_a_piece_that_is_shut_in_no_destination_is_asked_for() -> None:
    opening = Match.new(find("djambi"), {"players": "3"}).state
    shut = [piece for piece in opening.scene().pieces if not opening.reach(Spot(piece.spot))]
    assert shut
    for piece in shut:
        with pytest.raises(BadNotation) as caught:
            opening.parse(RED, f"{piece.letter}{piece.spot}")
        assert caught.value.template == notation.SHUT_IN
        assert caught.value.fields == {"cell": piece.spot, "column": 2}


def test_a_bad_text_is_not_repeated_raw() -> None:
    with pytest.raises(BadNotation) as caught:
        STATE.parse(RED, "Mc3\x1b[31mred")
    assert "\x1b" not in str(caught.value)


@given(st.text(max_size=80))
def test_any_text_is_an_action_or_bad_notation(text: str) -> None:
    _try(text)


@given(st.text(alphabet="CARPNMcarpnmxb135/-:>! eg9", max_size=24))
def test_any_text_of_the_alphabet_is_an_action_or_refused(text: str) -> None:
    _try(text)


def _try(text: str) -> None:
    try:
        action = STATE.parse(RED, text)
    except BadNotation as fault:
        if "column" not in fault.fields:
            pytest.fail(f"no column: {fault}")
        return
    assert STATE.parse(RED, str(action)) == action
    if not STATE.is_legal(RED, action):
        with pytest.raises(IllegalAction):
            STATE.play(RED, action)


@pytest.mark.parametrize("players", ["3", "4", "5", "6"])
def test_reading_undoes_writing(players: str) -> None:
    state = start(players=players)
    for _ in range(12):
        (seat,) = state.active
        actions = list(state.legal(seat))
        for action in actions[:400]:
            assert state.parse(seat, str(action)) == action
            assert state.parse(seat, str(action)[1:]) == action
            assert state.parse(seat, " ".join(action.path)) == action
            assert state.parse(seat, "".join(action.path)) == action
        state = state.play(seat, actions[len(actions) * 3 // 4])
