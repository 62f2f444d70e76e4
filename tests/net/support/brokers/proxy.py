"""A way to a broker that does what bad networks do, in the words of those who test them: one toxic, one direction."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Self

CHUNK = 4096
LATENCY_SECONDS = 0.04
BYTES_A_SECOND = 24_000
SLICE = 7
LIMIT_BYTES = 700


class Toxic(StrEnum):
    """What a bad network does to what passes."""

    LATENCY = "latency"
    """Everything comes later."""
    DOWN = "down"
    """Connections are cut; new ones find nobody (up) or nobody who answers (down)."""
    BANDWIDTH = "bandwidth"
    """So many bytes a second and no more."""
    SLOW_CLOSE = "slow close"
    """One end is told that the connection is over, the other one only when all is well again."""
    TIMEOUT = "timeout"
    """Nothing passes, and nobody is told."""
    RESET = "reset"
    """The connection is reset by the first bytes that would pass."""
    SLICER = "slicer"
    """Bytes come in slices of a few."""
    LIMIT = "limit"
    """After so many bytes the connection is cut."""


class Way(StrEnum):
    """The direction that suffers: to the broker or from it."""

    UP = "up"
    DOWN = "down"


PASSABLE = frozenset({Toxic.LATENCY, Toxic.BANDWIDTH, Toxic.SLICER})
"""What only makes everything slower."""


@dataclass(eq=False, slots=True)
class Pipe:
    """One client's connection and the one to the broker that belongs to it; `held` once one end waits for the other."""

    client: asyncio.StreamWriter
    broker: asyncio.StreamWriter
    passed: int = 0
    held: bool = False

    def near(self, way: Way) -> asyncio.StreamWriter:
        """Give the end from which bytes of that direction come."""
        return self.client if way is Way.UP else self.broker

    def far(self, way: Way) -> asyncio.StreamWriter:
        """Give the end to which they go."""
        return self.broker if way is Way.UP else self.client

    def cut(self) -> None:
        """Close both ends."""
        self.client.close()
        self.broker.close()


def reset(writer: asyncio.StreamWriter) -> None:
    """End a connection without a goodbye."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Proxy:
    """Listens on a port of its own and passes on to a broker; `infect` lets a toxic loose, `heal` ends it."""

    def __init__(self, host: str, port: int) -> None:
        """Stand before the broker at `host` and `port`."""
        self.host, self.port = "127.0.0.1", 0
        self.bites = 0
        """How often the toxic has done something since it was let loose."""
        self._broker = (host, port)
        self._toxic: Toxic | None = None
        self._way = Way.UP
        self._pipes: set[Pipe] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._bitten = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, self.host, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close everything."""
        assert self._server is not None
        self._server.close()
        self._toxic = None
        for pipe in tuple(self._pipes):
            pipe.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def infect(self, toxic: Toxic, way: Way) -> None:
        """Let a toxic loose on all that passes from now on, on those who are connected too."""
        self._toxic, self._way, self.bites = toxic, way, 0
        for pipe in tuple(self._pipes):
            pipe.passed = 0
            if toxic is Toxic.DOWN:
                self._bite()
                pipe.cut()

    def heal(self) -> None:
        """Be a good network again; a connection of which something was swallowed or held back ends."""
        silent = self._toxic in {Toxic.TIMEOUT, Toxic.DOWN}
        self._toxic = None
        for pipe in tuple(self._pipes):
            if silent or pipe.held:
                pipe.cut()

    async def bitten(self, times: int) -> None:
        """Wait until the toxic has done something so many times."""
        while self.bites < times:
            self._bitten.clear()
            await self._bitten.wait()

    def _bite(self) -> None:
        self.bites += 1
        self._bitten.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self._toxic is Toxic.DOWN:
            self._bite()
        if self._toxic is Toxic.DOWN and self._way is Way.UP:
            writer.close()
            return
        with contextlib.suppress(OSError):
            other, broker = await asyncio.open_connection(*self._broker)
            pipe = Pipe(writer, broker)
            self._pipes.add(pipe)
            ways = (self._pump(pipe, reader, Way.UP), self._pump(pipe, other, Way.DOWN))
            try:
                await asyncio.gather(*ways)
            finally:
                self._pipes.discard(pipe)
                pipe.cut()

    async def _pump(self, pipe: Pipe, reader: asyncio.StreamReader, way: Way) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if pipe.held:
                    continue
                await self._pass(pipe, data, way)
        if not pipe.held:
            pipe.cut()

    async def _pass(self, pipe: Pipe, data: bytes, way: Way) -> None:
        toxic, far = self._toxic if self._way is way else None, pipe.far(way)
        pipe.passed += len(data)
        if toxic is not None and not (toxic is Toxic.LIMIT and pipe.passed <= LIMIT_BYTES):
            self._bite()
        match toxic:
            case Toxic.LATENCY:
                await asyncio.sleep(LATENCY_SECONDS)
            case Toxic.BANDWIDTH:
                await asyncio.sleep(len(data) / BYTES_A_SECOND)
            case Toxic.TIMEOUT | Toxic.DOWN:
                return
            case Toxic.RESET:
                reset(far)
                pipe.cut()
                return
            case Toxic.SLOW_CLOSE:
                pipe.held = True
                pipe.near(way).close()
                return
            case Toxic.LIMIT if pipe.passed > LIMIT_BYTES:
                pipe.cut()
                return
            case Toxic.SLICER:
                for start in range(0, len(data), SLICE):
                    far.write(data[start : start + SLICE])
                    await far.drain()
                return
            case _:
                pass
        far.write(data)
        await far.drain()
