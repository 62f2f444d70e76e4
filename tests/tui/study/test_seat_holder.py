"""A seat handed over in the middle of a game: whose word was whose, in the report, in the record and in the replay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from core.game import Seat
from core.match.record import Note, read, write
from net.view.table_view import HandoverView, Phase, TableView
from tests.tui.table.test_pact_ledger import TALK, killing
from tui.records.archive import record_of
from tui.settings.theme import glyphs
from tui.study.evening_report import report_text
from tui.study.past_game import past_game_of
from tui.study.timeline import Kind, Timeline

Make = Callable[..., Any]


def table(make_app: Make, at: int) -> TableView:
    """Give a table where red broke its word in turn 1; Dan took red over after `at` lines of the log."""
    match = killing()
    for seat, name in ((1, "blue"), (2, "yellow"), (3, "green")):
        match = match.play(f"abandon {name}", Seat(seat))
    view: TableView = make_app(match, hand=(0,)).handle.view
    seats = (replace(view.seats[0], nick="Dan"), *view.seats[1:])
    handovers = (HandoverView(Seat(0), at, "Dan", "Bruno"),)
    return replace(view, talk=TALK, phase=Phase.OVER, seats=seats, handovers=handovers)


def test_the_report_says_whose_word_it_was_and_who_held_the_seat_from_when_on(make_app: Make) -> None:
    told = report_text(table(make_app, 2), "", None)
    assert "  Red, Bruno, then Dan from turn 3 on: " in told
    assert "  Turn 1: Red and blue: a truce until turn 20. Broken by red in turn 1. Red was Bruno then.\n" in told
    assert "  Red, Bruno: 0 kept, 1 broken, 0 taken back\n" in told
    assert "  Red, Dan: 0 kept, 0 broken, 0 taken back\n" in told
    assert "Without object since turn 4. Red was Bruno when it was promised, Dan at the end.\n" in told
    assert "Blue was" not in told


def test_what_was_promised_and_broken_after_the_change_is_the_word_of_who_came(make_app: Make) -> None:
    told = report_text(table(make_app, 0), "", None)
    assert "Broken by red in turn 1. Red was Dan then." in told
    assert "  Red, Dan: 0 kept, 1 broken, 0 taken back\n" in told
    assert "Red, Bruno: " not in told


def test_the_replay_names_whoever_played_then_and_tells_the_change(make_app: Make) -> None:
    view = table(make_app, 2)
    assert view.match is not None
    record = read(write(record_of(view, date(2026, 11, 26))))
    told = Timeline(past_game_of(record, view.match))
    names = []
    for ply in (0, 1, 2, 3):
        told.desk.go(ply)
        assert told.desk.view is not None
        names.append(told.desk.view.seats[0].nick)
    assert names == ["Bruno", "Bruno", "Dan", "Dan"]
    (line,) = [one for one in told.at(2) if one.kind is Kind.NOTE]
    assert told.line(line, glyphs("ascii")) == "NOTE From here on Dan plays Red, which Bruno played before."
    assert "Red was Bruno then." in report_text(told.view, "", None)


def test_notes_that_tell_no_handover_are_left_out(make_app: Make) -> None:
    view = table(make_app, 2)
    assert view.match is not None
    record = record_of(replace(view, handovers=()), date(2026, 11, 26))
    ill = (Note(1, "handover", ("red",)), Note(1, "handover", ("nobody", "Bruno", "Dan")))
    told = Timeline(past_game_of(replace(record, notes=ill), view.match))
    assert told.view.handovers == ()
    assert not [one for one in told.tellings if one.kind is Kind.NOTE]
