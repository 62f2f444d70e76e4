"""Abandonment and return, in turn and out of turn (§9; R7, R22, R23)."""

from __future__ import annotations

import pytest

from core.fault import IllegalAction
from core.game import Seat
from tests.core.support.positions.djambi_positions import (
    FOUR,
    entry,
    pieces,
    play,
    put,
    says,
    stand,
    start,
    texts,
    turns,
)

KING = put(FOUR, "e5 red C")


def test_abandoning_out_of_turn_leaves_the_turn() -> None:
    state = says(start(), "abandon green")
    assert turns(state, 4) == "R B Y R"
    assert entry(state, "status", "green") == "abandoned"


def test_r23_abandoning_in_turn_completes_it_without_counting_for_quiet() -> None:
    state = play(stand(FOUR), "Mc3-c4", "Mg3-g4")
    assert state.to_json()["quiet"] == 2
    gone = says(state, "abandon yellow")
    assert turns(gone, 3) == "G R B"
    assert gone.to_json()["quiet"] == 2


def test_r23_the_king_plays_his_bonus_after_an_abandonment_in_turn() -> None:
    assert turns(says(stand(KING, turn="blue"), "abandon blue"), 3) == "R* Y R*"
    assert turns(says(stand(KING, turn="blue"), "abandon green"), 3) == "B R* Y"


def test_a_king_who_abandons_blocks_power_and_is_king_again_on_return() -> None:
    state = says(stand(KING, turn="blue"), "abandon red")
    assert state.to_json()["king"] is None
    assert turns(state, 4) == "B Y G B"
    back = says(state, "return red")
    assert back.to_json()["king"] == "red"
    assert turns(back, 4) == "B R* Y R*"


def test_armies_of_a_player_who_left_follow_his_fate() -> None:
    living = {cell: word for cell, word in FOUR_CELLS.items() if word != "blue C"}
    state = stand(living, owner={"blue": "yellow"}, turn="green")
    gone = says(state, "abandon yellow")
    assert turns(gone, 3) == "G R G"
    crowned = stand({**living, "e5": "red C", "a1": "red M"}, owner={"blue": "yellow"}, turn="green")
    assert turns(says(crowned, "abandon yellow"), 6) == "G R* B(R) Y(R) G R*"


FOUR_CELLS = pieces(FOUR)


def test_r22_the_seat_belongs_at_once_to_who_returns() -> None:
    state = stand(KING, turn="blue", status={"blue": "abandoned"})
    assert turns(state, 1) == "B(R)"
    assert turns(says(state, "return blue"), 3) == "B R* Y"


def test_who_returns_plays_the_running_turn_of_his_army_too() -> None:
    living = {cell: word for cell, word in KING.items() if word != "green C"}
    state = stand(living, turn="green", status={"blue": "abandoned"}, owner={"green": "blue"})
    assert turns(state, 1) == "G(R)"
    assert turns(says(state, "return blue"), 2) == "G(B) R*"


def test_r22_who_returns_encircled_is_in_coma() -> None:
    living = put(FOUR, "b1 red M")
    state = stand(living, corpses="a2 b2 c2 c1", turn="blue", status={"red": "abandoned"})
    assert entry(says(state, "return red"), "status", "red") == "coma"


def test_an_encircled_player_may_abandon_and_is_not_released() -> None:
    living = put(FOUR, "b1 red M, e1 blue N")
    state = stand(living, corpses="a2 b2 c2 c1", turn="blue", status={"red": "coma"})
    gone = says(state, "abandon red")
    assert entry(play(gone, "Ne1:c1>f6"), "status", "red") == "abandoned"


def test_who_may_say_what() -> None:
    state = stand(FOUR, status={"green": "abandoned", "yellow": "coma"})
    assert [[str(a) for a in state.declarations(Seat(seat))] for seat in range(4)] == [
        ["abandon red", "draw"],
        ["abandon blue", "draw"],
        ["abandon yellow"],
        ["return green"],
    ]
    five = start(players="5")
    assert five.declarations(Seat(5)) == ()
    assert state.declarations(Seat(-1)) == state.declarations(Seat(9)) == ()
    with pytest.raises(IllegalAction, match="cannot return"):
        says(state, "return red")
    with pytest.raises(IllegalAction, match="cannot leave the game"):
        says(state, "abandon green")
    with pytest.raises(IllegalAction, match="Only blue"):
        state.play(Seat(0), state.parse(Seat(0), "abandon blue"))
    with pytest.raises(IllegalAction, match="Only active players"):
        state.play(Seat(2), state.parse(Seat(2), "draw"))


def test_a_turn_that_nobody_can_play_any_more_is_skipped_at_once() -> None:
    """Red's only prey is frozen once green has left: his turn goes to blue, and is no completed turn."""
    living = pieces("a1 red C, a3 red M, i9 blue C, i7 blue M, g1 yellow C, g3 yellow M, a9 green C, a4 green M")
    shut = "a2 b1 b2 b3 b4 a5 b5 c3 c5"
    state = stand(living, corpses=shut, turn="red", passive="frozen")
    assert texts(state)
    gone = says(state, "abandon green")
    assert turns(gone, 3) == "B Y B"
    assert entry(gone, "status", "red") == "active"
    assert gone.to_json()["quiet"] == 0
    assert entry(play(gone, "Mi7-i6"), "status", "red") == "coma"
