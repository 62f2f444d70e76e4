"""A leaf: rows of text over the screen, to be read and put away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui.screens.spoken import Fleeting


class LeafScreen(Fleeting[None]):
    """Shows rows; Esc, `q`, Enter or a click put it away, arrows scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,question_mark", "close", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]
    DEFAULT_CSS = """
    LeafScreen { align: center middle; background: $background 60%; }
    LeafScreen > VerticalScroll { width: 78; max-width: 100%; height: auto; max-height: 100%; padding: 0 2;
        background: $panel; border: round $muted; scrollbar-size-vertical: 1; }
    LeafScreen Static { height: auto; }
    """

    def __init__(self, rows: Sequence[Text]) -> None:
        """Show `rows`."""
        super().__init__()
        self._rows = tuple(rows)

    def compose(self) -> ComposeResult:
        """Put all rows in one text."""
        with VerticalScroll():
            yield Static(Text("\n").join(self._rows), markup=False)

    def on_mount(self) -> None:
        """Let the keys scroll."""
        self.query_one(VerticalScroll).focus()

    def on_click(self) -> None:
        """Put it away."""
        self.dismiss()

    def action_scroll(self, step: int) -> None:
        """Scroll a line."""
        self.query_one(VerticalScroll).scroll_relative(y=step, animate=False)

    def action_close(self) -> None:
        """Put it away."""
        self.dismiss()
