"""The desk: what is shown and what a pointed spot means, for one player among bots and others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.fault import IllegalAction
from core.games import find, names
from core.match.match import Match
from net.view.table_view import Phase, SeatView, TableView
from tests.core.support.positions.djambi_positions import put, stand
from tui.screens.table.table_status import status_text
from tui.settings import theme
from tui.table.player_desk import PlayerDesk
from tui.widgets.text_style import TextStyle

Make = Callable[..., Match]


def view_of(match: Match, mine: tuple[int, ...], bots: tuple[int, ...] = ()) -> TableView:
    seats = tuple(
        SeatView(seat, name, "P", "Ann", bot="greedy" if seat in bots else "", mine=seat in mine, present=True)  # type: ignore[arg-type]
        for seat, name in enumerate(match.names)
    )
    return TableView("00", "T", "P", Phase.PLAYING, "djambi", (), (), seats, match)


def test_only_seats_played_by_hand_decide_here(make_match: Make) -> None:
    desk = PlayerDesk()
    desk.take(view_of(make_match(4), (0, 1), bots=(0,)))
    assert desk.own == (1,)
    assert desk.seat is None
    with pytest.raises(IllegalAction, match="not yours to move"):
        desk.point("c2")
    desk.take(view_of(make_match(4), ()))
    with pytest.raises(IllegalAction, match="not your turn"):
        desk.point("c2")


def test_an_action_is_pointed_out(make_match: Make) -> None:
    desk = PlayerDesk()
    desk.take(view_of(make_match(4), (0,)))
    assert desk.point("c2") is None
    assert desk.pick().chosen == ("c2",)
    assert desk.point("d3") == "Mc2-d3"


def test_a_choice_ends_with_its_position(make_match: Make) -> None:
    desk = PlayerDesk()
    match = make_match(4)
    desk.take(view_of(match, (0, 1)))
    desk.point("c2")
    desk.take(replace(view_of(match, (0, 1)), title="renamed"))
    assert desk.pick().chosen == ("c2",)
    desk.take(view_of(match.play("Mc2-d3"), (0, 1)))
    assert desk.pick().chosen == ()


def test_looking_back_shows_the_past_and_refuses_to_play_in_it(make_match: Make) -> None:
    desk = PlayerDesk()
    desk.take(view_of(make_match(4).play("Mc2-d3").play("Mg2-f3"), (0, 1, 2, 3)))
    desk.look(-1)
    assert desk.ply == 1
    assert desk.piece_on("f3") is None
    assert desk.pick().last == ("c2", "d3")
    with pytest.raises(IllegalAction, match="This is the past"):
        desk.point("g7")
    desk.look(-9)
    assert desk.ply == 0
    assert desk.back()
    assert not desk.past
    assert desk.piece_on("f3") is not None


def test_the_reach_of_an_enemy_can_be_seen(make_match: Make) -> None:
    desk = PlayerDesk()
    desk.take(view_of(make_match(4), (0,)))
    desk.inspect("g3")
    assert desk.pick().reach
    desk.inspect("g3")
    assert not desk.pick().reach
    desk.inspect("e6")
    assert desk.inspected is None


def test_optional_victims_are_left_out_by_pointing_once_more(make_match: Make) -> None:
    position = make_match(4, reporter="optional").state.to_json()
    living = dict(position["living"])  # type: ignore[call-overload]
    living["d5"] = living.pop("a2")
    living["d6"] = living.pop("c7")
    desk = PlayerDesk()
    desk.take(view_of(Match.at_position(find("djambi"), position | {"living": living}), (0,)))
    assert desk.point("d5") is None
    assert desk.point("c6") is None, "the reporter may kill the necromobile on d6, and need not"
    assert desk.pick().targets
    assert desk.point("c6") == "Rd5-c6"


@pytest.mark.parametrize("game", names())
def test_pointing_once_more_takes_no_choice_back_in_any_game(game: str) -> None:
    """At every spot of an action, as long as it is none; a click alone takes back."""
    seed = {"seed": "1"} if any(option.name == "seed" for option in find(game).options) else {}
    placed = {"placement": "standard"} if seed else {}
    match = Match.new(find(game), seed | placed).deal()
    desk = PlayerDesk()
    desk.take(view_of(match, (match.state.active[0],)))
    while desk.choice is not None and desk.choice.text is None:
        chosen = desk.pick().chosen
        if chosen:
            with pytest.raises(IllegalAction, match=r"^Now "):
                desk.point(chosen[-1])
            assert desk.pick().chosen == chosen
            assert desk.point(chosen[-1], clicked=True) is None
            assert desk.pick().chosen == chosen[:-1]
            desk.point(chosen[-1])
        if desk.point(desk.choice.targets[-1]) is not None:
            break


def test_the_reason_at_the_landing_cell_names_the_victim(make_match: Make) -> None:
    position = make_match(4).state.to_json()
    living = dict(position["living"])  # type: ignore[call-overload]
    living["d5"] = living.pop("a2")
    living["d6"] = living.pop("c7")
    desk = PlayerDesk()
    desk.take(view_of(Match.at_position(find("djambi"), position | {"living": living}), (0,)))
    for spot in ("d5", "c6"):
        desk.point(spot)
    with pytest.raises(IllegalAction, match=r"^Now the victim"):
        desk.point("c6")
    assert desk.pick().chosen == ("d5", "c6")


def test_the_status_tells_how_far_an_inspected_piece_goes_and_what_it_finds(make_match: Make) -> None:
    ink = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
    match = make_match(4)
    for text in ("Mc2-d3", "Mg2-f3", "Ng7-g6", "Nc7-c6"):
        match = match.play(text)
    desk = PlayerDesk()
    desk.take(view_of(match, (0,)))
    desk.inspect("f3")
    reach = desk.pick().reach
    assert "d3" in reach
    assert status_text(desk, None, ink).plain == f"Your turn ● Red · f3 can go to {len(reach)} cells, 1 of them taken"
    desk.inspect("i1")
    assert status_text(desk, None, ink).plain == "Your turn ● Red · i1 can go nowhere"


def test_a_stone_that_is_inspected_is_said_to_be_in_the_way() -> None:
    ink = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
    match = Match.new(find("megiddo"), {}).play("A2").play("B2")
    desk = PlayerDesk()
    desk.take(view_of(match, (0,)))
    desk.inspect("A2")
    assert status_text(desk, None, ink).plain == "Your turn ? Seat 0 · A2 is taken; what stands there cannot move"


def test_a_look_at_a_piece_ends_with_the_players_own_decision_and_with_the_piece(make_match: Make) -> None:
    match = make_match(4)
    moved = match.play("Mc2-d3")
    other = moved.play("Mg2-f3")
    ways = [
        (match, moved, "c2"),
        (moved, other, "g2"),
        (match, moved, "g3"),
        (moved, other, "g3"),
        (other, match, "g3"),
    ]
    kept = []
    for before, after, spot in ways:
        desk = PlayerDesk()
        desk.take(view_of(before, (0,)))
        desk.inspect(spot)
        desk.take(view_of(after, (0,)))
        kept.append(desk.inspected)
    assert kept == [None, None, None, "g3", None], "only what others decide elsewhere leaves it"


def test_the_row_says_that_the_army_of_a_vassal_moves() -> None:
    state = stand(put("a1 red C, c3 red M, g3 blue M, i9 yellow C, a9 green C"), turn="blue", owner={"blue": "red"})
    match = Match.at_position(find("djambi"), state.to_json())
    desk = PlayerDesk()
    desk.take(view_of(match, (0,)))
    ink = TextStyle(theme.load(theme.DEFAULT), theme.glyphs("unicode"))
    assert status_text(desk, None, ink).plain == "Your turn ● Red: the army of ■ Blue moves"
    desk.take(view_of(Match.new(find("djambi"), {"players": "4"}), (0,)))
    assert status_text(desk, None, ink).plain == "Your turn ● Red"


def test_the_letter_of_a_piece_that_cannot_move_is_no_bad_cell(make_match: Make) -> None:
    desk = PlayerDesk()
    desk.take(view_of(make_match(4), (0,)))
    assert str(desk.objection("A")) == "No move begins with A now."
    assert "A cell was expected" in str(desk.objection("N")), "the necromobile has a move"


def test_what_enter_plays_is_not_objected_to() -> None:
    living = {"a1": "red C", "i1": "blue C", "i9": "yellow C", "a9": "green C", "i7": "red M", "g5": "blue A"}
    desk = PlayerDesk()
    desk.take(view_of(Match.at_position(find("djambi"), {"turn": "red", "living": living}), (0,)))
    assert desk.choice is not None
    assert desk.choice.whole("Mi7-xg5>i5") == "Mi7xg5>i5"
    assert desk.objection("Mi7-xg5>i5") is None
    assert str(desk.objection("Mi7-g5")) == "Write x before g5: “Mi7xg5>…”."
    assert str(desk.objection("Mi7-g5>i5")) == "Write x before g5: “Mi7xg5>i5”."
    assert str(desk.objection("Mi7xg5!i5")) == "Write > before i5: “Mi7xg5>i5”."
    assert "A cell was expected" in str(desk.objection("Mi7-x>i5"))


def test_a_typed_beginning_of_a_piece_that_cannot_move_says_so(make_match: Make) -> None:
    desk = PlayerDesk()
    desk.take(view_of(make_match(4), (0,)))
    choice = desk.choice
    assert choice is not None
    boxed = next(piece for piece in choice.state.scene(choice.seat).pieces if piece.letter == "A" and piece.owner == 0)
    for typed in (f"A{boxed.spot}", f"A{boxed.spot}-", boxed.spot):
        assert str(desk.objection(typed)) == f"Your piece on {boxed.spot} cannot move now."
        assert choice.completions(typed) == ()
    assert desk.objection("Mc2-d3") is None
