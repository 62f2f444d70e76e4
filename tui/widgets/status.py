"""The status: one row of text that changes with every step of a cursor, and is made for that."""

from __future__ import annotations

from rich.segment import Segment
from rich.text import Text
from textual.strip import Strip
from textual.widget import Widget


class Status(Widget):
    """A text in one row, cut off where there is no more room.

    A `Static` would read the text anew into a form of its own, to wrap it and to let it be selected: at each step that
    takes longer than to draw the step.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "Status { width: 1fr; height: 1; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Begin without a word."""
        super().__init__(id=id)
        self._text = Text()

    def say(self, text: Text) -> None:
        """Show a text."""
        self._text = text
        self.refresh()

    def render(self) -> Text:
        """Give the whole text, however much of it is shown."""
        return self._text

    def render_line(self, y: int) -> Strip:
        """Give the text as far as there is room."""
        del y
        width = self.size.width
        if not width:
            return Strip([])
        shown = Text().append_text(self._text)  # a part of another: of a text without parts Rich drops the style
        shown.truncate(width, overflow="ellipsis", pad=True)
        return Strip(Segment.apply_style(shown.render(self.app.console), self.rich_style), width)
