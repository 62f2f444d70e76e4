"""The home screen, where everything begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.fault import Fault, sentence
from tui.i18n.translation import tr
from tui.screens.frame.localized_screen import LocalizedScreen
from tui.screens.frame.screen_messages import Chosen, Entry
from tui.settings.settings import LAN, Settings
from tui.settings.visit import is_bound
from tui.widgets.form_field import Menu
from tui.widgets.key_bar import KeyBar
from tui.widgets.text_style import cut

if TYPE_CHECKING:
    from net.room.announcement import Announcement
    from net.room.multicast import LanBrowser
    from tui.session.clubs import Clubs
    from tui.session.connection_news import Connection
    from tui.session.rooms import Rooms
    from tui.session.unfinished_table import UnfinishedTable

MOTTO = sentence("A table for games that reward talk and nerve.")

ENTRIES: dict[Entry, tuple[str, str]] = {
    Entry.ONLINE: (sentence("Play online"), sentence("paste an invitation")),
    Entry.HOST: (sentence("Host a room here"), sentence("and invite the others")),
    Entry.BOTS: (sentence("Play against bots"), sentence("alone, nothing leaves this machine")),
    Entry.HOT_SEAT: (sentence("Hot-seat"), sentence("several people at one keyboard")),
    Entry.RESUME: (sentence("Resume"), sentence("the tables kept on this machine")),
    Entry.CLUBS: (sentence("Clubs"), sentence("members, tournaments, ladders")),
    Entry.LEARN: (sentence("Learn"), sentence("the rules of the games, and lessons")),
    Entry.REVIEW: (sentence("Games"), sentence("replay, comment, count what was played")),
    Entry.SETTINGS: (sentence("Settings"), sentence("language, name, colours")),
    Entry.QUIT: (sentence("Quit"), ""),
}
"""The entries in order, each with its label and what it means."""

ELSEWHERE = sentence("on a machine of your own")
"""What a visitor, who hosts no room by somebody else's door, reads there instead."""

CAPS = "123456789"
"""The key of each entry in turn; the last one has that of quitting."""

QUIT = "q"
WAITS = 40
"""The columns for what waits in the clubs."""
HEARD_LIMIT = 4
"""How many rooms of the local network are listed here; `parley join` lists all."""
HEARD = "heard:"
"""How the ids of their lines begin."""

HERE = sentence("{room} at {host}:{port}")
OFFLINE = sentence("Offline: you can play alone, against bots or at one keyboard.")
ONLINE = sentence("Online in the room {rooms}.")
WAITING = sentence("Offline. Not over yet: {table}. Resume leads back there.")


class HomeApp(Protocol):
    """What the home screen needs from its app: whether the person is at this machine, their settings and clubs."""

    near: bool
    settings: Settings

    @property
    def rooms(self) -> Rooms:
        """The rooms of the profile."""
        ...

    @property
    def clubs(self) -> Clubs:
        """The clubs of the profile."""
        ...


class HomeScreen(LocalizedScreen[None]):
    """The entries, and the list of games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(cap, f"choose('{entry}')", show=False) for cap, entry in zip(CAPS, ENTRIES, strict=False)),
        Binding("question_mark,f1", f"choose('{Entry.RULES}')", sentence("Rules"), key_display="?"),
        Binding(QUIT, f"choose('{Entry.QUIT}')", sentence("Quit")),
    ]

    def __init__(
        self, rooms: Callable[[], Sequence[Connection]] = tuple, kept: Callable[[], Sequence[UnfinishedTable]] = tuple
    ) -> None:
        """Show which of the entered `rooms` are reached, or the latest table `kept`, each time the person comes back.

        Of those rooms whose broker refuses us, say why it does.
        """
        super().__init__()
        self._rooms, self._kept = rooms, kept
        self._ear: LanBrowser | None = None
        self._waits = ""

    def compose(self) -> ComposeResult:
        """Lay out name, motto, entries, whether others are within reach, and the games."""
        with Vertical(id="home"):
            yield Static("P A R L E Y", id="name")
            yield Static(tr(MOTTO), id="motto")
            yield Menu(*self._options(), id="entries", markup=False)
            yield Static("", id="net", markup=False)
            yield Static("", id="games", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Paint first; the list of games is read afterwards."""
        self.query_one(Menu).focus()
        self._tell_reach()
        self.call_after_refresh(self._tell_games)
        self.call_after_refresh(self._tell_kept)

    def on_screen_resume(self) -> None:
        """Show whether others are within reach, and listen for rooms nearby once that is painted."""
        self._tell_reach()
        self.call_after_refresh(self._tell_kept)
        self.call_after_refresh(self.beside, self._tell_clubs, "clubs")
        app = cast("HomeApp", self.app)
        if app.near and app.settings.lan == LAN[0]:
            self.call_after_refresh(self.run_worker, self._listen, group=HEARD, exclusive=True, exit_on_error=False)

    def _tell_reach(self) -> None:
        rooms = ", ".join(self._reached())
        for line in self.query("#net").results(Static):
            line.update("\n".join((tr(ONLINE, rooms=rooms) if rooms else tr(OFFLINE), *self._refusals())))
            line.call_after_refresh(line.refresh, layout=True)  # what has grown amid a layout keeps one row

    def _reached(self) -> tuple[str, ...]:
        from tui.session.connection_news import reached

        return reached(self._rooms())

    def _refusals(self) -> tuple[str, ...]:
        """Say why the brokers of entered rooms refuse us."""
        from tui.session.connection_news import refusals

        return refusals(self._rooms())

    def _tell_kept(self) -> None:
        """Say which table with others is not over while no room is reached: a program may have ended amid a game."""
        if self._reached():
            return
        from tui.screens.home.resume_screen import told

        with suppress(Fault):  # a journal that cannot be read is told where it is needed
            away = [table for table in self._kept() if not table.local]
            for line in self.query("#net").results(Static) if away else ():
                line.update("\n".join((tr(WAITING, table=told(away[0])), *self._refusals())))
                line.call_after_refresh(line.refresh, layout=True)  # what has grown amid a layout keeps one row

    def on_screen_suspend(self) -> None:
        """Stop listening to the local network while the screen is hidden."""
        self.workers.cancel_group(self, HEARD)

    async def _listen(self) -> None:
        """List the rooms announced on the local network until this is cancelled; nothing if none can be heard."""
        from net.broker.local_network import NoLan
        from tui.session.lan_rooms import open_listener

        try:
            self._ear = ear = await open_listener(self.show_heard)
        except NoLan:
            return
        try:
            await asyncio.Event().wait()
        finally:
            self._ear = None
            await ear.close()
            self.show_heard()

    def _heard(self) -> list[Announcement]:
        return [room.said for room in self._ear.rooms[:HEARD_LIMIT]] if self._ear is not None else []

    def show_heard(self) -> None:
        """List what is heard now. The cursor stays on its line."""
        for menu in self.query(Menu):
            found = menu.highlighted_option
            menu.set_options(self._options())
            ids = [option.id for option in menu.options]
            menu.highlighted = ids.index(found.id) if found is not None and found.id in ids else 0

    def _options(self) -> Iterator[Option]:
        """Give the lines: the entries, and under the way to play online the rooms heard on the local network."""
        for entry in ENTRIES:
            yield Option(self._label(entry), id=entry)
            if entry is Entry.ONLINE:
                for number, said in enumerate(self._heard()):
                    yield Option(
                        f"   · {tr(HERE, room=said.room, host=said.host, port=said.port)}", id=f"{HEARD}{number}"
                    )

    def relabel(self) -> None:
        """Say everything again in the language in use."""
        super().relabel()
        self.call_after_refresh(self.on_mount)

    def _label(self, entry: Entry) -> str:
        label, meaning = ENTRIES[entry]
        cap = (CAPS + QUIT)[list(ENTRIES).index(entry)]
        meaning = ELSEWHERE if entry is Entry.HOST and is_bound() else meaning
        told = self._waits if entry is Entry.CLUBS and self._waits else tr(meaning)
        return f"{cap}  {tr(label):<24} {told}"

    async def _tell_clubs(self) -> None:
        """Say at the entry of the clubs what waits there; the clubs are read beside the screen."""
        app = cast("HomeApp", self.app)
        try:
            told = [f"{view.state.name}: {', '.join(view.waits)}" for view in await app.clubs.every() if view.waits]
        except Fault:  # a journal that cannot be read is told where it is needed
            told = []
        waits = cut("; ".join(told), WAITS).rstrip()
        if waits != self._waits:
            self._waits = waits
            for menu in self.query(Menu):
                menu.replace_option_prompt(Entry.CLUBS, self._label(Entry.CLUBS))

    def _tell_games(self) -> None:
        from core.games import find, names

        games = [find(name) for name in names()]
        self.query_one("#games", Static).update("\n".join(f"{tr(game.title)} · {tr(game.pitch)}" for game in games))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the entry under the cursor."""
        event.stop()
        chosen = event.option_id or Entry.QUIT
        if chosen.startswith(HEARD):
            self._go_near(int(chosen.removeprefix(HEARD)))
        else:
            self.post_message(Chosen(Entry(chosen), self))

    def _go_near(self, number: int) -> None:
        """Ask for the code of a discovered room."""
        from tui.screens.room.join_screen import JoinScreen

        for said in self._heard()[number : number + 1]:
            app = cast("HomeApp", self.app)
            self.app.push_screen(JoinScreen(app.settings.nick, said=said, unchosen=app.rooms.unchosen))

    def action_choose(self, entry: str) -> None:
        """Take an entry by its key; the cursor goes there, and is there when the person comes back."""
        for menu in self.query(Menu):
            ids = [option.id for option in menu.options]
            menu.highlighted = ids.index(entry) if entry in ids else menu.highlighted
        self.post_message(Chosen(Entry(entry), self))
