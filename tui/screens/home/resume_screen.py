"""The list of tables kept on this machine, to resume one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.fault import sentence
from core.games import find, names
from tui.correspondence.own_turns import YOURS
from tui.i18n.translation import tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.session.unfinished_table import UnfinishedTable
from tui.widgets.form_field import Menu
from tui.widgets.key_bar import KeyBar


class ResumeScreen(LocalizedScreen[UnfinishedTable | None]):
    """The kept tables: those where it is the player's turn, then the latest first. Return the chosen one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", sentence("Back")),
    ]

    def __init__(self, kept: tuple[UnfinishedTable, ...], owed: frozenset[str] = frozenset()) -> None:
        """Offer `kept`; something is owed at the tables whose ids are in `owed`."""
        super().__init__()
        self.kept = tuple(sorted(kept, key=lambda table: table.tid not in owed))
        self.owed = owed

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Static(tr("Resume"), classes="title")
        if self.kept:
            rows = (told(table, owed=table.tid in self.owed) for table in self.kept)
            yield Menu(*(Option(row, id=str(n)) for n, row in enumerate(rows)), id="kept", markup=False)
        else:
            yield Static(tr("No table is kept on this machine yet."), id="none")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the latest table."""
        if self.kept:
            self.query_one(Menu).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the table under the cursor."""
        event.stop()
        self.dismiss(self.kept[int(event.option_id or 0)])


def told(table: UnfinishedTable, *, owed: bool = False) -> str:
    """Describe a kept table on one line; something may be owed there."""
    where = tr("this machine") if table.local else table.room
    what = find(table.game).title if table.game in names() else table.game
    return " · ".join(part for part in (tr(what), table.name, where, tr(YOURS) if owed else "") if part)
