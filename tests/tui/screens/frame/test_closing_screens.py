"""Too many keys at once: what is asked of a screen that goes, of a card that has turned, of a list grown shorter."""

from __future__ import annotations

from typing import Any, cast

import pytest
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.css.query import NoMatches
from textual.message import Message
from textual.widgets import OptionList, Static

from tui.app.app import ParleyApp, Start
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.frame.palette_screen import PaletteScreen
from tui.screens.home.first_start_screen import FirstScreen
from tui.terminal.terminal_traits import Widths
from tui.widgets.form_field import Choice, Options


class Told(Message):
    """Something that happens."""


class Asking(LocalizedScreen[None]):
    """A screen that looks for what is not there."""

    def on_told(self) -> None:
        """Look for it."""
        self.query_one("#gone", Static)


async def test_what_goes_with_a_screen_is_not_missed_and_what_should_stand_is() -> None:
    app: App[None] = App()
    async with app.run_test() as pilot:
        await app.push_screen(Asking())
        screen = cast("Any", app.screen)
        with pytest.raises(NoMatches):
            await screen._dispatch_message(Told())
        screen.anew = True
        await screen._dispatch_message(Told())
        screen.anew = False
        app.pop_screen()
        await screen._dispatch_message(Told())
        await pilot.pause()


class Listed(App[None]):
    """A list of two."""

    chosen = 0

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Options("one", "two")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Count what is chosen."""
        self.chosen += 1 + event.option_index


@pytest.mark.parametrize(("place", "chosen"), [(1, 2), (2, 0)])
async def test_a_click_on_what_is_no_longer_listed_chooses_nothing(place: int, chosen: int) -> None:
    app = Listed()
    async with app.run_test() as pilot:
        options = app.query_one(Options)
        style = Style(meta={"option": place})
        options.post_message(events.Click(options, 0, 0, 0, 0, 1, shift=False, meta=False, ctrl=False, style=style))
        await pilot.pause()
    assert app.chosen == chosen


async def test_a_theme_that_is_heard_of_late_is_worn_all_the_same() -> None:
    app = ParleyApp(Start(first=Widths(1, 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        while type(app.screen) is not FirstScreen:
            await pilot.pause()
        choice = Choice({"parley-light": "Light"}, "parley-light", id="theme")
        app.screen.post_message(Choice.Changed(choice, "parley-light"))
        await pilot.pause()
        assert app.theme == "parley-light"
        await app.action_quit()


async def test_one_palette_at_a_time_whatever_lies_upon_it() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.resize_terminal(30, 8)
        await pilot.pause()
        app.action_command_palette()
        await pilot.pause()
        assert not isinstance(app.screen, PaletteScreen)
        assert sum(isinstance(screen, PaletteScreen) for screen in app.screen_stack) == 1
        await app.action_quit()
