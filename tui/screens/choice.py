"""A small dialog: a question and a list of answers, one of which is chosen by key, number or mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.screens.spoken import Fleeting
from tui.widgets.options import Options

NUMBERED = 9
"""How many answers have a number: those that one key can choose."""


class ChoiceScreen(Fleeting[str]):
    """Give the key of the answer chosen, empty when none was."""

    NOTHING = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "nothing", show=False),
        Binding("j", "step(1)", show=False),
        Binding("k", "step(-1)", show=False),
    ]
    DEFAULT_CSS = """
    ChoiceScreen { align: center middle; background: $background 60%; }
    ChoiceScreen > Vertical { width: 64; max-width: 92%; height: auto; max-height: 92%; padding: 1 2;
        background: $panel; border: round $muted; }
    ChoiceScreen #question { height: auto; margin-bottom: 1; }
    ChoiceScreen OptionList { height: auto; max-height: 12; border: none; background: $panel; padding: 0; }
    ChoiceScreen OptionList:focus { border: none; }
    """

    def __init__(self, question: Text, answers: Sequence[tuple[str, str]]) -> None:
        """Ask `question`; `answers` are keys with their words."""
        super().__init__()
        self._question = question
        self._answers = tuple(answers)

    def compose(self) -> ComposeResult:
        """Put the answers below the question."""
        with Vertical():
            yield Static(self._question, id="question", markup=False)
            yield Options(
                *(
                    Option(Text(f"{at if at <= NUMBERED else ' '}  {words}"), id=key)
                    for at, (key, words) in enumerate(self._answers, 1)
                ),
                markup=False,
            )

    def on_mount(self) -> None:
        """Let the keys go to the answers."""
        self.query_one(Options).focus()

    def on_key(self, event: events.Key) -> None:
        """Choose by number; the screen below never hears of it."""
        character = event.character or ""
        if character.isdecimal() and 1 <= int(character) <= len(self._answers):
            event.stop()
            self.dismiss(self._answers[int(character) - 1][0])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer chosen."""
        self.dismiss(event.option_id or "")

    def action_nothing(self) -> None:
        """Choose nothing."""
        self.dismiss("")

    def action_step(self, step: int) -> None:
        """Go up or down."""
        answers = self.query_one(Options)
        (answers.action_cursor_down if step > 0 else answers.action_cursor_up)()
