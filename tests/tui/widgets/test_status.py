"""The status: one row, exactly as wide as its room, cut off with a sign where the text is longer."""

from __future__ import annotations

from rich.text import Text
from textual.app import App, ComposeResult

from tui.widgets.prompt import StatusLine


class Row(App[None]):
    """A status and nothing else."""

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield StatusLine()


async def test_a_status_fills_its_row_and_no_more() -> None:
    app = Row()
    async with app.run_test(size=(12, 3)) as pilot:
        status = app.query_one(StatusLine)
        for said, seen in (("", " " * 12), ("blue to play", "blue to play"), ("界" * 7, "界界界界界 …")):
            status.say(Text(said, "bold #102030"))
            await pilot.pause()
            row = status.render_line(0)
            assert (row.text, row.cell_length) == (seen, 12)
            assert str(status.render()) == said
        assert [str(segment.style) for segment in row if segment.text.startswith("界")] == [
            f"bold #102030 on {status.rich_style.bgcolor.name}" if status.rich_style.bgcolor else ""
        ]
