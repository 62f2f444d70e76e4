"""Lines that grow at the end: the log and the talk. They wrap anew when the panel changes its width."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.widgets import RichLog

from tui.widgets.hanging import hanging


class Lines(RichLog):
    """Texts one below the other, the newest in sight."""

    can_focus = False
    DEFAULT_CSS = """
    Lines { height: 1fr; background: $surface; scrollbar-size-vertical: 1; padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start empty."""
        super().__init__(min_width=0, wrap=True, markup=False, highlight=False, auto_scroll=True, id=id)
        self._texts: tuple[Text, ...] = ()
        self._columns = 0

    def show(self, texts: Sequence[Text]) -> None:
        """Show `texts`: what continues the lines shown is added, anything else is written anew."""
        new = tuple(texts)
        fresh = new[len(self._texts) :]
        if new[: len(self._texts)] != self._texts:
            self.clear()
            fresh = new
        self._texts = new
        if self._columns:
            self._put(fresh)

    def on_resize(self, event: events.Resize) -> None:
        """Wrap anew at another width."""
        columns = event.size.width - self.styles.scrollbar_size_vertical - 1
        if columns != self._columns:
            self._columns = columns
            self.clear()
            self._put(self._texts)

    def _put(self, texts: Sequence[Text]) -> None:
        """Write texts wrapped, what continues a line indented."""
        for text in texts:
            for line in hanging(text, self.app.console, max(10, self._columns), INDENT):
                self.write(line, width=self._columns)


INDENT = "  "
"""What stands before the rest of a line that was wrapped."""
