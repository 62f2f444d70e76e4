"""Positions as JSON (§14): what they say, what little they need, that hidden cards survive, and why one is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.fault import BadOption, BadPosition
from core.game import DEALER, Seat
from core.games import find
from core.games.mediterranee.rules import position as entry
from core.games.mediterranee.rules import position_reader
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from core.position_entry import NOT_A, UNKNOWN_KEY
from tests.core.support.positions.mediterranee_positions import after, hand, stand, told, where

GAME = find("mediterranee")
BOARD = {"rF1": "ROM", "kF1": "CON", "aF1": "ALX", "cF1": "CAR"}

ENTRIES = {
    *("game", "options", "board", "hands", "specials", "talons", "spent", "removed", "alive", "to_move", "phase"),
    *("special_used", "battles", "battle", "double_since", "quiet", "result"),
}
"""The entries of §14."""


def read(**position: object) -> State:
    state = GAME.setup(position)
    assert isinstance(state, State)
    return state


def json_of(state: State) -> dict[str, Any]:
    return json.loads(json.dumps(state.to_json()))  # type: ignore[no-any-return]


def test_a_board_is_enough() -> None:
    state = read(board=BOARD)
    assert state.active == (Seat(0),)
    assert "move rF1 ROM-ARR" in told(state)
    assert hand(state, "r") == "0 0 2 4 6 8 10 15"
    assert state.cards.talon.size == 20
    assert state.specials == (1, 2, 1, 2)


def test_the_entries_of_a_position() -> None:
    match = Match.new(GAME, {"placement": "standard", "talon": "1,3,5,7,9," * 3 + "1,3,5,7,9"}).deal()
    state = match.play("move rF3 ANC-BRU").deal().state
    assert isinstance(state, State)
    told_ = json_of(state)
    assert told_.keys() >= ENTRIES
    assert told_["hands"]["r"] == [0, 0, 1, 2, 4, 6, 8, 10, 15]
    assert told_["talons"] == [sorted([1, 3, 5, 7, 9] * 3 + [5, 7, 9])]
    assert (told_["phase"], told_["to_move"], told_["battles"]) == ("act", "k", [])
    assert told_["double_since"] == [None, None]


def test_a_combat_in_a_position() -> None:
    state = after(stand("rF1 TAR, rF2 ARR, cF1 NOV, cF2 MED"), "move rF1 TAR-NOV rF2 ARR-MED", "fight NOV", "cards 2+0")
    told_ = json_of(state)
    assert [each["city"] for each in told_["battles"]] == ["NOV", "MED"]
    assert told_["battle"]["table"] == [[0, 2], None]
    again = read(**told_)
    assert again == state
    assert again.active == (Seat(3),)
    plain = {key: value for key, value in told_.items() if key in {"board", "battles"}}
    waiting = read(**plain, phase="order")
    assert told(waiting) == ["fight MED", "fight NOV"]


def test_what_is_hidden_stays_hidden_in_json() -> None:
    match = Match.new(GAME, {"placement": "standard", "seed": "4"}).deal()
    for _ in range(6):
        match = match.play("pass").deal()
    known = match.state
    assert isinstance(known, State)
    view = known.view(Seat(1))
    told_ = json_of(view)
    assert isinstance(told_["hands"]["r"], int)
    assert isinstance(told_["hands"]["k"], list)
    assert told_["talons"] == [13]
    assert [face for name in "rac" for face in told_["drawn"][name]] == [None] * 5
    assert read(**told_) == view
    assert json_of(known)["drawn"]["r"] != [None, None]


def test_numbers_of_cards_are_hands_nobody_knows() -> None:
    state = read(board=BOARD, hands={"r": 5, "k": [0, 0, 7]}, spent=[1])
    assert hand(state, "r") == "0 0 ? ? ?"
    assert hand(state, "k") == "0 0 7"
    assert "pay 15" not in told(state)
    assert "pay 9" in told(state)


def test_x19_a_position_goes_on_with_a_seed() -> None:
    position = {"board": BOARD, "talons": [[7]], "spent": [2, 4], "options": {"seed": "1"}}
    match = Match.at_position(GAME, position).play("pass").deal()
    assert match.log[-1].text == "draw k 7"
    match = match.play("pass").deal()
    assert [line.text[:6] for line in match.log[-2:]] == ["talon ", "draw a"]
    assert "seed" not in str(match.header.position)
    assert Match.fold(match.header, match.log) == match
    assert match.seen_by(None).digest() == match.digest()


def test_an_end_in_a_position() -> None:
    state = read(board=BOARD, result={"winners": ["r", "k"], "reason": "capitals"})
    assert state.active == ()
    assert state.outcome is not None
    assert state.outcome.points == (1, 1, 0, 0)


def test_who_has_no_piece_is_out() -> None:
    state = read(board={"rF1": "ROM", "aF1": "ALX"}, hands={"k": [0, 0, 9]})
    assert state.cards.lost == (1, 3)
    assert json_of(state)["alive"] == ["r", "a"]
    assert 9 in json_of(state)["removed"]
    assert after(state, "pass").active == (DEALER,)
    assert where(state, "rF1") == "ROM"


@pytest.mark.parametrize(
    ("position", "template"),
    [
        ({}, position_reader.NO_BOARD),
        ({"board": BOARD, "colour": 1}, UNKNOWN_KEY),
        ({"board": {"rX": "ROM"}}, position_reader.NO_PIECE),
        ({"board": {"rE": "XYZ"}}, position_reader.NO_CITY),
        ({"board": {"rB1": "ARR"}}, position_reader.ON_LAND),
        ({"board": {**BOARD, "rF2": "ROM"}}, position_reader.TAKEN),
        ({"board": {"rF1": "ROM"}}, position_reader.NO_FORCE),
        ({"board": {"rF1": "ROM", "aE": "MEM"}, "absent": ["r", "a"]}, position_reader.ALL_GONE),
        ({"board": BOARD, "phase": "combat"}, position_reader.BAD_STAGE),
        ({"board": BOARD, "phase": "sleep"}, entry.NO_NAME),
        ({"board": BOARD, "to_move": "x"}, entry.NO_NAME),
        ({"board": BOARD, "hands": {"r": [0, 0, 12]}}, NOT_A),
        ({"board": BOARD, "hands": {"r": [7]}}, position_reader.FEW_ZEROS),
        ({"board": BOARD, "talons": []}, position_reader.BAD_TALON),
        ({"board": BOARD, "quiet": -1}, NOT_A),
        ({"board": BOARD, "special_used": 1}, NOT_A),
        ({"board": BOARD, "battles": 3}, NOT_A),
        ({"board": []}, NOT_A),
        (
            {"board": BOARD, "battles": [{"city": "ROM", "attacker": "rF1", "defender": "kF1", "from": "ARR"}]},
            position_reader.NO_CLASH,
        ),
    ],
)
def test_a_wrong_position_is_refused_with_its_reason(position: dict[str, object], template: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.setup(position)
    assert refused.value.template == template
    assert str(refused.value).endswith(".")


def test_wrong_options_of_a_position_are_refused() -> None:
    with pytest.raises(BadOption):
        GAME.setup({"board": BOARD, "options": {"players": "7"}})
