"""The line above a list in which one types what the list is to show."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from core.fault import sentence
from tui.widgets.form_field import Menu


class FilterInput(Input):
    """The input of the filter. Esc empties it and goes to the list; Down goes there and keeps it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", sentence("All")),
        Binding("down", "list", sentence("To the list"), key_display="↓"),
    ]

    class Cleared(Message):
        """The person wants to see everything again; `typed` is what stood in the filter."""

        def __init__(self, typed: str) -> None:
            """Carry what was typed, perhaps nothing."""
            super().__init__()
            self.typed = typed

    def action_clear(self) -> None:
        """Show everything again."""
        typed, self.value = self.value, ""
        self.post_message(self.Cleared(typed))
        self.action_list()

    def action_list(self) -> None:
        """Go to the list."""
        self.screen.query_one(Menu).focus()
