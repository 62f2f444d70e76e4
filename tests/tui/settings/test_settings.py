"""Settings: all stand on the screen with a sentence each and are kept at once; a wrong file is told by its keys."""

from __future__ import annotations

from dataclasses import fields, replace
from io import StringIO
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from core.fault import Fault
from net.identity.identity import fingerprint
from net.storage.profile import Profile
from tui.app.app import ParleyApp
from tui.app.app_start import RefusedApp
from tui.bootstrap.start_request import BROWSER, Play
from tui.cli.face_choice import show
from tui.i18n import translation
from tui.screens.home.settings_screen import ROWS, SettingsScreen
from tui.session.rooms import Rooms
from tui.settings.settings import (
    CHOICES,
    TONGUES,
    BadSettings,
    Settings,
    home,
    load,
    prepare,
    salvage,
    save,
    settings_path,
)
from tui.text import text_start
from tui.text.shell.settings_dialogue import setting_lines
from tui.widgets.form_field import Choice
from tui.words.setting_words import HINTS, LABELS

ELSEWHERE = {"drawing": "v at a table", "lessons": "done by doing them", "notify": "`settings` in text mode"}
"""The settings that are made elsewhere, and where."""


async def test_every_setting_is_on_the_screen_says_what_it_does_and_is_kept_at_once() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(SettingsScreen(Settings(), "default", "folder"))
        await pilot.pause()
        rows = {field.name for field in fields(Settings)} - set(ELSEWHERE)
        assert rows | {"notify"} == set(HINTS)
        for name in sorted(rows - {"language", "theme"}):
            field = app.screen.query_one(f"#{name}")
            field.focus()
            await pilot.pause()
            assert str(app.screen.query_one("#hint", Static).content) == translation.tr(HINTS[name])
            assert field.region.bottom <= 22
            if isinstance(field, Choice):
                await field.action_step(1)
            elif isinstance(field, Input):
                field.value = "Zoé"
        await pilot.pause()
        changed = {name: CHOICES[name][1] for name in ROWS}
        assert load(settings_path()) == replace(Settings(nick="Zoé"), **changed)
        assert app.desktop == CHOICES["desktop"][1]


async def test_a_theme_there_is_not_is_told() -> None:
    app = ParleyApp(settings=Settings(theme="mauve"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (told,) = [one.message for one in app._notifications]
        assert told.startswith(f"The settings in {settings_path()} have theme = mauve; it is one of parley-")


def test_every_value_has_words() -> None:
    values = {value for name in ROWS for value in CHOICES[name]}
    assert values == set(LABELS)
    assert TONGUES[1:] == translation.LANGUAGES


def test_what_is_wrong_is_told_with_file_and_key_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('nick = "Zoé"\nbell = "loud"\nlanguage = "de"\nmotion = 3\ncolour = "red"\nglyphs = "ascii"\n')
    settings, faults = salvage(path)
    assert settings == Settings(nick="Zoé", glyphs="ascii")
    told = [str(fault) for fault in faults]
    assert told[0] == f"The settings in {path} have bell = loud; it is one of turn, talk, off."
    assert told[1] == f"The settings in {path} have language = de; it is one of en, fr."
    assert told[2] == f"The settings in {path} have motion = 3; it must be a text in quotation marks."
    assert told[3].startswith(f"The settings in {path} have an unknown entry colour; the known ones are alarms, bell")
    with pytest.raises(BadSettings, match="bell"):
        load(path)
    path.write_text("nick = ")
    settings, (fault,) = salvage(path)
    assert settings == Settings()
    assert str(path) in str(fault)
    save(path, Settings(nick="Ann"))
    assert salvage(path) == (Settings(nick="Ann"), ())


async def test_the_rows_follow_the_palette_and_a_row_changes_itself_alone() -> None:
    app = ParleyApp(settings=Settings(nick="Ann", theme="parley-light"))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.show_settings()
        await pilot.pause()
        app.use_theme("parley-contrast")
        app.use_glyphs("ascii")
        await pilot.pause()
        rows = {name: app.screen.query_one(f"#{name}", Choice) for name in ("theme", "glyphs", "motion")}
        assert (rows["theme"].value, rows["glyphs"].value) == ("parley-contrast", "ascii")
        await rows["motion"].action_step(1)
        await pilot.pause()
        kept = Settings(nick="Ann", theme="parley-contrast", glyphs="ascii", motion="reduced")
        assert load(settings_path()) == kept
        app.use_language("fr")
        await pilot.pause()
        assert app.screen.query_one("#language", Choice).value == "fr"
        await app.screen.query_one("#cursor", Choice).action_step(1)
        app.keep(replace(app.settings, nick="Zoé", lessons="djambi.1"))
        await pilot.pause()
        assert app.screen.query_one("#nick", Input).value == "Zoé"
        await app.screen.query_one("#bell", Choice).action_step(1)
        await pilot.pause()
        told = replace(kept, language="fr", cursor="shown", nick="Zoé", lessons="djambi.1", bell="talk")
        assert load(settings_path()) == told
        await app.action_quit()


def test_the_text_mode_tells_it_too_and_goes_on() -> None:
    settings_path().write_text('bell = "loud"\n')
    out = StringIO()
    assert text_start.run(Play(), StringIO("9\n"), out) == 0
    first, hint, second, *_ = out.getvalue().splitlines()
    assert first.startswith("ERROR The settings in ")
    assert hint.startswith("NOTE you have no name yet: settings name Ann ")
    assert second.startswith("PARLEY ")
    settings_path().write_text('nick = "Ann"\n')
    assert text_start.run(Play(), StringIO("quit\n"), out) == 0
    assert out.getvalue().count("you have no name") == 1


async def test_a_refusal_is_in_the_language_of_the_settings_and_a_page_in_a_browser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings_path().write_text('language = "fr"\n')
    pages: list[str] = []
    monkeypatch.setattr(RefusedApp, "run", lambda self: pages.append(self._why))
    monkeypatch.setattr("tui.cli.face_choice.signal.signal", lambda *_: None)
    monkeypatch.setenv("TEXTUAL_DRIVER", f"x{BROWSER}")
    held = Profile.open(home(), "default")
    try:
        assert show(Play()) == 2
        monkeypatch.delenv("TEXTUAL_DRIVER")
        with pytest.raises(Fault):
            prepare(Play())
    finally:
        held.close()
    first, then = pages[0].split("\u00a0: ")
    assert first == "Le profil default est déjà utilisé"
    assert then == "terminez d’abord ce programme, ou jouez sous une autre identité avec --profile AUTRE."
    app = RefusedApp(pages[0])
    async with app.run_test(size=(80, 24)) as pilot:
        assert str(app.query_one("#why", Static).content) == pages[0]
        await pilot.press("escape")
    assert not app.is_running


async def test_the_name_that_chance_gave_stands_in_the_settings(parley_home: Path) -> None:
    rooms = Rooms(parley_home, "default")
    assert rooms.drawn_name == "", "no key yet"
    drawn = fingerprint(rooms.profile.identity.public).split("-")[0]
    assert rooms.drawn_name == drawn
    with translation.speaking("en"):
        assert setting_lines(Settings(), rooms.unchosen)[1] == f"SETTING nick: {drawn}, a word by chance"
        assert setting_lines(Settings(nick="Ann"), rooms.unchosen)[1] == "SETTING nick: Ann"
        screen = SettingsScreen(Settings(), "default", "folder", rooms.unchosen)
        app = ParleyApp()
        async with app.run_test(size=(80, 24)):
            await app.push_screen(screen)
            assert screen.query_one("#nick", Input).placeholder == f"{drawn}, a word by chance"
    await rooms.close()
