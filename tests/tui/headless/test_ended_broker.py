"""A table that was moved to a broker which then ended for good: `open` and `sit` go on with it in another room."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from core.game import Seat
from net.broker.broker_process import RunningBroker, pin_of, start_broker
from net.table.action.host_action import SAME_PLACE, leading
from net.transport.transport import ROOM_USER, UNREACHABLE, Offline
from net.view.table_view import Phase
from net.wire.invitation import Invitation, Via
from tests.net.support.brokers.certificates import certificate
from tui.bots.seat_driver import Seated
from tui.headless import bot_player, room_visit, table_opener
from tui.headless.event_report import Report
from tui.headless.table_opener import Wish, open_and_stay
from tui.session.rooms import Rooms

SECONDS = 90


@asynccontextmanager
async def house(name: str) -> AsyncIterator[tuple[RunningBroker, Invitation]]:
    """Give a broker of its own and the invitation to its room."""
    blank = Invitation("127.0.0.1", name, name[:1].encode() * 16)
    broker = await start_broker(user=ROOM_USER, password=blank.broker_password)
    try:
        yield broker, replace(blank, host=broker.host, port=broker.port)
    finally:
        await broker.stop()


@dataclass
class Program:
    """A program without a screen: what it reported, and the lines typed at it."""

    told: list[dict[str, object]] = field(default_factory=list)
    typed: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    live: bool = True
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def line(self) -> str | None:
        """Wait for the next line."""
        return await self.typed.get()

    def say(self, event: dict[str, object]) -> None:
        """Take in an event."""
        self.told.append(event)
        self.news.set()

    async def until(self, name: str) -> dict[str, object]:
        """Wait for an event."""
        while not (found := [one for one in self.told if one["event"] == name]):
            self.news.clear()
            await self.news.wait()
        return found[-1]

    def opens(self, place: str, root: Path) -> asyncio.Task[None]:
        """Be `parley open` of ann."""
        wish = Wish(place, "epaminondas", {"size": "8x8"}, profile="ann")
        return asyncio.create_task(open_and_stay(Invitation.parse(place), wish, Report(self.say), self, root))

    def sits(self, place: str, root: Path) -> asyncio.Task[None]:
        """Be `parley sit` of bob."""
        wish = bot_player.Wish(place, "random", seat="1", profile="bob", seed=1)
        return asyncio.create_task(bot_player.visit(wish, Report(self.say), root))


async def end(*tasks: asyncio.Task[None]) -> None:
    """End programs as a signal does."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def play_on(seated: Seated, ply: int) -> None:
    """Play for the first seat, and wait for the bot's answer."""
    view = await seated.handle.until(lambda view: view.match is not None and 0 in view.match.state.active)
    assert view.match is not None
    await seated.handle.play(Seat(0), str(next(iter(view.match.state.legal(Seat(0))))))
    await seated.handle.until(lambda view: view.match is not None and view.match.ply == ply)


async def test_a_table_moved_to_a_broker_that_ended_goes_on_in_a_third_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_visit, "LINGER_SECONDS", 0)
    cat = Rooms(tmp_path, "cat", announce=False)
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        stack.push_async_callback(cat.close)
        _, den = await stack.enter_async_context(house("den"))
        broker, web = await stack.enter_async_context(house("web"))
        _, spare = await stack.enter_async_context(house("spare"))
        host, bot = Program(), Program()
        ann = host.opens(str(den), tmp_path)
        place = str((await host.until("opened"))["invitation"])
        bob = bot.sits(place, tmp_path)
        _, hers = await cat.join(place)
        assert hers is not None
        await hers.handle.sit(Seat(0))
        await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await play_on(hers, 2)
        host.typed.put_nowait(f"move {web}")
        await hers.handle.until(lambda view: bool(view.moved))
        hers = await cat.go_on(hers)
        await play_on(hers, 4)
        await end(ann, bob)
        await broker.stop()
        there = str(leading(Invitation.parse(place), str(spare)))
        again, bot = Program(), Program()
        bob = bot.sits(there, tmp_path)
        hers = await cat.go_on(hers, there)
        await bot.until("moved")
        ann = again.opens(there, tmp_path)
        await play_on(hers, 6)
        assert hers.handle.view.moved == ""
        await hers.handle.declare(Seat(0), "resign")
        await asyncio.gather(ann, bob)
        assert [one["event"] for one in again.told if one["event"] in {"opened", "moved", "over"}] == ["opened", "over"]


async def test_another_certificate_at_the_same_address_takes_open_along(tmp_path: Path) -> None:
    room = Invitation("127.0.0.1", "den", b"d" * 16, via=Via.TLS)
    first, second = certificate(tmp_path, "first"), certificate(tmp_path, "second")
    broker = await start_broker("amqtt", user=ROOM_USER, password=room.broker_password, door=first)
    den = replace(room, host=broker.host, port=broker.port, pin=pin_of(first))
    host = Program()
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        ann = host.opens(str(den), tmp_path)
        stack.push_async_callback(end, ann)
        place = Invitation.parse(str((await host.until("opened"))["invitation"]))
        await broker.stop()
        password = room.broker_password
        broker = await start_broker("amqtt", port=den.port, user=ROOM_USER, password=password, door=second)
        stack.push_async_callback(broker.stop)
        await host.until("error")
        host.typed.put_nowait(f"move {den}")
        assert (await host.until("refused"))["error"] == SAME_PLACE
        anew = replace(den, pin=pin_of(second))
        host.typed.put_nowait(f"move {anew}")
        assert (await host.until("moved"))["url"] == str(leading(place, str(anew)))
        cat = Rooms(tmp_path, "cat", announce=False)
        stack.push_async_callback(cat.close)
        bob = Program().sits(str(leading(place, str(anew))), tmp_path)
        stack.push_async_callback(end, bob)
        _, hers = await cat.join(str(leading(place, str(anew))))
        assert hers is not None
        await hers.handle.sit(Seat(0))
        await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        await play_on(hers, 2)
        assert not hers.handle.view.moved
        assert [one["event"] for one in host.told].count("opened") == 1


async def test_another_order_is_taken_while_the_broker_does_not_answer_to_which_a_table_moves(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        cat = Rooms(tmp_path, "cat", announce=False)
        stack.push_async_callback(cat.close)
        _, den = await stack.enter_async_context(house("den"))
        _, spare = await stack.enter_async_context(house("spare"))
        host = Program()
        stack.push_async_callback(end, host.opens(str(den), tmp_path))
        place = str((await host.until("opened"))["invitation"])
        stack.push_async_callback(end, Program().sits(place, tmp_path))
        _, hers = await cat.join(place)
        assert hers is not None
        await hers.handle.sit(Seat(0))
        await hers.handle.until(lambda view: view.phase is Phase.PLAYING and view.match is not None)
        with pytest.MonkeyPatch.context() as patch:
            tried = asyncio.Event()

            async def knock_at(*_: object) -> None:
                tried.set()
                raise Offline(UNREACHABLE, host="127.0.0.1", port=1)

            async def answers(*_: object) -> None:
                """Let an order through: the broker ends only then."""

            patch.setattr(room_visit, "knock_at", knock_at)
            patch.setattr(table_opener, "knock", answers)
            host.typed.put_nowait(f"move {replace(den, port=1)}")
            await tried.wait()
        host.typed.put_nowait("dance")
        await host.until("refused")
        host.typed.put_nowait(f"move {spare}")
        await hers.handle.until(lambda view: f":{spare.port}/" in view.moved)
        hers = await cat.go_on(hers)
        await play_on(hers, 2)


async def test_a_host_goes_after_their_table_if_the_broker_answers_where_they_moved_it(tmp_path: Path) -> None:
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        cat = Rooms(tmp_path, "cat", announce=False)
        stack.push_async_callback(cat.close)
        _, den = await stack.enter_async_context(house("den"))
        broker, web = await stack.enter_async_context(house("web"))
        host = Program()
        ann = host.opens(str(den), tmp_path)
        place = str((await host.until("opened"))["invitation"])
        bob = Program().sits(place, tmp_path)
        _, hers = await cat.join(place)
        assert hers is not None
        await hers.handle.sit(Seat(0))
        await hers.handle.until(lambda view: view.phase is Phase.PLAYING)
        host.typed.put_nowait(f"move {web}")
        await host.until("moved")
        await end(ann, bob)
        at = Invitation.parse(place)
        there = str(leading(at, str(web)))
        assert await room_visit.own_move(at, "ann", tmp_path) == there, "the invitation that it said under `opened`"
        assert await room_visit.own_move(Invitation.parse(there), "ann", tmp_path) == ""
        assert await room_visit.own_move(at, "bob", tmp_path) == "", "whoever is not the host hears it at the table"
        await broker.stop()
        assert await room_visit.own_move(at, "ann", tmp_path) == ""
