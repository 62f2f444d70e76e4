"""One question with a line to answer it on."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from tui.screens.spoken import Fleeting


class AskScreen(Fleeting[str | None]):
    """Gives the answer, perhaps an empty one; None where there is none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]
    DEFAULT_CSS = """
    AskScreen { align: center middle; background: $background 60%; }
    AskScreen > Vertical { width: 72; max-width: 96%; height: auto; padding: 1 2;
        background: $panel; border: round $muted; }
    AskScreen Static { height: auto; margin-bottom: 1; }
    AskScreen Input { height: 1; border: none; padding: 0 1; background: $surface; }
    AskScreen Input:focus { border: none; }
    """

    def __init__(self, question: str, answer: str = "", *, longest: int = 1000) -> None:
        """Ask `question`; `answer` stands there already."""
        super().__init__()
        self._question, self._answer, self._longest = question, answer, longest

    def compose(self) -> ComposeResult:
        """Put the line below the question."""
        with Vertical():
            yield Static(self._question, markup=False)
            yield Input(self._answer, max_length=self._longest)

    def on_mount(self) -> None:
        """Let the keys go to the line."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the answer."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_nothing(self) -> None:
        """Give no answer."""
        self.dismiss(None)
