"""Chips: pieces of text in rows that can be pressed with the mouse."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static


class Chips:
    """Rows of text, built from the left. Parts with a key can be pressed."""

    def __init__(self) -> None:
        """Start with one empty row."""
        self.rows = [Text(no_wrap=True, end="")]
        self._spans: list[tuple[int, int, int, str]] = []

    @property
    def width(self) -> int:
        """The columns of the last row so far."""
        return self.rows[-1].cell_len

    def add(self, text: str | Text, style: Style | None = None, key: str = "") -> Chips:
        """Add a part to the last row; `key` is sent when it is pressed."""
        start = self.width
        self.rows[-1].append_text(text) if isinstance(text, Text) else self.rows[-1].append(text, style)
        if key:
            self._spans.append((len(self.rows) - 1, start, self.width, key))
        return self

    def extend(self, others: Chips) -> Chips:
        """Add the first row of other chips to the last row."""
        start = self.width
        self.rows[-1].append_text(others.rows[0])
        here = len(self.rows) - 1
        self._spans += [(here, start + left, start + right, key) for row, left, right, key in others._spans if not row]
        return self

    def row(self) -> Chips:
        """Begin another row."""
        self.rows.append(Text(no_wrap=True, end=""))
        return self

    def key_at(self, x: int, y: int) -> str:
        """Give the key of the part at a column of a row, empty if there is none."""
        return next((key for row, start, end, key in self._spans if row == y and start <= x < end), "")


class ChipBar(Static):
    """Rows of chips. A press is sent as a message."""

    ALLOW_SELECT = False

    class Pressed(Message):
        """The chip of a key was pressed."""

        def __init__(self, key: str) -> None:
            """Say which key."""
            self.key = key
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start with nothing."""
        super().__init__(id=id, markup=False)
        self._chips = Chips()

    def put(self, chips: Chips) -> None:
        """Show other rows."""
        self._chips = chips
        self.update(Text("\n", no_wrap=True, end="").join(chips.rows), layout=False)

    @property
    def texts(self) -> tuple[str, ...]:
        """The rows as they are shown, without colour."""
        return tuple(row.plain for row in self._chips.rows)

    def on_click(self, event: events.Click) -> None:
        """Send what was pressed."""
        at = event.screen_offset - self.content_region.offset
        key = self._chips.key_at(at.x, at.y)
        if key and event.button == 1:
            event.stop()
            self.post_message(self.Pressed(key))
