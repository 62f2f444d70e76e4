"""The command palette, which may be left in the middle of a search."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette
from textual.worker import Worker


class PaletteScreen(CommandPalette):
    """Textual's palette; what it still looks for when it is left, it does not show any more."""

    def _gather_commands(self, search_value: str) -> Worker[None] | None:  # type: ignore[override]
        return super()._gather_commands(search_value) if self.query(CommandList) else None

    def _watch__list_visible(self) -> None:
        if self.query(CommandList):
            super()._watch__list_visible()
