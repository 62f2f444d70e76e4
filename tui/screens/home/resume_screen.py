"""The list of tables kept on this machine, to resume one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.fault import sentence
from core.games import find, names
from tui.correspondence.own_turns import reasons
from tui.i18n.translation import tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.session.unfinished_table import NONE_YET, TableGlance, UnfinishedTable
from tui.widgets.form_field import Menu
from tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from tui.session.rooms import Rooms

Look = Callable[[UnfinishedTable], Awaitable[TableGlance | None]]
"""Reads how far a table has come."""


class ResumeScreen(LocalizedScreen[UnfinishedTable | None]):
    """The kept tables: those where it is the player's turn, then the latest first. Return the chosen one.

    Below each stand its progress and its players, as soon as they are read.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", sentence("Back")),
    ]

    def __init__(
        self,
        kept: tuple[UnfinishedTable, ...],
        owed: Mapping[str, str] = MappingProxyType({}),
        look: Look | None = None,
        none: str = NONE_YET,
    ) -> None:
        """Offer `kept`; `owed` says by its id why one is waited for at a table. `look` reads how far one has come.

        `none` is said if there is none.
        """
        super().__init__()
        self._look, self._none = look, none
        self._found: dict[str, TableGlance] = {}
        self.kept = tuple(sorted(kept, key=lambda table: table.tid not in owed))
        self.owed = owed

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Static(tr("Resume"), classes="title")
        if self.kept:
            yield Menu(*(Option(self._row(table), id=str(n)) for n, table in enumerate(self.kept)), id="kept")
        else:
            yield Static(tr(self._none), id="none")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the latest table."""
        if self.kept:
            self.query_one(Menu).focus()
            self.run_worker(self._read(), exclusive=True)

    def _row(self, table: UnfinishedTable) -> Text:
        """Give the two lines of a table."""
        row = Text(told(table, self.owed.get(table.tid, "")), no_wrap=True, overflow="ellipsis")
        found = self._found.get(table.tid)
        more = [table.opened if table.title else "", found.words if found is not None else ""]
        return row.append("\n  " + " · ".join(filter(None, more)), "dim")

    async def _read(self) -> None:
        """Look at one table after the other, those on top first."""
        menu = self.query_one(Menu)
        for at, table in enumerate(self.kept):
            if self._look is None or table.tid in self._found:
                continue
            found = await self._look(table)
            if found is not None and menu.is_attached:
                self._found[table.tid] = found
                menu.replace_option_prompt_at_index(at, self._row(table))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the table under the cursor."""
        event.stop()
        self.dismiss(self.kept[int(event.option_id or 0)])


async def called_back(rooms: Rooms) -> dict[str, str]:
    """Say by its id why the person is waited for at a table; where their bots play on by themselves they are not."""
    driven = {seated.handle.tid.hex() for seated in rooms.seated if seated.drivers}
    return reasons(await rooms.turns(), driven)


def told(table: UnfinishedTable, owed: str = "") -> str:
    """Describe a kept table on one line, with what is `owed` there."""
    where = tr("this machine") if table.local else table.room
    what = find(table.game).title if table.game in names() else table.game
    more = tr("only watched") if table.watched else owed
    return " · ".join(part for part in (tr(what), table.name, where, more) if part)
