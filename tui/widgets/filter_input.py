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
        Binding("down", "list", show=False),
    ]

    class Cleared(Message):
        """The person wants to see everything again."""

    def action_clear(self) -> None:
        """Show everything again."""
        self.value = ""
        self.post_message(self.Cleared())
        self.action_list()

    def action_list(self) -> None:
        """Go to the list."""
        self.screen.query_one(Menu).focus()
