"""What comes too late: a click of a terminal that was larger, a page that is gone, a second change of language."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App
from textual.dom import NoScreen
from textual.events import Click
from textual.widgets import DataTable

from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.frame.palette_screen import PaletteScreen
from tui.screens.learn.rules_screen import RulesScreen
from tui.screens.room.lobby_screen import LobbyScreen
from tui.screens.room.new_table_screen import Kind, NewTableScreen
from tui.screens.room.people_screen import PeopleScreen
from tui.widgets.form_field import Choice, Options


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


async def test_pages_of_a_list_that_is_not_laid_out_are_not_turned() -> None:
    async with App[None]().run_test() as pilot:
        options = Options("one", "two")
        options.styles.width = options.styles.height = 0  # else Textual divides its texts by that width
        await pilot.app.mount(options)
        options.highlighted = 1
        await pilot.app.run_action("page_down", default_namespace=options)
        await pilot.app.run_action("page_up", default_namespace=options)
        assert options.highlighted == 1


async def test_what_goes_on_beside_a_screen_that_is_laid_out_anew_misses_nothing_there() -> None:
    app, screen = App[None](), LocalizedScreen[None]()
    tried: list[int] = []

    async def work() -> None:
        tried.append(len(tried))
        screen.query_one("#gone")

    async with app.run_test() as pilot:
        await app.push_screen(screen)
        screen.anew = True
        screen.beside(work)
        await pilot.pause()
        assert tried == [0]


@pytest.mark.parametrize(("kind", "show"), [(LobbyScreen, "show_room"), (PeopleScreen, "show_people")])
def test_news_that_come_while_a_screen_is_laid_out_anew_wait(
    monkeypatch: pytest.MonkeyPatch, kind: type[LocalizedScreen[None]], show: str
) -> None:
    monkeypatch.setattr(kind, "stands", False)
    getattr(kind.__new__(kind), show)()


async def test_what_was_taken_away_and_is_painted_still_lies_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_at: object) -> None:
        raise NoScreen

    async with App[None]().run_test() as pilot:
        await pilot.app.push_screen(screen := LocalizedScreen[None]())
        monkeypatch.setattr(screen._compositor, "get_widget_and_offset_at", gone)
        assert screen.get_widget_and_offset_at(1, 1) == (None, None)


async def test_a_field_that_has_gone_meanwhile_follows_nothing_up() -> None:
    followed: list[str] = []

    async def follow(choice: Choice) -> None:
        followed.append(choice.value)

    await Choice({"one": "1", "two": "2"}, "one", follow=follow, id="gone").action_step(1)
    assert followed == []


async def test_a_form_is_not_followed_up_while_it_is_laid_out() -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        await app.push_screen(form := NewTableScreen(Kind.BOTS, "djambi"))
        game = form.query_one("#game", Choice)
        async with form._laying:
            step = asyncio.create_task(game.action_step(1))
            await pilot.pause()
            assert form.game.name == "djambi"
            await game.remove()
        await step
        assert form.game.name == "djambi", "the field has gone"


async def test_on_an_app_that_a_signal_ends_no_screen_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen = App[None](), LocalizedScreen[None]()
    async with app.run_test():
        await app.push_screen(screen)
        assert screen.stands
        with monkeypatch.context() as ending:
            ending.setattr(app, "_running", False)
            assert not screen.stands
