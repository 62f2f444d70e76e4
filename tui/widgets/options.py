"""A list to choose from that may change under the mouse."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from core.fault import sentence


class Options(OptionList):
    """Textual's list of options; the right button, or a click on what is no longer in the list, chooses nothing."""

    async def _on_click(self, event: events.Click) -> None:
        if event.button != 1 or event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()

    def _move_page(self, direction: Any) -> None:  # noqa: ANN401 - Textual's own, of a private module
        with suppress(KeyError):  # Textual turns the pages of a list that is not laid out yet
            super()._move_page(direction)


class Menu(Options):
    """A list of entries: arrows or `j` and `k`, Enter or the entry's number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("enter", "select", sentence("Choose")),
        Binding("space,right,l", "select", show=False),
    ]
