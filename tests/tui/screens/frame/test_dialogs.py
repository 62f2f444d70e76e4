"""Dialogs: those that are written once close when the language changes, the others say it again; numbered answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, OptionList

from core.fault import Fault
from core.games import find
from core.match.match import Match
from tests.gallery.fixed_table import FixedTableApp
from tests.tui.support.journey import shown
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.screens.frame.dialog import ChoiceScreen, InputDialog, TextDialog, ask_until
from tui.screens.frame.screen_layout import TooSmallScreen
from tui.screens.home.home_dialog import learn_screen
from tui.screens.learn.key_card import KeysScreen, middle_row
from tui.screens.table.curtain_screen import CurtainScreen
from tui.settings.keymap import BOARD, TABLE
from tui.settings.settings import Settings
from tui.settings.theme import DEFAULT, glyphs, look
from tui.widgets.text_style import TextStyle

FULL = "Nothing more fits."


@pytest.mark.parametrize("dialog", [InputDialog("?"), ChoiceScreen(Text("?"), [("a", "A")]), TextDialog([Text("?")])])
async def test_what_a_dialog_is_about_stays_in_sight_behind_it(
    dialog: Screen[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann", language="en"))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(dialog)
        await pilot.pause()
        assert "P A R L E Y" in shown(app)


async def test_dialogs_follow_the_language_or_close(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    ink = TextStyle(look(DEFAULT), glyphs("unicode"))
    answers: list[object] = []
    dialogs = (InputDialog("?"), ChoiceScreen(Text("?"), [("a", "A")]), KeysScreen(ink, ()), TextDialog([Text("?")]))
    with translation.speaking("en"):
        app = ParleyApp(settings=Settings(nick="Ann", language="en"))
        async with app.run_test(size=(80, 24)) as pilot:
            for dialog in dialogs:
                await app.push_screen(dialog, answers.append)
                app.use_language("fr")
                await pilot.pause()
                assert dialog not in app.screen_stack, dialog
                app.use_language("en")
            assert answers == [None, "", None, None]
            await app.push_screen(CurtainScreen(lambda: ink.seat("red")))
            app.use_language("fr")
            await pilot.pause()
            assert "Rouge" in shown(app)
            assert "Red" not in shown(app)
            await app.push_screen(TooSmallScreen())
            app.use_language("en")
            await pilot.pause()
            assert "Parley needs" in shown(app)
            app.pop_screen()
            assert [await clicked(pilot, button) for button in (1, 3)] == ["a", ""]
            await app.action_quit()


async def test_a_refused_line_stands_there_again_with_the_reason_and_esc_leaves_just_the_field() -> None:
    given: list[str] = []

    async def way(text: str) -> None:
        given.append(text)
        if text != "right":
            raise Fault(FULL)

    below = TextDialog([Text("below")])
    app = FixedTableApp(below)
    async with app.run_test(size=(80, 24)) as pilot:
        with translation.speaking("en"):
            asking = app.run_worker(ask_until(app, "Which?", way))
            for text in ("wrong", "right"):
                await pilot.pause()
                app.screen.query_one(Input).value += text
                await pilot.press("enter")
                await pilot.pause()
                if text == "wrong":
                    assert app.screen.query_one(Input).value == "wrong"
                    assert "Nothing more fits." in shown(app)
                    app.screen.query_one(Input).value = ""
            await asking.wait()
            assert (given, app.screen) == (["wrong", "right"], below)
            asking = app.run_worker(ask_until(app, "Which?", way))
            await pilot.pause()
            app.screen.query_one(Input).value = "wrong"
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("escape")
            await asking.wait()
            assert app.screen is below


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_box_says_how_it_closes(language: str) -> None:
    ink = TextStyle(look(DEFAULT), glyphs("unicode"))
    boxes = (InputDialog("?"), ChoiceScreen(Text("?"), [("a", "A")]), KeysScreen(ink, ()), TextDialog([Text("?")]))
    app = FixedTableApp(TextDialog([Text("below")]))
    with translation.speaking(language):
        async with app.run_test(size=(80, 24)) as pilot:
            for box in boxes:
                await app.push_screen(box)
                await pilot.pause()
                assert {"en": "Esc", "fr": "Échap"}[language] in shown(app), box
                app.pop_screen()


async def clicked(pilot: Pilot[None], button: int) -> object:
    """Give what a dialog says whose first answer is clicked with a button, as a terminal tells of it."""
    found: list[object] = []
    asked = ChoiceScreen(Text("?"), [("a", "A"), ("b", "B")])
    await pilot.app.push_screen(asked, found.append)
    await pilot.pause()
    x, y = asked.query_one(OptionList).content_region.offset
    for kind in (events.MouseDown, events.MouseUp):
        pilot.app.post_message(kind(None, x + 1, y, 0, 0, button, shift=False, meta=False, ctrl=False))
        await pilot.pause()
    await pilot.pause()
    assert asked not in pilot.app.screen_stack
    return found[0]


async def test_a_click_beside_a_question_chooses_nothing_and_one_inside_its_frame_leaves_it() -> None:
    asked = ChoiceScreen(Text("?"), [("a", "A"), ("b", "B")])
    found: list[object] = []
    app = FixedTableApp(TextDialog([Text("below")]))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(asked, found.append)
        await pilot.pause()
        await pilot.click("#question")
        await pilot.pause()
        assert asked in app.screen_stack
        await pilot.click(offset=(1, 1))
        await pilot.pause()
        assert asked not in app.screen_stack
    assert found == [""]


async def test_the_key_that_chooses_it_stands_before_an_answer() -> None:
    asked = ChoiceScreen(Text("?"), [(str(at), f"answer {at}") for at in range(1, 25)])
    async with FixedTableApp(asked).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        answers = asked.query_one(OptionList)
        told = [str(answers.get_option_at_index(at).prompt) for at in (0, 8, 9, 10, 19)]
    assert told == ["1  answer 1", "9  answer 9", "0  answer 10", "a  answer 11", "   answer 20"]


async def test_every_answer_to_what_to_learn_has_a_key_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann"))
    chosen: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        for press in ("9", "0", "a", "b"):
            await app.push_screen(learn_screen(Settings()), chosen.append)
            await pilot.pause()
            await pilot.press(press)
            await pilot.pause()
    assert [answer.split()[0] for answer in chosen if answer] == ["puzzle"] * 4
    assert len(set(chosen)) == len(chosen)


@pytest.mark.parametrize("tongue", ["en", "fr"])
async def test_the_card_of_keys_breaks_no_line_and_tells_the_key_that_closes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tongue: str
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    ink = TextStyle(look(DEFAULT), glyphs("unicode"))
    with translation.speaking(tongue):
        app = ParleyApp(settings=Settings(nick="Ann", language=tongue))
        async with app.run_test(size=(80, 24)) as pilot:
            await app.push_screen(KeysScreen(ink, TABLE))
            await pilot.pause()
            card = app.screen.query_one(VerticalScroll)
            assert translation.tr("Arrows scroll, Esc or a click beside closes") in shown(app)
            rows = (len(BOARD) + len(TABLE) + 1) // 2
            keys = KeysScreen(ink, TABLE)._text().plain.splitlines()[:rows]
            assert max(map(cell_len, keys)) <= card.scrollable_content_region.width
            shown_card = app.screen
            await pilot.click(offset=(0, 0))
            await pilot.pause()
            assert shown_card not in app.screen_stack
            assert not [row for row in keys if "…" in row]


def test_the_card_of_keys_tells_what_a_click_does_in_this_game() -> None:
    ink = TextStyle(look(DEFAULT), glyphs("unicode"))
    assert "Click a piece, then where it goes" in KeysScreen(ink, TABLE)._text().plain
    three, four = (Match.new(find("djambi"), {"players": players}).state.scene() for players in ("3", "4"))
    told = KeysScreen(ink, TABLE, row=middle_row(three))._text().plain
    assert "by the cell that stands there; in between one counts: e1, e2 ... e9." in told
    assert "one counts" not in KeysScreen(ink, TABLE, row=middle_row(four))._text().plain
    told = KeysScreen(ink, TABLE, ("2.2.2NE2",), led="A typed move names the leading piece.")._text().plain
    assert "Enter plays.\nA typed move names the leading piece." in told
    told = KeysScreen(ink, TABLE, ("A1",), places=True)._text().plain
    assert "Click an empty point" in told
    assert "Click a piece" not in told


async def _click_on(pilot: Pilot[None], words: str) -> None:
    row, line = next((at, line) for at, line in enumerate(shown(pilot.app).splitlines()) if words in line)
    await pilot.click(offset=(line.index(words) + 1, row))
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("words", "answer"), [("Enter answers", "typed"), ("Esc closes", None)], ids=["answers", "closes"]
)
async def test_the_words_on_the_frame_of_a_question_can_be_clicked(words: str, answer: str | None) -> None:
    given: list[str | None] = []
    app = FixedTableApp(TextDialog([Text("?")]))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(InputDialog("What?"), given.append)
        await pilot.pause()
        app.screen.query_one(Input).value = "typed"
        await pilot.pause()
        await _click_on(pilot, words)
    assert given == [answer]


async def test_a_click_beside_a_question_leaves_it_while_nothing_was_typed() -> None:
    given: list[str | None] = []
    app = FixedTableApp(TextDialog([Text("?")]))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(InputDialog("What?", "before"), given.append)
        await pilot.pause()
        for typed in ("more", "before"):
            app.screen.query_one(Input).value = typed
            await pilot.click(offset=(0, 0))
            await pilot.pause()
            assert isinstance(app.screen, InputDialog) is (typed == "more")
    assert given == [None]


@pytest.mark.parametrize(("words", "answer"), [("A key or Enter chooses", "b"), ("Esc closes", "")])
async def test_the_words_on_the_frame_of_a_choice_can_be_clicked(words: str, answer: str) -> None:
    given: list[str | None] = []
    app = FixedTableApp(TextDialog([Text("?")]))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(ChoiceScreen(Text("?"), [("a", "first"), ("b", "second")]), given.append)
        await pilot.press("down")
        await _click_on(pilot, words)
    assert given == [answer]
