"""A screen through which the one below is seen: each style that stands there is tinted once, not each cell of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.visual import Visual

from tui.screens.parted import PartedScreen

if TYPE_CHECKING:
    from textual.screen import Screen

T = TypeVar("T")


@lru_cache(maxsize=4096)
def tinted(style: Style | None, tint: Color) -> Style:
    """Give a style as it is seen through a tint."""
    (seen,) = BackgroundScreen.process_segments([Segment(" ", style)], tint)
    return seen.style or Style()


class Veil(Visual):
    """A screen seen through a tint."""

    def __init__(self, screen: Screen[Any], tint: Color) -> None:
        """Show `screen` through `tint`."""
        self._screen = screen
        self._tint = tint

    def render_strips(self, width: int, height: int | None, style: object, options: object) -> list[Strip]:
        """Give the rows."""
        del style, options
        rows = self._screen._compositor.render_strips()[:height]  # noqa: SLF001 - as Textual's own veil does
        return [
            Strip([Segment(text, tinted(worn, self._tint)) for text, worn, _ in row]).crop(0, width) for row in rows
        ]

    def get_optimal_width(self, rules: object, container_width: int) -> int:
        """Give the width: all there is."""
        del rules
        return container_width

    def get_height(self, rules: object, width: int) -> int:
        """Give the height of the screen."""
        del rules, width
        return self._screen.size.height


class VeiledScreen(PartedScreen[T], ModalScreen[T]):
    """A screen that lies upon another one, which is seen through it."""

    def render(self) -> Any:  # noqa: ANN401 - Textual's screens name less than its widgets may give
        """Show what lies below through a veil."""
        below = super().render()
        return Veil(below.screen, below.color) if isinstance(below, BackgroundScreen) else below
