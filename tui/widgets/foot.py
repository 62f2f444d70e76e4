"""The foot: the keys of the moment in one row, closer where they are many, the last two of them always."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.widgets import Footer

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.widget import Widget

WIDE, CLOSE = 3, 2
"""The columns of a key beside its cap and its words, usually and where they stand close."""

LAST = 2
"""So many keys at the end stay whatever else has no room: help, and the way out."""


class Foot(Footer):
    """A row of keys that is never cut off in the middle of one."""

    def compose(self) -> ComposeResult:
        """Put the keys in the row, those before the last ones only as far as there is room."""
        keys: list[Widget] = list(super().compose())
        room = self.app.size.width
        self.compact = _length(keys, WIDE) > room
        while self.compact and len(keys) > LAST and _length(keys, CLOSE) > room:
            keys.pop(-LAST - 1)
        yield from keys

    def on_resize(self, event: events.Resize) -> None:
        """Put them anew in another width."""
        if event.size.width != getattr(self, "_width", event.size.width):
            self.call_after_refresh(self.recompose)
        self._width = event.size.width


def _length(keys: Iterable[Widget], beside: int) -> int:
    """Give the columns of keys with so many beside each."""
    return sum(len(getattr(key, "key_display", "")) + len(getattr(key, "description", "")) + beside for key in keys)
