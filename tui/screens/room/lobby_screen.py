"""The lobby of a room: its people, its tables, its chat, and the invitation that brings more people in.

A private table of the room asks for its code.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import DataTable, Input, Static

from core.fault import Fault, sentence
from net.table.line.takeback import UNWATCHED
from net.view.room_view import CardView, LobbyView
from tui.i18n.translation import tell, tell_template, tr
from tui.screens.frame.dialog import ask_until
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.frame.screen_messages import Chosen, Entry, InvitationGiven, TableChosen, TableWanted
from tui.screens.room.card_rows import card_cells, fitted
from tui.session.ceded_tables import CededTables
from tui.session.club.room_clubs import RoomClubs
from tui.session.connection_news import outage_words
from tui.session.invitations import begins, invited_words, join_lines, latest
from tui.session.known_people import room_words, warnings
from tui.session.passing_visit import stranger_words
from tui.settings.keymap import ROOM, bindings
from tui.settings.theme import glyphs, look
from tui.settings.visit import is_bound
from tui.table.card_words import card_words
from tui.widgets.form_field import OnwardInput
from tui.widgets.key_bar import KeyBar
from tui.widgets.key_words import key_sentence
from tui.widgets.talk_pane import give_back
from tui.widgets.text_style import TextStyle

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.view.room_view import CardView
    from tui.session.clubs import Clubs

NEWS = 3
"""How many of the latest news of a club are told at once."""

ASK = sentence("Code of {table}, as its host's screen shows it (XXXX-XXXX), or an invitation:")


async def ask_code(room: LocalizedScreen[None], peer: Peer, card: CardView, *, watch: bool) -> None:
    """Ask for the code of a private table, until it opens or no answer comes, and choose the table."""

    async def way(given: str) -> None:
        if begins(given):
            room.post_message(InvitationGiven(join_lines(given)))
        else:
            room.post_message(TableChosen(card.tid, watch, await peer.by_code(given, bytes.fromhex(card.tid))))

    await ask_until(room.app, tr(ASK, table=card.title or card.game), way)


COPIED = sentence("The invitation is copied: send it to those who are to come.")
NO_TABLE = sentence("There is no table under the cursor: {key[room.new]} opens one.")
EMPTY = sentence("No table yet: {key[room.new]} opens one.")
LEFT = sentence("Nobody is at a table. Resume on the home screen leads back to yours; {key[room.new]} opens another.")
HIDDEN = sentence("A table of yours is not here, because nobody shows it now: Resume on the home screen leads back.")
OFFLINE, TRYING = sentence("offline: {why}"), sentence("trying again…")
ANEW = sentence("A new invitation to this room, pasted here, leads on.")
NEAR = sentence("Code on the local network: {code}")


class RoomTalkInput(OnwardInput):
    """The line to talk with to the room: Esc goes back to the tables."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", sentence("Say"), key_display="⏎"),
        Binding("escape", "screen.back", sentence("Tables")),
    ]


class LobbyScreen(LocalizedScreen[None]):
    """One room, as its peer sees it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(ROOM)

    def __init__(self, peer: Peer, invitation: str, code: str = "", clubs: Clubs | None = None) -> None:
        """Show the room of `peer`; `invitation` leads to it, as does `code` on the local network, if there is one.

        Those of `clubs` that lie in the room are followed while it is shown.
        """
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-normal")]
        self.peer = peer
        self.invitation = invitation
        self.code = code
        self.clubs = clubs
        self.marks = RoomClubs()
        self._ceded = CededTables()
        self._forget: Callable[[], None] | None = None
        self._forget_clubs: Callable[[], None] | None = None
        self._seen: LobbyView | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the key of the filter to the line that is being typed."""
        del parameters
        return not (action == "filter" and isinstance(self.focused, Input))

    def compose(self) -> ComposeResult:
        """Lay out tables on the left, people and talk on the right, the invitation below."""
        yield Static(id="room", classes="title", markup=False)
        if told := stranger_words():
            yield Static(told, classes="stranger", markup=False)
        yield Static(id="warned", markup=False)
        yield Static(id="invited", markup=False)
        yield Static(id="clubs", markup=False)
        with Horizontal(id="lobby"):
            with Vertical(id="tables-side"):
                yield OnwardInput(
                    id="filter", placeholder=tr("Filter: part of a game's, table's or host's name"), compact=True
                )
                yield DataTable(id="tables", cursor_type="row")
                yield Static(key_sentence(EMPTY), id="empty", markup=False)
                yield Static(id="rules", markup=False)
            with Vertical(id="people-side"):
                yield Static(id="people", markup=False)
                yield Static(id="said", markup=False)
                place = tr("Talk to the room ({key[room.talk]})…")
                yield RoomTalkInput(id="say", placeholder=place, compact=True, max_length=500)
        yield Static(id="invitation", markup=False)
        yield KeyBar(show_command_palette=False)

    @staticmethod
    def head(table: DataTable[Any]) -> None:
        """Name the columns, again if they have names: two changes of language may follow each other."""
        table.clear(columns=True)
        for key, label in zip(
            ("game", "options", "seats", "host", "needs"),
            (tr("Game"), tr("Table"), tr("Seats"), tr("Host"), tr("Needs")),
            strict=True,
        ):
            table.add_column(label, key=key)

    def on_mount(self) -> None:
        """Begin to follow the room."""
        table = self.query_one(DataTable)
        self.head(table)
        self.query_one("#filter").display = False
        table.focus()
        self._begin()

    def _begin(self) -> None:
        """Say how the room is reached, and follow it if it is not followed yet."""
        ways = [tr("Invitation: {text}", text=self.invitation), *([tr(NEAR, code=self.code)] if self.code else [])]
        self.query_one("#invitation", Static).update("\n".join(ways))
        if self._forget is None:
            self._forget = self.peer.watch(self._look)
            if self.clubs is not None:
                self._forget_clubs = self.clubs.watch(self._hear_club)
                self.beside(self._find_clubs, "clubs")
        self.show_room()

    def lead(self, peer: Peer, code: str = "") -> None:
        """Show the same room by another way from now on, on which `peer` has reached it, also beneath others."""
        self.on_unmount()
        self.peer, self.invitation, self.code = peer, str(peer.invitation), code
        if self.stands:
            self._begin()

    def on_unmount(self) -> None:
        """Stop following the room."""
        if self._forget is not None:
            self._forget()
            self._forget = None
        if self._forget_clubs is not None:
            self._forget_clubs()

    async def _find_clubs(self) -> None:
        """Read which clubs lie here, and follow them; a journal that cannot be read is told where it is needed."""
        assert self.clubs is not None
        with suppress(Fault):
            before, self.marks = self.marks, await self.clubs.in_room(self.invitation)
            for cid in self.marks.here.keys() - before.here.keys():
                self.beside(partial(self.clubs.follow, cid.hex()), cid.hex())
            if self.marks != before:
                self.show_room()

    def _hear_club(self, cid: bytes, said: tuple[str, ...]) -> None:
        """Tell what has happened in a club that lies here, and mark the tables anew."""
        if cid in self.marks.here and self.stands:
            for line in said[-NEWS:] if self.is_current else ():
                self.app.notify(line, markup=False, timeout=6)
            self.beside(self._find_clubs, "clubs")
        elif self.stands and self.clubs is not None and self.clubs.lies_in(cid, self.invitation):
            self.beside(self._find_clubs, "clubs")

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    def on_resize(self) -> None:
        """Fit the tables to another width."""
        self.call_after_refresh(self.show_room)

    @property
    def _room(self) -> int:
        """The columns available for the tables."""
        return self.query_one("#tables-side").size.width or self.size.width

    def _look(self) -> None:
        """Show the room if there is something new to see: in a crowd somebody is heard several times a second."""
        if self.peer.lobby != self._seen:
            self.show_room()

    def show_room(self) -> None:
        """Show the room as it is now."""
        if not self.stands:
            return
        room = self._seen = self.peer.lobby
        why = outage_words(room.outage, holds=self.peer.holds) if room.outage is not None else tr(TRYING)
        onward = () if is_bound() else (tr(ANEW),)  # a door leads to one address
        state = tr("online") if room.online else " ".join((tr(OFFLINE, why=why), *onward))
        self.query_one("#room", Static).update(f"{tr('Room')} {room.room} · {state}")
        for line in self.query(OnwardInput):
            line.onward = None if room.online else self.led
        self.query_one("#people", Static).update(room_words(room))
        self.query_one("#said", Static).update(_chat(room))
        here = self.query_one("#clubs", Static)
        here.update(self.marks.words)
        here.display = bool(self.marks.here)
        self._show_warned(room)
        self._show_invited(room)
        self._show_tables(room)

    def _show_warned(self, room: LobbyView) -> None:
        """Warn of people who bear the name of a person known by another key."""
        told, bar = warnings(room), self.query_one("#warned", Static)
        bar.display = bool(told)
        bar.update(told)

    def _show_invited(self, room: LobbyView) -> None:
        """Show the latest invitation, if there is one."""
        bar = self.query_one("#invited", Static)
        bar.display = bool(room.invited)
        if room.invited:
            bar.update(invited_words(room, latest(room)))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while typing."""
        if event.input.id == "filter":
            self.show_room()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say a line to the room, or leave the filter."""
        if event.input.id == "say" and event.value.strip():
            if not self.query_one(RoomTalkInput).led(event.value):
                self.run_worker(self._say(event.value.strip()), exit_on_error=False)
            event.input.value = ""
        elif event.input.id == "filter":
            self.query_one(DataTable).focus()

    def on_data_table_row_highlighted(self) -> None:
        """Tell the rules of the table under the cursor in full: its row has little room."""
        self._show_rules()

    def on_data_table_row_selected(self) -> None:
        """Join the table under the cursor."""
        self.action_join()

    def action_new_table(self) -> None:
        """Open a table in this room."""
        self.post_message(TableWanted())

    def action_join(self) -> None:
        """Sit at the table under the cursor."""
        self._choose(watch=False)

    def action_watch(self) -> None:
        """Watch the table under the cursor."""
        self._choose(watch=True)

    def action_accept(self) -> None:
        """Go to the table that we were last invited to."""
        try:
            self.post_message(TableChosen(latest(self.peer.lobby).tid, watch=False))
        except Fault as fault:
            self.app.notify(tell(fault), severity="warning", markup=False)

    def action_filter(self) -> None:
        """Type a part of a name."""
        self.query_one("#filter").display = True
        self.query_one("#filter").focus()

    def action_talk(self) -> None:
        """Talk to the room."""
        self.query_one("#say").focus()

    def action_copy(self) -> None:
        """Copy the room's invitation."""
        self.app.copy_to_clipboard(self.invitation)
        self.app.notify(tr(COPIED))

    def action_people(self) -> None:
        """Show who is present and who is known."""
        self.app.post_message(Chosen(Entry.PEOPLE))

    def action_keys(self) -> None:
        """Show the keys."""
        from tui.screens.frame.key_sheet import key_sheet

        self.app.push_screen(key_sheet(ROOM, TextStyle(look(self.app.theme), glyphs(self.glyph_set))))

    def action_back(self) -> None:
        """Go back to the tables and clear the filter."""
        chosen = self.query_one("#filter", Input)
        chosen.value, chosen.display = "", False
        self.query_one(DataTable).focus()

    def _marked(self) -> str:
        """Give the id of the table under the cursor; empty if there is none."""
        table = self.query_one(DataTable)
        if not table.row_count:
            return ""
        return table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""

    def _card(self, key: str) -> CardView | None:
        return next((card for card in self.peer.lobby.tables if card.tid == key), None)

    def _show_rules(self) -> None:
        card, rules = self._card(self._marked()), self.query_one("#rules", Static)
        rules.update("\n".join(filter(None, [self.marks.mark(card), *card_words(card)])) if card is not None else "")

    def _choose(self, *, watch: bool) -> None:
        key = self._marked()
        if not key:
            self.app.notify(tr(NO_TABLE), severity="warning")
            return
        card = self._card(key)
        if card is not None and not self.peer.may_look(card):
            self.app.notify(tr(UNWATCHED), severity="warning", markup=False)
            return
        shut = card is not None and self.peer.is_shut(bytes.fromhex(key))
        if card is not None and shut and card.coded:
            self.run_worker(ask_code(self, self.peer, card, watch=watch))
            return
        if card is not None and not card.playable and not watch and (shut or card.invitation):
            self.app.notify(tell_template(card.template, card.fields), severity="warning", markup=False)
            return
        self.post_message(TableChosen(key, watch))

    async def _say(self, text: str) -> None:
        try:
            await self.peer.chat(text)
        except Fault as fault:
            give_back(self.query_one(RoomTalkInput), text)
            self.app.notify(tell(fault), severity="error")

    def _show_tables(self, room: LobbyView) -> None:
        table = self.query_one(DataTable)
        wanted = self.query_one("#filter", Input).value.casefold()
        cards = [card for card in room.tables if wanted in f"{card.game} {card.title} {card.host}".casefold()]
        row = table.cursor_row
        table.clear()
        heads = tuple(column.label.plain for column in table.ordered_columns)
        for column in table.ordered_columns:
            column.content_width = column.label.cell_len
        for card, cells in zip(
            cards, fitted([card_cells(card, self.marks.mark(card)) for card in cards], heads, self._room), strict=True
        ):
            table.add_row(*map(Text, cells), key=card.tid)
        table.move_cursor(row=min(row, max(len(cards) - 1, 0)))
        left = self._ceded.left(self.peer, {card.tid for card in room.tables})
        self.query_one("#empty").display = bool(left) or not cards
        self.query_one("#empty", Static).update(key_sentence((HIDDEN if cards else LEFT) if left else EMPTY))
        self._show_rules()


def _chat(room: LobbyView) -> str:
    return "\n".join(f"{nick}: {text}" for _, nick, text in room.chat[-200:])
