"""A panel of lines: it shows the newest line when another panel takes some of the room, and the ends of all lines."""

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


class Beside(App[None]):
    """A panel with padding and a border beside another one, as under a map."""

    CSS = "LinePanel { padding: 0 1; border-right: solid white; overflow-x: hidden; }"

    def compose(self) -> ComposeResult:
        """Put the panel there."""
        yield LinePanel()


async def test_no_end_of_a_line_is_lost_between_padding_border_and_scroll_bar() -> None:
    app = Beside()
    async with app.run_test(size=(30, 10)) as pilot:
        panel = app.query_one(LinePanel)
        await pilot.pause()
        words = "capital Rome is occupied, it is the turn of Alexandria " * 3
        panel.show([Text(words)])
        await pilot.pause()
        shown = " ".join(panel.render_line(y).text for y in range(panel.size.height))
        assert shown.replace("│", " ").split() == words.split()
