"""The screen of people: four words, marks, names, and a warning of a borrowed one; the lobby and a table know it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import DataTable, Input, Static

from core.game import Seat
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.storage.profile import Profile
from net.wire.invitation import KEY_SIZE, Invitation
from tui.app.app import ParleyApp, Start
from tui.screens.table.table_screen import TableScreen
from tui.session.known_people import People
from tui.settings.settings import Settings

ROOM = Invitation("memory", "club", bytes(KEY_SIZE))


@dataclass
class Club:
    """Ann at her screens, at a table with Bob, and Eve who calls herself Bob."""

    app: ParleyApp
    pilot: Pilot[Any]
    ann: Peer
    bob: Peer
    eve: Peer
    table: TableHandle
    there: TableHandle

    def told(self, name: str) -> str:
        """Give what a part of the screen says."""
        return str(self.app.screen.query_one(name, Static).render())

    async def press(self, *keys: str) -> None:
        """Press keys and let the screen follow."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def under_cursor(self, pid: str) -> None:
        """Put the cursor on somebody."""
        rows = [one.pid for one in People(self.app.rooms).everybody]
        self.app.screen.query_one(DataTable).move_cursor(row=rows.index(pid))
        await self.pilot.pause()

    async def arrive(self, kind: str) -> None:
        """Wait for a screen of that name."""
        while type(self.app.screen).__name__ != kind:
            await self.pilot.pause()


@asynccontextmanager
async def club(home: Path) -> AsyncIterator[Club]:
    """Let the three meet in a room inside this process."""
    app = ParleyApp(Start(profile="ann"), Settings(nick="Ann"))
    with Profile.open(home, "bob") as his, Profile.open(home, "eve") as hers:
        async with app.run_test(size=(80, 24)) as pilot:
            ann = await app.rooms.enter(ROOM)
            bob, eve = (Peer(who, ROOM, app.rooms._memory.connect, nick="Bob") for who in (his, hers))
            await bob.start()
            await app.show_room(ann)
            table = await ann.open_table("megiddo", {}, {}, "Mine")
            there = await bob.join(Invitation.parse(table.invitation))
            await table.sit(Seat(0))
            await there.sit(Seat(1))
            await table.until(lambda view: view.match is not None)
            await eve.start()
            try:
                yield Club(app, pilot, ann, bob, eve, table, there)
            finally:
                await bob.stop()
                await eve.stop()


async def test_people_are_compared_named_and_blocked(parley_home: Path) -> None:
    async with club(parley_home) as here:
        people, bob, eve = People(here.app.rooms), here.bob.pid, here.eve.pid
        while "is not the Bob you know" not in here.told("#warned"):
            await here.pilot.pause()
        await here.press("p")
        await here.arrive("PeopleScreen")
        assert {one.pid for one in people.everybody} == {bob, eve}
        assert here.told("#me").startswith("You are Ann: ")
        await here.under_cursor(eve)
        assert "is not the Bob you know" in here.told("#told")
        await here.under_cursor(bob)
        await here.press("v", "n")
        here.app.screen.query_one(Input).value = "Robert"
        await here.press("enter")
        known = people.book.get(bob)
        assert known is not None
        assert (known.petname, known.verified, known.games) == ("Robert", True, 1)
        await here.under_cursor(eve)
        await here.press("b")
        assert people.book.shunned == {eve}
        await here.press("escape")
        await here.arrive("LobbyScreen")
        assert here.told("#people").splitlines() == ["2 people here", "● Ann", "● Robert (Bob) ✓"]
        await here.press("p")
        await here.under_cursor(eve)
        await here.press("b", "delete")
        assert people.book.get(eve) is None
        assert "is not the Bob you know" in here.told("#told")


async def test_a_table_knows_whose_talk_is_hidden(parley_home: Path) -> None:
    async with club(parley_home) as here:
        people, bob = People(here.app.rooms), here.bob.pid
        await here.there.say("hello", seat=Seat(1))
        room = here.app.screen
        here.app.go(lambda: here.app.come_to_table(room, here.ann, here.table.tid, watch=False))
        await here.arrive("TableScreen")
        await here.table.until(lambda view: bool(view.talk))
        assert "Bob" in here.told("#seats")
        people.call(bob, "Robert")
        while "Robert" not in here.told("#seats"):
            await here.press()
        here.app.keep(replace(here.app.settings, nick="Anna"))
        while "Anna" not in here.told("#seats"):
            await here.press()
        await here.press("m")
        await here.press("1")
        assert people.book.silent == {bob}
        await here.press("m")
        await here.press("2")
        await here.arrive("PeopleScreen")
        await here.under_cursor(bob)
        await here.press("m", "escape")
        await here.arrive("TableScreen")
        assert people.book.silent == frozenset()
        assert isinstance(here.app.screen, TableScreen)
        assert here.app.screen.desk.muted == frozenset()
