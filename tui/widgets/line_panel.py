"""A panel of lines that grows at the end, for the log and the talk. It wraps anew when its width changes.

A text that takes several rows is indented from the second on.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text
from textual import events
from textual.widgets import RichLog

HELD = "\u00a0"
"""The blank that French has before a high punctuation mark: no line may end there."""

STAND_IN = "\ue0a0"
"""A private-use sign, one cell wide: Rich breaks at every blank, even at one that forbids it."""


def hanging_indent(text: Text, console: Console, width: int, indent: str) -> list[Text]:
    """Break `text` into lines of at most `width` cells, each but the first after `indent`, and never at `HELD`."""
    whole = text.copy()
    whole.plain = text.plain.replace(HELD, STAND_IN)
    lines = list(whole.wrap(console, width - len(indent)))
    for line in lines:
        line.plain = line.plain.replace(STAND_IN, HELD)
    return [Text(indent) + line if at else line for at, line in enumerate(lines)]


class LinePanel(RichLog):
    """Texts one below the other, the newest in sight."""

    can_focus = False
    DEFAULT_CSS = """
    LinePanel { height: 1fr; background: $surface; scrollbar-size-vertical: 1; padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start empty."""
        super().__init__(min_width=0, wrap=True, markup=False, highlight=False, auto_scroll=True, id=id)
        self._texts: tuple[Text, ...] = ()
        self._columns = 0

    def show(self, texts: Sequence[Text]) -> None:
        """Show `texts`. What continues the lines shown is added; anything else is written again."""
        new = tuple(texts)
        fresh = new[len(self._texts) :]
        if new[: len(self._texts)] != self._texts:
            self.clear()
            fresh = new
        self._texts = new
        if self._columns:
            self._put(fresh)

    def on_resize(self, event: events.Resize) -> None:
        """Wrap again at another width, before padding and scroll bar, and keep the newest line in sight."""
        columns = event.size.width - max(1, self.styles.gutter.width) - self.styles.scrollbar_size_vertical
        if columns != self._columns:
            self._columns = columns
            self.clear()
            self._put(self._texts)
        self.scroll_end(animate=False)

    def _put(self, texts: Sequence[Text]) -> None:
        """Write texts wrapped, with continued lines indented."""
        for text in texts:
            for line in hanging_indent(text, self.app.console, max(10, self._columns), INDENT):
                self.write(line, width=self._columns)


INDENT = "  "
"""The indent of the rest of a wrapped line."""
