"""What comes too late: a click of a terminal that was larger, a page that is gone, a second change of language."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.events import Click
from textual.widgets import DataTable

from tui.screens.lobby import LobbyScreen
from tui.screens.palette import PaletteScreen
from tui.screens.rules import RulesScreen


def click(app: App[None], x: int, y: int) -> None:
    """Tell the screen of a click there."""
    at = (x, y, 0, 0, 1)
    app.screen.post_message(Click(app.screen, *at, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y))


@pytest.mark.parametrize(("x", "y"), [(236, 26), (2, 99)])
async def test_a_click_beyond_the_terminal_leaves_the_palette_open(x: int, y: int) -> None:
    app = App[None]()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(palette := PaletteScreen())
        click(app, x, y)
        await pilot.pause()
        assert app.screen is palette
        click(app, 0, 0)
        await pilot.pause()
        assert app.screen is not palette


def test_rules_that_are_left_as_they_open_ask_nothing_of_their_page(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = RulesScreen("djambi")
    monkeypatch.setattr(screen, "query", lambda *_: ())
    screen.on_mount()


async def test_a_room_told_in_a_language_twice_has_its_columns_once() -> None:
    table = DataTable[str]()
    async with App[None]().run_test() as pilot:
        await pilot.app.mount(table)
        for _ in range(2):
            LobbyScreen.head(table)
        assert [str(key.value) for key in table.columns] == ["game", "options", "seats", "host", "needs"]
