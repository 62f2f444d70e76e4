"""A screen that is laid out once for each size and painted once when it opens or grows, not before its parts know."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.geometry import Size
from textual.screen import Screen

T = TypeVar("T")


class OnceScreen(Screen[T]):
    """A screen that does not show itself halfway.

    Textual's own lays itself out and paints all of itself when it opens and when the terminal has another size, does
    both once more when it is told of the size that it has just been laid out for, and paints a third time what its
    parts have said anew for that size.
    """

    _halfway = False

    async def _compose(self) -> None:
        """Lay out what the screen is for the width it has, which it would be told of afterwards."""
        for name in self._get_breakpoint_classes(self.app.size.width, self.HORIZONTAL_BREAKPOINTS or []):
            self.add_class(name)
        await super()._compose()

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Let what has just been laid out keep its styles; Textual's own goes on from here."""
        event.refresh_styles = event.refresh_styles and bool(self._size)

    def _screen_resized(self, size: Size) -> None:
        """Lay everything out for a size, unless it is laid out for it."""
        if self._compositor.size != size:
            super()._screen_resized(size)

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:  # noqa: FBT001, FBT002 - Textual's own
        """Lay everything out; for another size (`size`) it is painted when the parts have heard of theirs."""
        self._halfway = size is not None or self._repaint_required
        try:
            super()._refresh_layout(size, scroll)
        finally:
            self._halfway = False
        if size is not None:
            self.refresh()

    def _compositor_refresh(self) -> None:
        if not self._halfway:
            super()._compositor_refresh()
