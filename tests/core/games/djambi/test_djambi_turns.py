"""The order of turns beyond the worked examples (§5, §7; R5-R9, R19, R27)."""

from __future__ import annotations

from random import Random

import pytest

from core.bots.bot import walk
from core.game import Seat
from tests.core.support.positions.djambi_positions import (
    FOUR,
    GAME,
    SIX,
    entry,
    pieces,
    play,
    put,
    shown,
    stand,
    start,
    texts,
    turns,
)

KING = put(FOUR, "e5 red C")


def test_red_begins_and_the_next_where_red_is_missing() -> None:
    assert turns(start(), 5) == "R B Y G R"
    assert turns(start(players="3"), 4) == "R G Y R"
    assert turns(start(players="6"), 6) == "R P B G P Y"
    assert turns(start(players="5"), 6) == "R P B G P R"
    five = start(players="5", missing="red")
    assert [five.rules.colours[turn.seat] for turn in five.upcoming(2)] == ["pink", "blue"]
    assert entry(five, "status", "red") == "absent"


def test_who_enters_power_plays_again_after_the_next_player() -> None:
    state = stand(put(FOUR, "e4 red C"))
    after = play(state, "Ce4-e5")
    assert turns(after, 6) == "B R* Y R* G R*"


def test_no_bonus_for_a_king_whose_pieces_cannot_move() -> None:
    living = pieces("e5 red C, i9 blue C, i5 blue M, a1 yellow C, a3 yellow M")
    around = "d4 d5 d6 e4 e6 f4 f5 f6"
    state = stand(living, corpses=around, turn="blue")
    assert turns(state, 4) == "B Y B Y"


def test_r6_no_bonus_after_a_vassal_seat_the_king_plays_himself() -> None:
    state = stand(put(FOUR, "e5 red C"), turn="blue", status={"blue": "abandoned"})
    assert turns(state, 6) == "B(R) Y R* G R* B(R)"


def test_r6_a_bonus_after_a_vassal_seat_played_by_another() -> None:
    living = {cell: word for cell, word in KING.items() if word != "blue C"}
    state = stand(living, turn="blue", owner={"blue": "yellow"})
    assert turns(state, 5) == "B(Y) R* Y R* G"


def test_r7_an_abandoned_chief_in_power_makes_no_king() -> None:
    state = stand(put(FOUR, "b5 red P, d5 blue C"), status={"blue": "abandoned"})
    after = play(state, "Pb5:d5>e5")
    assert after.to_json()["king"] is None
    assert turns(after, 4) == "Y G R Y"


def test_r7_an_encircled_chief_put_in_power_wakes_up_as_king() -> None:
    state = stand(put(FOUR, "b5 red P, d5 blue C"), status={"blue": "coma"})
    after = play(state, "Pb5:d5>e5")
    assert (entry(after, "status", "blue"), after.to_json()["king"]) == ("active", "blue")
    assert turns(after, 2) == "B* Y"


def test_r9_separate_vassals_move_in_their_own_seat_alone() -> None:
    living = put("a1 red C, c3 red M, g3 blue M, i9 yellow C, a9 green C")
    state = stand(living, owner={"blue": "red"})
    assert turns(state, 5) == "R B(R) Y G R"
    assert not texts(state, "Mg3")
    assert texts(play(state, "Mc3-c4"), "Mg3")
    assert not texts(play(state, "Mc3-c4"), "Mc4")


def test_r9_merged_vassals_move_in_their_masters_turn() -> None:
    living = put("a1 red C, c3 red M, g3 blue M, i9 yellow C, a9 green C")
    state = stand(living, owner={"blue": "red"}, vassal_turns="merged")
    assert turns(state, 4) == "R Y G R"
    assert texts(state, "Mg3")
    assert texts(state, "Mc3")


def test_r9_merged_kings_move_passive_armies_in_their_bonus_turn_too() -> None:
    state = stand(KING, turn="yellow", status={"blue": "abandoned"}, vassal_turns="merged")
    assert turns(state, 4) == "Y R* G R*"
    assert texts(play(state, "Mg7-g6"), "Mg3")


def test_r19_command_of_passive_armies_ends_with_the_reign() -> None:
    state = stand(KING, status={"blue": "abandoned"}, turn="red")
    assert turns(play(state, "Ce5-e4"), 4) == "Y G R Y"
    assert turns(play(state, "Mc3-c4"), 2) == "B(R) Y"


def test_r8_double_power_needs_that_he_is_still_king() -> None:
    living = {cell: word for cell, word in KING.items() if "yellow" not in word and "green" not in word}
    state = play(stand(living, turn="blue", duel_power="double"), "Mg3-g4")
    assert turns(state, 1) == "R*"
    assert turns(play(state, "Ce5-e4"), 2) == "B R"
    assert turns(play(state, "Mc3-c4"), 3) == "R B R*"


def test_r5_nobody_may_pass() -> None:
    state = start()
    with pytest.raises(ValueError, match="expected"):
        state.parse(Seat(0), "pass")


def test_r27_a_seat_without_a_move_is_skipped() -> None:
    living = pieces("a1 red C, c3 red M, i9 blue C, i7 blue M, a9 green C, a7 green M, e1 yellow C")
    shut = "e2 d1 d2 f1 f2"
    state = stand(living, corpses=shut, turn="blue", status={"yellow": "active"})
    assert turns(state, 4) == "B G R B"


def test_what_is_foretold_happens_if_nobody_dies() -> None:
    state = stand(put(SIX, "g7 blue C, a3 green M"), players="6", status={"pink": "abandoned"})
    told = [shown(state, turn) for turn in state.upcoming(14)]
    for word in told:
        assert turns(state, 1) == word
        quiet = [a for a in state.legal(state.active[0]) if set(a.signs) == {"-"} and a.path[0] != "g7"]
        state = state.play(state.active[0], quiet[len(quiet) // 2])


def test_the_game_names_itself() -> None:
    assert GAME.vacant({**dict(start(players="5").rules.options)}) == (5,)
    assert GAME.vacant(dict(start().rules.options)) == ()
    assert GAME.seats(dict(start(players="3").rules.options)) == ("red", "green", "yellow")


@pytest.mark.parametrize("players", ["3", "6"])
def test_wandering_is_a_walk_by_the_same_chance(players: str) -> None:
    state, ours, theirs = start(players=players), Random(3), Random(3)
    for _ in range(60):
        action = state.wander(ours)
        assert action == walk(state, state.active[0], theirs)
        state = state.play(state.active[0], action)
    assert ours.random() == theirs.random()
