"""A list to choose from that may change under the mouse."""

from __future__ import annotations

from textual import events
from textual.widgets import OptionList


class Options(OptionList):
    """Textual's list of options; a click on what stood there before the list grew shorter chooses nothing."""

    async def _on_click(self, event: events.Click) -> None:
        if event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()
