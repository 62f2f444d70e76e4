"""The foot of a screen: no key is cut off in its middle, and the last two always stand there."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.command import CommandPalette

from tui.widgets.key_bar import LAST, KeyBar


class Keys(App[None]):
    """An app of nothing but keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(key, f"do('{key}')", f"Do with {key}") for key in "abcdefgh"]

    def __init__(self, *, palette: bool = False) -> None:
        """Begin with nothing done."""
        super().__init__()
        self.palette, self.done = palette, ""

    def compose(self) -> ComposeResult:
        """Show them."""
        yield KeyBar(show_command_palette=self.palette)

    def action_do(self, key: str) -> None:
        """Do something."""
        self.done += key


@pytest.mark.parametrize(("width", "shown", "close"), [(110, 8, False), (100, 8, True), (90, 7, True), (20, 2, True)])
async def test_keys_stand_closer_then_fewer(width: int, shown: int, close: bool) -> None:  # noqa: FBT001 - a case
    app = Keys()
    async with app.run_test(size=(140, 10)) as pilot:
        await pilot.pause()
        foot = app.query_one(KeyBar)
        assert (len(foot.keys), foot.compact) == (8, False)
        await pilot.resize_terminal(width, 10)
        await pilot.pause()
        await pilot.pause()
        assert (len(foot.keys), foot.compact) == (shown, close)
        assert [key.cap for key in foot.keys][-LAST:] == ["g", "h"]
        assert width == 20 or all(end <= width for _, end, _ in foot.places())
        row = foot.render_line(0).text
        assert all(f"{key.cap} {key.words}" in row[start:end] for start, end, key in foot.places() if end <= width)


async def test_a_pressed_key_is_done_and_the_palette_s_stands_at_the_right() -> None:
    app = Keys(palette=True)
    async with app.run_test(size=(140, 10)) as pilot:
        await pilot.pause()
        foot = app.query_one(KeyBar)
        row = foot.render_line(0).text
        assert (len(row), row.endswith("▏^p palette ")) == (140, True)
        for found in ("c Do with c", "d Do with d", "^p palette"):
            await pilot.hover(KeyBar, offset=(row.index(found) + 1, 0))
            assert foot._over is not None
            assert foot._over.cap in found
            await pilot.click(KeyBar, offset=(row.index(found) + 1, 0))
        assert app.done == "cd"
        assert isinstance(app.screen, CommandPalette)


async def test_the_right_button_and_what_lies_around_a_key_do_not_follow_a_click() -> None:
    around: list[int] = []

    class Around(Keys):
        def on_click(self) -> None:
            around.append(1)

    app = Around()
    async with app.run_test(size=(140, 10)) as pilot:
        await pilot.pause()
        place = (app.query_one(KeyBar).render_line(0).text.index("c Do with c") + 1, 0)
        await pilot.click(KeyBar, offset=place, button=3)
        assert app.done == ""
        await pilot.click(KeyBar, offset=place)
        assert (app.done, around) == ("c", [])
