"""Sentences that name a key name the one in force: a person's own where the keymap file gives one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from textual.app import App
from textual.widgets import Input

from tests.catalogue import marked
from tests.gallery import screen_views
from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tests.tui.settings.test_user_files import put
from tui.app.app import ParleyApp
from tui.i18n import translation
from tui.i18n.translation import ntr, tr
from tui.screens.table.table_screen import TableScreen
from tui.settings import keymap, user_files
from tui.widgets.hand_bar import word_keys

if TYPE_CHECKING:
    from tests.gallery.screenshot import GalleryApp

NAMED = re.compile(r"\{key\[([a-z.]+)\]\}")
FIXED_NAME = re.compile(
    r"\b(?:Enter|Esc|Tab|F\d+|Ctrl)\b|\([a-z]\)"
    r"|(?:^|  |\(|: |, |[Tt]hen |with |or |and |press )[a-zA-Z?\]\[]"
    r"(?::| opens| goes| clears| gives| ahead| copies| to |,|\.?$)"
)
"""How a sentence names a key by itself: by a key's name, or by a character where an English sentence has none."""

TYPED = "a line of text has keys of its own"
CARDS = "the cards in hand have keys of their own: digits, t, k and Enter"
DIALOG = "the keys of a dialog and of a form are the same for everybody"
LINES = "the text mode reads lines"
TERMINAL = "the terminal's own"
LETTERS = "letters of states, no keys"
FIXED = {
    "Typed: {examples} ... Tab completes, Enter plays.": TYPED,
    "Enter plays, Esc takes it back.": TYPED,
    "Write (Esc: board)": TYPED,
    "Write beside (Esc: board)": TYPED,
    "Not said: {text} is a move, and this is the talk. Press Esc, then {key[table.type]}, and type the move.": TYPED,
    "{told} You are writing: press Esc first.": TYPED,
    "The proposal is filled in: Enter goes on with it.": TYPED,
    "No game fits; {key[games.filter]}, then Esc, shows all again.": TYPED,
    "Cards: digits pick them (t is ten, k a King), Enter lays them down.": CARDS,
    "0-9, t: ten, k: King (15); or click": CARDS,
    "Enter lays them": CARDS,
    "Enter pays": CARDS,
    "cards worth 3 or more together: digits, Space; Enter pays": CARDS,
    "cards worth 3 or more together, none to spare: digits, Space; Enter pays": CARDS,
    "Arrows scroll, Esc or a click beside closes": DIALOG,
    "Arrows scroll, Esc or a click closes": DIALOG,
    "A key or Enter chooses": DIALOG,
    "Enter answers": DIALOG,
    "Esc closes": DIALOG,
    "first Esc, {key[table.declare]}, then": DIALOG,
    "Enter goes on, Esc skips the rest. Settings, on the home screen, changes all of it.": DIALOG,
    "Enter: I am there, show me my cards.": DIALOG,
    "Esc: leave the table.": DIALOG,
    "Rules that most tables leave as they are: Enter or a click shows or hides them.": DIALOG,
    "Who may watch, talk, take back: Enter or a click shows or hides it.": DIALOG,
    "{purpose} Enter keeps it.": DIALOG,
    "Pieces that a state begins without: the state's letter (r, k, a, c) and the piece, as in {example}.": LETTERS,
    "CURTAIN Pass the screen to {seat}; press Enter.": LINES,
    "Type {key} and Enter to keep the records of your tables, a copy of your journal and the versions of everything in "
    "one folder, or Enter alone to leave. The journal holds all that you know of your games: give it to nobody at "
    "them.": LINES,
    "Parley needs {columns}×{rows} characters; here are {width}×{height}. Enlarge the window or make the letters "
    "smaller (Ctrl −), or play without screens: parley --text": TERMINAL,
    "It ends with Ctrl-C. Started again with {words}, it is the same room: its tables go on there.": TERMINAL,
    "Parley is at {url} (Ctrl-C ends it)": TERMINAL,
    "The door is open: ssh -p {port} {host} (Ctrl-C closes it)": TERMINAL,
    "{name} is followed until Ctrl-C.": TERMINAL,
    "Show the screens to SSH clients, known by their keys, each with a profile of their own; ends with Ctrl-C.": (
        TERMINAL
    ),
    "Ctrl-Q ends Parley; Ctrl-C does not.": TERMINAL,
    "Every decision is looked at: `quit` or Ctrl-C stops the search.": TERMINAL,
    "Tab: {game}": DIALOG,
    "Show the screens in browsers, to each visitor with a profile of their own; ends with Ctrl-C.": TERMINAL,
    "Start a broker and print the invitation to its room; ends with Ctrl-C.": TERMINAL,
}
"""Sentences that name a key nobody can change, and whose key it is."""


@pytest.fixture(autouse=True)
def usual_keys() -> Iterator[None]:
    """Leave the keys as they were."""
    yield
    keymap.adopt({})


def sentences() -> list[tuple[str, ...]]:
    """Give the sentences of the tree that name a key which may be changed, in each of their forms."""
    forms = (message if isinstance(message, tuple) else (message,) for message in marked())
    return [found for found in forms if NAMED.search(found[0])]


def told(forms: tuple[str, ...]) -> list[str]:
    """Tell a sentence, its other fields left open."""
    others = {name: "…" for form in forms for name in re.findall(r"\{(\w+)\}", form)}
    if len(forms) == 1:
        return [tr(forms[0], **others)]
    others.pop("n")
    return [ntr(forms[0], forms[1], n, **others) for n in (1, 2)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_takes_its_keys_from_the_keymap(language: str) -> None:
    ids = {name for forms in sentences() for form in forms for name in NAMED.findall(form)}
    assert ids <= {key.id for key in keymap.every()}
    assert {name.partition(".")[0] for name in ids} >= {"board", "table", "wait", "offer", "room", "games", "lesson"}
    translation.use(language)
    keymap.adopt({name: f"ctrl+f{number}" for number, name in enumerate(sorted(ids), 1)})
    for forms in sentences():
        for form, text in zip(forms, told(forms), strict=True):
            assert [keymap.named(name) in text for name in NAMED.findall(form)] == [True] * len(NAMED.findall(form))


def test_a_key_that_a_sentence_names_as_it_stands_is_nobodys_to_change() -> None:
    texts = {message if isinstance(message, str) else message[0] for message in marked()}
    assert FIXED.keys() <= texts
    naming = {text for text in texts if FIXED_NAME.search(NAMED.sub("", text))}
    assert naming == {*FIXED, *keymap.NAMES.values()} - {"Space", "Del"}


def test_keys_are_written_as_people_read_them() -> None:
    keymap.adopt(user_files.parse_keymap("k", 'table.help = "%"\nboard.point = "delete"\nboard.back = "pagedown, Q"'))
    named = [keymap.named(name) for name in ("table.help", "board.point", "board.back", "table.rules", "board.n")]
    assert named == ["%", "Del", "Pgdn", "F1", "↑"]
    assert [keymap.cap(key) for key in keymap.BOARD if key.id == "board.back"] == ["Pgdn Q"]
    assert tr("{key[board.point]} plays, {key[board.back]} takes it back.") == "Del plays, Pgdn takes it back."
    keymap.adopt({})
    assert tr("{key[board.point]} plays, {key[board.back]} takes it back.") == "Enter plays, Esc takes it back."


def test_words_of_the_hand_are_said_by_the_keys_of_the_table() -> None:
    keymap.adopt({"table.pay": "f6"})
    assert [word_keys(word) for word in ("pay", "pass", "spy", "nothing")] == [("f6",), ("p",), ("s",), ()]


def placeholder(app: App[Any]) -> str:
    return app.screen.query_one("#say", Input).placeholder


async def test_screens_name_the_keys_of_the_keymap_file_also_once_it_changes(parley_home: Path) -> None:
    put(parley_home, "keymap.toml", 'room.new = "f9"\nroom.talk = "["\ntable.talk = "&"\ntable.later = "ctrl+y"')
    app = ParleyApp()
    async with app.run_test(size=(100, 30)) as pilot:
        await app.push_screen(screen_views.lobby(cast("GalleryApp", app)))
        await pilot.pause()
        assert placeholder(app) == "Talk to the room ([)…"
        assert str(app.screen.query_one("#empty").render()) == "No table yet: F9 opens one."
        table = TableScreen(FixedTable(view_of(match_of(4, 4, 5))))
        await app.push_screen(table)
        await pilot.pause()
        await pilot.press("left_square_bracket")
        await pilot.pause()
        assert placeholder(app) == "Talk to the table (&)"
        assert "Ctrl+y ahead, Esc back to now" in str(table.query_one("#status").render())
        put(parley_home, "keymap.toml", 'room.new = "]"\ntable.talk = "f7"', 1)
        app.look_again()
        await pilot.pause()
        await pilot.pause()
        assert placeholder(app) == "Talk to the table (F7)"
        assert "] ahead, Esc back to now" in str(table.query_one("#status").render())
        app.pop_screen()
        await pilot.pause()
        assert str(app.screen.query_one("#empty").render()) == "No table yet: ] opens one."
        assert placeholder(app) == "Talk to the room (t)…"
