"""People: those present and those known, the four words of each to compare, and the person's opinion of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable, Static

from core.fault import Fault, sentence
from net.storage.contact_store import ContactAction
from tui.i18n.translation import tell, tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.settings.keymap import PEOPLE, bindings
from tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from tui.session.known_people import People, Person

EMPTY = sentence("You know nobody here yet: everybody who plays at a table with you will stand here.")
COMPARE = sentence("Ask {nick} for the four words on their screen. If they are {words}, press {key[people.verify]}.")
CALL = sentence("What do you want to call {nick} here? An empty line gives their own name back.")
FORGOTTEN = sentence("{nick} is forgotten.")
OPPOSITES = {
    ContactAction.MUTE: ContactAction.HEAR,
    ContactAction.BLOCK: ContactAction.ADMIT,
    ContactAction.VERIFY: ContactAction.DOUBT,
}


class PeopleScreen(LocalizedScreen[None]):
    """Everyone this profile knows or meets, those present first."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PEOPLE)
    DEFAULT_CSS = """
    PeopleScreen #me { padding: 0 1; color: $muted; height: auto; }
    PeopleScreen DataTable { height: 1fr; }
    PeopleScreen #none { padding: 1 2; color: $muted; height: auto; }
    PeopleScreen #told { padding: 0 1; height: auto; min-height: 2; background: $panel; }
    """

    def __init__(self, people: People) -> None:
        """Show `people`."""
        super().__init__()
        self.people = people
        self._shown: tuple[Person, ...] = ()
        self._forget: list[Callable[[], None]] = []

    def compose(self) -> ComposeResult:
        """Lay out the person's own words, the list, and what there is to say of the person under the cursor."""
        yield Static(tr("People"), classes="title")
        yield Static(id="me", markup=False)
        yield DataTable(id="people-known", cursor_type="row")
        yield Static(tr(EMPTY), id="none", markup=False)
        yield Static(id="told", markup=False)
        yield KeyBar(show_command_palette=False)

    def on_mount(self) -> None:
        """List everyone, and again whenever a room changes."""
        table = self.query_one(DataTable)
        table.clear(columns=True)
        for label in (tr("Name"), tr("Four words"), tr("Marks"), tr("Known")):
            table.add_column(label)
        table.focus()
        if not self._forget:
            self._forget = [peer.watch(self.show_people) for peer in self.people.peers]
        self.show_people()

    def on_unmount(self) -> None:
        """Stop following the rooms."""
        for forget in self._forget:
            forget()
        self._forget = []

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    def show_people(self) -> None:
        """List everyone as they are now."""
        if not self.stands:
            return
        try:
            me, everybody = self.people.me, self.people.everybody
        except Fault as fault:
            self.notify(tell(fault), severity="error", markup=False)
            return
        table = self.query_one(DataTable)
        if everybody != self._shown or not table.row_count:
            before, self._shown = self.chosen, everybody
            table.clear()
            for one in everybody:
                name = f"! {one.name}" if one.template else one.name
                table.add_row(*map(Text, (name, one.words, ", ".join(one.marks), one.history)), key=one.pid)
            pids = [one.pid for one in everybody]
            table.move_cursor(row=pids.index(before.pid) if before and before.pid in pids else 0)
        self.query_one("#me", Static).update(me)
        table.display, self.query_one("#none").display = bool(everybody), not everybody
        self._tell()

    def on_data_table_row_highlighted(self) -> None:
        """Describe the person under the cursor."""
        self._tell()

    @property
    def chosen(self) -> Person | None:
        """The person under the cursor."""
        row = self.query_one(DataTable).cursor_row
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def action_judge(self, deed: str) -> None:
        """Mute, block or verify the person under the cursor, or undo it."""
        one = self.chosen
        if one is not None:
            done = ContactAction(deed)
            known = one.contact
            stands = (
                known is not None
                and {
                    ContactAction.MUTE: known.muted,
                    ContactAction.BLOCK: known.blocked,
                    ContactAction.VERIFY: known.verified,
                }[done]
            )
            self._do(partial(self.people.judge, one.pid, OPPOSITES[done] if stands else done))

    def action_call(self) -> None:
        """Give the person under the cursor a name."""
        self.beside(self._call)

    async def _call(self) -> None:
        from tui.screens.frame.dialog import ask_until

        one = self.chosen
        if one is None:
            return
        before = one.contact.petname if one.contact else ""

        async def way(name: str) -> None:
            self.people.call(one.pid, name)
            self.show_people()

        await ask_until(self.app, tr(CALL, nick=one.nick), way, before, longest=24, empty=True)

    def action_forget(self) -> None:
        """Delete the person under the cursor."""
        one = self.chosen
        if one is not None and one.contact is not None:
            self._do(partial(self.people.forget, one.pid))
            self.notify(tr(FORGOTTEN, nick=one.nick), markup=False)

    def _do(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except Fault as fault:
            self.notify(tell(fault), severity="warning", markup=False)
        self.show_people()

    def _tell(self) -> None:
        """Warn of the person under the cursor, or say how to compare their words."""
        one = self.chosen
        told = ""
        if one is not None:
            told = one.warning or tr(COMPARE, nick=one.nick, words=one.words)
        self.query_one("#told", Static).update(told)
