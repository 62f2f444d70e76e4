"""A list to choose from that may change under the mouse."""

from __future__ import annotations

from textual import events
from textual.widgets import OptionList


class Options(OptionList):
    """Textual's list of options; the right button, or a click on what is no longer in the list, chooses nothing."""

    async def _on_click(self, event: events.Click) -> None:
        if event.button != 1 or event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()
