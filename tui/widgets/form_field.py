"""The parts of a form: a choice of a few values, a row, a line that folds rows away, a line to type on, a list.

The entries of the list may change under the mouse.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from core.fault import sentence

UNNAMED = sentence("a word by chance")
"""The hint in an empty name: what the others read instead."""
ARROWS = 4
"""The columns of a choice's two arrows, with their blanks."""


class Choice(Widget, can_focus=True):
    """One of a few values: arrows and the blank change it, Enter keeps it and goes on; digits type a number in range.

    Where numbers are allowed, arrows count up and down; below the lowest number are the values that are no such number.
    The blank goes to the next value that has a name, over the numbers between. A choice stands on one line, or on as
    many as its words need if it `wraps`. Its keys act at once. `follow`, if set, does what follows from a choice; keys
    pressed meanwhile wait.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", show=False, priority=True),
        Binding("right,l", "step(1)", show=False, priority=True),
        Binding("enter", "enter", show=False, priority=True),
        Binding("space", "next", show=False, priority=True),
    ]

    value: reactive[str] = reactive("", init=False)

    @dataclass
    class Changed(Message):
        """The value has changed."""

        choice: Choice
        value: str

        @property
        def control(self) -> Choice:
            """The choice that changed."""
            return self.choice

    def __init__(
        self,
        values: dict[str, str],
        value: str,
        *,
        numbers: tuple[int, int] | None = None,
        follow: Callable[[Choice], Awaitable[None]] | None = None,
        wraps: bool = False,
        id: str,  # noqa: A002 (Textual's own name)
    ) -> None:
        """Offer `values` (value to label); with `numbers` also any whole number from the first to the second."""
        super().__init__(id=id, classes="wraps" if wraps else None)
        self.wraps = wraps
        self.values = values
        self.numbers = numbers
        self.follow = follow
        self._anew = True
        self.set_reactive(Choice.value, value)

    def on_focus(self) -> None:
        """Let the first digit begin another number."""
        self._anew = True

    def render(self) -> Text:
        """Show the value between its arrows."""
        if self.wraps:
            return Text("\n".join(self._lines(self.content_size.width)))
        before, after = self._arrows
        return Text(f"{before} {self.label} {after}", no_wrap=True, overflow="ellipsis")

    @property
    def _arrows(self) -> tuple[str, str]:
        """The arrows beside the value; blanks where there is no other."""
        return ("‹", "›") if len(self.values) > 1 or self.numbers is not None else (" ", " ")

    @property
    def label(self) -> str:
        """The words of the value."""
        return self.values.get(self.value, self.value)

    def _lines(self, width: int) -> list[str]:
        first, *more = wrap(self.label, max(1, width - ARROWS)) or [""]
        before, after = self._arrows
        *lines, last = f"{before} {first}", *(f"  {line}" for line in more)
        return [*lines, f"{last} {after}"]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Give the lines that the words need."""
        return len(self._lines(width)) if self.wraps else super().get_content_height(container, viewport, width)

    def watch_value(self, value: str) -> None:
        """Send the change to the form."""
        self.post_message(self.Changed(self, value))
        self.refresh(layout=self.wraps)

    def offer(self, values: dict[str, str], value: str) -> None:
        """Offer other values, or the same ones in other words, and show `value`. That is no change by anybody."""
        if (values, value) != (self.values, self.value):
            self.values = values
            self.set_reactive(Choice.value, value)
            self.refresh(layout=self.wraps)

    async def action_step(self, step: int) -> None:
        """Go to the next value or number, or to the previous one."""
        await self._take(self._named(step) if self.numbers is None else self._counted(step, *self.numbers))

    def action_enter(self) -> None:
        """Keep the value and go on to the next field."""
        self._anew = True
        go_on(self.screen)

    async def action_next(self) -> None:
        """Go to the next value that has a name, over the numbers between."""
        await self._take(self._named(1))

    def _named(self, step: int) -> str:
        names = list(self.values)
        place = names.index(self.value) if self.value in names else -1 if step > 0 else 0
        return names[(place + step) % len(names)]

    def _counted(self, step: int, lowest: int, highest: int) -> str:
        below = [name for name in self.values if not (name.isdigit() and lowest <= int(name) <= highest)]
        order = len(below) - lowest
        place = below.index(self.value) if self.value in below else int(self.value) + order
        place = min(max(place + step, 0), highest + order)
        return below[place] if place < len(below) else str(place - order)

    async def _take(self, value: str) -> None:
        """Take a value and follow it up. A form that has closed is left alone."""
        if not self.is_attached:
            return
        self.value = value
        self._anew = True
        if self.follow is not None:
            await self.follow(self)

    def on_key(self, event: events.Key) -> None:
        """Type a number where numbers are allowed; Backspace takes a digit away.

        The first digit begins another number, also after the last one has been taken away.
        """
        if self.numbers is None:
            return
        typed = self.value if self.value.isdigit() else ""
        if event.key == "backspace":
            self._anew = not typed[:-1]
            typed = typed[:-1] or str(self.numbers[0])
        elif event.character is not None and event.character.isdigit():
            typed = str(int(event.character if self._anew else typed + event.character))
            self._anew = False
        else:
            return
        event.stop()
        if int(typed) <= self.numbers[1]:
            self.value = typed
            if self.follow is not None:
                self.app.call_later(self.follow, self)

    def on_click(self, event: events.Click) -> None:
        """Go to the previous value by a click on the left half, to the next one by the right half."""
        back = event.x < self.size.width // 2 and event.x <= 1
        self.app.call_later(self.action_step, -1 if back else 1)  # among the keys, as what follows may take this away


class Fold(Widget, can_focus=True):
    """A line that shows or hides the rows below it: Enter, the blank or a click turns it over, arrows open and close.

    `turn` is called at once, so that the next key finds the rows.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "turn", show=False, priority=True),
        Binding("right,l", "turn(True)", show=False, priority=True),
        Binding("left,h", "turn(False)", show=False, priority=True),
    ]

    label: reactive[str] = reactive("")
    unfolded: reactive[bool] = reactive(default=False, init=False)

    def __init__(self, turn: Callable[[Fold], None], *, unfolded: bool, id: str) -> None:  # noqa: A002 (Textual's own name)
        """Call `turn` whenever the rows are to be shown or hidden."""
        super().__init__(id=id)
        self._turn = turn
        self.set_reactive(Fold.unfolded, unfolded)

    def render(self) -> Text:
        """Show the label behind a mark that tells whether the rows are shown."""
        return Text(f"{'▾' if self.unfolded else '▸'} {self.label}", no_wrap=True, overflow="ellipsis")

    def action_turn(self, unfolded: bool | None = None) -> None:  # noqa: FBT001 (the argument of a binding)
        """Show the rows or hide them; without a wish, the other of the two."""
        wanted = not self.unfolded if unfolded is None else unfolded
        if self.is_attached and wanted != self.unfolded:
            self.unfolded = wanted
            self._turn(self)

    def on_click(self) -> None:
        """Turn it over."""
        self.action_turn()


class Row(Horizontal):
    """A label and the field it names."""

    def __init__(self, label: str, field: Widget, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        """Put `label` before `field`."""
        super().__init__(id=id, classes="row")
        self.label = label
        self.field = field

    def compose(self) -> ComposeResult:
        """Lay the two out."""
        yield Static(self.label, classes="label", markup=False)
        yield self.field

    def on_click(self, event: events.Click) -> None:
        """Go to the field at a click on its label: the form then says what it is for. Nothing changes."""
        if event.widget is not self.field:
            self.field.focus()

    def on_input_submitted(self) -> None:
        """Go on from a line of text as from a choice."""
        go_on(self.screen)


def neighbour(form: Screen[Any], step: int) -> Widget | None:
    """Give the field after the one with the focus, or before it, in order of layout, even if not painted yet."""
    around = (field for field in form.query("Choice, Input, Button, Fold") if field.focusable)
    fields = [field for field in around if all(node.display for node in field.ancestors if isinstance(node, Widget))]
    place = fields.index(form.focused) if form.focused in fields else -1 if step > 0 else 0
    return fields[(place + step) % len(fields)] if fields else None


def go_on(form: Screen[Any]) -> None:
    """Go to the field after the one with the focus; after the last one comes the first."""
    field = neighbour(form, 1)
    if field is not None:
        field.focus()


class Options(OptionList):
    """Textual's list of options. The right button, or a click on an entry that is gone, chooses nothing."""

    async def _on_click(self, event: events.Click) -> None:
        if event.button != 1 or event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()

    def _move_page(self, direction: Any) -> None:  # noqa: ANN401 - Textual's own, of a private module
        with suppress(KeyError):  # Textual turns the pages of a list that is not laid out yet
            super()._move_page(direction)


class Menu(Options):
    """A list of entries: arrows or `j` and `k`, Enter or the entry's number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("enter", "select", sentence("Choose")),
        Binding("space,right,l", "select", show=False),
    ]


class OrderedInput(Input):
    """An input in which every key has its turn, in whatever rhythm one types.

    Textual writes letters where they arrive, and carries every other key on through all the widgets around, up to the
    app, before it acts. In a burst, the letters that follow would be there first: Backspace would erase them, and Enter
    would send them along.
    """

    async def on_key(self, event: events.Key) -> None:
        """Act at once on a key of the input's own."""
        for binding in () if event.is_printable else self._bindings.key_to_bindings.get(event.key, ()):
            own = "." not in binding.action.partition("(")[0]  # another's action may end the screen, and this input
            if own and not binding.priority and await self.app.run_action(binding.action, self):
                event.stop()
                event.prevent_default()
                return


class FieldInput(OrderedInput):
    """An input that is a field of a form: Enter keeps the text and goes on to the next field, as in a `Choice`."""

    async def action_submit(self) -> None:
        """Go on."""
        go_on(self.screen)


class OnwardInput(OrderedInput):
    """An input in which an invitation may stand as any other text, but leads on while `onward` is set.

    It follows the invitation in a text and tells whether there is one.
    """

    onward: Callable[[str], bool] | None = None

    def on_paste(self, event: events.Paste) -> None:
        """Take a text that leads on for no text of this input."""
        if self.led(event.text):
            event.prevent_default()
            event.stop()

    def led(self, text: str) -> bool:
        """Tell whether a text leads on, and if so follow it."""
        return self.onward is not None and self.onward(text)


class FilterInput(OrderedInput):
    """The input of the filter. Esc empties it and goes to the list; Down goes there and keeps it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "clear", sentence("All")),
        Binding("down", "list", sentence("To the list"), key_display="↓"),
    ]

    class Cleared(Message):
        """The person wants to see everything again; `typed` is what stood in the filter."""

        def __init__(self, typed: str) -> None:
            """Carry what was typed, perhaps nothing."""
            super().__init__()
            self.typed = typed

    def action_clear(self) -> None:
        """Show everything again."""
        typed, self.value = self.value, ""
        self.post_message(self.Cleared(typed))
        self.action_list()

    def action_list(self) -> None:
        """Go to the list."""
        self.screen.query_one(Menu).focus()
