"""The hours of a story: what decisions took, the clocks behind each, decisions taken back; notes that are none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.game import Seat
from core.match.record import Note, Record
from net.view.clock_view import SeatClock
from net.view.table_view import Phase
from tui.i18n.translation import speaking
from tui.settings.theme import glyphs
from tui.study.game_export import plain_text
from tui.study.game_library import open_story
from tui.study.past_game import PastGame
from tui.study.timeline import ClockHistory, Kind, Timeline, clock_history_of, took_words
from tui.words.clock_words import seat_face

TIMES = (
    Note(1, "time", ("red", "8000")),
    Note(2, "time", ("blue", "300")),
    Note(2, "takeback", ("1",)),
    Note(3, "time", ("yellow", "65001")),
    Note(5, "time", ("red", "290000")),
)
ILL = (
    Note(1, "time", ("red",)),
    Note(1, "time", ("nobody", "5")),
    Note(2, "time", ("blue", "-5")),
    Note(2, "time", ("blue", "9" * 40)),
    Note(3, "takeback", ("99",)),
    Note(3, "takeback", ("x",)),
    Note(3, "takeback", ()),
)


def timed(path: Path, notes: tuple[Note, ...] = TIMES, clock: str = "300+5") -> PastGame:
    story = open_story(str(path))
    record: Record = replace(story.record, notes=notes, terms=(("clock", clock),))
    return replace(story, record=record)


def faces(told: Timeline, ply: int) -> list[str]:
    """Give what stands on the clocks behind a decision."""
    told.desk.go(ply)
    assert told.desk.view is not None
    return [seat_face(told.desk.view, seat.seat, 0)[0] for seat in told.desk.view.seats]


def test_the_clocks_stand_as_they_stood(djambi: Path) -> None:
    told = Timeline(timed(djambi))
    assert faces(told, 0) == ["5:00"] * 4
    assert faces(told, 1) == ["4:57", "5:00", "5:00", "5:00"]
    assert faces(told, 3) == ["4:57", "5:05", "4:00", "5:00"]
    assert faces(told, 5) == ["0:12", "5:05", "4:00", "5:00"]
    assert faces(told, 8)[0] == "0:12!"
    assert faces(told, 0) == ["5:00"] * 4
    assert faces(told, told.plies)[0] == "0:12"


def test_what_a_decision_took_is_told_with_it(djambi: Path) -> None:
    told = Timeline(timed(djambi))
    moves = [one for one in told.tellings if one.kind is Kind.MOVE]
    assert [one.took for one in moves[:6]] == [8000, 300, 65001, None, 290000, None]
    assert told.line(moves[0], glyphs("ascii")).endswith("Militant c1 to d1. In 8 s.")
    assert told.line(moves[2], glyphs("ascii")).endswith("In 1:06.")
    assert not told.line(moves[3], glyphs("ascii")).endswith("s.")
    assert "In 8 s." in plain_text(told, glyphs("unicode"))
    back = [one for one in told.tellings if one.kind is Kind.NOTE]
    assert [(one.ply, one.words) for one in back] == [
        (1, "Here the game went on again: what was played after decision 1 was taken back.")
    ]


@pytest.mark.parametrize("clock", ["none", "nonsense", "300+5"])
def test_without_times_or_clock_nothing_is_shown(djambi: Path, clock: str) -> None:
    notes = () if clock == "300+5" else TIMES
    told = Timeline(timed(djambi, notes, clock))
    assert faces(told, 5) == [""] * 4
    assert told.desk.view is not None
    assert told.desk.view.phase is Phase.OVER
    assert [one.took for one in told.tellings if one.took] == [
        ms for _, _, ms in clock_history_of(told.story.record).spent
    ]


def test_notes_that_are_no_times_are_left_out(djambi: Path) -> None:
    told = Timeline(timed(djambi, ILL))
    assert told.hours.spent == ()
    assert not [one for one in told.tellings if one.kind is Kind.NOTE]


def test_each_seat_pays_for_itself() -> None:
    hours = ClockHistory(None, ((1, Seat(0), 5),))
    assert (hours.clocks(3, [Seat(0)], []), hours.took(1), hours.took(2)) == ((), 5, None)
    assert SeatClock(5000).after(2000).left_ms == 3000
    assert [took_words(ms) for ms in (0, 1, 59_999, 60_000, 61_000)] == ["0 s", "1 s", "60 s", "1:00", "1:01"]


def test_a_line_of_text_keeps_what_a_no_break_space_joins(djambi: Path) -> None:
    with speaking("fr"):
        told = Timeline(timed(djambi))
        lines = [told.line(one, glyphs("unicode")) for one in told.at(1)]
    assert any(line.startswith("COUP 1 ● Rouge\u00a0: Mc1-d1.") for line in lines)
