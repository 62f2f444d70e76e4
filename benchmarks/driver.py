"""One process of a load: many regulars with their real peers, told by lines of JSON what to do.

The first line of standard input is what `Orders` holds; then come words: `go`, `end`. Each second a line of what was
seen since the last one goes out. The process ends with its input, however its parent ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import resource
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.regulars import Regulars, Seen
from benchmarks.tally import Tally, counted
from net.peer.peer import Peer
from net.storage.profile import Profile
from net.transport.broker_account import account
from net.transport.clock import Clock
from net.transport.mqtt_transport import connector
from net.transport.transport import Connector
from net.wire.invitation import Invitation

SEATS = 4
SEARCHED = (700, 10, 100_000)
"""When memory is searched for what refers to itself: what is young as Python does, all of it hardly ever.

Hundreds of peers share one heap here; a program of their own has each a small one.
"""

Say = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Orders:
    """What a driver is to do: `tables` of four in `folder` at the rooms' `nodes`, a move each `pace` seconds a table.

    `number` is the driver's own, `shared` the tables that are in one room; `full`: journals wait for the disk.
    `people` are in one room beside that and do nothing.
    """

    folder: str
    nodes: tuple[str, ...]
    tables: int = 0
    number: int = 0
    pace: float = 1.0
    shared: int = 1
    full: bool = False
    people: int = 0

    @property
    def line(self) -> str:
        """The orders as they are handed over."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, line: str | bytes) -> Orders:
        """Read what `line` gives."""
        told = json.loads(line)
        return cls(**{**told, "nodes": tuple(told["nodes"])})


class Driver:
    """The regulars of one process."""

    def __init__(self, orders: Orders, say: Say, connect: Connector | None = None, clock: Clock | None = None) -> None:
        """Prepare; `connect` is another way to a broker than that of the invitations, `clock` another clock."""
        self._orders, self._say, self._connect, self._clock = orders, say, connect, clock
        self._nodes = tuple(map(Invitation.parse, orders.nodes))
        self.seen, self.tally = Seen(), Tally()
        self.regulars: list[Regulars] = []
        self.crowd: list[Peer] = []

    async def run(self, words: asyncio.Queue[str]) -> None:
        """Make people, let them in at `go`, let them play until `end`, and see them out."""
        rng = Random(self._orders.number)
        async with AsyncExitStack() as stack:
            tables, people = self._orders.tables, self._orders.people
            fours = [[self._profile(stack, f"t{at}s{seat}") for seat in range(SEATS)] for at in range(tables)]
            crowd = [self._profile(stack, f"p{at}") for at in range(people)]
            everybody = (*(one for four in fours for one in four), *crowd)
            self._say({"accounts": [account(one.identity, self._nodes[0]) for one in everybody]})
            await words.get()
            ticking = asyncio.create_task(self._tick())
            await self._gather(stack, crowd)
            playing = await self._let_in(stack, fours, rng)
            self._say({"ready": True})
            await words.get()
            self._say({"heard": min((len(peer.heard) for peer in self.crowd), default=0)})
            for four in self.regulars:
                four.stop()
            await asyncio.gather(*playing)
            ticking.cancel()
        self._report()
        self._say({"over": True})

    async def _gather(self, stack: AsyncExitStack, crowd: Sequence[Profile]) -> None:
        """Let people into the one room."""
        for at, profile in enumerate(crowd):
            node = self._nodes[at % len(self._nodes)]
            peer = self._peer(replace(node, room="crowd"), profile, f"{self._orders.number}-{at}")
            await peer.start()
            stack.push_async_callback(peer.stop)
            self.crowd.append(peer)

    async def _let_in(
        self, stack: AsyncExitStack, people: Sequence[Sequence[Profile]], rng: Random
    ) -> list[asyncio.Task[None]]:
        """Let people come, a few at a time; who is there begins to play."""
        playing: list[asyncio.Task[None]] = []
        for table, four in enumerate(people):
            room = f"load-{self._orders.number}-{table // self._orders.shared}"
            places = [replace(self._nodes[seat % len(self._nodes)], room=room) for seat in range(SEATS)]
            peers = [self._peer(places[seat], profile, f"{table}-{seat}") for seat, profile in enumerate(four)]
            for peer in peers:
                await peer.start()
                stack.push_async_callback(peer.stop)
            regulars = Regulars(peers, self.seen, self._orders.pace, Random(rng.random()))
            self.regulars.append(regulars)
            playing.append(asyncio.create_task(regulars.play()))
        return playing

    def _profile(self, stack: AsyncExitStack, name: str) -> Profile:
        return stack.enter_context(Profile.open(Path(self._orders.folder), f"d{self._orders.number}{name}"))

    def _peer(self, room: Invitation, profile: Profile, nick: str) -> Peer:
        connect = counted(self._connect or connector(room, profile.identity), self.tally, room.prefix)
        peer = Peer(profile, room, connect, self._clock, nick=nick)
        if not self._orders.full:
            peer.journal.relax()
        return peer

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._report()

    def _report(self) -> None:
        """Tell what was seen since the last time."""
        seen, self.seen.taken, self.seen.late = replace(self.seen), [], []
        self._say(
            {
                "taken": [round(one, 2) for one in seen.taken],
                "late": [round(one, 2) for one in seen.late],
                "lost": seen.lost,
                "tables": seen.tables,
                "trouble": seen.trouble[:20],
                "there": len(self.regulars) + len(self.crowd),
                "tally": self.tally.plain(),
            }
        )


def _tell(told: Mapping[str, Any]) -> None:
    if "ready" in told:
        _spare_the_old()
    print(json.dumps(told), flush=True)


def _spare_the_old() -> None:
    """Search what is there to stay once and no more: a heap of hundreds of peers takes a second to search."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCHED)


@asynccontextmanager
async def _words() -> AsyncIterator[asyncio.Queue[str]]:
    """Give the lines of standard input; the process ends with it."""
    loop, queue = asyncio.get_running_loop(), asyncio.Queue[str]()
    reader = asyncio.StreamReader()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    me = asyncio.current_task()
    assert me is not None

    async def read() -> None:
        while line := await reader.readline():
            queue.put_nowait(line.decode().strip())
        me.cancel()

    reading = asyncio.create_task(read())
    try:
        yield queue
    finally:
        reading.cancel()
        transport.close()


async def serve() -> None:
    """Do what standard input says."""
    with contextlib.suppress(asyncio.CancelledError):
        async with _words() as words:
            orders = Orders.read(await words.get())
            await Driver(orders, _tell).run(words)


def more_files() -> None:
    """Allow this process and its children as many open files as the system lets them have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    more_files()
    asyncio.run(serve())
