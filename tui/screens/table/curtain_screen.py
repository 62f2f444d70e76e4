"""The curtain: it covers a table with hidden hands while the screen passes from one person to the next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from core.fault import sentence
from tui.i18n.translation import tr
from tui.screens.frame.screen_layout import SingleLayoutScreen
from tui.table.seat_names import NamedTable
from tui.table.table_plan import elsewhere_words, several_words

if TYPE_CHECKING:
    from tui.screens.table.table_screen import TableScreen

PASS_TO = sentence("Pass the screen to")
PRESS = sentence("Enter: I am there, show me my cards.")
AWAY = sentence("Esc: leave the table.")


class CurtainScreen(SingleLayoutScreen[bool], ModalScreen[bool]):
    """Cover everything until the next person confirms, or wants to leave (False), by key or button.

    No other click counts.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "dismiss(True)", show=False),
        Binding("escape,q", "dismiss(False)", show=False),
    ]
    DEFAULT_CSS = """
    CurtainScreen { align: center middle; background: $background; }
    CurtainScreen > Vertical { width: 64; max-width: 100%; height: auto; padding: 1 4; background: $panel;
        border: round $muted; }
    CurtainScreen Static { width: 100%; text-align: center; }
    CurtainScreen #told, CurtainScreen #press, CurtainScreen #away { margin-top: 1; }
    """

    def __init__(self, seat: Callable[[], Text], told: Callable[[], str] = str) -> None:
        """Wait for the player of `seat`: its shape and word, asked for in each language, as what else is `told`."""
        super().__init__()
        self._seat = seat
        self._told = told

    def compose(self) -> ComposeResult:
        """Lay out the card in the middle of nothing."""
        with Vertical():
            yield Static(Text(tr(PASS_TO) + " ") + self._seat(), id="pass", markup=False)
            yield Static(self._told(), id="told", markup=False)
            yield Center(Button(Text(tr(PRESS)), id="press", variant="primary", compact=True))
            yield Center(Button(Text(tr(AWAY)), id="away", compact=True))

    def on_mount(self) -> None:
        """Go on saying what is told: who decides may change behind it."""
        self._tell()
        self.set_interval(1.0, self._tell)

    def _tell(self) -> None:
        said, told = self.query_one("#told", Static), self._told()
        said.update(told)
        said.display = bool(told)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Lift it by the mouse too, or leave."""
        self.dismiss(event.button.id == "press")

    def relabel(self) -> None:
        """Say it again in the language in use."""
        self.refresh(recompose=True)
        self.call_after_refresh(self._tell)


async def run_curtain(screen: TableScreen, table: NamedTable) -> None:
    """Show the curtain over a table whenever its screen has to be passed on, until cancelled or left.

    Whoever wants to leave is asked what becomes of the seats, over a table that still shows no hand.
    """
    stands, version = asyncio.Event(), -1
    screen.call_after_refresh(stands.set)
    await stands.wait()
    while True:
        version = await table.changed(version)
        while (seat := table.awaited) is not None:
            name = table.view.seats[seat].name
            curtain = CurtainScreen(partial(screen.ink.seat, name), partial(_seats_here, table))
            if await screen.app.push_screen_wait(curtain):
                table.lift()
                screen.take(table.view)
            elif await screen.left():
                return


def _seats_here(table: NamedTable) -> str:
    """Say to a person at a table with others which seats are theirs, and who decides if it is none of these."""
    told = several_words(table.uncovered)
    return " ".join(filter(None, [told, elsewhere_words(table.uncovered)])) if told else ""
