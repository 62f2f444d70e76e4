"""The way of one program to its broker, through a port of its own: it delays, goes silent, is cut, or leads elsewhere.

Unlike `tests.net.support.brokers.proxy`, which has one toxic at a time, both directions have their own delay and their
own silence. A delay keeps the throughput: each piece arrives so many seconds after it was sent, however much is on the
way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Self

from tests.net.support.brokers.proxy import Way

CHUNK = 65536
BOTH = (Way.UP, Way.DOWN)
LOOPBACK = "127.0.0.1"


class _Lane:
    """One direction of one connection: what is on the way, and when it is due."""

    def __init__(self, link: FaultyLink, way: Way, reader: asyncio.StreamReader, far: asyncio.StreamWriter) -> None:
        self._link, self._way, self._reader, self._far = link, way, reader, far
        self._pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def carry(self) -> None:
        """Carry everything to the far end, then close that."""
        filling = asyncio.create_task(self._fill())
        try:
            with suppress(OSError):
                await self._empty()
        finally:
            filling.cancel()
            await asyncio.gather(filling, return_exceptions=True)
            self._far.close()

    async def _fill(self) -> None:
        data, loop = b"-", asyncio.get_running_loop()
        while data:
            try:
                data = await self._reader.read(CHUNK)
            except OSError:
                data = b""
            self._pieces.put_nowait((loop.time() + self._link.delays[self._way], data))

    async def _empty(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due, data = await self._pieces.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            await self._link.clear[self._way].wait()
            if not data or self._far.is_closing():
                return
            self._far.write(data)
            await self._far.drain()


class FaultyLink:
    """Listens on a port of its own and passes on to the broker at `target`, as well as it may just now."""

    def __init__(self, target: int) -> None:
        """Lead to the broker at that port of this machine; nothing listens before `start`."""
        self.host, self.port = LOOPBACK, 0
        self.delays = dict.fromkeys(BOTH, 0.0)
        """The seconds that each direction takes."""
        self.clear = {way: asyncio.Event() for way in BOTH}
        """Set for each direction in which anything passes."""
        self._target = target
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.heal()

    async def start(self) -> Self:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, self.host, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def close(self) -> None:
        """End all connections and listen no more."""
        if self._server is not None:
            self._server.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def delay(self, way: Way, seconds: float) -> None:
        """Let what is sent from now on take so many seconds in one direction."""
        self.delays[way] = seconds

    def silence(self, *ways: Way) -> None:
        """Let nothing pass, and tell nobody; what is sent meanwhile is held back."""
        for way in ways or BOTH:
            self.clear[way].clear()

    def heal(self, *, lost: bool = False) -> None:
        """Be a good network again; what was held back arrives late, or is `lost` together with the connection."""
        if lost:
            self.cut()
        for way in BOTH:
            self.delays[way] = 0.0
            self.clear[way].set()

    def cut(self) -> None:
        """Break every connection."""
        for writer in tuple(self._open):
            writer.transport.abort()

    def lead_to(self, target: int) -> None:
        """Lead to the broker at another port; who is connected is cut off."""
        if target != self._target:
            self._target = target
            self.cut()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        ends = {writer}
        self._open |= ends
        with suppress(asyncio.CancelledError, OSError):  # or asyncio prints that nobody took notice
            try:
                other, broker = await asyncio.open_connection(self.host, self._target)
                ends.add(broker)
                self._open.add(broker)
                up, down = _Lane(self, Way.UP, reader, broker), _Lane(self, Way.DOWN, other, writer)
                await asyncio.gather(up.carry(), down.carry())
            finally:
                self._open -= ends
                await _closed(ends)


async def _closed(ends: Iterable[asyncio.StreamWriter]) -> None:
    """Close connections, and wait until they are."""
    for end in ends:
        end.close()
    for end in ends:
        with suppress(OSError):
            await end.wait_closed()
