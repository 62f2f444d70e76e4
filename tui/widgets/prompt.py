"""The prompt: one row that shows the status, and on `:` takes an action as text, with completion.

The status changes with every step of a cursor, so its row is made to change fast.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, Static

from core.fault import sentence
from tui.i18n.translation import tr
from tui.widgets.chips import ChipBar, Chips
from tui.widgets.form_field import OrderedInput


class StatusLine(Widget):
    """A text in one row, cut off if there is no more room.

    A `Static` would convert the text into a form of its own, to wrap it and to let it be selected. At each step that
    takes longer than drawing the step.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "StatusLine { width: 1fr; height: 1; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        """Begin without text."""
        super().__init__(id=id)
        self._text = Text()

    def say(self, text: Text) -> None:
        """Show a text."""
        self._text = text
        self.refresh()

    def render(self) -> Text:
        """Give the whole text, however much of it is visible."""
        return self._text

    def render_line(self, y: int) -> Strip:
        """Give the text as far as there is room."""
        del y
        width = self.size.width
        if not width:
            return Strip([])
        shown = Text().append_text(self._text)  # a part of another: of a text without parts Rich drops the style
        shown.truncate(width, overflow="ellipsis", pad=True)
        return Strip(Segment.apply_style(shown.render(self.app.console), self.rich_style), width)


Completer = Callable[[str], tuple[str, ...]]
"""Gives the possible completions of half-typed text."""


EDGES = 2
"""The columns at both sides of the row."""

BESIDE = 60
"""The percentage of the row that may stand beside the typed text, as in the style of `#candidates`."""

WHOLE = sentence("Nothing comes after {text}.")
NO_START = sentence("There is nothing to play now.")
"""What Tab says where there is nothing to complete."""

NOTATION = " .,:;+-=/>"
"""The signs beside letters and digits that actions are written with."""

AHEAD = "ahead"
"""The key of the chip of a premove."""


class CompletionSuggester(Suggester):
    """Show the first completion behind the cursor."""

    def __init__(self, complete: Completer) -> None:
        """Ask `complete` each time: the answers change with the position."""
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """Give the first completion that begins with what is typed."""
        return next((text for text in self._complete(value) if text.startswith(value)), None)


class Line(OrderedInput):
    """The input for an action: Tab and Shift+Tab go through the completions, Esc goes back to the board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", sentence("Play"), key_display="⏎"),
        Binding("tab,down", "complete(1)", sentence("Complete"), key_display="Tab"),
        Binding("shift+tab,up", "complete(-1)", show=False),
        Binding("escape", "leave", sentence("Board")),
    ]

    def __init__(self, complete: Completer, aside: Collection[str] = ()) -> None:
        """Complete by `complete`; the keys `aside` are no text, unless an action could be written with them."""
        super().__init__(suggester=CompletionSuggester(complete), id="line", select_on_focus=False)
        self._complete, self._aside = complete, aside
        self._stem: str | None = None
        self._at = -1

    class Left(Message):
        """The person stops typing without playing."""

    class Stuck(Message):
        """The typed text has no completion."""

    class Aside(Message):
        """A key was pressed that means the same while an action is typed."""

    async def on_key(self, event: events.Key) -> None:
        """Take a key aside that no action is written with."""
        sign = event.character or ""
        if event.key in self._aside and sign and not sign.isalnum() and sign not in NOTATION:
            event.stop()
            event.prevent_default()
            self.post_message(self.Aside())

    def on_paste(self, event: events.Paste) -> None:
        """Put a text together that a terminal has broken over lines."""
        event.prevent_default()
        event.stop()
        self.replace("".join(event.text.splitlines()), *self.selection)

    def action_leave(self) -> None:
        """Go back to the board."""
        self.post_message(self.Left())

    def action_complete(self, step: int) -> None:
        """Replace the typed text by its next or previous completion."""
        if self._stem is None:
            self._stem, self._at = self.value, -1 if step > 0 else 0
        found = self._complete(self._stem)
        if not found:
            self.post_message(self.Stuck())
            return
        self._at = (self._at + step) % len(found)
        value = found[self._at]
        with self.prevent(Input.Changed):
            self.value = value
        self.cursor_position = len(value)
        self.post_message(Input.Changed(self, value))
        if len(found) == 1:
            self._stem = None

    def typed(self) -> None:
        """Forget the completions once the text is no longer one of them."""
        if self._stem is not None and self.value not in self._complete(self._stem):
            self._stem = None


class Prompt(Horizontal):
    """Either a status or the line to type on, never both."""

    DEFAULT_CSS = """
    Prompt { height: 1; padding: 0 1; }
    Prompt #mark { width: 2; height: 1; color: $accent; text-style: bold; }
    Prompt #line { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
    Prompt #candidates { width: auto; max-width: 60%; height: 1; color: $muted; }
    Prompt #ahead { width: auto; max-width: 50%; height: 1; margin: 0 0 0 1; display: none; }
    Prompt.-ahead #ahead { display: block; }
    Prompt.-typing #status { display: none; }
    Prompt #remark { overlay: screen; display: none; background: $surface; color: $muted; }
    Prompt.-typing.-long #remark { display: block; }
    Prompt #mark, Prompt #line, Prompt #candidates { display: none; }
    Prompt.-typing #mark, Prompt.-typing #line, Prompt.-typing #candidates { display: block; }
    """

    class Changed(Message):
        """Half-typed text."""

        def __init__(self, text: str) -> None:
            """Say what is typed so far."""
            self.text = text
            super().__init__()

    class Entered(Message):
        """Text to play or declare."""

        def __init__(self, text: str) -> None:
            """Say what was entered."""
            self.text = text
            super().__init__()

    class Left(Message):
        """The person stops typing."""

    class Aside(Message):
        """A key of those aside was pressed while typing."""

    def __init__(
        self,
        complete: Completer,
        objection: Callable[[str], str],
        *,
        aside: Collection[str] = (),
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """Complete by `complete`; `objection` says what is wrong with a text that leads nowhere, if anything.

        The keys `aside` mean the same while an action is typed.
        """
        super().__init__(id=id)
        self._complete = complete
        self._objection = objection
        self._aside = aside
        self._remark = Text()

    def compose(self) -> ComposeResult:
        """Put status, mark, line and candidates in one row."""
        yield Static(id="remark", markup=False)
        yield StatusLine(id="status")
        yield Static(":", id="mark", markup=False)
        yield Line(self._complete, self._aside)
        yield Static(id="candidates", markup=False)
        yield ChipBar(id=AHEAD)

    @property
    def typing(self) -> bool:
        """Whether text is being typed."""
        return self.has_class("-typing")

    def say(self, text: Text) -> None:
        """Show a status."""
        self.query_one(StatusLine).say(text)

    def keep(self, premove: Text | None) -> None:
        """Show a premove, or none, as a chip that clears it."""
        self.set_class(premove is not None, "-ahead")
        if premove is not None:
            self.query_one(ChipBar).put(Chips().add(premove, key=AHEAD))

    def hint(self, text: str | Text) -> None:
        """Show a remark on the typed text until the text changes: beside it, or whole above it if it is longer."""
        self._remark = text = Text(text) if isinstance(text, str) else text
        width = self.app.size.width - EDGES
        long = text.cell_len + 1 > width * BESIDE // 100
        self.set_class(long, "-long")
        self._beside(Text() if long else text)
        if long:
            above, rows = self.query_one("#remark", Static), text.wrap(self.app.console, width)
            above.update(Text("\n").join(rows))
            above.styles.width, above.styles.height, above.styles.offset = width, len(rows), (0, -len(rows))

    def on_resize(self) -> None:
        """Find the place of the remark at another width."""
        if self.typing and self._remark:
            self.hint(self._remark)

    def _beside(self, text: Text) -> None:
        self.query_one("#candidates", Static).update(Text(" ", no_wrap=True, overflow="ellipsis") + text)

    def open(self, text: str = "") -> None:
        """Begin to type, with `text` already there."""
        self.add_class("-typing")
        line = self.query_one(Line)
        line.value = text
        line.cursor_position = len(text)
        self.screen.set_focus(line)
        self._list(text)

    def fill(self, entered: str, text: str, remark: Text) -> None:
        """Put another text in the place of the `entered` one, with a remark on it, unless one has typed on since."""
        line = self.query_one(Line)
        if line.value.strip() != entered:
            return
        with line.prevent(Input.Changed):
            line.value = text
        line.cursor_position = len(text)
        line.typed()
        self.post_message(self.Changed(text))
        self.hint(remark)

    def close(self) -> None:
        """Show the status again."""
        self.remove_class("-typing")
        self.query_one(Line).value = ""

    def on_input_changed(self, event: Input.Changed) -> None:
        """Send what is typed and list its completions."""
        event.stop()
        if self.typing:
            self.query_one(Line).typed()
            self._list(event.value)
            self.post_message(self.Changed(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the text over."""
        event.stop()
        self.post_message(self.Entered(event.value.strip()))

    def on_line_left(self, event: Line.Left) -> None:
        """Go back to the board."""
        event.stop()
        self.post_message(self.Left())

    def on_line_aside(self, event: Line.Aside) -> None:
        """Hand the key on."""
        event.stop()
        self.post_message(self.Aside())

    def on_line_stuck(self, event: Line.Stuck) -> None:
        """Say that nothing completes the text, unless it is said why."""
        event.stop()
        if not self._remark:
            typed = self.query_one(Line).value
            self.hint(tr(WHOLE, text=typed) if typed else tr(NO_START))

    def _list(self, typed: str) -> None:
        found = self._complete(typed)
        head = [text[len(typed) :] if typed and text.startswith(typed) else text for text in found[:8]]
        more = f" +{len(found) - 8}" if len(found) > 8 else ""  # noqa: PLR2004 - what fits in a row
        self.hint("" if found else self._objection(typed))
        if found:
            self._beside(Text(" ".join(head) + more))
