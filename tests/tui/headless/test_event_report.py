"""What a program without screens says as it is ended after a game: whom the end waits for, or that it is settled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.settlement_view import SettlementView
from net.view.table_view import Phase, TableView
from tests.gallery.fixed_table import view_of
from tui.headless.event_report import Report

NAMES = ("Ana", "Benoît", "Chloé")


def over(*, settled: bool, former: tuple[str, ...] = ()) -> TableView:
    """Give a game of three that is over, which Benoît has not confirmed unless it is settled."""
    match = Match.new(find("djambi"), {"players": "3"}).play("abandon red", Seat(0)).play("abandon green", Seat(1))
    view = view_of(match)
    seats = tuple(replace(seat, pid=f"P{seat.seat}", nick=NAMES[seat.seat], mine=seat.seat == 0) for seat in view.seats)
    settlement = SettlementView(settled, () if settled else (Seat(1),), Seat(0), former=former)
    return replace(view, phase=Phase.OVER, seats=seats, settlement=settlement)


@pytest.mark.parametrize(("settled", "last"), [(False, "left"), (True, "settled")])
def test_whoever_is_ended_after_an_unsettled_end_says_how_it_stands(*, settled: bool, last: str) -> None:
    told: list[dict[str, object]] = []
    report = Report(told.append)
    report.end(over(settled=False, former=("Zoé",)))
    assert told[-1]["awaited"] == ["Benoît", "Zoé"]
    report.leave(over(settled=settled))
    assert [one["event"] for one in told] == ["over", last]
    assert told[-1]["settled"] is settled


def test_an_end_that_was_told_as_settled_is_not_told_again() -> None:
    told: list[dict[str, object]] = []
    report = Report(told.append)
    report.end(over(settled=True))
    report.leave(over(settled=True))
    report.end(over(settled=False))
    report.settle(over(settled=True))
    report.leave(over(settled=True))
    assert [one["event"] for one in told] == ["over", "over", "settled"]
