"""The whole talk of a table: search it, keep one person's lines or one promise's, quote a line."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from core.fault import sentence
from net.view.table_view import TableView
from tui.i18n.translation import ntr, tr
from tui.screens.frame.search_screen import SearchScreen
from tui.settings.keymap import SAID, bindings
from tui.settings.theme import look
from tui.table.seat_names import seat_appearances, table_glyphs
from tui.table.talk_log import NONE_FITS, NOTHING_SAID, TalkEntry, TalkFilter, people_in, talk_entries, treaties_in
from tui.widgets.form_field import FilterInput, Menu
from tui.widgets.line_panel import INDENT, hanging_indent
from tui.widgets.text_style import TextStyle, cut

HINT = sentence("any words: a name, a cell, what was said")
NARROW = 30
"""The least width that lines are broken for."""
TURN = 4
"""Columns of the number of a turn."""


class Lines(Menu):
    """The list of lines: what is chosen is quoted."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", sentence("Quote"), key_display="⏎")]


class TalkLogScreen(SearchScreen[str]):
    """The list of all lines, the newest one marked. Return the quotation of the chosen line, else nothing."""

    HINT = HINT
    LIST = Lines
    AUTO_FOCUS = "#query"
    BINDINGS: ClassVar[list[BindingType]] = bindings(SAID)

    def __init__(self, view: TableView, muted: frozenset[str] = frozenset()) -> None:
        """Show the talk of `view` without that of the `muted` (pids)."""
        super().__init__()
        self._view, self._muted = view, muted
        self._sieve = TalkFilter()
        self._entries: tuple[TalkEntry, ...] = ()
        self._shown: tuple[TalkEntry, ...] = ()

    def on_mount(self) -> None:
        """Show the newest lines, and let the person type at once."""
        self.set_focus(self.query_one(FilterInput))
        self._show()

    def on_resize(self) -> None:
        """Break the lines anew at another width."""
        self.call_after_refresh(self._show)

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self._show)

    def tell(self, view: TableView) -> None:
        """Show what has been said since."""
        if view.talk != self._view.talk:
            self._view = view
            self._show()

    @property
    def ink(self) -> TextStyle:
        """How texts are written in the theme in force."""
        colours = seat_appearances(self._view)
        return TextStyle(look(self.app.theme).wearing(colours), table_glyphs(self.glyph_set, self._view))

    def _show(self) -> None:
        """List the lines that fit. The marked line stays marked; at first it is the newest one."""
        menu, ink = self.query_one(Menu), self.ink
        marked = menu.highlighted
        kept = self._shown[marked].line.identity if marked is not None and marked < len(self._shown) else None
        if marked == len(self._shown) - 1:
            kept = None
        self._entries = talk_entries(self._view, self._muted)
        self._shown = self._sieve.keep(self._entries)
        menu.clear_options()
        menu.add_options([Option(self._row(entry, ink)) for entry in self._shown])
        if self._shown:
            at = [at for at, entry in enumerate(self._shown) if entry.line.identity == kept]
            menu.highlighted = at[0] if at else len(self._shown) - 1
        none = self.query_one("#none", Static)
        none.update(tr(NONE_FITS if self._entries else NOTHING_SAID))
        none.display, menu.display = not self._shown, bool(self._shown)
        self.query_one("#title", Static).update(self._title(ink))

    def _title(self, ink: TextStyle) -> Text:
        """Say how many lines are shown, and what they have in common."""
        count = ntr("{n} line", "{n} lines", len(self._entries))
        told = [tr("Talk"), count if self._sieve == TalkFilter() else f"{len(self._shown)} / {count}"]
        told += [nick for pid, nick in people_in(self._entries) if pid == self._sieve.person]
        if self._sieve.treaty is not None:
            told.append(self._sieve.treaty.words(self._names))
        return Text(f" {ink.glyphs.one['dot']} ".join(told), ink.style("foreground", bold=True))

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self._view.seats)

    def _row(self, entry: TalkEntry, ink: TextStyle) -> Text:
        """Give one line: turn, time, the speaker's shape and name, the words; its rest is indented."""
        seat = entry.line.seat
        head = Text(cut(str(entry.turn), TURN) + (f"{entry.when} " if entry.when else ""), ink.style("muted"))
        row = Text().append_text(ink.shape(self._names[seat]) if seat is not None else Text(" "))
        row.append(" " + tr("{nick}:", nick=entry.line.nick), ink.style("foreground", bold=True))
        row.append(f" {entry.words}", ink.style("accent" if entry.treaty is not None else "foreground"))
        room = max(NARROW, self.size.width - 4 - head.cell_len)
        first, *rest = hanging_indent(row, self.app.console, room, INDENT)
        return Text("\n").join([head + first, *(Text(" " * head.cell_len) + line for line in rest)])

    @on(Input.Changed, "#query")
    def _narrow(self, event: Input.Changed) -> None:
        self._sieve = TalkFilter(event.value, self._sieve.person, self._sieve.treaty)
        self._show()

    @on(FilterInput.Cleared)
    def _widen(self, event: FilterInput.Cleared) -> None:
        if not event.typed and self._sieve == TalkFilter():
            self.dismiss("")
            return
        self._sieve = TalkFilter()
        self._show()
        self.to_list()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._quote(event.option_index)

    def _quote(self, at: int) -> None:
        if at < len(self._shown):
            self.dismiss(self._shown[at].quote)

    def action_quote(self) -> None:
        """Quote the marked line."""
        self._quote(self.query_one(Menu).highlighted or 0)

    def action_filter(self) -> None:
        """Type words to look for."""
        self.set_focus(self.query_one("#query", Input))

    def action_cycle(self, field: str) -> None:
        """Go to the next person or promise to keep the lines of; after the last one to all."""
        if field == "person":
            people = [pid for pid, _ in people_in(self._entries)]
            self._sieve = TalkFilter(self._sieve.words, _next(people, self._sieve.person) or "", self._sieve.treaty)
        else:
            treaty = _next(list(treaties_in(self._entries)), self._sieve.treaty)
            self._sieve = TalkFilter(self._sieve.words, self._sieve.person, treaty)
        self._show()


T = TypeVar("T")


def _next(values: list[T], now: T | None) -> T | None:
    """Give the value after `now`, the first one after none, and none after the last one."""
    after = values[values.index(now) + 1 :] if now in values else values
    return after[0] if after else None
