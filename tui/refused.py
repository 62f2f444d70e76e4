"""A refusal on a page of its own: a browser shows no standard error."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from core.fault import Fault
from tui.speech import tell

STATUS = 2
"""The exit status of a start that was refused."""


class RefusedApp(App[None]):
    """One sentence in the middle of the page, until it is closed or Escape is pressed."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "quit", show=False)]
    CSS = """
    Screen { align: center middle; }
    #why { width: auto; max-width: 80%; padding: 1 2; border: round $primary; }
    """

    def __init__(self, why: str) -> None:
        """Say `why`."""
        super().__init__()
        self._why = why

    def compose(self) -> ComposeResult:
        """Lay the sentence out."""
        yield Static(self._why, id="why", markup=False)


def refuse(fault: Fault) -> int:
    """Show why a start is refused; give the exit status."""
    RefusedApp(tell(fault)).run()
    return STATUS
