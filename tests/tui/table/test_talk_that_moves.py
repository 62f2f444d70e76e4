"""A line of talk whose place moves, because a decision made before it arrives later, is told and counted once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, SeatView, TableView, TalkLine
from tests.core.support.card_game import install
from tui.headless.event_report import Report
from tui.table.alerts import Unread
from tui.text.table.event_teller import EventTeller

TEXT = "I did not see that coming."


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> tuple[TableView, TableView]:
    """Give a table whose last decision has not arrived, and the same one with it; a line was said after it."""
    install(monkeypatch)
    match = Match.new(find("cards"), {"talon": "6,5,4,3,2,1"}).deal().play("pass")
    seats = tuple(SeatView(Seat(at), name, f"P{at}", f"N{at}") for at, name in enumerate(match.names))
    view = TableView("00", "", "", Phase.PLAYING, "cards", match.header.options, (), seats, match.at(0))
    lines = [TalkLine(ply, Seat(0), "P0", "N0", TEXT, None, 0, 20) for ply in (0, 1)]
    return replace(view, talk=(lines[0],)), replace(view, match=match, talk=(lines[1],))


def test_a_headless_peer_tells_it_once(views: tuple[TableView, TableView]) -> None:
    told = list[object]()
    report = Report(lambda event: told.append(event["event"]))
    for view in views:
        report.take(view)
    assert told.count("talk") == 1


def test_the_text_mode_tells_it_once(views: tuple[TableView, TableView]) -> None:
    teller = EventTeller()
    lines = [line for view in views for line in teller.news(view)]
    assert sum(TEXT in line for line in lines) == 1


def test_who_has_read_it_has_read_it(views: tuple[TableView, TableView]) -> None:
    unread = Unread()
    assert [unread.count(view, frozenset()) for view in views] == [0, 0]
