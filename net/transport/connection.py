"""A profile's connection to its broker: connect, read, publish in order, and reconnect when the connection breaks."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Coroutine, Iterable, Mapping, Sequence
from random import Random
from typing import Protocol

from net.transport import diagnostic_log
from net.transport.clock import Clock
from net.transport.transport import LOST, AccessRefused, Connector, Message, Offline, OutgoingMessage, Transport, Will
from net.wire.mqtt_topic import full

BACKOFF_SECONDS = (0.5, 30.0)
"""The first and the longest wait before connecting again; each wait is drawn between 0 and the doubled last."""
FIRST_TRIES = 5
"""How often a first connection may break at once: under load, the embedded broker drops one newcomer in thirty."""
WINDOW = 16
"""Messages under way to the broker before it has acknowledged the first of them."""
FLUSH_SECONDS = 3.0
"""How long the last messages may take."""
SLICE = 64
"""Messages taken in before other tasks get their turn."""


class Ends(Protocol):
    """The owner of a connection, who handles what arrives."""

    async def opened(self) -> None:
        """Publish and subscribe what comes first on a new connection; may raise `Offline`."""
        ...

    def arrived(self, messages: Sequence[Message]) -> None:
        """Take in messages."""
        ...

    def closed(self) -> None:
        """Notice that the connection is gone."""
        ...


class BrokerConnection:
    """The connection; `prefix` stands before every topic.

    `will` is a bare topic that is cleared when it breaks; empty for none.
    """

    def __init__(self, connector: Connector, prefix: str, will: str, clock: Clock, rng: Random) -> None:
        """Prepare; nothing happens before `run`."""
        self.fault: Offline | None = None
        self._connector = connector
        self._prefix = prefix
        self._will = Will(full(prefix, will)) if will else None
        self._clock = clock
        self._rng = rng
        self._transport: Transport | None = None
        self._open = False
        self._posts: deque[OutgoingMessage] = deque()
        self._queued = asyncio.Event()
        self._way = asyncio.Lock()

    @property
    def online(self) -> bool:
        """Whether the broker is reached."""
        return self._open

    @property
    def local(self) -> bool:
        """Whether everybody on the broker is of this process."""
        return self._transport is not None and self._transport.local

    async def run(self, ends: Ends, first: asyncio.Future[None]) -> None:
        """Keep connected until cancelled; `first` gets the result of the first attempt.

        A first connection that breaks at once is tried again before that counts as the result.
        """
        low, high = BACKOFF_SECONDS
        wait, tries = low, FIRST_TRIES
        while True:
            self._transport = transport = self._connector(self._will)
            try:
                await transport.connect()
                self._open = True
                await ends.opened()
                diagnostic_log.happened("online")
                wait, self.fault = low, None
                self._settle(first, None)
                await self._read(transport, ends)
            except Offline as fault:
                self.fault = fault
                diagnostic_log.refused("the connection", fault)
                tries -= 1
                if fault.template != LOST or not tries:
                    self._settle(first, fault)
            finally:
                self._open, self._transport = False, None
                self._posts.clear()
                ends.closed()
                await transport.close()
            await self._clock.sleep(self._rng.uniform(0, wait))
            wait = min(2 * wait, high)

    async def publish(self) -> None:
        """Publish what is queued, in order, until cancelled. What a broken connection loses is in the journal."""
        while True:
            await self._queued.wait()
            self._queued.clear()
            while self._posts and (transport := self._transport) is not None:
                try:
                    await self._carry(transport)
                except Offline:
                    self._posts.clear()
                    await transport.close()

    def queue(self, posts: Iterable[OutgoingMessage]) -> None:
        """Queue messages; without a connection they are dropped, because the journal has what matters."""
        if self._open:
            self._posts.extend(posts)
            self._queued.set()

    async def say(self, posts: Iterable[OutgoingMessage]) -> None:
        """Publish at once, before what is queued; raise `Offline`."""
        for post in posts:
            if self._transport is not None:
                await self._put(self._transport, post)

    async def flush(self) -> None:
        """Publish what is queued, as far as the connection allows, within a few seconds; then the queue is closed.

        Messages under way are waited for: closing the connection would cut them off. The last messages clear what one
        keeps on the broker: anything published after them would stay there for good.
        """
        self._open = False
        with contextlib.suppress(Offline, TimeoutError):
            async with asyncio.timeout(FLUSH_SECONDS):
                while (self._posts or self._way.locked()) and (transport := self._transport) is not None:
                    await self._carry(transport)
        self._posts.clear()

    async def subscribe(self, filters: Mapping[str, int]) -> bool:
        """Subscribe to bare topics, if there is a connection; tell whether there is. Raises `AccessRefused`."""
        transport = self._transport
        if transport is None:
            return False
        try:
            await transport.subscribe({full(self._prefix, name): qos for name, qos in filters.items()})
        except AccessRefused:
            raise
        except Offline:
            await transport.close()
            return False
        return self._transport is transport

    async def unsubscribe(self, filters: Iterable[str]) -> None:
        """Unsubscribe from bare topics."""
        if self._transport is not None:
            with contextlib.suppress(Offline):
                await self._transport.unsubscribe(tuple(full(self._prefix, name) for name in filters))

    async def _read(self, transport: Transport, ends: Ends) -> None:
        while True:
            messages = await transport.receive()
            for start in range(0, len(messages), SLICE):
                ends.arrived(messages[start : start + SLICE])
                await asyncio.sleep(0)

    async def _carry(self, transport: Transport) -> None:
        """Publish the next run of the queue, after the one before it was acknowledged; raise `Offline`."""
        async with self._way:
            if self._posts:
                await self._put_all(transport, self._run())

    def _run(self) -> list[OutgoingMessage]:
        """Take from the queue what may be under way together: a run of messages, or one of clearings.

        A clearing waits until the broker has acknowledged the messages before it, and the other way round.
        """
        first = self._posts.popleft()
        run = [first]
        while self._posts and len(run) < WINDOW and bool(self._posts[0].payload) is bool(first.payload):
            run.append(self._posts.popleft())
        return run

    async def _put_all(self, transport: Transport, posts: Sequence[OutgoingMessage]) -> None:
        """Pass messages to the broker in order, without waiting for the answer to each; raise `Offline`."""
        if len(posts) == 1:
            await self._put(transport, posts[0])
            return
        ends = await asyncio.gather(*(self._put(transport, post) for post in posts), return_exceptions=True)
        for end in ends:
            if isinstance(end, BaseException):
                raise end

    def _put(self, transport: Transport, post: OutgoingMessage) -> Awaitable[None]:
        diagnostic_log.carried("out", [post.topic])
        topic = full(self._prefix, post.topic)
        return transport.publish(topic, post.payload, qos=post.qos, retain=post.retain)

    @staticmethod
    def _settle(first: asyncio.Future[None], fault: Offline | None) -> None:
        if first.done():
            return
        if fault is None:
            first.set_result(None)
        else:
            first.set_exception(fault)


class ConnectionRun:
    """The tasks of one connection: it reads and publishes, and its owner keeps time."""

    def __init__(self, link: BrokerConnection, ends: Ends) -> None:
        """Prepare; nothing runs before `begin`."""
        self._link, self._ends = link, ends
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, keep_time: Coroutine[object, object, None]) -> None:
        """Start the tasks, of which `keep_time` is one; raise `Offline` if the first attempt to connect fails.

        They go on then, until `end`. Raises what a task raises before that.
        """
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        work = (self._link.run(self._ends, first), self._link.publish(), keep_time)
        self._tasks = [asyncio.create_task(job) for job in work]
        await asyncio.wait((first, *self._tasks), return_when=asyncio.FIRST_COMPLETED)
        if not first.done():
            await self.end()
        first.result()

    async def end(self) -> None:
        """End every task; raise what one of them raised. May be called twice."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended


class Alarm:
    """Wakes a resting task at a time; setting it to the same time again costs nothing."""

    def __init__(self, clock: Clock, wake: asyncio.Event) -> None:
        """Prepare; `wake` is set when it is time, or by anybody else with a reason."""
        self._clock, self._wake = clock, wake
        self._at = 0
        self._sleeper: asyncio.Future[None] | None = None

    async def rest(self, at: int) -> None:
        """Sleep until a time (milliseconds), or until somebody wakes us."""
        if self._sleeper is None or self._sleeper.done() or at != self._at:
            self._forget()
            seconds = max(0, at - self._clock.now_ms()) / 1000
            self._at, self._sleeper = at, asyncio.ensure_future(self._clock.sleep(seconds))
            self._sleeper.add_done_callback(self._ring)
        await self._wake.wait()

    async def end(self) -> None:
        """Stop the alarm."""
        sleeper = self._forget()
        if sleeper is not None:
            await asyncio.gather(sleeper, return_exceptions=True)

    def _forget(self) -> asyncio.Future[None] | None:
        sleeper, self._sleeper = self._sleeper, None
        if sleeper is not None:
            sleeper.cancel()
        return sleeper

    def _ring(self, sleeper: asyncio.Future[None]) -> None:
        if not sleeper.cancelled():
            self._wake.set()
