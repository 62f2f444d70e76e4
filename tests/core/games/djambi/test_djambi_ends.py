"""Encirclement and release (§10; R21, R24) and the ends of a match (§11; R25-R27)."""

from __future__ import annotations

import pytest

from core.fault import IllegalAction
from core.game import Seat
from tests.core.support.positions.djambi_positions import (
    FOUR,
    ended,
    entry,
    pieces,
    play,
    put,
    says,
    stand,
    start,
    turns,
)

CAUGHT = "a2 b2 c2 f4"
BESIDE = "a1 red C, a2 red M, e8 red M, a9 green C, i9 yellow C, i1 blue C, g5 blue N, h7 yellow M, b7 green M"
"""Red's chief in a corner, a militant of his own beside him."""


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


@pytest.mark.parametrize(("option", "status"), [("block", "active"), ("necro", "active"), ("ring", "coma")])
def test_r21_own_troops_that_can_move_shut_their_chief_in_by_option(option: str, status: str) -> None:
    state = stand(BESIDE, corpses="b1 g6", turn="blue", encirclement=option)
    assert entry(play(state, "Ng5:g6>b2"), "status", "red") == status


def test_r21_a_ring_without_a_corpse_encircles_nobody() -> None:
    state = start(encirclement="ring")
    assert {entry(play(state, "Mc1-d1"), "status", colour) for colour in ("red", "blue", "yellow", "green")} == {
        "active"
    }


def test_r21_a_ring_opens_as_soon_as_the_chief_can_move() -> None:
    shut = play(stand(BESIDE + ", b5 yellow N", corpses="b1 g6", turn="blue", encirclement="ring"), "Ng5:g6>b2")
    assert entry(shut, "status", "red") == "coma"
    assert entry(play(shut, "Nb5:b2>f2"), "status", "red") == "active"


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
