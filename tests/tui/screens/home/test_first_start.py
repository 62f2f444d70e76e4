"""The first start: three cards in a few keys, every one of them skipped by one; what the terminal says of itself."""

from __future__ import annotations

import os
import pty
import threading
from dataclasses import replace

import pytest
from textual.widgets import Input, Static

from core.game import Seat
from tests.tui.support.journey import shown
from tui.app.app import ParleyApp, Start
from tui.app.app_start import needs_probe
from tui.app.command_palette import ParleyCommands
from tui.app.navigation import GENTLE
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen
from tui.screens.frame.screen_messages import Chosen, Entry
from tui.screens.home.first_start_screen import FirstScreen
from tui.screens.home.home_dialog import FIRST_GAME
from tui.screens.home.home_screen import HomeScreen
from tui.screens.home.settings_screen import SettingsScreen
from tui.screens.room.new_table_screen import NewTableScreen
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings, load, settings_path
from tui.terminal.terminal_traits import Widths, probe
from tui.widgets.form_field import Choice
from tui.widgets.progress_bar import OPENING, OverlayProgress

NARROW = Widths(1, 1)


def on(app: ParleyApp, screen: type) -> bool:
    """Tell whether a screen of that kind is on top."""
    return type(app.screen) is screen


def newcomer(widths: Widths = NARROW) -> ParleyApp:
    return ParleyApp(Start(first=widths))


async def test_three_cards_in_a_few_keys() -> None:
    app = newcomer()
    async with app.run_test(size=(80, 24)) as pilot:
        while not on(app, FirstScreen):
            await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert translation.language() == "fr"
        assert isinstance(app.screen.focused, Input)
        assert app.screen.focused.placeholder == "vide\u00a0: un mot tiré au sort"
        await pilot.press(*"Zoé", "down", "right", "right")
        await pilot.pause()
        assert app.theme == "parley-colour-blind"
        await pilot.click("#mouse")
        told = str(app.screen.query_one("#mouse", Static).content)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("3")
        while not on(app, NewTableScreen):
            await pilot.pause()
        await app.action_quit()
    assert told == translation.tr("Mouse: it works.")
    assert load(settings_path()) == Settings(language="fr", nick="Zoé", theme="parley-colour-blind")


async def test_what_the_palette_changes_on_a_card_stays() -> None:
    app = newcomer()
    async with app.run_test(size=(80, 24)) as pilot:
        while not on(app, FirstScreen):
            await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        app.use_theme("parley-contrast")
        await pilot.pause()
        assert app.screen.query_one("#theme", Choice).value == "parley-contrast"
        await pilot.press(*"Zoé")
        await pilot.pause()
        assert (app.theme, app.settings.theme) == ("parley-contrast", "parley-contrast")
        await app.action_quit()
    assert load(settings_path()) == Settings(language="en", nick="Zoé", theme="parley-contrast")


async def test_the_right_arrow_starts_no_game_on_the_last_card() -> None:
    app = newcomer()
    async with app.run_test(size=(80, 24)) as pilot:
        while not on(app, FirstScreen):
            await pilot.pause()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert "3/3" in shown(app)
        await pilot.press("right", "l", "space", "tab", "right")
        await pilot.pause()
        assert on(app, FirstScreen)
        await pilot.press("down", "down", "enter")
        while not on(app, NewTableScreen):
            await pilot.pause()
        await app.action_quit()


@pytest.mark.parametrize("given", ["setting", "environment"])
async def test_a_language_that_was_given_with_the_start_is_not_asked_for(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(language="fr") if given == "setting" else Settings()
    monkeypatch.setenv("PARLEY_LANG", "fr" if given == "environment" else "")
    with translation.speaking("fr"):
        app = ParleyApp(Start(first=NARROW), settings)
        async with app.run_test(size=(80, 24)) as pilot:
            while not on(app, FirstScreen):
                await pilot.pause()
            await pilot.pause()
            assert isinstance(app.screen.focused, Input)
            assert "1/2" in shown(app)
            await pilot.press("enter")
            await pilot.pause()
            assert "2/2" in shown(app)
            await app.action_quit()


@pytest.mark.parametrize("cards", [0, 1, 2])
async def test_every_card_is_skipped_by_one_key_and_never_comes_again(cards: int) -> None:
    app = newcomer()
    async with app.run_test(size=(80, 24)) as pilot:
        while not on(app, FirstScreen):
            await pilot.pause()
        for _ in range(cards):
            await pilot.press("enter")
            await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
    assert settings_path().exists()


async def test_a_torn_terminal_gets_plain_signs() -> None:
    app = newcomer(Widths(2, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        while not on(app, FirstScreen):
            await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert "plain ASCII" in str(app.screen.query_one("#check", Static).content)
        assert app.screen.query_one("#theme", Choice).value == "parley-dark"
        await pilot.press("escape")
        await pilot.pause()
        assert app.glyph_set == "ascii"
    assert load(settings_path()).glyphs == "ascii"


async def test_the_first_game_is_against_a_gentle_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    app = newcomer()
    bars: list[str] = []
    monkeypatch.setattr(OverlayProgress, "follow", lambda _, work, __: bars.append(work.says))
    async with app.run_test(size=(80, 24)) as pilot:
        while not on(app, FirstScreen):
            await pilot.pause()
        await pilot.press("1", "enter", "1")
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        view = app.screen.controller.view
        assert view.game == "megiddo"
        assert view.seats[Seat(1)].bot == GENTLE
        assert ("target", "1") in view.options
        assert bars == [OPENING]
        assert any("Six of your stones" in toast.message for toast in app._notifications)
        await app.action_quit()


@pytest.mark.parametrize("way", ["menu", "palette"])
async def test_the_first_game_is_found_again_later(way: str) -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        while not on(app, HomeScreen):
            await pilot.pause()
        if way == "menu":
            app.post_message(Chosen(Entry.LEARN))
            while not on(app, ChoiceScreen):
                await pilot.pause()
            assert "Discover: Megiddo against a gentle bot, two minutes" in shown(app)
            app.screen.dismiss(FIRST_GAME)
        else:
            next(one for one in ParleyCommands(app.screen)._offers() if one.name.startswith("Discover")).run()
        while not on(app, TableScreen):
            await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        view = table.controller.view
        assert (view.game, view.seats[Seat(1)].bot) == ("megiddo", GENTLE)
        await app.action_quit()


async def test_over_another_screen_learning_offers_no_table() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(Chosen(Entry.SETTINGS))
        while not on(app, SettingsScreen):
            await pilot.pause()
        app.post_message(Chosen(Entry.LEARN))
        while not on(app, ChoiceScreen):
            await pilot.pause()
        assert "Megiddo: puzzle of the day" in shown(app)
        assert "Discover" not in shown(app)
        await app.action_quit()


def answering(outer: int, replies: list[bytes]) -> threading.Thread:
    """Answer like a terminal, once for every time the cursor is asked for."""

    def answer() -> None:
        said = b""
        for reply in replies:
            while b"\x1b[6n" not in said:
                said += os.read(outer, 64)
            said = said.partition(b"\x1b[6n")[2]
            os.write(outer, reply)

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


@pytest.mark.parametrize(
    ("replies", "widths"),
    [([b"\x1b[1;2R", b"\x1b[1;2R"], Widths(1, 1)), ([b"\x1b[7;3R", b"x\x1b[1;2R"], Widths(2, 1)), ([], Widths())],
)
def test_a_terminal_says_how_wide_its_signs_are(replies: list[bytes], widths: Widths) -> None:
    outer, inner = pty.openpty()
    thread = answering(outer, replies)
    try:
        assert probe(inner, inner, patience=30.0 if replies else 0.0) == widths
    finally:
        thread.join()
        os.close(outer)
        os.close(inner)
    assert widths.ragged is (widths.shape == 2)


def test_what_is_no_terminal_says_nothing() -> None:
    ours, theirs = os.pipe()
    try:
        assert probe(ours, theirs) == Widths()
    finally:
        os.close(ours)
        os.close(theirs)
    assert not replace(NARROW, fine=0).ragged


def test_a_terminal_of_some_languages_is_asked_each_time() -> None:
    """Unless a set of glyphs was chosen."""
    assert needs_probe("auto", {"LANG": "ja_JP.UTF-8", "LC_CTYPE": "C.UTF-8"})
    assert needs_probe("auto", {"LC_ALL": "zh_CN.UTF-8"})
    assert not needs_probe("auto", {"LANG": "fr_FR.UTF-8"})
    assert not needs_probe("auto", {})
    assert not needs_probe("unicode", {"LANG": "ja_JP.UTF-8"})
