"""The search for a player's own worst moment in a finished game: how far it is, and one key that ends it."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from core.fault import Fault, sentence
from core.game import Seat
from core.match.match import Match
from tui.i18n.translation import tell, tr
from tui.screens.frame.localized_screen import LocalizedDialog
from tui.settings.keymap import MOMENT, bindings
from tui.widgets.key_words import key_sentence

LOOKING = sentence("Looking at every decision: {percent}%")
ENDS = sentence("{key[moment.leave]} ends it.")


FOUND = "found"
"""The answer where a moment was found and is kept."""


class MomentScreen(LocalizedDialog[str]):
    """Return `FOUND`, or why nothing was found. Leaving it ends the search and everything it has started: no answer."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MOMENT), Binding("q", "leave", show=False)]
    DEFAULT_CSS = """
    MomentScreen { align: center middle; background: $background 60%; }
    MomentScreen > Vertical { width: 60; max-width: 96%; height: auto; padding: 1 2;
        background: $panel; border: round $muted; }
    MomentScreen Static { height: auto; }
    """

    def __init__(self, match: Match, seats: Collection[Seat], profile: str) -> None:
        """Look for the worst decision of `seats` in `match`; `profile` keeps it."""
        super().__init__()
        self._match, self._seats, self._profile = match, seats, profile
        self._far = (0, 0)

    def compose(self) -> ComposeResult:
        """Show how far the search is."""
        with Vertical():
            yield Static(self._said(), markup=False)

    def on_mount(self) -> None:
        """Begin to look."""
        self.run_worker(self._look())

    def _said(self) -> Text:
        done, every = self._far
        return Text(f"{tr(LOOKING, percent=100 * done // max(every, 1))}\n\n") + key_sentence(ENDS)

    def _step(self, done: int, every: int) -> None:
        self._far = (done, max(done, every))
        for shown in self.query(Static):
            shown.update(self._said())

    async def _look(self) -> None:
        from tui.study.analysis.own_moments import NO_MOMENT, found_moment, keep

        try:
            found = await found_moment(self._match, self._seats, self._step)
        except Fault as fault:
            self.dismiss(tell(fault))
            return
        if found is not None:
            keep(self._profile, found)
        self.dismiss(tr(NO_MOMENT) if found is None else FOUND)

    def action_leave(self) -> None:
        """End the search."""
        self.dismiss("")
