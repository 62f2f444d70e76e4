"""Rulings on moving and acting that the worked examples leave open (§6, R4, R10-R18, R20)."""

from __future__ import annotations

import pytest

from core.games.djambi.rules.state import State
from tests.core.support.positions.djambi_positions import FOUR, SIX, entry, legal, on, play, put, stand, texts


def reaches(state: State, cell: str) -> set[str]:
    return set(state.reach(cell))  # type: ignore[arg-type]


def test_r4_a_diagonal_step_passes_between_two_occupied_cells() -> None:
    state = stand(put(SIX, "d4 red M, d5 green M, e5 blue M"), players="6")
    assert "e6" in reaches(state, "d4")
    square = stand(put(FOUR, "d2 red R, d3 green M, e2 blue M"))
    assert "e3" in reaches(square, "d2")


def test_a_militant_has_one_or_two_cells_in_each_direction() -> None:
    large = stand({"i8": "red M", "a1": "red C", "m13": "blue C"}, players="6")
    assert len(reaches(large, "i8")) == 24 - len({"g7", "h7", "h8", "g6", "g8"})
    small = stand({"e3": "red M", "i9": "red C", "a1": "green C"}, players="3")
    assert len(reaches(small, "e3")) == 12 - len({"e5"})
    square = stand({"c3": "red M", "i9": "red C", "a9": "green C"})
    assert len(reaches(square, "c3")) == 16 - len({"e5"})


def test_pieces_cross_empty_power_but_do_not_stop_there() -> None:
    state = stand(put(FOUR, "b5 red R, e4 red C"))
    assert {"d5", "f5", "i5"} <= reaches(state, "b5")
    assert "e5" not in reaches(state, "b5")
    assert "e5" in reaches(state, "e4")


def test_nobody_crosses_a_corpse_or_a_piece() -> None:
    state = stand(put(FOUR, "b5 red R, b7 green M"), corpses="d5")
    assert reaches(state, "b5") & {"c5", "d5", "e5", "b6", "b7", "b8"} == {"c5", "b6"}


def test_the_cell_just_left_is_empty() -> None:
    state = stand(put(FOUR, "b5 red P, d5 blue A"))
    assert legal(state, "Pb5:d5>b5")
    assert on(play(state, "Pb5:d5>b5"), "b5") == "blue A"


def test_an_old_corpse_never_enters_power_and_a_chief_leaving_it_puts_his_victim_there() -> None:
    state = stand(put(FOUR, "e5 red C, e8 blue C, e2 blue M"))
    assert not legal(state, "Ce5xe2>e5")
    assert legal(state, "Ce5xe8>e5")
    assert legal(state, "Ce5xe2>e6")


def test_r10_vassals_are_prey_but_do_not_hurt_their_master() -> None:
    living = put("a1 red C, d4 red M, i9 yellow C, a9 green C, d5 blue A, f4 yellow M")
    state = stand(living, turn="blue", owner={"blue": "red"})
    assert state.active == (0,)
    assert not texts(state, "Ad5xd4")
    assert texts(stand(living, turn="red", owner={"blue": "red"}), "Md4xd5>")


def test_r11_own_pieces_but_the_chief_may_be_killed_by_option() -> None:
    living = put(FOUR, "c1 red A, c2 red P")
    assert texts(stand(living), "Ac1x") == {"Ac1xi1"}
    state = stand(living, own_kills="yes")
    assert texts(state, "Ac1x") == {"Ac1xi1", "Ac1xc2"}
    assert not texts(state, "Mc3xa1")
    assert not texts(state, "Pc2:c1")
    assert texts(stand(put(FOUR, "b1 red A"), own_kills="yes"), "Ab1xa1") == set()


def test_r14_an_extra_move_of_a_reporter_must_kill_again() -> None:
    state = stand(put(SIX, "g8 red M, k11 pink R, j11 red M, g13 pink M, g12 blue C"), players="6", turn="pink")
    exits = texts(state, "Rk11-h8!g8/")
    assert "Rk11-h8!g8/-h9" in exits
    assert "Rk11-h8!g8/-h11!g12" not in exits
    assert "Rk11-h8!g8/-k11!j11" in exits
    assert "Rk11-h8!g8/-k11" not in exits


def test_r14_no_extra_move_no_move() -> None:
    living = put(FOUR, "b5 red A, e5 blue C")
    closed = "d4 d6 e4 e6 f4 f5 f6 c5"
    assert not texts(stand(living, corpses=closed.replace(" c5", "")), "Ab5xe5/") - {"Ab5xe5/-d5", "Ab5xe5/-c5"}
    beside = put(FOUR, "d5 red A, e5 blue C")
    assert not texts(stand(beside, corpses=closed), "Ad5xe5")


def test_r15_without_master_moves_power_is_left_quietly() -> None:
    living = put(FOUR, "b5 red A, e5 blue C, e9 yellow C")
    state = stand(living, master_moves="no")
    assert legal(state, "Ab5xe5/-f6")
    assert not legal(state, "Ab5xe5/xe9")
    provoking = stand(put(FOUR, "b5 red P, e5 blue C, e9 yellow C"), master_moves="no")
    assert legal(provoking, "Pb5:e5>a5/-f6")
    assert not legal(provoking, "Pb5:e5>a5/:e9>e5")
    digging = stand(put(FOUR, "b5 red N"), corpses="e5 e7", master_moves="no")
    assert legal(digging, "Nb5:e5>a5/-f6")
    assert not legal(digging, "Nb5:e5>a5/:e7>a6")
    assert not legal(stand(put(FOUR, "c5 blue C"), master_moves="no"), "Mc3xc5>e5")
    shot = play(stand(put(FOUR, "b4 red R, e5 blue C"), master_moves="no"), "Rb4-e4!e5")
    assert on(shot, "e5") == "corpse"


def test_an_assassin_leaving_power_kills_chiefs_only_and_a_necromobile_digs_again() -> None:
    state = stand(put(FOUR, "b5 red A, e5 blue C, e2 green R"))
    assert not texts(state, "Ab5xe5/x")
    digging = stand(put(FOUR, "b5 red N"), corpses="e5 e7")
    assert legal(digging, "Nb5:e5>a5/:e7>a6")
    assert not legal(digging, "Nb5:e5>a5/:e7>e5")
    assert legal(digging, "Nb5:e5>e6/:e6>d6")


def test_r16_a_reporter_kills_vassals_beside_it() -> None:
    living = put("a1 red C, b5 red R, f6 blue A, i9 yellow C, a9 green C")
    state = stand(living, owner={"blue": "red"})
    assert texts(state, "Rb5-f5") == {"Rb5-f5!f6"}


def test_a_reporter_displaced_kills_nobody() -> None:
    state = stand(put(FOUR, "b5 red P, d5 blue R, e7 green A"))
    after = play(state, "Pb5:d5>e6")
    assert on(after, "e7") == "green A"


def test_r16_a_reporter_kills_beside_a_common_side_only() -> None:
    assert texts(stand(put(FOUR, "b5 red R, g6 blue A")), "Rb5-f5") == {"Rb5-f5"}
    large = stand(put(SIX, "b2 red R, d5 green A"), players="6")
    assert texts(large, "Rb2-c3") == {"Rb2-c3"}


@pytest.mark.parametrize(("cell", "may"), [("e5", True), ("f1", False)])
def test_r18_vassals_are_provoked_only_while_the_chief_is_in_power(cell: str, may: bool) -> None:  # noqa: FBT001
    living = put(f"{cell} red C, b6 red P, d6 blue A, i9 yellow C, a9 green C")
    state = stand(living, owner={"blue": "red"})
    assert bool(texts(state, "Pb6:d6")) == may


@pytest.mark.parametrize(
    ("passive", "king", "may"), [("frozen", "", False), ("frozen", "e5 red C", True), ("vulnerable", "", True)]
)
def test_r20_passive_pieces_may_be_frozen(passive: str, king: str, may: bool) -> None:  # noqa: FBT001
    state = stand(put(FOUR, f"c5 blue A, {king}".strip(", ")), status={"blue": "abandoned"}, passive=passive)
    assert bool(texts(state, "Mc3xc5")) == may


def test_r20_dead_colours_of_passive_ones_are_frozen_too() -> None:
    living = put("a1 red C, c3 red M, c5 blue A, i9 yellow C, a9 green C")
    frozen = {"status": {"yellow": "abandoned"}, "owner": {"blue": "yellow"}}
    assert not texts(stand(living, passive="frozen", **frozen), "Mc3x")  # type: ignore[arg-type]
    assert texts(stand(living, **frozen), "Mc3x")  # type: ignore[arg-type]


def test_r17_the_killer_inherits_what_the_dead_player_owned() -> None:
    living = put("a1 red C, c3 red M, c5 blue C, i9 yellow C, e9 green A")
    after = play(stand(living, owner={"green": "blue"}), "Mc3xc5>f6")
    assert (entry(after, "owner", "blue"), entry(after, "owner", "green")) == ("red", "red")


def test_the_killed_chief_of_an_abandoned_colour_gives_it_to_the_killer() -> None:
    after = play(stand(put(FOUR, "c5 blue C"), status={"blue": "abandoned"}), "Mc3xc5>f6")
    assert (entry(after, "status", "blue"), entry(after, "owner", "blue")) == ("dead", "red")


def test_a_chief_killed_by_a_vassal_belongs_to_the_player() -> None:
    living = put("a1 red C, d3 blue M, d5 green C, i9 yellow C")
    after = play(stand(living, turn="blue", owner={"blue": "red"}), "Md3xd5>f6")
    assert entry(after, "owner", "green") == "red"


KING = put(SIX, "g7 red C")


def test_r13_without_a_king_nobody_stops_in_the_fortress() -> None:
    living = put(SIX, "e8 red M, e7 blue M")
    state = stand(living, players="6")
    assert "f8" in reaches(state, "e8")
    assert not reaches(state, "e8") & {"f7", "g8", "f6"}
    assert reaches(stand(living, players="6", status={"blue": "coma"}), "e7") & {"f6", "f7"}


def test_r13_troops_of_the_king_and_his_vassals_stop_in_the_fortress() -> None:
    living = {cell: word for cell, word in KING.items() if word != "blue C"} | {"e8": "red M", "e7": "blue M"}
    state = stand(living, players="6", owner={"blue": "red"})
    assert "f7" in reaches(state, "e8")
    assert "f6" in reaches(state, "e7")


def test_r13_dead_colours_of_a_passive_one_count_as_the_kings_while_there_is_one() -> None:
    dead = SIX_WITHOUT_BLUE
    owned = {"status": {"green": "abandoned"}, "owner": {"blue": "green"}, "players": "6"}
    assert not reaches(stand(dead, **owned), "e7") & {"f6", "f7"}  # type: ignore[arg-type]
    crowned = {**dead, "g7": "red C", "m7": "red M"}
    assert "f6" in reaches(stand(crowned, **owned), "e7")  # type: ignore[arg-type]


SIX_WITHOUT_BLUE = {cell: word for cell, word in put(SIX, "e7 blue M").items() if word != "blue C"}


def test_r13_a_chief_leaving_power_does_not_stop_in_the_fortress_but_may_act_there_and_go_back() -> None:
    state = stand(KING, players="6")
    fortress = {"g8", "h8", "h7", "g6", "f6", "f7"}
    assert not reaches(state, "g7") & fortress
    state = stand({**KING, "g8": "blue M"}, players="6")
    assert "g8" in reaches(state, "g7")
    kills = texts(state, "Cg7xg8>a2/")
    assert "Cg7xg8>a2/-g7" in kills
    assert "Cg7xg8>a2/-g9" in kills
    assert "Cg7xg8>a2/-h8" not in kills
    assert "Cg7xg8>g7/-g9" not in texts(state, "Cg7xg8>g7")


def test_r13_squatters_are_tolerated_until_they_move() -> None:
    state = stand({**KING, "f7": "blue M"}, players="6", turn="blue")
    assert not reaches(state, "f7") & {"g8", "f6"}
    assert "e7" in reaches(state, "f7")


def test_a_reporter_enters_the_fortress_only_to_kill_even_if_it_may_refrain() -> None:
    living = {**KING, "k11": "pink R", "g8": "red M"}
    state = stand(living, players="6", turn="pink", reporter="optional")
    assert "h8" in reaches(state, "k11")
    assert not legal(state, "Rk11-h8")
    assert not legal(state, "Rk11-h8!g8")
    assert legal(state, "Rk11-h8!g8/-h9")
    alone = stand({**KING, "k11": "pink R", "g7": "pink C", "m13": "pink M"}, players="6", turn="pink")
    assert "h8" in reaches(alone, "k11")


def test_r12_only_the_piece_that_acts_may_touch_power() -> None:
    state = stand(put(FOUR, "e5 blue C, b5 red P, b8 red R, d4 red N"), corpses="h2")
    assert texts(state, "Pb5:e5>a5/-")
    assert not any("e5" in text for text in texts(state, "N"))
    assert not any(text.startswith("Rb8-e5") for text in texts(state, "R"))


def test_a_chief_may_kill_the_chief_in_power_and_a_provocateur_may_drop_one_there() -> None:
    state = stand(put(FOUR, "b5 red P, d5 blue C"))
    after = play(state, "Pb5:d5>e5")
    assert after.to_json()["king"] == "blue"
    assert after.upcoming(1)[0].bonus
    assert not legal(stand(put(FOUR, "b5 red P, d5 blue A")), "Pb5:d5>e5")


def test_reach_shows_an_enemys_destinations() -> None:
    state = stand(put(FOUR, "g5 blue R"))
    assert "g4" in reaches(state, "g5")
    assert reaches(state, "e5") == reaches(state, "z9") == set()
