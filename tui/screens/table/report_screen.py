"""The report of the evening on the screen: copy it, save it, look for its turning points."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.fault import Fault, sentence
from net.view.table_view import TableView
from tui.i18n.translation import tell, tr
from tui.records import archive
from tui.screens.frame.dialog import SCROLLING, Sheet
from tui.settings.keymap import REPORT, bindings
from tui.widgets.key_words import key_sentence
from tui.widgets.line_panel import hanging_indent
from tui.widgets.text_style import TextStyle

if TYPE_CHECKING:
    from tui.study.analysis.turning_points import Turn

TURNS = sentence("{key[report.turns]}: turning points")
KEYS = (
    sentence("{key[report.copy]}: copy"),
    sentence("{key[report.save]}: save"),
    TURNS,
    sentence("{key[report.leave]}: back"),
)
"""The row of keys. A click on a key does what it does. That for turning points is there until they are."""
COPIED = sentence("The report is copied.")
SAVED = sentence("The report is saved: {path}")
LOOKING = sentence("Looking at every decision: {percent}%")

NARROW, INSET = 30, 4
"""The least width that lines are broken for, and the columns beside the text."""
INDENT = "    "


class ReportScreen(Sheet):
    """A sheet with the report of a table. The turning points found before are in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(REPORT[1:]),
        Binding("enter,space", "dismiss", show=False),
        *SCROLLING,
    ]
    DEFAULT_CSS = "ReportScreen > VerticalScroll { border-subtitle-color: $accent; }"

    def __init__(self, view: TableView, ink: TextStyle) -> None:
        """Report on the table of `view`, which has begun."""
        super().__init__([])
        self._view, self._ink = view, ink
        self._found: tuple[Turn, ...] | None = None
        self._far: tuple[int, int] | None = None

    def on_mount(self) -> None:
        """Show the report, with the turning points if somebody looked for them before."""
        super().on_mount()
        self.run_worker(self._recall(), group="turns")

    @property
    def text(self) -> str:
        """The report as plain text."""
        from tui.study.evening_report import report_text

        return report_text(self._view, archive.today().isoformat(), self._found)

    def _show(self) -> None:
        sheet = self.query_one(VerticalScroll)
        done, every = self._far or (0, 0)
        far = tr(LOOKING, percent=100 * done // max(every, 1))
        keys = [one for one in KEYS if one != TURNS or self._found is None]
        sheet.border_subtitle = Text(", ").join(map(key_sentence, keys)) if self._far is None else far
        room = max(NARROW, sheet.size.width - INSET)
        lines = (self._ink.plain(line) for line in self.text.splitlines())
        rows = [row for line in lines for row in hanging_indent(line, self.app.console, room, INDENT)]
        self.query_one(Static).update(Text("\n").join(rows))

    async def _recall(self) -> None:
        await self._look(anew=False)

    def on_resize(self) -> None:
        """Break the lines anew at another width."""
        self.call_after_refresh(self._show)

    def on_click(self, event: events.Click) -> None:
        """Close at a click beside the sheet only: a person may want to mark the text with the mouse."""
        if event.widget is not self:
            event.prevent_default()

    def action_copy(self) -> None:
        """Copy the report."""
        self.app.copy_to_clipboard(self.text)
        self.notify(tr(COPIED), markup=False)

    def action_save(self) -> None:
        """Save the report as a file."""
        from tui.study.game_export import save_report

        try:
            path = save_report(self._view, self.text)
        except Fault as fault:
            self.notify(tell(fault), severity="warning", markup=False)
        else:
            self.notify(tr(SAVED, path=path), markup=False)

    def action_turns(self) -> None:
        """Look for the turning points; that takes a while, and Esc stops it."""
        if self._far is None and self._found is None:
            self._far = (0, 0)
            self.run_worker(self._look(anew=True), group="turns", exclusive=True)

    async def _look(self, *, anew: bool) -> None:
        """Read the turning points found before, or find them `anew`."""
        from tui.study.analysis.game_analysis import GameAnalyst
        from tui.study.analysis.turning_points import turns
        from tui.study.game_library import story_of_view

        try:
            match = story_of_view(self._view, archive.today().isoformat()).match
            analyst = GameAnalyst(match)
            made = await analyst.made(self._step) if anew else analyst.kept()
            self._found = None if made is None else await asyncio.to_thread(turns, match, made.points)
        except Fault as fault:
            if anew:
                self.notify(tell(fault), severity="warning", markup=False)
        finally:
            self._far = None
        self._show()

    def _step(self, done: int, every: int) -> None:
        self._far = (done, max(done, every))
        self._show()
