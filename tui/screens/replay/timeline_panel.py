"""The timeline of a replay: a slider on one row, and a list with a line for every event.

A click or a drag on the slider, or a click on a line, goes to that place. The list marks the present line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.study.mark import Mark
from tui.i18n.translation import tr
from tui.study.analysis.turning_points import turn_words
from tui.study.timeline import Kind, TimelineEntry, took_words
from tui.widgets.form_field import Options
from tui.widgets.line_panel import hanging_indent
from tui.widgets.log_lines import entry_line
from tui.widgets.talk_pane import talk_line
from tui.widgets.text_style import TextStyle

SIGNS = {"unicode": {Kind.COMMENT: "✎", Kind.PACT: "≈", Kind.TURN: "↯", Kind.END: "═"}, "ascii": {Kind.END: "="}}
"""The signs before a line that is neither decision nor talk; none is that of a seat in any game."""


INDENT = "    "
"""The indent of the rest of a wrapped line."""


class TimelineList(Options):
    """The events of a game as a list. Moving in the list moves in the game."""

    DEFAULT_CSS = """
    TimelineList { height: 1fr; border: none; padding: 0; background: $background; scrollbar-size-vertical: 1; }
    TimelineList:focus { border: none; }
    TimelineList > .option-list--option { padding: 0; }
    TimelineList > .option-list--option-highlighted, TimelineList:focus > .option-list--option-highlighted {
        background: $highlight; color: $foreground; text-style: none; }
    TimelineList > .option-list--option-hover { background: $surface; }
    """

    def __init__(self, reached: Callable[[int], None], *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start empty. `reached` is called at once with the ply of the marked line."""
        super().__init__(id=id, markup=False)
        self._tellings: tuple[TimelineEntry, ...] = ()
        self._reached = reached
        self._filling = False

    def show(self, tellings: Sequence[TimelineEntry], names: tuple[str, ...], ink: TextStyle, *, short: bool) -> None:
        """Show these entries; `short` leaves out what the notation says."""
        at, self._filling = self.highlighted, True
        self._tellings = tuple(tellings)
        self.clear_options()
        texts = (timeline_entry_text(one, names, ink, short=short) for one in self._tellings)
        self.add_options([Option(self._wrapped(text)) for text in texts])
        if at is not None and self._tellings:
            self.highlighted = min(at, len(self._tellings) - 1)
        self._filling = False

    def _wrapped(self, text: Text) -> Text:
        """Wrap a line at the edge of the panel, with the rest indented."""
        width = self.size.width - self.styles.scrollbar_size_vertical
        return Text("\n", no_wrap=True).join(hanging_indent(text, self.app.console, max(16, width), INDENT))

    def go(self, ply: int) -> None:
        """Mark the decision of that number, unless a line of the same ply is marked already."""
        at = self.highlighted
        if at is not None and at < len(self._tellings) and self._tellings[at].ply == ply:
            return
        self.lead(ply)

    def lead(self, ply: int) -> None:
        """Go to the first line of the decision of that number; if it has a mark, to that, so that all of it is seen."""
        found = [place for place, one in enumerate(self._tellings) if one.ply == ply]
        if found:
            self.highlighted = next((place for place in found if self._tellings[place].turn is not None), found[0])
            self.scroll_to_highlight()

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move through the game with the mark, before the next key is handled."""
        super().watch_highlighted(highlighted)
        if highlighted is not None and highlighted < len(self._tellings) and not self._filling:
            self._reached(self._tellings[highlighted].ply)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Hide the mark from the screens below."""
        event.stop()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Hide a choice of a line from the screens below: the mark has gone there already."""
        event.stop()


def timeline_entry_text(one: TimelineEntry, names: tuple[str, ...], ink: TextStyle, *, short: bool) -> Text:
    """Give one line; `short` also leaves out the time it took."""
    if one.entry is not None:
        line = entry_line(one.entry, names, ink, short=short)
        return line if short or one.took is None else line + ink.muted(f" ({took_words(one.took)})")
    sign = SIGNS.get(ink.glyphs.name, {}).get(one.kind, ink.glyphs.one["dot"])
    if one.said is not None:
        return Text("    ") + talk_line(one.said, names, ink)
    if one.turn is not None:
        return Text(
            f"  {sign} {turn_words(one.turn, names)}",
            ink.style("error" if one.turn.judgement.mark is Mark.BLUNDER else "warning"),
        )
    style = {Kind.COMMENT: "accent", Kind.END: "accent", Kind.PACT: "warning" if one.bad else "success"}.get(one.kind)
    if one.kind is Kind.BEGIN:
        return ink.muted(f"  0 {tr(one.words)}")
    if one.winner is not None:
        return Text("  ") + ink.shape(names[one.winner]) + Text(f" {one.words}", ink.style("accent", bold=True))
    return Text(f"  {sign} {one.words}", ink.style(style or "muted", bold=one.kind is Kind.END))


TRACK = {"unicode": ("━", "─", "●", "┿", "╳"), "ascii": ("=", "-", "O", "+", "X")}
"""The track before and after the knob, the knob, a place with a comment, and a marked decision, by glyph set."""


class Slider(Widget, can_focus=False):
    """One row: to the left of the track whether the replay runs and how fast, to the right the number."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Slider { height: 1; padding: 0 1; background: $panel; }"

    class Slid(Message):
        """The person wants to go to `ply`."""

        def __init__(self, ply: int) -> None:
            """Say where to go."""
            self.ply = ply
            super().__init__()

    class Switched(Message):
        """The person wants the replay to run, or to stop."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start with an empty game."""
        super().__init__(id=id)
        self._ply = self._plies = 0
        self._numbers = (0, 0)
        self._head = ""
        self._marked: frozenset[int] = frozenset()
        self._turns: frozenset[int] = frozenset()
        self._ink: TextStyle | None = None

    def show(
        self,
        ply: int,
        plies: int,
        head: str,
        marked: Collection[int],
        ink: TextStyle,
        *,
        turns: Collection[int] = (),
        numbers: tuple[int, int],
    ) -> None:
        """Show that `ply` of `plies` lines are replayed; `head` stands before the track.

        `marked` plies have a sign, and `turns`, those before decisions with a mark, one of their own. `numbers` are the
        decisions that people count: those replayed, and all.
        """
        self._numbers = numbers
        self._ply, self._plies, self._head, self._ink = ply, plies, head, ink
        self._marked, self._turns = frozenset(marked), frozenset(turns)
        self.refresh()

    @property
    def tail(self) -> str:
        """The number at the end of the row."""
        here, every = self._numbers
        return f" {here:>{len(str(every))}}/{every}"

    @property
    def track(self) -> tuple[int, int]:
        """Where the track begins within the row, and how many columns it has."""
        start = len(self._head) + 1 if self._head else 0
        return start, max(2, self.content_size.width - start - len(self.tail))

    def place(self, ply: int) -> int:
        """Give the column of the track where a ply stands."""
        return round(ply * (self.track[1] - 1) / self._plies) if self._plies else 0

    def ply_at(self, column: int) -> int:
        """Give the ply that stands at a column of the row."""
        start, width = self.track
        at = min(max(column - start, 0), width - 1)
        return round(at * self._plies / (width - 1))

    def render(self) -> Text:
        """Draw the row."""
        ink = self._ink
        if ink is None:
            return Text()
        behind, ahead, knob, sign, turn = TRACK.get(ink.glyphs.name, TRACK["ascii"])
        at, width = self.place(self._ply), self.track[1]
        signs, turns = ({self.place(ply) for ply in plies} for plies in (self._marked, self._turns))
        row = Text(f"{self._head} " if self._head else "", ink.style("foreground", bold=True), no_wrap=True, end="")
        for column in range(width):
            if column == at:
                row.append(knob, ink.style("accent", bold=True))
            elif column in turns:
                row.append(turn, ink.style("error", bold=True))
            elif column in signs:
                row.append(sign, ink.style("warning", bold=True))
            else:
                row.append(behind if column < at else ahead, ink.style("accent" if column < at else "muted"))
        return row.append(self.tail, ink.style("foreground"))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go where the mouse points and follow it; before the track let the replay run, or stop it."""
        if int(event.x) - self.gutter.left < self.track[0]:
            event.stop()
            self.post_message(self.Switched())
            return
        self.capture_mouse()
        self._slide(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while its button is held."""
        if self.app.mouse_captured is self:
            self._slide(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Release the mouse."""
        event.stop()
        self.release_mouse()

    def _slide(self, event: events.MouseEvent) -> None:
        event.stop()
        ply = self.ply_at(int(event.x) - self.gutter.left)
        if ply != self._ply:
            self.post_message(self.Slid(ply))
