"""A panel of lines: the newest line stays in sight, also when another panel takes some of the room."""

from __future__ import annotations

from rich.text import Text
from textual.app import App, ComposeResult

from tui.widgets.line_panel import LinePanel


class Panels(App[None]):
    """Two panels, the second hidden."""

    def compose(self) -> ComposeResult:
        """Put one below the other."""
        yield LinePanel(id="first")
        second = LinePanel(id="second")
        second.display = False
        yield second


async def test_the_newest_line_stays_in_sight_when_another_panel_opens() -> None:
    app = Panels()
    async with app.run_test(size=(30, 10)) as pilot:
        first, second = app.query(LinePanel).results()
        first.show([Text(f"line {at}") for at in range(10)])
        for opened in (False, True, False):
            second.display = opened
            await pilot.pause()
            await pilot.pause()
            assert first.scroll_offset.y == first.max_scroll_y == (5 if opened else 0)
