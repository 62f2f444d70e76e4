"""The worked examples of the rules, each sentence of them."""

from __future__ import annotations

import pytest

from core.game import Spot
from core.games.djambi.rules.state import State
from tests.core.support.positions.djambi_positions import (
    FOUR,
    SIX,
    entry,
    legal,
    on,
    play,
    put,
    says,
    stand,
    texts,
    turns,
)


def test_example_1_a_militant_kills_and_places_the_corpse() -> None:
    state = stand(put(FOUR, "c5 blue A"))
    assert legal(state, "Mc3xc5>c3")
    assert not legal(state, "Mc3xc5>e5")
    assert len(texts(state, "Mc3xc5")) == 72
    after = play(state, "Mc3xc5>f6")
    assert (on(after, "c5"), on(after, "f6"), on(after, "c3")) == ("red M", "corpse", "")


def test_example_2_a_chief_killed_elsewhere_makes_a_puppet_power() -> None:
    state = stand(put(FOUR, "c5 blue C"))
    assert on(state, "i1") == "blue M"
    after = play(state, "Mc3xc5>e5")
    assert on(after, "e5") == "corpse"
    assert (entry(after, "status", "blue"), entry(after, "owner", "blue")) == ("dead", "red")
    assert not any("e5" in spots for spots in (after.reach(Spot(spot)) for spot in after.rules.board.lattice.names))


def test_example_3_militants_do_not_kill_the_chief_in_power() -> None:
    state = stand(put(FOUR, "e5 blue C, d4 red M"))
    assert texts(state, "Md4")
    assert not texts(state, "Md4xe5")
    state = stand(put(FOUR, "e5 blue C, d4 red M, e1 red C"))
    after = play(state, "Ce1xe5>e4")
    assert after.to_json()["king"] == "red"
    assert on(after, "e5") == "red C"


def test_example_4_an_assassin_leaves_power_by_a_master_move() -> None:
    state = stand(put(FOUR, "b5 red A, e5 blue C, e9 yellow C, e2 green R"))
    assert not legal(state, "Ab5xe5")
    assert legal(state, "Ab5xe5/-f6")
    assert legal(state, "Ab5xe5/xe9")
    assert not legal(state, "Ab5xe5/xe2")
    after = play(state, "Ab5xe5/xe9")
    assert (on(after, "b5"), on(after, "e5"), on(after, "e9")) == ("corpse", "corpse", "red A")
    assert (entry(after, "owner", "blue"), entry(after, "owner", "yellow")) == ("red", "red")


def test_example_5_a_provocateur_deposes_and_enthrones() -> None:
    state = stand(put(FOUR, "b5 red P, e5 blue C, e9 yellow C"))
    crowned = play(state, "Pb5:e5>a5/:e9>e5")
    assert (on(crowned, "a5"), on(crowned, "e5"), on(crowned, "e9")) == ("blue C", "yellow C", "red P")
    assert crowned.to_json()["king"] == "yellow"
    assert turns(crowned, 1) == "Y*"
    vacant = play(state, "Pb5:e5>a5/-f6")
    assert vacant.to_json()["king"] is None
    assert turns(vacant, 1) == "B"


def test_example_6_a_necromobile_digs_and_leaves_power() -> None:
    state = stand(put(FOUR, "b5 red N"), corpses="d5 d7")
    assert legal(state, "Nb5:d5>b5")
    assert not legal(state, "Nb5:d5>e5")
    puppet = stand(put(FOUR, "b5 red N"), corpses="e5")
    assert legal(puppet, "Nb5:e5>a5/-f6")
    assert not legal(puppet, "Nb5:e5>a5")


def test_example_7_a_reporter_must_kill_if_it_can() -> None:
    living = put(FOUR, "b5 red R, h6 blue A, g5 blue N, i4 blue P")
    state = stand(living)
    assert legal(state, "Rb5-f5!g5")
    assert not legal(state, "Rb5-f5")
    optional = stand(living, reporter="optional")
    assert legal(optional, "Rb5-f5!g5")
    assert legal(optional, "Rb5-f5")


REIGN = {
    "red": "e5 red C, b2 red M",
    "blue": "i1 blue C, g3 blue M",
    "yellow": "i9 yellow C, g7 yellow M",
    "green": "a9 green C, b7 green M",
}


def reign(colours: str = "red blue yellow green", turn: str = "blue", **options: str) -> State:
    return stand(", ".join(REIGN[colour] for colour in colours.split()), "", turn, None, None, **options)


def test_example_8_the_king_plays_after_each_other_player() -> None:
    assert turns(reign(), 8) == "B R* Y R* G R* B R*"
    assert turns(reign("red blue green"), 6) == "B R* G R* B R*"
    assert turns(reign("red blue"), 6) == "B R* B R* B R*"
    assert turns(reign("red blue", duel_power="double"), 6) == "B R* R B R* R"


@pytest.mark.parametrize("colours", ["red blue yellow green", "red blue green", "red blue"])
@pytest.mark.parametrize("duel", ["single", "double"])
def test_example_8_the_turns_come_as_foretold(colours: str, duel: str) -> None:
    state = reign(colours, duel_power=duel)
    told = turns(state, 12).split()
    for word in told:
        assert turns(state, 1) == word
        state = state.play(state.active[0], next(a for a in state.legal(state.active[0]) if a.piece == "M"))


def test_example_8_a_colour_that_abandons_is_played_by_the_king() -> None:
    state = says(reign(), "abandon blue")
    assert turns(state, 7) == "R* Y R* G R* B(R) Y"


def test_example_9_leaving_power_does_not_give_two_turns_in_a_row() -> None:
    left = play(reign(turn="green"), "Mb7-b6", "Ce5-e4")
    assert turns(left, 4) == "B Y G R"
    left = play(reign(turn="blue"), "Mg3-g4", "Ce5-e4")
    assert turns(left, 3) == "Y G R"


def test_example_10_a_chief_is_encircled() -> None:
    living = put(FOUR, "b1 red M, e3 blue N")
    caught = play(stand(living, corpses="a2 b2 c2 f4", turn="blue"), "Ne3:f4>c1")
    assert entry(caught, "status", "red") == "coma"


def test_example_10_a_chief_is_released() -> None:
    living = put(FOUR, "b1 red M, e1 blue N")
    state = stand(living, corpses="a2 b2 c2 c1", turn="blue", status={"red": "coma"})
    freed = play(state, "Ne1:c1>f6")
    assert entry(freed, "status", "red") == "active"
    red = freed.rules.colours.index("red")
    while freed.active != (red,):
        freed = freed.play(freed.active[0], next(iter(freed.legal(freed.active[0]))))
    assert texts(freed, "Mb1xc1")


ROW = "a b c d e f g h i"


def wall(row: int, *free: str) -> str:
    return " ".join(f"{column}{row}" for column in ROW.split() if f"{column}{row}" not in free)


def test_example_11_the_world_is_shared_out() -> None:
    living = put("a1 red C, b1 red M, e1 red M, a9 green C, b9 green M")
    state = stand(living, corpses=wall(5))
    for action in state.legal(state.active[0]):
        over = state.play(state.active[0], action).outcome
        assert over is not None
        assert (over.reason, over.winners) == ("partition", (0, 3))


def test_example_11_who_can_take_power_wins_the_shared_world() -> None:
    living = put("e4 red C, b1 red M, e1 red M, a9 green C, b9 green M")
    state = stand(living, corpses=wall(6))
    assert play(state, "Mb1-b2").outcome is None
    over = play(state, "Ce4-e5").outcome
    assert over is not None
    assert (over.reason, over.winners) == ("partition_power", (0,))


@pytest.mark.parametrize("cell", ["i1 red N", "i9 green N", "i9 red N"])
def test_example_11_a_living_necromobile_keeps_the_world_open(cell: str) -> None:
    living = put("a1 red C, b1 red M, e1 red M, a9 green C, b9 green M", cell)
    assert play(stand(living, corpses=wall(5)), "Me1-e2").outcome is None


SEATED = put(SIX, "g7 red C")


def six(more: str, turn: str, **status: str) -> State:
    return stand(SEATED | put(more), turn=turn, status=status, players="6")


def test_example_12_kills_in_the_fortress_need_an_exit() -> None:
    state = six("h8 red M, j10 pink M", "pink")
    assert on(state, "m7") == "red M"
    kills = texts(state, "Mj10xh8>")
    assert kills
    fortress = {"g8", "h8", "h7", "g6", "f6", "f7"}
    assert all("/" in text and text.split("/")[1][1:].split(">")[0] not in fortress for text in kills)
    assert legal(state, "Mj10xh8>a2/-h9")
    assert not legal(state, "Mj10xh8>a2/-g8")
    assert not legal(state, "Mj10xh8>a2")


def test_example_12_a_reporter_kills_the_king_and_leaves() -> None:
    state = six("k11 pink R", "pink")
    kills = texts(state, "Rk11-h8!g7")
    assert kills
    assert all(text.startswith("Rk11-h8!g7/-") for text in kills)
    assert legal(state, "Rk11-h8!g7/-h11")
    assert entry(play(state, "Rk11-h8!g7/-h11"), "status", "red") == "dead"


def test_example_12_a_corpse_lies_in_the_fortress_but_not_on_power() -> None:
    state = six("d5 red M, d6 blue A", "red")
    assert legal(state, "Md5xd6>g8")
    assert not legal(state, "Md5xd6>g7")


def test_example_12_a_provoked_piece_needs_the_right_to_the_fortress() -> None:
    assert not legal(six("d3 red P, d6 blue A", "red"), "Pd3:d6>g8")
    assert legal(six("d3 red P, d6 blue A", "red", blue="abandoned"), "Pd3:d6>g8")
