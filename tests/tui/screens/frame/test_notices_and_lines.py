"""A notice never lies over the line in which somebody types, nor over a page that was opened since it came."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

from core.game import Seat
from core.games import find, names
from core.match.match import Match
from tests.gallery.fixed_table import FixedTable, FixedTableApp, match_of, view_of
from tests.length import long_only
from tests.tui.support.journey import settled, shown
from tui.app.app import ParleyApp
from tui.screens.learn.lesson_screen import LessonScreen
from tui.screens.table.table_screen import TableScreen

Make = Callable[..., Any]

SIZES = [(80, 24), (120, 32), (160, 50)]
NOTICE = "A point was expected at character 1, as in C4, not “zz”: " * 3
OPTIONS = {
    "djambi": {"players": "4"},
    "mediterranee": {"players": "4", "placement": "standard", "seed": "5"},
    "megiddo": {"players": "2"},
    "epaminondas": {},
}


async def noticed(pilot: Pilot[Any], app: App[Any]) -> None:
    """Give two notices one after the other."""
    for _ in range(2):
        app.screen.notify(NOTICE, severity="warning", markup=False)
        await settled(pilot)
        await settled(pilot)


def hold_free(app: App[Any]) -> None:
    """Hold every cell of the line with the focus to being seen."""
    line = app.focused
    assert isinstance(line, Input)
    assert "A point was expected" in shown(app), "the notice is there"
    for x in range(line.region.x, line.region.right):
        assert app.screen.get_widget_at(x, line.region.y)[0] is line, x


def bottom(app: App[Any]) -> int:
    """Give the row of the lower edge of the notices."""
    return max(toast.region.bottom for toast in app.screen.query("Toast"))


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(game, size, marks=() if number % len(SIZES) == at else long_only)
        for number, game in enumerate(names())
        for at, size in enumerate(SIZES)
    ],
)
async def test_the_lines_of_a_table_are_seen_whichever_comes_first(
    game: str, size: tuple[int, int], make_app: Make
) -> None:
    match = Match.new(find(game), OPTIONS[game])
    app = make_app(match.deal().seen_by(Seat(0)) if game == "mediterranee" else match, hand=(0,))
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        await noticed(pilot, app)
        usual = bottom(app)
        await settled(pilot, "t", *"can you see this")
        hold_free(app)
        await settled(pilot, "escape")
        assert bottom(app) == usual, "back where they were"
        await settled(pilot, "colon", "z")
        hold_free(app)
        await settled(pilot, "escape")
        app.clear_notifications()
        await settled(pilot, "t")
        await noticed(pilot, app)
        hold_free(app)


@pytest.mark.parametrize("game", names())
async def test_the_line_of_a_lesson_is_seen(game: str) -> None:
    app = FixedTableApp(LessonScreen(game, 1))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settled(pilot, "colon", "z")
        await noticed(pilot, app)
        hold_free(app)


@pytest.mark.parametrize("key", ["f1", "question_mark", "e", "D", "slash", "ctrl+p"])
async def test_a_page_that_a_key_opens_lies_under_no_notice_that_was_there(key: str, parley_home: Path) -> None:
    del parley_home
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(TableScreen(FixedTable(view_of(match_of(4, 8, 5, "mediterranee")))))
        await settled(pilot)
        await noticed(pilot, app)
        table = app.screen
        assert app._notifications
        await settled(pilot, key)
        assert app.screen is not table
        assert not list(app.screen.query("Toast"))
        assert not app._notifications


async def test_a_notice_that_comes_with_a_page_stays(parley_home: Path) -> None:
    del parley_home
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot, "down")
        app.notify(NOTICE)
        await app.push_screen(TableScreen(FixedTable(view_of(match_of(4, 8, 5)))))
        await settled(pilot)
        assert NOTICE in [note.message for note in app._notifications]
