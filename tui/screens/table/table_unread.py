"""Mark talk that has not been read here, also before a restart, and report when everyone has received the end."""

from __future__ import annotations

from functools import partial

from rich.text import Text
from textual import events, on
from textual.widgets import Input, Static

from core.fault import sentence
from net.view.table_view import Phase, TableView
from tui.i18n.translation import tr
from tui.screens.table.connection_words import title_text
from tui.screens.table.table_layout import TableLayout
from tui.settings.keymap import named
from tui.settings.read_marks import ReadMarks
from tui.table.alerts import Unread, unread_words
from tui.table.controller import Controller
from tui.table.seat_view import is_unheard
from tui.widgets.key_words import places
from tui.widgets.line_panel import LinePanel
from tui.widgets.prompt import Prompt
from tui.widgets.talk_pane import TalkInput, talk_title
from tui.widgets.text_style import TextStyle
from tui.words.settlement_words import SettlementLog, settled_words

WRITING = sentence("{told} You are writing: press Esc first.")
"""A notice that names a key, while that key would be a letter."""


def notice_forms(told: str) -> tuple[str, str]:
    """Give what a notice may read that names a key: without a line of text that has the keys, and with one."""
    return told, tr(WRITING, told=told)


class TableUnread(TableLayout):
    """A table that marks what is new in its talk."""

    def __init__(self, controller: Controller) -> None:
        """Follow the talk at the table of `controller`."""
        super().__init__(controller)
        self._unread = Unread()
        self._settlement = SettlementLog()
        self._topped = False

    def remember(self, marks: ReadMarks) -> None:
        """Go on from what was read at this table before; keep what is read from now on."""
        tid = self.controller.view.tid
        self._unread = Unread(marks.of(tid), partial(marks.keep, tid))

    def take(self, view: TableView) -> None:
        """Show a newer view; report what came too late, and what the game counts for in a club from now on."""
        before = self.desk.view
        super().take(view)
        rated, runs = self.desk.rated, view.phase is not Phase.OVER
        if before is not None and runs and rated.loss(view) != rated.loss(before):
            self.toast(rated.note_of(view))
        self._tell_settled(view)

    def tick(self) -> None:
        """Update the clocks once a second; report that an end is settled."""
        super().tick()
        if self.desk.view is not None and not self.anew:
            self._tell_settled(self.desk.view)

    def told_here(self, told: str, template: str) -> str:
        """Give a notice; if it names a key as `template` does while a line of text has the keys, add how to leave."""
        writing = isinstance(self.app.focused, Input) and any(places(told, template))
        plain, while_writing = notice_forms(told)
        return while_writing if writing else plain

    def _tell_settled(self, view: TableView) -> None:
        """Report what came too late, and that all have the end, unless the end card in front does so."""
        late = self._settlement.late(view, mine=True)
        for words in late if view.phase is not Phase.OVER else ():
            self.toast(words)
        if self._settlement.end(view, self.now()) == (told := settled_words(view)) and self.app.screen is self:
            self.notify(told, markup=False)

    def _show_talk(self, view: TableView, ink: TextStyle, *, stacked: bool) -> None:
        super()._show_talk(view, ink, stacked=stacked)
        self.query_one(TalkInput).onward = None if view.online else self.led
        self._shut(unheard=is_unheard(view))
        self._mark_unread(stacked=stacked)

    def _shut(self, *, unheard: bool) -> None:
        """Close the line to talk with to whoever is not heard at the table."""
        line = self.query_one(TalkInput)
        if unheard and self.focused is line:
            self.set_focus(self.page)
        if unheard != line.disabled:
            line.shut(closed=unheard)
            self.refresh_bindings()

    def _mark_unread(self, *, stacked: bool) -> None:
        """Mark the talk of others since the last key pressed here: above the talk if that is visible, else on top."""
        view, talk = self.desk.view, self.query_one("#talk", LinePanel)
        if view is None:
            return
        if self.focused is self.query_one(TalkInput):
            self._unread.read(view)
        told = unread_words(self._unread.count(view, self.desk.muted))
        plain = talk_title(view, self.desk.muted)
        above = self._in_sight(talk) and not stacked
        talk.border_title = f"{plain} · {told}" if told and above else plain
        before, self._topped = self._topped, bool(told) and not above
        if before or self._topped:
            words = f"  {told} ({named('table.talk')})  " if self._topped else ""
            mark = Text(words, self.ink.style("accent", bold=True))
            room = max(10, self.size.width - 2 - mark.cell_len)
            self.query_one("#title", Static).update(mark + title_text(self.desk, self.ink, room))

    def _in_sight(self, talk: LinePanel) -> bool:
        return not self.has_class("-zen") and talk.display and self.desk.view is not None

    def on_key(self) -> None:
        """Take what is visible as read: a person is there."""
        self._see()

    @on(Prompt.Changed)
    @on(Prompt.Entered)
    @on(Prompt.Left)
    def _see_while_typing(self) -> None:
        """Take what is visible as read: whoever types an action is there."""
        self._see()

    def on_click(self, event: events.Click) -> None:
        """Take what is visible as read: a person is there."""
        del event
        self._see()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Take everything as read when the person comes to talk."""
        if isinstance(event.widget, TalkInput):
            self._see()

    def _see(self) -> None:
        view = self.desk.view
        if view is None or not self._unread.count(view, self.desk.muted):
            return
        for talk in self.query("#talk").results(LinePanel):
            if self._in_sight(talk):
                self._unread.read(view)
                self._mark_unread(stacked=self.has_class("-stacked"))
