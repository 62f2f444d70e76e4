"""Premoves, pure: what one may mean to play before it is one's turn, when it is due, what makes an end of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.fault import BadNotation, IllegalAction
from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, SeatView, TableView
from tests.gallery.fixed_table import match_of
from tui.table.player_desk import PlayerDesk


def view_of(match: Match, mine: tuple[int, ...]) -> TableView:
    seats = tuple(
        SeatView(Seat(at), name, f"P{at}", "Ann", mine=at in mine, present=True) for at, name in enumerate(match.names)
    )
    return TableView("00", "T", "P", Phase.PLAYING, match.header.game, (), (), seats, match.seen_by(Seat(mine[0])))


def desk_of(match: Match, *mine: int) -> PlayerDesk:
    desk = PlayerDesk()
    desk.take(view_of(match, mine or (1,)))
    return desk


def djambi() -> Match:
    return Match.new(find("djambi"), {"players": "4"})


def test_a_premove_is_pointed_out_with_the_targets_of_now_and_marked() -> None:
    desk = desk_of(djambi())
    assert desk.choice is None
    assert desk.point("g2") is None
    assert "f3" in desk.pick().targets
    text = desk.point("f3")
    assert text == "Mg2-f3"
    desk.intend(text)
    assert desk.premove is not None
    assert desk.pick().ahead == ("g2", "f3")
    assert desk.pick().chosen == ()
    desk.look(-1)
    assert desk.seat is None


@pytest.mark.parametrize(
    ("game", "path", "text"),
    [
        ("djambi", ("g1", "c5"), "Mg1-c5"),
        ("djambi", ("i1", "i9"), "Ci1-i9"),
        ("epaminondas", ("11.3", "8.3"), "11.3.1S3"),
        ("megiddo", ("C4",), "C4"),
    ],
)
def test_what_hinders_it_now_may_be_gone_by_then(game: str, path: tuple[str, ...], text: str) -> None:
    """A move of one's own piece that cannot be made now, a point that is taken: the notation takes it."""
    match = Match.new(find(game), {"players": "4"} if game == "djambi" else {})
    match = match.play("C4").play("D4").play("E5") if game == "megiddo" else match
    seat = next(seat for seat in range(len(match.names)) if seat not in match.state.active)
    desk = desk_of(match, seat)
    said = [desk.point(spot) for spot in path]
    assert said[:-1] == [None] * (len(path) - 1)
    assert said[-1] == text


def test_it_begins_with_a_piece_of_ones_own() -> None:
    desk = desk_of(djambi())
    for spot in ("c2", "e7"):
        with pytest.raises(IllegalAction):
            desk.point(spot)
    desk.point("g2")
    assert desk.point("g3") is None, "another piece is picked instead"
    assert desk.pick().chosen == ("g3",)
    with pytest.raises(IllegalAction, match=r"^Now the next cell, one of \d+\.$"):
        desk.point("g3")
    assert desk.pick().chosen == ("g3",), "Enter takes nothing back"
    assert desk.point("g3", clicked=True) is None, "and clicked on again it is put back"
    assert desk.pick().chosen == ()


def test_what_is_typed_is_taken_where_the_notation_takes_it() -> None:
    desk = desk_of(djambi())
    assert desk.picking is not None
    assert "Mg2-f3" in desk.picking.completions("Mg2-")
    desk.spell("Mg2-f")
    assert desk.pick().chosen == ("g2",)
    assert desk.objection("Mg2-d9") is None
    assert isinstance(desk.objection("Mg2?"), BadNotation)
    with pytest.raises(BadNotation):
        desk.intend("Mg2?")
    desk.intend("g2 - d9")
    assert desk.premove is not None
    assert desk.premove.text == "Mg2-d9"
    with pytest.raises(IllegalAction, match="before it is your turn"):
        desk.intend("abandon blue")


def test_it_is_due_when_its_turn_comes_and_judged_by_the_rules() -> None:
    match = djambi()
    desk = desk_of(match)
    desk.intend("Mg2-f3")
    premove = desk.premove
    assert premove is not None
    assert not premove.due(view_of(match, (1,)))
    match = match.play("Mc2-d3")
    view = view_of(match, (1,))
    desk.take(view)
    assert desk.premove == premove
    assert premove.due(view)
    assert not premove.due(replace(view, paused=True))
    assert premove.objection(match.state) is None
    desk.take(view_of(djambi(), (1,)))
    assert not desk.pick().ahead, "a takeback makes an end of it"
    desk.intend("Mg2-d5")
    assert desk.premove is not None
    assert "too far" in str(desk.premove.objection(match.state))


@pytest.mark.parametrize("change", [{"phase": Phase.OVER}, {"phase": Phase.FROZEN}, {"seats": ()}, {"match": None}])
def test_it_ends_with_the_game_and_with_the_seat(change: dict[str, object]) -> None:
    desk = desk_of(djambi())
    desk.intend("Mg2-f3")
    desk.take(replace(view_of(djambi(), (1,)), **change))  # type: ignore[arg-type]
    assert desk.premove is None


def test_of_several_seats_it_is_that_whose_turn_comes_next() -> None:
    match = djambi().play("Mc2-d3").play("Mg2-f3")
    desk = desk_of(match, 0, 1, 3)
    assert desk.plan is not None
    assert desk.plan.seat == 3
    assert desk_of(match, 2).plan is None, "in one's own turn there is none"
    watching = PlayerDesk()
    watching.take(replace(view_of(match, (0,)), seats=()))
    assert watching.plan is None


def test_a_choice_goes_on_while_the_others_move_and_into_ones_own_turn() -> None:
    match = Match.new(find("djambi"), {"players": "4"})
    desk = desk_of(match, 2)
    desk.point("g7")
    desk.take(view_of(match.play("Mc2-d3"), (2,)))
    assert desk.pick().chosen == ("g7",)
    match = match.play("Mc2-d3").play("Mg2-f3")
    desk.take(view_of(match, (2,)))
    assert desk.choice is not None
    assert desk.choice.prefix == ("g7",)
    assert desk.point("f6") == "Ng7-f6"


def test_at_cards_none_is_made_while_pieces_are_placed_or_a_combat_is_open() -> None:
    match = Match.new(find("mediterranee"), {"players": "4", "seed": "3"}).deal()
    seats = [seat for seat in range(4) if seat not in match.state.active]
    assert desk_of(match, seats[0]).plan is None
    sealed = next(found for plies in range(40, 90) if (found := match_of(4, plies, 5, "mediterranee")).state.sealed)
    fighters = sealed.state.active
    assert all(desk_of(sealed, seat).plan is None for seat in range(4))
    open_turn = match_of(4, 40, 5, "mediterranee")
    seat = next(seat for seat in range(4) if seat not in open_turn.state.active)
    desk = desk_of(open_turn, seat)
    assert desk.picking is not None
    start = desk.picking.targets[0]
    desk.point(start)
    assert desk.pick().targets
    assert fighters


def test_a_whole_choice_waits_until_it_is_confirmed() -> None:
    desk = desk_of(djambi(), 0)
    desk.point("c2")
    text = desk.point("d3")
    assert text == "Mc2-d3"
    desk.hold(text)
    assert desk.held == "Mc2-d3"
    assert desk.pick().chosen == ("c2", "d3")
    assert desk.point("d2") == "Mc2-d2", "another target takes its place"
    assert desk.held == ""
    desk.hold("Mc2-d2")
    assert desk.back()
    assert (desk.held, desk.pick().chosen) == ("", ("c2",))


def test_a_premove_ends_with_the_game_of_a_match_that_it_was_for() -> None:
    match = Match.new(find("megiddo"), {"players": "2"})
    desk = desk_of(match)
    desk.intend("C4")
    kept, before = desk.premove, desk.view
    assert kept is not None
    assert before is not None
    view = view_of(match.play("resign 1", Seat(0)), (1,))
    assert kept.outlives(before, view)
    desk.take(view)
    assert desk.premove is None
    desk = desk_of(match)
    desk.intend("C4")
    desk.take(view_of(match.play("D3"), (1,)))
    assert desk.premove is not None
