"""Touched: of the widgets of a screen only those are rendered in which something has changed, and only those rows."""

from __future__ import annotations

from collections.abc import Iterable

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip


class Touched(Compositor):
    """A compositor that renders for a partial update nothing but what it shows.

    Textual's own renders every widget in the rectangle round all changes: with a step on the board and a word at the
    foot that is all of the screen, and what lies beneath it.
    """

    def __init__(self) -> None:
        """Begin with nothing that changes."""
        super().__init__()
        self._changes: list[Region] = []

    def render_partial_update(self) -> ChopsUpdate | None:
        """Give what has changed, None where nothing has."""
        self._changes = list(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._changes = []

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Give place, part in sight and rows of each widget; in a partial update of those it touches."""
        return self._touched(self._changes) if self._changes else super()._get_renders(crop)

    def _touched(self, left: list[Region]) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Give from front to back what shows a part of the changes that are `left` by those before it."""
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            shown = [part for part in map(seen.intersection, left) if part]
            if shown:
                rows = Region.from_union(shown)
                part = Region(seen.x, rows.y, seen.width, rows.height)
                yield region, part, widget.render_lines(part.translate(-region.offset))
                left = [change for change in left if not seen.contains_region(change)]
