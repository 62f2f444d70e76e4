"""Somebody who keeps a seat, ends Parley and enters the room again is told there what they are waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.game import Seat
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.tui.session.test_kept_seats import play
from tests.tui.support.holding_broker import HoldingBroker
from tests.tui.text.test_conversations import Person
from tui.bots.seat_driver import Seated
from tui.session.rooms import Rooms
from tui.table.table_plan import ME, OPEN, Plan, defaults, seated
from tui.text.shell.console import Console
from tui.text.shell.left_table_teller import LeftTableTeller

ROOM = Invitation("127.0.0.1", "florence", bytes(range(16)))
TURN = "NOTE It is your turn at Epaminondas “Evening”. `resume` leads back to it."


class Reader:
    """What somebody reads in text mode of the tables that they have left."""

    def __init__(self, rooms: Rooms) -> None:
        """Read nothing yet."""
        self._person, self._rooms = Person(), rooms
        self._teller = LeftTableTeller(Console(self._person, self._person.write), rooms)

    async def reads(self, words: str) -> None:
        """Wait until a line has these words."""
        rung = asyncio.Event()
        end = self._rooms.peers[0].watch(rung.set)
        async with asyncio.timeout(60):
            while not any(words in line for line in self.lines):
                await rung.wait()
                rung.clear()
        end()

    @property
    def lines(self) -> list[str]:
        """All lines that have been told until now."""
        self._teller.look()
        return self._person.said


class House:
    """Ann and Bob play over one broker; each begins Parley anew whenever they come."""

    def __init__(self, home: Path) -> None:
        """Begin with nobody there."""
        self._home = home
        self.here: dict[str, Rooms] = {}

    def come(self, name: str) -> Rooms:
        """Let somebody's program begin."""
        self.here[name] = Rooms(self._home, name.casefold(), name, announce=False)
        return self.here[name]

    async def leave(self, name: str) -> None:
        """Let it end."""
        await self.here.pop(name).close()

    async def play(self) -> tuple[Seated, Seated]:
        """Let them begin a game in which Ann has the first seat, and decide once each."""
        ann, bob, options = self.come("Ann"), self.come("Bob"), defaults("epaminondas")
        plan = Plan("epaminondas", options, {}, "Evening", seated("epaminondas", options, ME, OPEN))
        own = await ann.open_table(await ann.enter(ROOM), plan)
        other = await bob.sit_down(await bob.enter(ROOM), own.handle.tid)
        await other.ask_seat()
        for one in (own, other):
            await one.handle.until(lambda view: view.phase is Phase.PLAYING)
        await play(own)
        await other.handle.until(lambda view: view.match is not None and view.match.ply == 1)
        return own, other


@pytest.fixture
async def house(parley_home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """Give a house in which every room is at one broker."""
    broker = HoldingBroker()
    monkeypatch.setattr(Rooms, "way", lambda *_: broker.connect)
    found = House(parley_home)
    yield found
    for name in tuple(found.here):
        await found.leave(name)


async def test_that_it_is_their_turn_and_how_the_game_ends(house: House) -> None:
    own, other = await house.play()
    tid = own.handle.tid
    await house.here["Ann"].aside.keep(own)
    await other.handle.until(lambda view: not view.seats[0].present)
    await house.leave("Ann")
    ann = house.come("Ann")
    await ann.enter(ROOM)
    reader = Reader(ann)
    assert reader.lines == []
    assert [one.tid for one in ann.followed] == [tid]
    chain = len(ann.seated[0].handle.chain)
    await play(other)
    await reader.reads(TURN)
    assert not other.handle.view.seats[0].present
    assert len(ann.seated[0].handle.chain) == chain, "nothing is said at the table in the person's name"
    await other.handle.declare(Seat(1), "resign")
    await reader.reads("NOTE Evening: ")
    assert reader.lines.count(TURN) == 1


async def test_that_it_has_been_their_turn_since_before(house: House) -> None:
    own, other = await house.play()
    await house.here["Ann"].aside.keep(own)
    await house.leave("Ann")
    await play(other)
    ann = house.come("Ann")
    await ann.enter(ROOM)
    reader = Reader(ann)
    await reader.reads(TURN)
    back = await ann.resume(ann.kept()[0])
    await back.take_back()
    await other.handle.until(lambda view: view.seats[0].present)
    assert (back.aside, len(ann.seated), reader.lines) == (False, 1, [TURN])
    await play(back)
    await other.handle.until(lambda view: view.match is not None and view.match.ply == 3)


async def test_how_a_game_ended_while_they_were_away(house: House) -> None:
    own, other = await house.play()
    await house.here["Ann"].aside.keep(own)
    await house.leave("Ann")
    await other.handle.declare(Seat(1), "resign")
    ann = house.come("Ann")
    reader = Reader(ann)
    await ann.enter(ROOM)
    await reader.reads("NOTE Evening: ")


async def test_nothing_of_the_table_to_which_they_go_or_where_nobody_waits(house: House) -> None:
    own, other = await house.play()
    invitation = Invitation.parse(own.handle.invitation)
    await house.here["Ann"].aside.keep(own)
    await house.leave("Ann")
    ann = house.come("Ann")
    await ann.enter(invitation)
    assert ann.seated == []
    back = await ann.sit_down(ann.peers[0], invitation)
    await other.handle.declare(Seat(1), "resign")
    await back.handle.until(lambda view: view.phase is Phase.OVER)
    await house.leave("Ann")
    ann = house.come("Ann")
    await ann.enter(ROOM)
    assert ann.seated == []


async def test_whoever_was_killed_at_the_table_is_away_until_they_come_back(house: House) -> None:
    own, other = await house.play()
    await house.here["Ann"].leave(own, along=True)
    await house.leave("Ann")
    await other.handle.until(lambda view: not view.seats[0].present)
    ann = house.come("Ann")
    await ann.enter(ROOM)
    await ann.seated[0].handle.until(lambda view: view.online)
    await other.handle.until(lambda _: bool(other.handle.table.annals.byes))
    assert not other.handle.view.seats[0].present
