"""The foot of a screen: no key is cut off in its middle, and the last two always stand there."""

from __future__ import annotations

from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType

from tui.widgets.foot import LAST, Foot


class Keys(App[None]):
    """An app of nothing but keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(key, f"do('{key}')", f"Do with {key}") for key in "abcdefgh"]

    def compose(self) -> ComposeResult:
        """Show them."""
        yield Foot(show_command_palette=False)


@pytest.mark.parametrize(("width", "shown", "close"), [(110, 8, False), (100, 8, True), (90, 7, True), (20, 2, True)])
async def test_keys_stand_closer_then_fewer(width: int, shown: int, close: bool) -> None:  # noqa: FBT001 - a case
    app = Keys()
    async with app.run_test(size=(140, 10)) as pilot:
        await pilot.pause()
        foot = app.query_one(Foot)
        assert (len(foot.children), foot.compact) == (8, False)
        await pilot.resize_terminal(width, 10)
        await pilot.pause()
        await pilot.pause()
        assert (len(foot.children), foot.compact) == (shown, close)
        assert [getattr(key, "key_display", "") for key in foot.children][-LAST:] == ["g", "h"]
        assert width == 20 or all(key.region.right <= width for key in foot.children)
