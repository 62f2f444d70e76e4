"""Reading, writing and refusing moves, positions in and out, and what is told of a move."""

from __future__ import annotations

from typing import Any

import pytest

from core.fault import BadNotation, BadOption, BadPosition, IllegalAction
from core.game import Seat
from core.games import find
from tests.core.support.positions.megiddo_positions import after, match, stand

GAME = find("megiddo")
SEAT = Seat(0)
TWO = ("F1", "A2 B3")


@pytest.mark.parametrize(
    "text", ["C4", " c4 ", "C 4", "c4(b3,a2)", "C4 (A2, B3)", "C4(B3 A2)", "C4  ( a2 , b3 ) ", "C4 (B3, A2) (A2,B3)"]
)
def test_input_is_lenient(text: str) -> None:
    state = stand(*TWO)
    action = state.parse(SEAT, text)
    assert str(action) == "C4"
    assert state.display(SEAT, action) == "C4 (B3, A2)"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing to read"),
        ("C", "A point was expected at character 1"),
        ("G1", "no point G1"),
        ("C7", "no point C7"),
        ("C4-", "The move ends at character 4, where a point was expected"),
        ("C4 x", "nothing was expected"),
        ("C4 (B3)", "A point was expected"),
        ("C4 (B3, B3)", "by pairs"),
        ("C4 (B3, A2, A1)", "by pairs"),
        ("C4 (B3, A1)", r"do not agree with the rules: this move is C4 \(B3, A2\)"),
        ("D4 (B3, A2)", "do not agree with the rules: this move is D4"),
        ("resign 1", "Only seat 1"),
        ("draw 0", "Only seat 0"),
        ("C4" + " (A1, B2)" * 60, "too long"),
    ],
)
def test_texts_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        stand(*TWO).parse(SEAT, text)


def test_45_the_order_of_reasons() -> None:
    over = after(stand("A1 A2 A3 A4 A5", "B3"), "A6")
    assert over.outcome is not None
    for text in ("nonsense", "A6", "B1"):
        with pytest.raises(IllegalAction, match="The game is over"):
            over.play(SEAT, over.parse(SEAT, text))
    state = stand(*TWO)
    with pytest.raises(IllegalAction, match="There is a stone on A2 already"):
        state.play(SEAT, state.parse(SEAT, "A2 (B1, B2)"))
    with pytest.raises(IllegalAction, match="It is not your turn: 0 plays now"):
        state.play(Seat(1), state.parse(Seat(1), "D4"))


def test_44_moves_are_sorted_by_text() -> None:
    state = stand("A2 C1", "A5 F6", slide="yes")
    texts = [str(action) for action in state.legal(SEAT)]
    assert texts == sorted(texts)


def keys(state: Any, seat: int, text: str) -> list[str]:  # noqa: ANN401 - a state
    """Tell what an action does, effect by effect."""
    action = state.parse(Seat(seat), text)
    return [" ".join((effect.key, *(value for _, value in effect.fields))) for effect in state.effects(seat, action)]


def test_every_capture_step_is_announced() -> None:
    state = stand("A5 D6", "A3 A4 B4 C5", target="36")
    assert keys(state, 0, "A2") == ["place 0 A2", "capture 2 A3 A4", "chain 2 B4 C5"]
    assert keys(state, 0, "A1") == ["place 0 A1"]
    assert keys(state, 1, "A1") == []


def test_the_end_of_a_game_is_told() -> None:
    five = ("A1 A2 A3 A4 A5", "B1")
    assert keys(stand(*five), 0, "A6") == ["place 0 A6", "megiddo 0 A", "score 6 : 0", "over megiddo 0"]
    again = ["place 0 A6", "megiddo 0 A", "score 6 : 0", "total 6 : 0", "begins 1"]
    assert keys(stand(*five, target="36"), 0, "A6") == again
    assert keys(stand(*five, target="7"), 1, "resign")[0] == "resign 1"
    assert keys(stand(*five, players="4"), 1, "resign") == ["would_resign 1"]
    assert keys(stand(*five, players="4"), 3, "forfeit")[0] == "forfeit 3"
    assert keys(stand(*five), 1, "draw") == ["draw", "score 0 : 0", "over agreement "]


def test_a_position_as_the_rules_write_it() -> None:
    state = after(stand(*TWO, variant="cleopatra-master"), "C4")
    told = state.to_json()
    assert told["board"] == {
        "A": ".0....",
        "B": "..0...",
        "C": "...0..",
        "D": "......",
        "E": "......",
        "F": "0.....",
    }
    options = told["options"]
    assert isinstance(options, dict)
    assert (options["edges"], options["cleopatra"], options["variant"]) == ("radial", "on", "cleopatra-master")
    assert (told["to_move"], told["ply"], told["captured"], told["quiet"], told["result"]) == (1, 4, [2, 0], 0, None)
    over = after(stand("A1 A2 A3 A4 A5"), "A6").to_json()
    assert over["to_move"] is None
    expected = {"winner": 0, "megiddos": ["A"], "arbatta": False, "patara": False, "points": [6, 0]}
    assert over["result"] == {**expected, "reason": "megiddo"}


def test_edges_and_cleopatra_are_the_variant() -> None:
    board = {"A": "......"}
    for edges, cleopatra, variant in (("all", "off", "grandmaster"), ("radial", "on", "cleopatra-master")):
        options = {"players": 3, "edges": edges, "cleopatra": cleopatra, "slide": False}
        state = GAME.setup({"options": options, "board": board})
        assert state.to_json()["options"]["variant"] == variant  # type: ignore[index]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({}, "needs its board"),
        ({"board": {}, "king": 1}, "no entry king"),
        ({"board": 3}, "must be a table"),
        ({"board": {"G": "......"}}, "no radial G"),
        ({"board": {"A": "....."}}, "six signs"),
        ({"board": {"A": "..2..."}}, "six signs"),
        ({"board": {"A": "......"}, "to_move": 2}, "no seat 2"),
        ({"board": {"A": "......"}, "to_move": True}, "no seat True"),
        ({"board": {"A": "......"}, "captured": [1]}, "2 whole numbers"),
        ({"board": {"A": "......"}, "captured": [1, -1]}, "2 whole numbers"),
        ({"board": {"A": "......"}, "quiet": -1}, "whole number from 0"),
        ({"board": {"A": "......"}, "resigned": [0, 1]}, "some of the numbers"),
        ({"board": {"A": "......"}, "resigning": [0]}, "some of the numbers"),
        ({"board": {"A": "......"}, "options": 3}, "must be a table"),
        ({"board": dict.fromkeys("ABCDEF", "010011")}, "nobody can move"),
        ({"board": {"A": "......"}, "result": 3}, "must be a table"),
        ({"board": {"A": "......"}, "result": {"reason": "boredom"}}, "none of"),
        ({"board": {"A": "......"}, "result": {"winner": 4}}, "no seat 4"),
        ({"board": {"A": "......"}, "result": {"winner": 0, "points": [6, 0]}}, "short of 36"),
    ],
)
def test_positions_that_cannot_be(position: dict[str, object], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.setup(position)
    with pytest.raises(BadOption, match="edges=both"):
        GAME.setup({"board": {}, "options": {"edges": "both"}})


def test_a_match_can_start_from_a_position() -> None:
    state = after(stand(*TWO, target="36"), "C4")
    from core.match.match import Match  # noqa: PLC0415 - beside `match`

    begun = Match.at_position(GAME, state.to_json())
    assert begun.state == state
    assert Match.fold(begun.header, begun.log) == begun
    assert match().play("c4").log[0].text == "C4"
