"""Threats line by line: asked for in either language, warned of when the turn comes, put off for a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import TableView
from tests.gallery.fixed_table import FixedTable, view_of
from tui.i18n import translation
from tui.table.seat_names import NamedTable
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue


def line_of_five(mine: int) -> TableView:
    """Give a table of Megiddo where the first colour lacks one stone of a radial, seen by the seat `mine`."""
    match = Match.new(find("megiddo"), {"players": "2"})
    for text in ("A1", "C3", "A2", "E5", "A3", "B6", "A4", "D1", "A5"):
        match = match.play(text, match.state.active[0])
    view = view_of(match, talk=False)
    seats = tuple(replace(seat, mine=seat.seat == mine) for seat in view.seats)
    return replace(view, seats=seats)


def talk_at(view: TableView) -> tuple[TableDialogue, list[str]]:
    said: list[str] = []
    console = Console(Script([]), lambda line: said.append(line.rstrip("\n")))
    return TableDialogue(NamedTable(FixedTable(view)), console), said


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "menaces", "THREAT ● Red can fill the line A on A6."),
        ("en", "threats", "THREAT ● Red can fill the line A on A6."),
        ("fr", "menaces", "A6"),
    ],
)
async def test_threats_are_told_when_asked_for(language: str, asked: str, told: str) -> None:
    translation.use(language)
    talk, said = talk_at(line_of_five(1))
    talk.tell_news()
    warned = [line for line in said if "A6" in line]
    assert len(warned) == 1
    said.clear()
    await talk.obey(asked)
    assert told in said[-1]


async def test_warnings_are_put_off_and_what_is_asked_for_is_told_all_the_same() -> None:
    talk, said = talk_at(line_of_five(1))
    await talk.obey("threats non")
    assert said[0] == "NOTE you will not be warned of threats any more."
    assert not [line for line in said if line.startswith("THREAT")]
    assert talk.teller._alarm_news(line_of_five(1), (Seat(1),)) == []
    await talk.obey("threats")
    assert "A6" in said[-1]
    await talk.obey("threats perhaps")
    assert said[-1] == "ERROR perhaps is neither on nor off."


async def test_whoever_is_not_threatened_is_told_so() -> None:
    talk, said = talk_at(line_of_five(0))
    talk.tell_news()
    await talk.obey("threats")
    assert said[-1] == "NOTE Nothing of yours is threatened now."
