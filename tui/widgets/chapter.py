"""The chapters of a story: a line for everything that happened, the present one marked; a click goes there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.speech import tr
from tui.study.hours import took_words
from tui.study.telling import Kind, Telling
from tui.study.turns import turn_words
from tui.widgets.hanging import hanging
from tui.widgets.ink import Ink
from tui.widgets.log import entry_line
from tui.widgets.options import Options
from tui.widgets.talk import talk_line

SIGNS = {"unicode": {Kind.COMMENT: "✎", Kind.PACT: "≈", Kind.TURN: "↯", Kind.END: "■"}, "ascii": {}}
"""What stands before a line that is no decision and no talk."""


INDENT = "    "
"""What stands before the rest of a line that was broken."""


class Chapters(Options):
    """The tellings of a game; moving through them goes through the game."""

    DEFAULT_CSS = """
    Chapters { height: 1fr; border: none; padding: 0; background: $background; scrollbar-size-vertical: 1; }
    Chapters:focus { border: none; }
    Chapters > .option-list--option { padding: 0; }
    Chapters > .option-list--option-highlighted, Chapters:focus > .option-list--option-highlighted {
        background: $highlight; color: $foreground; text-style: none; }
    Chapters > .option-list--option-hover { background: $surface; }
    """

    def __init__(self, reached: Callable[[int], None], *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start empty; `reached` is called with the ply of the line that is marked, at once."""
        super().__init__(id=id, markup=False)
        self._tellings: tuple[Telling, ...] = ()
        self._reached = reached
        self._filling = False

    def show(self, tellings: Sequence[Telling], names: tuple[str, ...], ink: Ink, *, short: bool) -> None:
        """Show these tellings; `short` leaves out what the notation says."""
        at, self._filling = self.highlighted, True
        self._tellings = tuple(tellings)
        self.clear_options()
        texts = (telling_text(one, names, ink, short=short) for one in self._tellings)
        self.add_options([Option(self._wrapped(text)) for text in texts])
        if at is not None and self._tellings:
            self.highlighted = min(at, len(self._tellings) - 1)
        self._filling = False

    def _wrapped(self, text: Text) -> Text:
        """Break a line where the panel ends, what continues it indented."""
        width = self.size.width - self.styles.scrollbar_size_vertical
        return Text("\n", no_wrap=True).join(hanging(text, self.app.console, max(16, width), INDENT))

    def go(self, ply: int) -> None:
        """Mark the decision of that number, unless a line of the same ply is marked already."""
        at = self.highlighted
        if at is not None and at < len(self._tellings) and self._tellings[at].ply == ply:
            return
        found = [place for place, one in enumerate(self._tellings) if one.ply == ply]
        if found:
            self.highlighted = found[0]

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Go through the game with the mark, before the next key is heard."""
        super().watch_highlighted(highlighted)
        if highlighted is not None and highlighted < len(self._tellings) and not self._filling:
            self._reached(self._tellings[highlighted].ply)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Keep the mark from the screens below."""
        event.stop()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Keep a choice of a line from the screens below: the mark has gone there already."""
        event.stop()


def telling_text(one: Telling, names: tuple[str, ...], ink: Ink, *, short: bool) -> Text:
    """Give one line; `short` leaves out what it took, too."""
    if one.entry is not None:
        line = entry_line(one.entry, names, ink, short=short)
        return line if short or one.took is None else line + ink.muted(f" ({took_words(one.took)})")
    sign = SIGNS.get(ink.glyphs.name, {}).get(one.kind, ink.glyphs.one["dot"])
    if one.said is not None:
        return Text("    ") + talk_line(one.said, names, ink)
    if one.turn is not None:
        return Text(f"  {sign} {turn_words(one.turn, names, ink.glyphs)}", ink.style("warning"))
    style = {Kind.COMMENT: "accent", Kind.END: "accent", Kind.PACT: "warning" if one.bad else "success"}.get(one.kind)
    if one.kind is Kind.BEGIN:
        return ink.muted(f"  0 {tr(one.words)}")
    return Text(f"  {sign} {one.words}", ink.style(style or "muted", bold=one.kind is Kind.END))
