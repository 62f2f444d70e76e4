"""The slider: how far a game has been told, on one row; a click or a drag goes elsewhere in it."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from tui.widgets.ink import Ink

TRACK = {"unicode": ("━", "─", "●", "┿", "╳"), "ascii": ("=", "-", "O", "+", "X")}
"""What is behind, what is ahead, the knob, a place with a comment, and a turning point, by glyph set."""


class Slider(Widget, can_focus=False):
    """One row: before the track whether it runs and how fast, behind it the number."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Slider { height: 1; padding: 0 1; background: $panel; }"

    class Slid(Message):
        """Somebody wants to go to `ply`."""

        def __init__(self, ply: int) -> None:
            """Say where to."""
            self.ply = ply
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Start with an empty game."""
        super().__init__(id=id)
        self._ply = self._plies = 0
        self._head = ""
        self._marked: frozenset[int] = frozenset()
        self._turns: frozenset[int] = frozenset()
        self._ink: Ink | None = None

    def show(
        self, ply: int, plies: int, head: str, marked: Collection[int], ink: Ink, *, turns: Collection[int] = ()
    ) -> None:
        """Show that `ply` of `plies` decisions are told; `head` stands before the track.

        `marked` plies have a sign, and `turns`, the turning points, one of their own.
        """
        self._ply, self._plies, self._head, self._ink = ply, plies, head, ink
        self._marked, self._turns = frozenset(marked), frozenset(turns)
        self.refresh()

    @property
    def tail(self) -> str:
        """The number at the end of the row."""
        return f" {self._ply:>{len(str(self._plies))}}/{self._plies}"

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
        """Go where the mouse points and follow it."""
        self.capture_mouse()
        self._slide(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while its button is held."""
        if self.app.mouse_captured is self:
            self._slide(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let the mouse go."""
        event.stop()
        self.release_mouse()

    def _slide(self, event: events.MouseEvent) -> None:
        event.stop()
        ply = self.ply_at(int(event.x) - self.gutter.left)
        if ply != self._ply:
            self.post_message(self.Slid(ply))
