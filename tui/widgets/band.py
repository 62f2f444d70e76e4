"""Bands: the upright windows a board is painted in, and the styles of its paints."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.cells import Paint


class Rows(Protocol):
    """What a band is a window on."""

    @property
    def content_region(self) -> Region:
        """Where the rows are shown on the screen."""
        ...

    def row(self, y: int) -> Strip:
        """Give row `y` over its whole width."""
        ...


@lru_cache(maxsize=4096)
def style(paint: Paint) -> Style:
    """Give the terminal style of a paint."""
    return Style(color=paint.ink, bgcolor=paint.ground, bold=paint.bold)


@lru_cache(maxsize=1024)
def blank(ground: str) -> Style:
    """Give the style of blanks: no ink, which keeps what is sent small."""
    return Style(bgcolor=ground)


BANDS = 12
"""How many upright bands a board is painted in: of a row that changes, only the bands concerned are sent again."""


class Band(Widget, can_focus=False):
    """One upright band of a board: a window on the board's rows, so that a small change stays a small output."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Band { width: 1fr; height: 1fr; }"

    def __init__(self, board: Rows) -> None:
        """Show a part of `board`."""
        super().__init__()
        self._board = board

    @property
    def left(self) -> int:
        """The board's column this band begins at."""
        return self.region.x - self._board.content_region.x

    def render_line(self, y: int) -> Strip:
        """Give the band's part of row `y` of the board."""
        left = self.left
        return self._board.row(y).crop(left, left + self.size.width)
