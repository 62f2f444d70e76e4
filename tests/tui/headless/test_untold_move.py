"""A table is moved while its broker is away or has only just come back: the people there hear of it all the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from core.game import Seat
from net.broker.broker_process import RunningBroker, start_broker
from net.transport import connection
from net.transport.transport import ROOM_USER
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.tui.headless.test_ended_broker import SECONDS, Program, end, house, play_on
from tui.bots.seat_driver import Seated
from tui.headless import room_visit
from tui.session.rooms import Rooms
from tui.table.table_plan import hot_seat

PLAN = replace(hot_seat("epaminondas", {"size": "8x8"}), sitters=("me", "open"))


@pytest.fixture(autouse=True)
def _eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody try often a broker that is away, or that has dropped a newcomer: here it is not for long."""
    monkeypatch.setattr(connection, "BACKOFF_SECONDS", (0.1, 0.5))
    monkeypatch.setattr(room_visit, "KNOCK_SECONDS", 0.2)


@dataclass
class Evening:
    """A table of `parley open` in the first of two rooms, with a bot by `sit` and a person on the screens."""

    stack: AsyncExitStack
    root: Path
    host: Program
    hosting: asyncio.Task[None]
    broker: RunningBroker
    den: Invitation
    web: Invitation
    cat: Rooms
    hers: Seated

    @property
    def place(self) -> str:
        """The table in the first room."""
        return str(self.host.told[0]["invitation"])

    async def outage(self) -> None:
        """Kill the broker of the first room without warning; everybody notices."""
        told = [one["event"] for one in self.host.told].count("offline")
        await self.broker.kill()
        while [one["event"] for one in self.host.told].count("offline") == told:
            self.host.news.clear()
            await self.host.news.wait()
        await self.hers.handle.until(lambda view: not view.online)

    async def recovery(self) -> None:
        """Start the broker again at its port; it has kept nothing."""
        port, password = self.den.port, self.den.broker_password
        self.broker = await start_broker(port=port, user=ROOM_USER, password=password)
        self.stack.push_async_callback(self.broker.stop)

    async def comes(self, ply: int) -> None:
        """Wait until the host is in the room where a move was played."""
        while not any((event["event"], event.get("ply")) == ("move", ply) for event in self.host.told):
            self.host.news.clear()
            await self.host.news.wait()

    async def moves(self, place: Invitation) -> bool:
        """Order the move until it is not refused, as it is before the table is live again; tell whether it was told."""
        while True:
            seen = len(self.host.told)
            self.host.typed.put_nowait(f"move {place}")
            while not (answers := [one for one in self.host.told[seen:] if one["event"] in {"moved", "refused"}]):
                self.host.news.clear()
                await self.host.news.wait()
            if answers[0]["event"] == "moved":
                return answers[0]["told"] is True

    async def hears(self) -> str:
        """Give where the person reads that the table goes on, once they do."""
        view = await self.hers.handle.until(lambda view: bool(view.moved))
        return str(Invitation.parse(view.moved).to_room())


@asynccontextmanager
async def evening(root: Path) -> AsyncIterator[Evening]:
    """Begin a game in the first room."""
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        cat = Rooms(root, "cat", announce=False)
        stack.push_async_callback(cat.close)
        broker, den = await stack.enter_async_context(house("den"))
        _, web = await stack.enter_async_context(house("web"))
        host = Program()
        hosting = host.opens(str(den), root)
        stack.push_async_callback(end, hosting)
        place = str((await host.until("opened"))["invitation"])
        stack.push_async_callback(end, Program().sits(place, root))
        _, hers = await cat.join(place)
        assert hers is not None
        await hers.handle.sit(Seat(0))
        await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await play_on(hers, 2)
        yield Evening(stack, root, host, hosting, broker, den, web, cat, hers)


async def test_a_move_while_the_broker_is_away_is_told_there_once_it_is_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as one:
        await one.outage()
        one.host.typed.put_nowait(f"move {one.web}")
        assert (await one.host.until("moved"))["told"] is False
        await one.recovery()
        assert await one.hears() == str(one.web)
        assert (await one.host.until("told"))["broker"] == f"127.0.0.1:{one.den.port}"
        one.hers = await one.cat.go_on(one.hers)
        await play_on(one.hers, 4)


async def test_a_move_as_soon_as_the_broker_is_back_is_said_once_it_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path) as one:
        await one.outage()
        await one.recovery()
        await one.host.until("online")
        assert await one.moves(one.web)
        assert await one.hears() == str(one.web)
        one.hers = await one.cat.go_on(one.hers)
        await play_on(one.hers, 4)


async def test_the_same_order_once_more_tells_the_rooms_where_the_table_was(tmp_path: Path) -> None:
    async with evening(tmp_path) as one:
        one.host.typed.put_nowait(f"move {one.web}")
        await one.hears()
        one.hers = await one.cat.go_on(one.hers)
        await play_on(one.hers, 4)
        await one.comes(4)
        one.host.typed.put_nowait(f"move {one.web}")
        assert (await one.host.until("telling"))["brokers"] == [f"127.0.0.1:{one.den.port}"]
        await one.host.until("told")


async def test_whoever_starts_open_again_tells_the_room_of_old(tmp_path: Path) -> None:
    async with evening(tmp_path) as one:
        await one.outage()
        one.host.typed.put_nowait(f"move {one.web}")
        await one.host.until("moved")
        await end(one.hosting)
        again = Program()
        one.stack.push_async_callback(end, again.opens(one.place, tmp_path))
        await again.until("opened")
        await one.recovery()
        assert await one.hears() == str(one.web)


async def test_a_person_who_moves_their_table_and_follows_it_while_the_broker_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_visit, "LINGER_SECONDS", 0)
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        ann, cat = (Rooms(tmp_path, name, announce=False) for name in ("ann", "cat"))
        stack.push_async_callback(ann.close)
        stack.push_async_callback(cat.close)
        broker, den = await stack.enter_async_context(house("den"))
        _, web = await stack.enter_async_context(house("web"))
        hers = await ann.open_table(await ann.enter(den), PLAN)
        _, his = await cat.join(hers.handle.invitation)
        assert his is not None
        await his.handle.sit(Seat(1))
        for seated in (hers, his):
            await seated.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await broker.kill()
        for seated in (hers, his):
            await seated.handle.until(lambda view: not view.online)
        await hers.handle.move_to(str(web))
        hers = await ann.go_on(hers)
        await ann.vacate()
        again = await start_broker(port=den.port, user=ROOM_USER, password=den.broker_password)
        stack.push_async_callback(again.stop)
        view = await his.handle.until(lambda view: bool(view.moved))
        assert Invitation.parse(view.moved).to_room() == web
