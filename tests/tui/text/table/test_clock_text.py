"""Clocks in the text mode: each mark said once, for one's own seats alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from core.match.record import write
from net.view.clock_view import ClockView, SeatClock
from net.view.table_view import Phase, SeatView, TableView
from tests.gallery.fixed_table import FixedTable
from tui.i18n import translation
from tui.records import archive
from tui.settings.theme import glyphs
from tui.table.seat_names import NamedTable
from tui.table.sentences import event_sentences
from tui.text.shell.console import Console, Script
from tui.text.table.event_teller import ClockTeller, clock_word
from tui.text.table.table_dialogue import TableDialogue

START = 1_000_000
SHAPES = glyphs("ascii")


def table(left: int = 90_000, *, since: int | None = START, bonus: int = 0) -> TableView:
    match = Match.new(find("djambi"), {"players": "4"})
    seats = tuple(SeatView(Seat(at), name, f"P{at}", name, mine=at == 0) for at, name in enumerate(match.names))
    clocks = tuple(ClockView(seat.seat, SeatClock(left, bonus), since, doubtful=seat.seat == 1) for seat in seats)
    return TableView("00", "T", "P0", Phase.PLAYING, "djambi", (), (), seats, match, clocks=clocks)


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.speaking("en"):
        yield


def said(teller: ClockTeller, view: TableView, *after: int) -> list[str]:
    return [line for ms in after for line in teller.news(view, SHAPES, START + ms)]


def test_a_minute_half_a_minute_and_ten_seconds_are_said_once() -> None:
    lines = said(ClockTeller(), table(), *range(0, 95_000, 1_000))
    assert [line.split(": ")[1] for line in lines] == [
        "60 seconds left.",
        "30 seconds left.",
        "10 seconds left.",
        "Your time is over; a move still counts until the others end the wait.",
    ]
    assert all("Red" in line for line in lines)


def test_without_others_nobody_ends_the_wait_and_without_a_connection_nobody_knows() -> None:
    alone = replace(table(), seats=tuple(replace(seat, mine=True) for seat in table().seats))
    for view, told in ((alone, "but nobody here ends the wait"), (replace(table(), online=False), "no time left.")):
        assert told in said(ClockTeller(), view, 0, 95_000)[0]


def test_who_looks_late_hears_the_last_mark_alone() -> None:
    assert [line.split(": ")[1] for line in said(ClockTeller(), table(), 0, 85_000)] == ["10 seconds left."]


def test_a_turn_that_begins_with_little_says_only_what_is_to_come() -> None:
    teller = ClockTeller()
    assert said(teller, table(25_000), 0, 10_000, 16_000) == said(ClockTeller(), table(25_000), 0, 16_000)
    later = table(20_000, since=START + 60_000)
    assert [line.split(": ")[1] for line in said(teller, later, 61_000, 71_000)] == ["10 seconds left."]


def test_clocks_that_stand_are_silent() -> None:
    assert said(ClockTeller(), table(5_000, since=None), 0, 60_000) == []


def test_the_seats_tell_what_is_left() -> None:
    view = table(since=None)
    clocks = {seat.seat: clock_word(view, seat.seat, START) for seat in view.seats}
    lines = event_sentences.seat_lines(view, None, SHAPES, clocks)
    assert "clock 1:30" in lines[0]
    assert "clock 1:30, clock doubtful" in lines[1]
    assert clock_word(replace(view, clocks=()), Seat(0), START) == ""


async def test_the_clocks_can_be_asked_for() -> None:
    said: list[str] = []
    console = Console(Script(["horloge"]), said.append, plain=True)
    await TableDialogue(NamedTable(FixedTable(table(since=None))), console).run()
    assert [line for line in said if line.startswith("CLOCK")][:2] == [
        "CLOCK o Red: 1:30.\n",
        "CLOCK s Blue: 1:30, clock doubtful.\n",
    ]


def test_the_record_keeps_the_times() -> None:
    view = table()
    assert view.match is not None
    first = next(iter(view.match.state.legal(Seat(0))))
    view = replace(view, match=view.match.play(str(first), Seat(0)), times=((0, Seat(0), 12_345),))
    text = write(archive.record_of(view, archive.today()))
    assert "{time red 12345}" in text
