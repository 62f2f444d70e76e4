"""The command palette, which may be closed in the middle of a search."""

from __future__ import annotations

from contextlib import suppress

from rich.align import Align
from rich.text import Text
from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.events import Click
from textual.widgets.option_list import Option
from textual.worker import Worker

from tui.i18n.translation import tr


class PaletteScreen(CommandPalette):
    """Textual's palette. Once closed, it shows no more results of a running search."""

    @staticmethod
    def is_open(app: App[object]) -> bool:
        """Tell whether a palette is open, even beneath another screen."""
        return any(isinstance(screen, PaletteScreen) for screen in app.screen_stack)

    def _gather_commands(self, search_value: str) -> Worker[None] | None:  # type: ignore[override]
        return super()._gather_commands(search_value) if self.query(CommandList) else None

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # Textual turns the pages of a list that is not laid out yet
            super()._action_command_list(action)

    def on_click(self, event: Click) -> None:
        """Ignore a click meant for a terminal that was larger than it is now."""
        if not self.region.contains_point(event.screen_offset):
            event.prevent_default()

    def _watch__list_visible(self) -> None:
        if self.query(CommandList):
            super()._watch__list_visible()

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say after a while that nothing matches, in the language in use."""

        def tell() -> None:
            self._list_visible = bool(search_value)
            if search_value and self.query(CommandList):
                nothing = Align.center(Text(tr("Nothing that you can do now fits these words.")))
                self.query_one(CommandList).add_option(Option(nothing, disabled=True, id=self._NO_MATCHES))

        self._stop_no_matches_countdown()
        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, tell)
