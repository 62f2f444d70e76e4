"""Four headless peers play a whole game over a real broker while somebody who holds the invitation does his worst."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core.game import Seat
from net.broker import broker_process
from net.broker.broker_process import start_broker
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.storage.profile import Profile
from net.transport.mqtt_transport import connector
from net.transport.transport import ROOM_USER
from net.view.table_view import Phase, TableView
from net.wire.event import Draft, Kind
from net.wire.invitation import Invitation
from tests.length import long_only
from tests.system.support.intruder import MARK, Intruder

ROOT = Path(__file__).resolve().parent.parent.parent.parent
BROKERS = [
    pytest.param("amqtt", marks=long_only if broker_process.available() else ()),
    pytest.param("mosquitto", marks=pytest.mark.skipif(not broker_process.available(), reason="no mosquitto")),
]
ROOM = Invitation("127.0.0.1", "parlour", bytes(range(16)))
NEVER = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]")
SECONDS = 60

Event = dict[str, object]


class Program:
    """One `parley` process; every line of both its outputs is kept."""

    def __init__(self, process: asyncio.subprocess.Process, words: tuple[str, ...]) -> None:
        """Listen to a process that was started with these words."""
        self.process, self.words = process, words
        self.events: list[Event] = []
        self.lines: list[str] = []
        self._turned = asyncio.Event()
        self._readers = [
            asyncio.create_task(self._read(process.stdout, told=True)),
            asyncio.create_task(self._read(process.stderr, told=False)),
        ]

    async def until(self, name: str, **fields: object) -> Event:
        """Wait for the first event of that name and those fields."""
        while True:
            for event in self.events:
                if event["event"] == name and fields.items() <= event.items():
                    return event
            assert not self._readers[0].done(), (self.words, self.lines[-5:])
            self._turned.clear()
            await self._turned.wait()

    async def end(self) -> None:
        """Wait for the end that it comes to by itself, which must be a good one."""
        await asyncio.gather(*self._readers)
        assert await self.process.wait() == 0, (self.words, self.lines[-5:])

    async def kill(self) -> None:
        """End it without warning, and read what it had said."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await asyncio.gather(*self._readers)
        await self.process.wait()

    def told(self, name: str) -> list[Event]:
        """Give the events of one name."""
        return [event for event in self.events if event["event"] == name]

    async def _read(self, stream: asyncio.StreamReader | None, *, told: bool) -> None:
        assert stream is not None
        async for raw in stream:
            line = raw.decode().removesuffix("\n")
            self.lines.append(line)
            if told:
                self.events.append(json.loads(line))
            self._turned.set()
        self._turned.set()


class Evening:
    """A room at a broker, and the programs in it."""

    def __init__(self, room: Invitation, folder: Path) -> None:
        """Begin with nobody there."""
        self.room, self.folder = room, folder
        self.programs: list[Program] = []

    async def start(self, *words: str) -> Program:
        """Start a program that ends with the evening."""
        home = {"HOME": str(self.folder), "PARLEY_HOME": str(self.folder), "PARLEY_LANG": "en"}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "tui", *words),
            env=os.environ | home | {"PYTHONPATH": str(ROOT)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self.programs.append(Program(process, words))
        return self.programs[-1]

    async def open(self, pause: str) -> tuple[Program, Invitation]:
        """Open a table of four, the first of them seated."""
        bot = ("--option", "quiet=12", "--sit", "random", "--profile", "p0", "--seed", "3", "--pause", pause)
        first = await self.start("open", str(self.room), *bot)
        return first, Invitation.parse(str((await first.until("opened"))["invitation"]))

    async def sit(self, table: Invitation, number: int, pause: str) -> Program:
        """Let a bot sit down."""
        bot = ("--bot", "random", "--profile", f"p{number}", "--seed", "3", "--pause", pause)
        return await self.start("sit", str(table), *bot)


@asynccontextmanager
async def evening(folder: Path, kind: str) -> AsyncIterator[Evening]:
    """Give a room at a broker of that kind; end every program that was started, and the broker."""
    async with asyncio.timeout(SECONDS), AsyncExitStack() as stack:
        broker = await start_broker(kind, user=ROOM_USER, password=ROOM.broker_password)
        stack.push_async_callback(broker.stop)
        found = Evening(replace(ROOM, host=broker.host, port=broker.port), folder)
        try:
            yield found
        except BaseException as error:
            error.add_note(repr([(one.words[:1], one.process.returncode, one.lines[-3:]) for one in found.programs]))
            raise
        finally:
            await asyncio.gather(*(program.kill() for program in found.programs))


def hold_clean(programs: Iterable[Program]) -> None:
    """Hold every line of every output to what may be shown."""
    for program in programs:
        assert program.lines
        for line in program.lines:
            assert not NEVER.search(line), (program.words, line)
            assert "\\u00" not in line, (program.words, line)
            assert "Traceback" not in line, (program.words, line)
            assert MARK not in line, (program.words, line)


def hold_agreed(programs: Iterable[Program]) -> Event:
    """Hold all to one end and one log; give the end."""
    ends = [program.told("over")[-1] for program in programs]
    for name in ("digest", "talk_digest", "plies", "outcome"):
        assert len({str(end[name]) for end in ends}) == 1, ends
    logs = {program.words: {str(e["ply"]): e["text"] for e in program.told("move")} for program in programs}
    whole = next(log for log in logs.values() if len(log) == ends[0]["plies"])
    assert all(log.items() <= whole.items() for log in logs.values())
    return ends[0]


@pytest.mark.parametrize("kind", BROKERS)
async def test_whoever_holds_the_invitation_spoils_nothing(tmp_path: Path, kind: str) -> None:
    pause = "0.05"
    newcomers = kind == "mosquitto"  # the embedded broker is too slow for those who come in such a storm
    async with evening(tmp_path, kind) as here:
        first, table = await here.open(pause)
        async with Intruder(table, seed=1) as intruder:
            if newcomers:
                await intruder.crowd()
                await intruder.wave()
            four = [first, *[await here.sit(table, number, pause) for number in (1, 2, 3)]]
            await asyncio.gather(*(program.until("started") for program in four))
            if not newcomers:
                await intruder.crowd()
                await intruder.wave()
            await intruder.wave()
            await four[2].until("move", ply=4)
            await intruder.wave()
            everybody = list(four)
            if newcomers:
                await four[2].kill()
                everybody[2] = await here.start(*four[2].words)
                await everybody[2].until("resumed")
                everybody.append(await here.start("watch", str(table), "--profile", "late"))
                await everybody[-1].until("started")
                await intruder.wave()
            await asyncio.gather(*(program.end() for program in everybody))
            assert intruder.sent > 500
        hold_clean(here.programs)
        assert hold_agreed(everybody)["plies"]
        pids = {str(seat["pid"]) for seat in four[0].told("joined")}
        assert len(pids) == 4
        assert not any(event["pid"] in pids for program in four for event in program.told("void"))


class Cheat:
    """A player in this process whose client lets him sign whatever he likes."""

    def __init__(self, peer: Peer, handle: TableHandle) -> None:
        """Play at a table."""
        self.peer, self.handle = peer, handle
        self.places: list[tuple[int, bytes]] = []

    async def play(self, rng: Random) -> TableView:
        """Play to the end; before the first moves sign what the rules refuse, and decide again about what is past."""
        tries = ["a9-z9", f"{MARK}\x1b[2J\u202e", "resign", "", "x" * 300]
        while True:
            view = await self.handle.until(lambda view: view.phase is Phase.OVER or _seat(view) is not None)
            seat = _seat(view)
            if view.match is None or seat is None:
                return view
            course = self.peer._shelf.desks[self.handle.tid].table.course
            assert course is not None
            if tries:
                self._sign(tries.pop(0), seat, course.ply, course.gprev)
            if len(self.places) == 2:
                self._sign("a second decision", seat, *self.places[0])
            self.places.append((course.ply, course.gprev))
            await self.handle.play(seat, str(rng.choice(list(view.match.state.legal(seat)))))

    def _sign(self, text: str, seat: Seat, ply: int, gprev: bytes) -> None:
        (desk,) = self.peer._shelf
        self.peer.speak(desk, [Draft(Kind.MOVE, (text, 0, None), seat, ply, gprev, bytes(16))])


def _seat(view: TableView) -> Seat | None:
    active = view.match.state.active if view.match else ()
    return next((seat for seat in active if seat in view.mine), None)


async def test_a_cheat_at_the_table_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "amqtt") as here:
        first, table = await here.open("0")
        three = [first, *[await here.sit(table, number, "0") for number in (1, 2)]]
        profile = Profile.open(tmp_path, "cheat")
        peer = Peer(profile, here.room, connector(here.room), nick="cheat")
        await peer.start(patient=True)
        try:
            handle = await peer.join(table)
            await handle.sit()
            view = await Cheat(peer, handle).play(Random(5))
            await asyncio.gather(*(program.end() for program in three))
        finally:
            await peer.stop()
            profile.close()
        end = hold_agreed(three)
        assert view.match is not None
        assert len(view.voids) >= 6
        assert (view.match.digest(), view.talk_digest) == (end["digest"], end["talk_digest"])
        for program in three:
            voids = program.told("void")
            assert {void["seat"] for void in voids} == set(view.mine)
            assert {void["pid"] for void in voids} == {profile.identity.pid}
            assert all(void["reason"] for void in voids)
            assert Counter((void["ply"], void["text"]) for void in voids) == Counter(
                (void.ply, void.text) for void in view.voids
            )
            assert {"a9-z9", "a second decision"} <= {void["text"] for void in voids}
            assert not any(NEVER.search(line) or "Traceback" in line for line in program.lines)
