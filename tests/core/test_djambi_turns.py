"""Turns, declarations, encirclement and ends beyond the worked examples (§5, §7-§11, R5-R9, R19, R21-R27)."""

from __future__ import annotations

import pytest

from core.fault import IllegalAction
from core.game import Outcome, Seat
from core.games.djambi.state import State
from tests.core.djambi_positions import (
    FOUR,
    GAME,
    SIX,
    entry,
    pieces,
    play,
    put,
    says,
    shown,
    stand,
    start,
    texts,
    turns,
)

KING = put(FOUR, "e5 red C")


def ended(state: State) -> tuple[str, set[str]]:
    over = state.outcome
    assert isinstance(over, Outcome)
    assert state.active == ()
    return over.reason, {state.rules.colours[seat] for seat in over.winners}


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


# --- abandonment and return -------------------------------------------------------------------------------------------


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
    with pytest.raises(IllegalAction, match="cannot abandon"):
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


# --- encirclement -----------------------------------------------------------------------------------------------------

CAUGHT = "a2 b2 c2 f4"


def test_r21_an_adjacent_enemy_is_prey_and_no_wall() -> None:
    living = put(FOUR, "b1 red M, e3 blue N, c1 green A")
    after = play(stand(living, corpses=CAUGHT, turn="blue"), "Ne3:f4>f5")
    assert entry(after, "status", "red") == "active"


def test_r21_a_necromobile_of_the_block_beside_a_corpse_can_move() -> None:
    living = put(FOUR, "b1 red N, e3 blue N")
    after = play(stand(living, corpses=CAUGHT, turn="blue"), "Ne3:f4>c1")
    assert entry(after, "status", "red") == "active"


@pytest.mark.parametrize(("option", "status"), [("block", "coma"), ("necro", "active")])
@pytest.mark.parametrize("digger", ["h5 red N", "h5 yellow N"])
def test_r21_a_living_necromobile_elsewhere_saves_by_option(option: str, status: str, digger: str) -> None:
    living = put("a1 red C, i1 blue C, a9 green C, b1 red M, e3 blue N", digger)
    state = stand(living, corpses=CAUGHT, turn="blue", owner={"yellow": "red"}, encirclement=option)
    assert entry(play(state, "Ne3:f4>c1"), "status", "red") == status


def test_an_encircled_colour_is_skipped_and_the_king_commands_it() -> None:
    living = put(FOUR, "b1 red M, e3 blue N")
    after = play(stand(living, corpses=CAUGHT, turn="blue"), "Ne3:f4>c1")
    assert turns(after, 4) == "Y G B Y"
    crowned = put(FOUR, "b1 red M, e3 blue N, e5 yellow C")
    after = play(stand(crowned, corpses=CAUGHT, turn="blue"), "Ne3:f4>c1")
    assert turns(after, 5) == "Y* G Y* R(Y) B"


def test_the_chief_in_power_cannot_be_encircled() -> None:
    living = put(FOUR, "e5 red C, b9 blue N")
    around = "d4 d5 d6 e4 e6 f4 f5 b5"
    after = play(stand(living, corpses=around, turn="blue"), "Nb9:b5>f6")
    assert entry(after, "status", "red") == "active"


def test_r24_all_statuses_are_judged_on_the_same_position() -> None:
    """Red is stuck; blue's only prey is red's, and is frozen from the next judgement on alone."""
    living = "a1 red C, b1 red R, c1 blue C, i9 yellow C, g7 yellow M, a9 green C, c7 green M"
    for passive, later in (("frozen", "coma"), ("vulnerable", "active")):
        state = stand(living, corpses="a2 b2 c2 d1 d2", turn="green", passive=passive)
        first = play(state, "Mc7-c6")
        assert [entry(first, "status", colour) for colour in ("red", "blue")] == ["coma", "active"]
        if passive == "frozen":
            assert turns(first, 1) == "Y"
            first = play(first, "Mg7-g6")
        assert entry(first, "status", "blue") == later


def test_all_encircled_those_active_before_tie() -> None:
    living = pieces("a1 red C, i1 blue C, a9 green C, e9 green A, e1 blue M, a5 yellow C")
    shut = "a2 b1 b2 i2 h1 h2 a8 b9 b8 a4 a6 b4 b5 b6"
    state = stand(living, corpses=shut, turn="blue", status={"green": "abandoned"})
    over = play(state, "Me1-e2")
    assert ended(over) == ("all_encircled", {"red", "blue", "yellow"})
    state = stand(living, corpses=shut, turn="blue", status={"green": "abandoned"})
    assert ended(says(state, "abandon blue")) == ("all_encircled", {"red", "yellow"})


# --- ends -------------------------------------------------------------------------------------------------------------


def test_the_last_chief_wins_even_beside_passive_ones() -> None:
    state = stand(put(FOUR, "c5 blue C"), status={"yellow": "abandoned", "green": "abandoned"})
    assert ended(play(state, "Mc3xc5>f6")) == ("last_chief", {"red"})
    two = stand(FOUR, status={"yellow": "abandoned", "green": "abandoned"})
    assert ended(says(two, "abandon red")) == ("last_chief", {"blue"})
    assert ended(says(two, "abandon blue")) == ("last_chief", {"red"})


def test_agreement_is_a_tie_of_the_active_players() -> None:
    state = stand(FOUR, status={"green": "abandoned"})
    over = state.play(Seat(1), state.parse(Seat(1), "draw"))
    assert ended(over) == ("agreement", {"red", "blue", "yellow"})
    assert over.outcome is not None
    assert over.outcome.points == (20, 20, 20, 0)
    assert over.declarations(Seat(0)) == over.declarations(Seat(3)) == ()
    with pytest.raises(IllegalAction, match="over"):
        over.play(Seat(0), over.parse(Seat(0), "Mc3-c4"))
    with pytest.raises(IllegalAction, match="over"):
        over.play(Seat(3), over.parse(Seat(3), "return green"))


def test_r26_quiet_turns_end_in_a_tie_and_a_death_starts_anew() -> None:
    state = stand(put(FOUR, "c5 blue A"), quiet="3", turn="yellow")
    state = play(state, "Mg7-g6", "Mc7-c8")
    assert state.outcome is None
    state = play(state, "Mc3xc5>f6", "Mg3-g4", "Mg6-g7")
    assert state.outcome is None
    assert ended(play(state, "Mc8-c7")) == ("quiet", {"red", "blue", "yellow", "green"})


def test_quiet_counts_only_where_it_matters() -> None:
    one = play(start(), "Mc2-d2", "Mi3-i4", "Mi7-i6", "Ma7-a6", "Md2-c2", "Mi4-i3", "Mi6-i7", "Ma6-a7")
    assert one == start()
    assert hash(one) == hash(start())
    assert play(
        start(quiet="30"), "Mc2-d2", "Mi3-i4", "Mi7-i6", "Ma7-a6", "Md2-c2", "Mi4-i3", "Mi6-i7", "Ma6-a7"
    ) != start(quiet="30")


SHUT = "a8 b9 b8 g9 g8 g7 h7 i7"
"""Corpses around a chief on a9 and a necromobile with three militants on i9, h9, h8 and i8."""


def test_blocked_all_tie_where_nobody_is_in_power() -> None:
    living = "a9 blue C, i9 blue N, h9 blue M, h8 blue M, i8 blue M, a1 red C, i1 red N, h1 red M, h2 red M, i2 red M"
    shut = SHUT + " a2 b1 b2 g1 g2 g3 h3 i3"
    state = stand(living + ", e1 yellow C", corpses=shut, turn="yellow", encirclement="necro")
    assert ended(says(state, "abandon yellow")) == ("blocked", {"red", "blue"})


def test_blocked_the_king_wins() -> None:
    living = "a9 blue C, i9 blue N, h9 blue M, h8 blue M, i8 blue M, e5 red C, e9 blue M, e8 yellow C"
    shut = SHUT + " d4 d5 d6 e4 e6 f4 f5 f6 d9 d8 d7 e7 f7 f8 f9"
    state = stand(living, corpses=shut, turn="blue", encirclement="necro")
    assert ended(play(state, "Me9xe8>e9")) == ("blocked", {"red"})


def test_partition_waits_for_a_region_with_two_commanders() -> None:
    wall = " ".join(f"{column}5" for column in "abcdefghi")
    living = pieces("a1 red C, b1 red M, e1 blue M, i1 blue C, a9 green C, b9 green M")
    assert play(stand(living, corpses=wall), "Mb1-b2").outcome is None


@pytest.mark.parametrize(("blue", "reason"), [("abandoned", "partition"), ("active", None)])
def test_partition_all_passive_pieces_are_one_camp(blue: str, reason: str | None) -> None:
    walls = " ".join(f"{column}{row}" for column in "abcdefghi" for row in (3, 5))
    living = "a1 red C, b1 red M, a4 green C, h9 blue C, i9 yellow C"
    state = stand(living, corpses=walls, status={"blue": blue, "yellow": "abandoned"}, turn="red")
    over = play(state, "Mb1-b2").outcome
    assert (over and over.reason) == reason


def test_partition_is_judged_after_an_abandonment_too() -> None:
    walls = " ".join(f"{column}{row}" for column in "abcdefghi" for row in (3, 5))
    living = "a1 red C, b1 red M, a9 green C, b9 green M, a4 blue C, i4 yellow C"
    state = stand(living, corpses=walls, status={"yellow": "abandoned"})
    assert play(state, "Mb1-b2").outcome is None
    assert ended(says(state, "abandon blue")) == ("partition", {"red", "green"})


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
