"""A person's own themes and keys: taken, refused with file and key, seen at once when they change."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import pytest

from tests.gallery.fixed_table import FixedTable, match_of, view_of
from tui.app.app import ParleyApp
from tui.screens.table.table_screen import TableScreen
from tui.settings import keymap, theme, user_files
from tui.settings.keymap import Key
from tui.settings.settings import Settings


def put(home: Path, name: str, text: str, age: int = 0) -> None:
    """Write a file of one's own that was changed at a time of its own."""
    path = home / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, (1_000_000 + age, 1_000_000 + age))


def night(**changes: str) -> str:
    """Give the text of the default theme with other colours."""
    text = files("themes").joinpath("parley-dark.toml").read_text("utf-8").replace('"Night"', '"Mine"')
    for old, new in changes.items():
        text = text.replace(f"#{old}", f"#{new}")
    return text


def toasts(app: ParleyApp) -> list[str]:
    return [notification.message for notification in app._notifications]


def test_every_key_with_an_id_may_be_changed() -> None:
    groups = [value for value in vars(keymap).values() if isinstance(value, tuple) and value]
    written = {key.id for group in groups for key in group if isinstance(key, Key)}
    assert {"replay", "games", "lesson", "room", "people"} < {name.partition(".")[0] for name in written}
    assert written == {key.id for key in keymap.every()}
    assert len(written) == len(keymap.every())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[board]\nn = "w"\ns = "s, pagedown"', None),
        ('[board]\nn = "w"\nback = "pagedown"', {"board.n": "w", "board.back": "pagedown"}),
        ('"table.zen" = "X,ctrl+y"', {"table.zen": "X,ctrl+y"}),
        ('table.type = "%"', {"table.type": "percent_sign"}),
        ('[replay]\nbranch = "p"\n[lesson]\nhint = "H"', {"replay.branch": "p", "lesson.hint": "H"}),
        ('[room]\njoin = "n"', None),
        ('[board]\nn = "a,up"', None),  # `a` begins a lesson again, and a lesson has a board
        ("", {}),
    ],
)
def test_keys_are_read_by_their_actions(text: str, found: dict[str, str] | None) -> None:
    if found is None:
        with pytest.raises(user_files.BadFile):
            user_files.parse_keymap("keymap.toml", text)
    else:
        assert user_files.parse_keymap("keymap.toml", text) == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[table", "The keymap file k.toml is not valid TOML: "),
        ('[offer]\nmaybe = "m"', "The keymap file k.toml has the entry offer.maybe, which is no action; those of the"),
        ("[board]\nn = 3", "The keymap file k.toml: board.n must be a text of keys with commas, not 3."),
        ('[board]\nn = "up,"', "The keymap file k.toml: board.n has '', and there is no key of that name."),
        ('[board]\nn = "upp"', "The keymap file k.toml: board.n has upp, and there is no key of that name."),
        ('[board]\nn = "i"', "The keymap file k.toml: i stands for both board.n and table.inspect."),
    ],
)
def test_bad_keymaps_are_refused_with_file_and_key(text: str, said: str) -> None:
    with pytest.raises(user_files.BadFile) as refused:
        user_files.parse_keymap("k.toml", text)
    assert str(refused.value).startswith(said)


def test_what_shares_a_key_keeps_it() -> None:
    """Textual takes a key from every action when it takes it from one."""
    assert keymap.overlay({"table.save": "ctrl+y"})["wait.sit"] == "s"


def test_one_bad_file_costs_nothing_else(tmp_path: Path) -> None:
    put(tmp_path, "themes/mine.toml", night())
    put(tmp_path, "themes/parley-dark.toml", night())
    put(tmp_path, "themes/spoilt.toml", "title = ")
    put(tmp_path, "themes/long.toml", "#" * (user_files.SIZE_LIMIT + 1))
    put(tmp_path, "keymap.toml", 'table.zen = "X"')
    (tmp_path / "themes" / "latin.toml").write_bytes(b'title = "\xe9"')
    found = user_files.read(tmp_path)
    assert [look.title for look in found.looks] == ["Mine"]
    assert found.keys == {"table.zen": "X"}
    assert [str(fault).partition(": ")[0] for fault in found.faults] == [
        "The file latin.toml cannot be read",
        "The file long.toml is too long.",
        "The theme file parley-dark.toml has the name of a theme of Parley's own; give it another one.",
        "The theme file spoilt.toml is not valid TOML",
    ]


def test_a_file_that_is_spoilt_later_leaves_what_was_there(tmp_path: Path) -> None:
    put(tmp_path, "themes/mine.toml", night())
    put(tmp_path, "keymap.toml", 'table.zen = "X"')
    first = user_files.read(tmp_path)
    put(tmp_path, "themes/mine.toml", "title = ", 1)
    put(tmp_path, "keymap.toml", "=", 1)
    second = user_files.read(tmp_path, first)
    assert (second.looks, second.keys) == (first.looks, first.keys)
    assert len(second.faults) == 2
    assert second.stamp != first.stamp


async def test_a_theme_of_ones_own_is_worn_and_followed(parley_home: Path) -> None:
    put(parley_home, "themes/mine.toml", night())
    app = ParleyApp(settings=Settings(theme="mine"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.theme == "mine"
        assert app.screen.styles.background.hex.lower() == "#0f1217"
        put(parley_home, "themes/mine.toml", night(**{"0f1217": "102030"}), 1)
        app.look_again()
        await pilot.pause()
        assert app.screen.styles.background.hex == "#102030"
        put(parley_home, "themes/mine.toml", "dark = ", 2)
        app.look_again()
        await pilot.pause()
        assert app.screen.styles.background.hex == "#102030"
        assert toasts(app)[-1].startswith("The theme file mine.toml is not valid TOML: ")
        (parley_home / "themes" / "mine.toml").unlink()
        app.look_again()
        await pilot.pause()
        assert app.theme == theme.DEFAULT


async def test_keys_of_ones_own_do_what_those_of_parley_did(parley_home: Path) -> None:
    put(parley_home, "keymap.toml", 'table.zen = "X"\nboard.e = "right,ctrl+f"')
    app = ParleyApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = TableScreen(FixedTable(view_of(match_of(4, 4, 5))))
        await app.push_screen(screen)
        await pilot.pause()
        before = screen.board.cursor
        await pilot.press("z", "l")
        await pilot.pause()
        assert not screen.has_class("-zen")
        assert screen.board.cursor == before
        await pilot.press("X", "ctrl+f")
        await pilot.pause()
        assert screen.has_class("-zen")
        assert screen.board.cursor != before
        put(parley_home, "keymap.toml", 'table.zen = "ctrl+y"', 1)
        app.look_again()
        await pilot.pause()
        await pilot.press("X")
        await pilot.pause()
        assert screen.has_class("-zen")
        await pilot.press("ctrl+y")
        await pilot.pause()
        assert not screen.has_class("-zen")


async def test_nothing_moves_where_nothing_is_to_move() -> None:
    for motion, level in (("reduced", "none"), ("full", "full")):
        app = ParleyApp(settings=Settings(motion=motion))
        async with app.run_test(size=(80, 24)) as pilot:
            assert app.animation_level == level
            await pilot.press("1")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert getattr(app.screen.focused, "cursor_blink", None) is (motion == "full")


async def test_the_palette_of_the_terminal_is_used_by_its_theme_alone() -> None:
    app = ParleyApp(settings=Settings(theme="parley-terminal"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app._palette in app.get_line_filters()
        app.use_theme("parley-sixteen")
        assert app._palette not in app.get_line_filters()
