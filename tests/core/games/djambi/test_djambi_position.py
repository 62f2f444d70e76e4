"""Positions as JSON: what is needed, what is refused, and the way back."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from core.fault import BadOption, BadPosition
from core.games.djambi.rules import position
from core.position_entry import NOT_A, UNKNOWN_KEY
from tests.core.support.positions.djambi_positions import FOUR, GAME, SIX, pieces, play, put, says, stand, start


def test_the_first_position_as_json() -> None:
    found = start().to_json()
    assert json.loads(json.dumps(found)) == found
    assert list(found) == list(position.KEYS)
    assert found["living"] == START
    assert found["turn"] == {"player": "red", "seat": "red", "bonus": False}
    assert found["status"] == dict.fromkeys(("red", "blue", "yellow", "green"), "active")
    assert (found["corpses"], found["owner"], found["king"], found["base"]) == ([], {}, None, "red")
    assert (found["quiet"], found["result"]) == (0, None)


START = pieces(
    "a1 red C, b1 red A, a2 red R, b2 red P, c3 red N, a3 red M, b3 red M, c1 red M, c2 red M, "
    "i1 blue C, h1 blue A, i2 blue R, h2 blue P, g3 blue N, i3 blue M, h3 blue M, g1 blue M, g2 blue M, "
    "i9 yellow C, h9 yellow A, i8 yellow R, h8 yellow P, g7 yellow N, i7 yellow M, h7 yellow M, g9 yellow M, "
    "g8 yellow M, a9 green C, b9 green A, a8 green R, b8 green P, c7 green N, a7 green M, b7 green M, c9 green M, "
    "c8 green M"
)
THREE = pieces(
    "i9 red C, h9 red A, i8 red R, h8 red P, g7 red N, g9 red M, g8 red M, i7 red M, h7 red M, "
    "a5 green C, a4 green A, b6 green R, b5 green P, c5 green N, a3 green M, b4 green M, c7 green M, c6 green M, "
    "e1 yellow C, f2 yellow A, d1 yellow R, e2 yellow P, e3 yellow N, g3 yellow M, f3 yellow M, c1 yellow M, "
    "d2 yellow M"
)
SIX_START = pieces(
    "m7 red C, l6 red A, m8 red R, l7 red P, k7 red N, k5 red M, k6 red M, m9 red M, l8 red M, "
    "m13 pink C, l13 pink A, m12 pink R, l12 pink P, k11 pink N, k13 pink M, k12 pink M, m11 pink M, l11 pink M, "
    "g13 blue C, h13 blue A, f12 blue R, g12 blue P, g11 blue N, i13 blue M, h12 blue M, e11 blue M, f11 blue M, "
    "a7 green C, a6 green A, b8 green R, b7 green P, c7 green N, a5 green M, b6 green M, c9 green M, c8 green M, "
    "a1 purple C, a2 purple A, b1 purple R, b2 purple P, c3 purple N, a3 purple M, b3 purple M, c1 purple M, "
    "c2 purple M, g1 yellow C, h2 yellow A, f1 yellow R, g2 yellow P, g3 yellow N, i3 yellow M, h3 yellow M, "
    "e1 yellow M, f2 yellow M"
)


@pytest.mark.parametrize(("players", "living"), [("3", THREE), ("4", START), ("5", SIX_START), ("6", SIX_START)])
def test_armies_stand_as_the_rules_list_them(players: str, living: dict[str, str]) -> None:
    assert start(players=players).to_json()["living"] == living


def test_living_pieces_are_enough() -> None:
    state = GAME.setup({"living": pieces("e5 blue C, i9 yellow C, b2 red M, c3 green M")})
    found = state.to_json()
    assert found["status"] == {"red": "dead", "blue": "active", "yellow": "active", "green": "dead"}
    assert found["owner"] == {"red": "blue", "green": "blue"}
    assert found["king"] == "blue"
    assert found["turn"] == {"player": "blue", "seat": "blue", "bonus": False}
    assert found["base"] == "blue"
    five = GAME.setup({"living": pieces(SIX), "options": {"players": "5", "missing": "green"}})
    assert five.field.status[3] == "absent"


def test_the_turn_may_be_a_colour_or_whole() -> None:
    living = put("a1 red C, c3 red M, g3 blue M, i9 yellow C")
    vassal = stand(living, turn="blue", owner={"blue": "yellow"})
    assert vassal.to_json()["turn"] == {"player": "yellow", "seat": "blue", "bonus": False}
    king = stand(put(FOUR, "e5 red C"), turn={"player": "red", "seat": "red", "bonus": True})
    assert king.upcoming(1)[0].bonus
    assert GAME.setup({**king.to_json(), "base": "yellow"}).upcoming(2)[1].seat == 3


def test_the_way_back() -> None:
    states = [
        stand(put(FOUR, "e5 red C"), corpses="e4 d4", turn="blue", status={"green": "abandoned"}, quiet="20"),
        play(stand(put(FOUR, "c5 blue C")), "Mc3xc5>e5"),
        says(stand("a1 red C, i9 blue C"), "abandon red"),
        start(players="5", missing="pink", vassal_turns="merged"),
    ]
    for state in states:
        back = GAME.setup(json.loads(json.dumps(state.to_json())))
        assert back == state
        assert hash(back) == hash(state)
        assert back.to_json() == state.to_json()
        assert pickle.loads(pickle.dumps(state)) == state  # noqa: S301 - it was pickled in the same line
    assert len(set(states)) == len(states)


@pytest.mark.parametrize(
    ("change", "template"),
    [
        ({"zone": 1}, UNKNOWN_KEY),
        ({"living": {"z9": "red C"}}, position.NO_CELL),
        ({"living": {"a1": "red X"}}, position.BAD_PIECE),
        ({"living": {"a1": "redC"}}, position.BAD_PIECE),
        ({"living": {"a1": 7}}, position.BAD_PIECE),
        ({"living": {"a1": "pink C"}}, position.NO_COLOUR),
        ({"living": {"a1": "red C", "a2": "red C"}}, position.TWO_CHIEFS),
        ({"living": {"a1": "red C", "e5": "red M"}}, position.NOT_A_CHIEF),
        ({"living": []}, NOT_A),
        ({"living": {}}, position.NOBODY_PLAYS),
        ({"corpses": ["a1"]}, position.TWO_ON_CELL),
        ({"corpses": ["b1", "b1"]}, position.TWO_CORPSES),
        ({"corpses": ["j1"]}, position.NO_CELL),
        ({"corpses": "b1"}, NOT_A),
        ({"status": {"red": "asleep"}}, position.BAD_STATUS),
        ({"status": {"red": "dead"}}, position.DEAD_CHIEF_LIVES),
        ({"status": {"pink": "dead"}}, position.NO_COLOUR),
        ({"living": {"a1": "red C"}, "status": {"blue": "active"}}, position.CHIEF_MISSING),
        ({"living": {"a1": "red C"}, "owner": {"blue": "green"}}, position.OWNER_DEAD),
        ({"owner": {"blue": "green"}}, position.OWNER_OF_LIVING),
        ({"turn": "pink"}, position.NO_COLOUR),
        ({"turn": "blue", "status": {"blue": "abandoned"}}, position.NO_PLAYER),
        ({"turn": {"player": "red", "seat": "blue", "bonus": False}}, position.BAD_TURN),
        ({"turn": {"player": "red", "seat": "red", "bonus": True}}, position.BAD_TURN),
        ({"status": dict.fromkeys(("red", "blue", "yellow", "green"), "coma")}, position.NOBODY_PLAYS),
        ({"quiet": -1}, NOT_A),
        ({"quiet": True}, NOT_A),
        ({"base": "grey"}, position.NO_COLOUR),
        ({"result": {"winners": ["red"], "reason": "luck"}}, position.BAD_REASON),
        ({"result": {"winners": "red", "reason": "quiet"}}, NOT_A),
        ({"options": []}, NOT_A),
    ],
)
def test_what_cannot_stand_is_refused(change: dict[str, Any], template: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.setup({"living": pieces(FOUR), **change})
    assert caught.value.template == template


def test_a_position_without_pieces_or_with_bad_options() -> None:
    with pytest.raises(BadPosition, match="living"):
        GAME.setup({})
    with pytest.raises(BadOption, match="players"):
        GAME.setup({"living": pieces(FOUR), "options": {"players": "7"}})
    with pytest.raises(BadPosition, match="no player"):
        GAME.setup({"living": pieces(SIX), "options": {"players": "5"}, "status": {"yellow": "active"}})
