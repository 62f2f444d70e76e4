"""Simultaneous decisions in one process: outside state and log until all are in."""

from __future__ import annotations

from typing import Any, cast

import pytest

from core.fault import Fault, IllegalAction
from core.game import Seat, State
from core.games import find
from core.match.match import Line, Match
from tests.core.support.number_game import Bids

RED, BLUE = Seat(0), Seat(1)


@pytest.fixture
def match() -> Match:
    return Match(Match.new(find("djambi"), {}).header, (), cast("State[Any]", Bids()), b"chain")


def test_nothing_of_the_first_is_seen_before_the_last_is_in(match: Match) -> None:
    first = match.seal("3", BLUE)
    assert (first.log, first.state, first.chain) == (match.log, match.state, match.chain)
    assert first.sealed == (Line(BLUE, "3"),)
    both = first.seal("1", RED)
    assert both.sealed == ()
    assert both.log == (Line(RED, "1"), Line(BLUE, "3"))
    assert both.state.outcome is not None
    assert both.state.outcome.winners == (BLUE,)


def test_the_order_in_which_they_decide_leaves_no_trace(match: Match) -> None:
    assert match.seal("3", BLUE).seal("1", RED) == match.seal("1", RED).seal("3", BLUE)


def test_nobody_decides_twice_or_for_nobody(match: Match) -> None:
    first = match.seal("1", RED)
    with pytest.raises(IllegalAction, match="red has decided already"):
        first.seal("3", RED)
    with pytest.raises(IllegalAction, match="Several seats owe a decision"):
        first.seal("3")
    with pytest.raises(IllegalAction, match="It is not the turn of yellow"):
        first.seal("3", Seat(2))
    assert first.sealed == (Line(RED, "1"),)


def test_what_the_rules_refuse_is_refused_at_once(match: Match) -> None:
    with pytest.raises(IllegalAction, match="The first bid is not 2"):
        match.seal("2", RED)


def test_what_may_be_said_at_any_time_is_not_sealed(match: Match) -> None:
    over = match.seal("1", RED).seal("resign", BLUE)
    assert over.log == (Line(BLUE, "resign"),)
    assert over.sealed == ()
    assert over.state.outcome is not None


def test_a_sealed_decision_is_taken_back_first(match: Match) -> None:
    assert match.seal("1", RED).undo() == match
    with pytest.raises(Fault, match="only 0 decisions"):
        match.seal("1", RED).undo(2)


def test_without_a_simultaneous_phase_it_is_a_move_like_any_other() -> None:
    begun = Match.new(find("djambi"), {})
    assert begun.seal("c1-d1") == begun.play("c1-d1")
