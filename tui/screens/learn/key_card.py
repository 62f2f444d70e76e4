"""The keys of the table, on one card."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.fault import sentence
from core.scene import Layout, Scene
from tui.i18n.translation import tr
from tui.screens.frame.localized_screen import LocalizedDialog
from tui.screens.learn.rules_screen import CLOSES
from tui.settings.keymap import BOARD, Key, cap
from tui.widgets.key_words import key_sentence
from tui.widgets.text_style import TextStyle, cut

HINT = sentence(
    "Click a piece, then where it goes; a right click steps back. What stands between › ‹ may be taken, dots are free."
)
HINT_NEXT = sentence(
    "The board shows how a game ended: {key[board.point]}, or a click on it, goes on to game {number}."
)
HINT_PLACE = sentence("Click an empty point: your stone is placed at once.")
HINT_AHEAD = sentence(
    "While others decide, choose and play all the same: it waits for your turn, and {key[table.premove]} clears it."
)
HINT_TYPED = sentence("Typed: {examples} ... Tab completes, Enter plays.")
HINT_ROWS = sentence(
    "A row is named at both ends by the cell that stands there; in between one counts: {first}, {second} ... {last}."
)
HINT_SEATS = sentence(
    "After a name: zzz is away, bot plays on for them, and ~0:19 is how long the others still have to wait."
)
HINT_LINES = sentence(
    "A piece between two dots stands in a line with the one under the cursor; dots say no more of it."
)
HINT_MARCHES = sentence("A piece of your own between › ‹ may go in the same turn: choose it, then where it goes.")
CAP, LEFT, RIGHT = 7, 27, 28
"""Columns of a key, and of what it does in either half: the card has 69 beside its bar of scrolling."""
HINT_CARDS = sentence("Cards: digits pick them (t is ten, k a King), Enter lays them down.")


GREETINGS = sentence("Greetings: talk is closed")
"""What the key of diplomacy is for while the rules close talk."""


def closed_talk(keys: tuple[Key, ...], *, promised: bool) -> tuple[Key, ...]:
    """Give the keys of a table while the rules close talk; the promises only if some are `promised` already."""
    told = (replace(key, more=GREETINGS) if key.id == "table.diplomacy" else key for key in keys)
    return tuple(key for key in told if promised or key.id != "table.pacts")


def middle_row(scene: Scene) -> tuple[str, ...]:
    """Give the cells of the middle row of a board of hexagons, from left to right; none of other boards."""
    if scene.layout is not Layout.HEX:
        return ()
    return tuple(cell.spot for cell in sorted(scene.cells, key=lambda cell: cell.x) if cell.y == scene.rows // 2)


PRESSES = "key"
"""The mark on the row of a key."""


class KeysScreen(LocalizedDialog[str]):
    """Every key with what it does. Esc, `q` or `?` closes the card; a click on a key returns its id."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,enter", "dismiss", show=False)]
    DEFAULT_CSS = """
    KeysScreen { align: center middle; background: $background 60%; }
    KeysScreen > VerticalScroll { width: 76; max-width: 96%; height: auto; max-height: 100%; padding: 0 2;
        background: $panel; border: round $muted; border-title-color: $accent;
        scrollbar-size-vertical: 1; }
    """

    def __init__(
        self,
        ink: TextStyle,
        keys: tuple[Key, ...],
        examples: tuple[str, ...] = (),
        *,
        led: str = "",
        cards: bool = False,
        places: bool = False,
        lines: bool = False,
        row: tuple[str, ...] = (),
        upcoming: int = 0,
        figures: str = "",
        together: str = "",
        outage: str = "",
    ) -> None:
        """Write with `ink`; `keys` are the active ones of the table, `examples` actions as they are typed.

        `led` says what these name first. `cards` says whether the game has cards, `places` whether one click on an
        empty point is a whole action, and `lines` whether the board shows the lines through the cursor. `row` are the
        cells of a row of hexagons, whose names are told. `upcoming` is the number of the game of a match that
        the end shown of another one leads to, 0 if none is shown. `figures` says what is counted beside the names,
        `together` says who plays with whom, and
        `outage`, which comes first, why the broker is not reached.
        """
        super().__init__()
        self._hints = [tr(HINT_NEXT, number=upcoming)] if upcoming else []
        self._hints += [tr(HINT_TYPED, examples=", ".join(examples))] if examples else []
        self._hints += [led] if led else []
        self._hints += [tr(HINT_ROWS, first=row[0], second=row[1], last=row[-1])] if row else []
        self._hints += [tr(HINT_CARDS)] if cards else []
        self._hints += [
            tr(HINT_PLACE if places else HINT),
            *([tr(HINT_LINES)] if lines else []),
            *([tr(HINT_MARCHES)] if cards else []),
            tr(HINT_AHEAD),
            *([figures] if figures else []),
            tr(HINT_SEATS),
        ]
        self._hints += [together] if together else []
        self._outage = outage
        self._table = keys
        self._ink = ink

    def compose(self) -> ComposeResult:
        """Put the keys of the board, then those of the table, in two columns."""
        with VerticalScroll() as card:
            card.border_title = tr("Keys")
            card.border_subtitle = key_sentence(CLOSES)
            yield Static(self._text(), markup=False)

    @on(events.Click)
    def _leave(self, event: events.Click) -> None:
        """Close at a click beside the card, or on a key, which then does what it does."""
        if event.widget is self:
            self.dismiss()
        elif key := event.style.meta.get(PRESSES):
            self.dismiss(key)

    def _text(self) -> Text:
        text = Text(f"{self._outage}\n\n" if self._outage else "", self._ink.style("warning"))
        keys = (*BOARD, *self._table)
        rows = (len(keys) + 1) // 2
        for at in range(rows):
            text.append_text(self._key(keys[at], LEFT))
            if at + rows < len(keys):
                text.append_text(self._key(keys[at + rows], RIGHT))
            text.append("\n")
        text.append("\n".join(self._hints), self._ink.style("muted"))
        return text

    def _key(self, key: Key, width: int) -> Text:
        row = self._ink.accent(cut(cap(key), CAP)) + self._ink.plain(cut(tr(key.explained), width))
        row.stylize(Style(meta={PRESSES: key.id}))
        return row
