"""Conditional moves: read, checked by the rules, followed along the log, due when their condition is met."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from core.match.match import Match
from core.threat import as_if
from net.view.table_view import NegotiationView, Phase, SeatView, TableView
from tui.correspondence.conditional_move import (
    ANY,
    WIDEST,
    Branch,
    ConditionalPlan,
    Stage,
    is_outlived,
    line_words,
    planned,
    read_line,
    walk,
)
from tui.i18n.translation import speaking

ME = (Seat(1),)


def view_of(match: Match, mine: tuple[Seat, ...] = ME) -> TableView:
    """Give a table at which some seats are played here."""
    seats = tuple(
        SeatView(Seat(at), name, f"P{at}", "Ann", mine=at in mine, present=True) for at, name in enumerate(match.names)
    )
    return TableView("00", "T", "P", Phase.PLAYING, match.header.game, (), (), seats, match)


def megiddo(*moves: str) -> Match:
    """Give a game for two after some decisions."""
    match = Match.new(find("megiddo"), {})
    for move in moves:
        match = match.play(move)
    return match


def plan(*lines: str, at: Match | None = None) -> ConditionalPlan:
    """Give a plan of several lines."""
    found: ConditionalPlan | None = None
    for line in lines:
        found = planned(view_of(at or megiddo()), ME, found, line)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "text", ["", "c4", "c4 then", "then d5", "c4 d5", "if c4 then d5 if e6", "if if a then b", "c4 if d5 then e6"]
)
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(Fault, match="Write a conditional move as"):
        read_line(text)


def test_a_line_is_read_with_or_without_the_first_word_in_both_languages() -> None:
    expected = (("c4", "d5"), (ANY, "e6"))
    for text in ("c4 then d5 if * then e6", "if c4 then d5 if * then e6", "SI c4 ALORS d5 si  *  alors e6"):
        assert read_line(text) == expected


def test_moves_become_canonical_and_are_checked_where_the_position_is_known() -> None:
    assert plan("d3 then c3 if e3 then c4").branches == (Branch("D3", "C3", (Branch("E3", "C4"),)),)
    with pytest.raises(Fault):
        plan("D3 then D3")  # taken by then
    with pytest.raises(Fault):
        plan("Z9 then C3")
    with pytest.raises(Fault):
        plan("D3 then C3 if C3 then D4")


def test_after_any_move_a_reply_need_only_be_a_move_that_can_be_named() -> None:
    assert plan("* then c3").branches == (Branch(ANY, "C3"),)
    with pytest.raises(Fault):
        plan("* then nonsense")


def test_no_plan_is_made_at_ones_own_turn() -> None:
    with pytest.raises(Fault, match="It is your turn"):
        planned(view_of(megiddo("D3")), ME, None, "D3 then C3")


def test_lines_grow_into_a_tree_and_are_listed_and_forgotten_one_by_one() -> None:
    found = plan("D3 then C3 if E3 then C4", "D3 then C3 if * then C5", "E4 then D4", "* then E5")
    words = ["if D3 then C3 if E3 then C4", "if D3 then C3 if * then C5", "if E4 then D4", "if * then E5"]
    with speaking("en"):
        assert [line_words(line) for line in found.lines()] == words
        assert [line_words(line) for line in found.without(2).lines()] == [words[0], *words[2:]]
    for number in (0, 5):
        with pytest.raises(Fault, match=f"There is no line {number}; the plan has 4"):
            found.without(number)
    assert plan("D3 then C3", "D3 then C4").branches == (Branch("D3", "C4"),)


def test_a_plan_has_a_limit() -> None:
    with pytest.raises(Fault, match="That is too much"):
        plan("* then C3 " + " ".join("if * then C3" for _ in range(12)))
    tree = ConditionalPlan(Seat(1), 0, plan("* then C3").past, tuple(Branch(f"M{n}", "C3") for n in range(WIDEST)))
    with pytest.raises(Fault, match="That is too much"):
        planned(view_of(megiddo()), ME, tree, "* then C3")


def test_a_reply_is_due_once_its_condition_is_met_and_the_tree_goes_on_below_it() -> None:
    found = plan("D3 then C3 if E3 then C4", "D3 then C3 if * then C5", "* then E5")
    assert walk(found, view_of(megiddo()), ME).stage is Stage.WAITS
    assert walk(found, view_of(megiddo("D3")), ME).reply == "C3"
    assert walk(found, view_of(megiddo("D4")), ME).reply == "E5"
    assert walk(found, view_of(megiddo("D3", "C3")), ME).stage is Stage.WAITS
    assert walk(found, view_of(megiddo("D3", "C3", "E3")), ME).reply == "C4"
    assert walk(found, view_of(megiddo("D3", "C3", "F4")), ME).reply == "C5"
    assert walk(found, view_of(megiddo("D3", "C3", "E3", "C4")), ME).stage is Stage.DONE
    assert walk(found, view_of(megiddo("D4", "E5")), ME).stage is Stage.DONE


def test_the_game_leaves_a_plan_by_another_move_of_either_side_or_by_a_takeback() -> None:
    found = plan("D3 then C3 if E3 then C4", at=megiddo("D4", "E5"))
    assert walk(found, view_of(megiddo("D4", "E5", "D3")), ME).stage is Stage.DUE
    left = [("D4", "E5", "E3"), ("D4", "E5", "D3", "C5"), ("D4", "E5", "D3", "C3", "F4"), ("D4",), ("D4", "E4", "D3")]
    for moves in left:
        assert walk(found, view_of(megiddo(*moves)), ME).stage is Stage.LEFT, moves
    assert walk(found, view_of(megiddo("D4", "E5"), (Seat(0),)), (Seat(0),)).stage is Stage.LEFT


def test_nothing_is_due_in_a_pause_or_while_all_talk() -> None:
    found, view = plan("D3 then C3"), view_of(megiddo("D3"))
    assert walk(found, replace(view, paused=True), ME).stage is Stage.WAITS
    assert walk(found, replace(view, negotiation=NegotiationView(None, (), ME)), ME).stage is Stage.WAITS
    assert walk(found, replace(view, phase=Phase.FROZEN), ME).stage is Stage.WAITS


def test_with_more_players_a_condition_is_met_by_any_of_them_since() -> None:
    """Green waits for what blue does, whatever yellow plays after it."""
    start = Match.new(find("djambi"), {"players": "4"})
    red, blue, yellow, green = start.state.upcoming(4)
    first = start.play(_some(start))
    second = first.play(_some(first))
    state = as_if(start.state, green.player)
    assert state is not None
    reply = str(next(iter(state.legal(green.player))))
    own = (green.player,)
    found = planned(view_of(start, own), own, None, f"{second.log[-1].text} then {reply}")
    assert [turn.player for turn in (red, blue, yellow)] == [line.seat for line in second.play(_some(second)).log]
    assert walk(found, view_of(second, own), own).stage is Stage.WAITS
    assert walk(found, view_of(second.play(_some(second)), own), own).reply == reply


def _some(match: Match) -> str:
    """Give some move of the seat whose turn it is."""
    return str(next(iter(match.state.legal(match.state.active[0]))))


def test_a_plan_ends_with_the_game_of_a_match_that_it_was_for() -> None:
    match = megiddo()
    made = plan("* then D5", at=match)
    after = match.play("resign 1", Seat(0))
    assert is_outlived(made, after)
    assert walk(made, view_of(after), ME).stage is Stage.LEFT
    assert not is_outlived(made, match.play("C3"))
    assert walk(made, view_of(match.play("C3")), ME).stage is Stage.DUE
