"""The command palette, which may be closed in the middle of a search."""

from __future__ import annotations

from contextlib import suppress

from rich.align import Align
from rich.text import Text
from textual import on
from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.events import Click
from textual.widgets import Input
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from tui.i18n.translation import tr


class PaletteScreen(CommandPalette):
    """Textual's palette. Once closed, it shows no more results of a running search.

    Textual leaves what fitted the words before in the list until a search is done. Enter waits for that here: it runs
    the first entry that fits what stands in the line, or none.
    """

    _search: Worker[None] | None = None
    _entered = False

    @staticmethod
    def is_open(app: App[object]) -> bool:
        """Tell whether a palette is open, even beneath another screen."""
        return any(isinstance(screen, PaletteScreen) for screen in app.screen_stack)

    def _gather_commands(self, search_value: str) -> Worker[None] | None:  # type: ignore[override]
        self._entered = False
        search: Worker[None] | None = super()._gather_commands(search_value) if self.query(CommandList) else None
        self._search = search
        return search

    @on(Input.Submitted)
    def _wait_for_search(self, event: Input.Submitted) -> None:
        """Let Enter wait for a search that still runs."""
        if self._search is not None and not self._search.is_finished:
            self._entered = True
            event.stop()
            event.prevent_default()

    @on(Worker.StateChanged)
    def _run_first(self, event: Worker.StateChanged) -> None:
        """Run the first entry that was found, if Enter waits for that."""
        if self._entered and event.worker is self._search and event.state is WorkerState.SUCCESS:
            self._entered = False
            if self._hit_count:
                self._action_command_list("select")

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
