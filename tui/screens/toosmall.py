"""The card that is shown while the terminal is too small to play in."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.screens.once import OnceScreen
from tui.speech import tr

LEAST = Size(80, 24)
"""Columns and rows that every screen fits in."""


def fits(size: Size) -> bool:
    """Tell whether every screen fits in a terminal of that size."""
    return size.width >= LEAST.width and size.height >= LEAST.height


class TooSmallScreen(OnceScreen[None], ModalScreen[None]):
    """Says how large the terminal is and should be; goes away when it fits."""

    def compose(self) -> ComposeResult:
        """Lay out the card."""
        yield Static(self._told(), markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Follow the size."""
        if not fits(event.size):
            self.query_one(Static).update(self._told())

    def relabel(self) -> None:
        """Say it again in the language in use."""
        self.query_one(Static).update(self._told())

    def _told(self) -> str:
        size = self.app.size
        return tr(
            "Parley needs {columns}×{rows} characters; here are {width}×{height}. Enlarge the window or make the "
            "letters smaller (Ctrl −), or play without screens: parley --text",
            columns=LEAST.width,
            rows=LEAST.height,
            width=size.width,
            height=size.height,
        )
