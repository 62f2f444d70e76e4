"""The app a monkey sits at: all of Parley, on a terminal that only counts, in a room of this process."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path, PurePath
from random import Random
from typing import ClassVar

from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size

import tui.app.app
from core.fault import Fault
from core.game import Seat
from core.games import find
from net.peer.peer import Peer, TableHandle
from net.storage.profile import Profile
from net.table.fold.table_terms import TERMS
from net.view.table_view import Phase
from net.wire.invitation import KEY_SIZE, Invitation
from tui.app.app import ParleyApp, Start
from tui.bots.seat_driver import SeatDriver
from tui.settings.settings import Settings, home
from tui.table.controller import HERE
from tui.table.table_plan import defaults
from tui.terminal.terminal_traits import Widths

ROOM = Invitation(HERE, "florence", bytes(KEY_SIZE))
"""The room that both are in."""
QUICK = ("djambi", "epaminondas", "megiddo")
"""The games that the other one plays: those without a shuffle among all."""
SAYINGS = ("Hello.", "A truce?", "[b]x[/b] \u202e", "é" * 300)
TABLES = 2
"""How many tables the other one opens."""
SCREENS = Path(tui.app.app.__file__).parents[1] / "screens"


class CountingDriver(HeadlessDriver):
    """A terminal that paints nothing and counts what it is sent."""

    sent = 0

    @property
    def is_headless(self) -> bool:
        """Whether nothing is painted: it is, down to the escape sequences."""
        return False

    def write(self, data: str) -> None:
        """Count."""
        self.sent += len(data)

    def open_url(self, url: str, new_tab: bool = True) -> None:  # noqa: FBT001, FBT002 - Textual's own
        """Open nothing."""


class MonkeyApp(ParleyApp):
    """Parley, hosting in this process and opening nothing outside of it."""

    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = [
        path for path in sorted(SCREENS.rglob("*.tcss")) if path.stem not in {"table", "lesson"}
    ]

    def __init__(self, settings: Settings) -> None:
        """Begin as at a second start; the first one can be had again."""
        super().__init__(Start(first=Widths(1, 1)), settings)
        self.start = Start()
        self.driver_class = CountingDriver

    async def host(self) -> None:
        """Show a room of this process in the place of a broker's."""
        await self.show_room(await self.rooms.enter(ROOM))

    def resize(self, size: tuple[int, int]) -> None:
        """Give the terminal another size."""
        assert self._driver is not None
        self._driver._size = size
        self._driver.process_message(events.Resize(Size(*size), Size(*size)))

    def send(self, event: events.Event) -> None:
        """Let the terminal tell of an event."""
        assert self._driver is not None
        self._driver.process_message(event)


class Company:
    """Somebody else in the room, who opens tables, comes to others', talks and plays by a bot."""

    def __init__(self, app: MonkeyApp, rng: Random) -> None:
        """Belong to another profile of the same home."""
        self.profile = Profile.open(home(), "bob")
        self.peer = Peer(self.profile, ROOM, app.rooms._memory.connect, nick="Bob")
        self.rng = rng
        self.tables: list[TableHandle] = []
        self.drivers: dict[tuple[bytes, Seat], SeatDriver] = {}

    async def open(self) -> None:
        """Open a table for two or more, with clocks at times, and take a seat at it."""
        game = self.rng.choice(QUICK)
        terms = {term.name: term.default for term in TERMS}
        if self.rng.random() < 0.5:
            clock = next(term for term in TERMS if term.name == "clock")
            terms["clock"] = self.rng.choice(clock.values)
        handle = await self.peer.open_table(game, defaults(game), terms, f"Bob's {find(game).title}")
        self.tables.append(handle)
        await self._sit(handle)

    async def act(self) -> None:
        """Do some one thing."""
        with suppress(Fault):
            await self.rng.choice((self._chat, self._come, self._talk, self._open_more, self._answer))()

    async def close(self) -> None:
        """Go."""
        for driver in self.drivers.values():
            await driver.close()
        await self.peer.stop()
        self.profile.close()

    async def _open_more(self) -> None:
        if len(self.tables) < TABLES:
            await self.open()

    async def _chat(self) -> None:
        await self.peer.chat(self.rng.choice(SAYINGS))

    async def _come(self) -> None:
        known = {handle.tid for handle in self.tables}
        cards = [card for card in self.peer.lobby.tables if bytes.fromhex(card.tid) not in known]
        if cards and (card := self.rng.choice(cards)).game in QUICK:
            handle = await self.peer.join(bytes.fromhex(card.tid))
            self.tables.append(handle)
            await self._sit(handle)

    async def _sit(self, handle: TableHandle) -> None:
        await handle.sit(None)
        for seat in handle.view.mine:
            driver = SeatDriver(handle, seat, "random", seed=self.rng.getrandbits(32))
            self.drivers[handle.tid, seat] = driver
            driver.start()

    async def _talk(self) -> None:
        if self.tables:
            handle = self.rng.choice(self.tables)
            if handle.view.phase is Phase.PLAYING and handle.view.mine:
                await handle.say(self.rng.choice(SAYINGS), None, handle.view.mine[0])

    async def _answer(self) -> None:
        for handle in self.tables:
            for offer in handle.view.offers:
                for seat in set(offer.owed) & set(handle.view.mine):
                    await handle.answer(offer.id, seat, self.rng.random() < 0.5)
