"""What forms are made of: a choice among a few values on one line, and a labelled row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static


class Choice(Widget, can_focus=True):
    """One of a few values, on one line: arrows change it, Enter goes to the next one; digits type a number in range."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", show=False),
        Binding("right,l,enter,space", "step(1)", show=False),
    ]

    value: reactive[str] = reactive("", init=False)

    @dataclass
    class Changed(Message):
        """The value is another one now."""

        choice: Choice
        value: str

        @property
        def control(self) -> Choice:
            """The choice that changed."""
            return self.choice

    def __init__(self, values: dict[str, str], value: str, *, numbers: tuple[int, int] | None = None, id: str) -> None:  # noqa: A002 (Textual's own name)
        """Offer `values` (value to label); with `numbers` any whole number from the first to the second as well."""
        super().__init__(id=id)
        self.values = values
        self.numbers = numbers
        self.set_reactive(Choice.value, value)

    def render(self) -> Text:
        """Show the value between its arrows."""
        label = self.values.get(self.value, self.value)
        return Text(f"‹ {label} ›", no_wrap=True, overflow="ellipsis")

    def watch_value(self, value: str) -> None:
        """Tell whoever built the form."""
        self.post_message(self.Changed(self, value))

    def action_step(self, step: int) -> None:
        """Go to the next value or to the one before."""
        names = list(self.values)
        place = names.index(self.value) if self.value in names else -1 if step > 0 else 0
        self.value = names[(place + step) % len(names)]

    def on_key(self, event: events.Key) -> None:
        """Type a number where numbers are allowed; Backspace takes a digit away."""
        if self.numbers is None:
            return
        typed = self.value if self.value.isdigit() else ""
        if event.key == "backspace":
            typed = typed[:-1] or str(self.numbers[0])
        elif event.character is not None and event.character.isdigit():
            typed = str(int(typed + event.character))
        else:
            return
        event.stop()
        if int(typed) <= self.numbers[1]:
            self.value = typed

    def on_click(self, event: events.Click) -> None:
        """Click the left half for the value before, the right half for the next one."""
        self.action_step(-1 if event.x < self.size.width // 2 and event.x <= 1 else 1)


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
