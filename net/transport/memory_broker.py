"""A broker inside this process: for solo play, for the hot seat and for tests.

It does what the protocol may ask of a broker (retained messages, wills, wildcards, one queue for each connection in
publishing order) and nothing more. It is deterministic: what is published is queued at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping

from net.transport.transport import INCOMING_LIMIT, LOST, UNREACHABLE, Message, Offline, Will, matches

HERE = {"host": "memory", "port": 0}
"""Stands for the address in the sentences of faults."""


class MemoryBroker:
    """One broker; `local` says that everybody on it is in this process and need not be waited for."""

    def __init__(self, *, local: bool = True) -> None:
        """Start with nothing retained and nobody connected."""
        self.local = local
        self.retained: dict[str, bytes] = {}
        self._links: list[MemoryTransport] = []
        self._up = True

    def connect(self, will: Will | None = None) -> MemoryTransport:
        """Make a transport to this broker, not connected yet (a `Connector`)."""
        return MemoryTransport(self, will)

    def attach(self, link: MemoryTransport) -> None:
        """Connect a transport; raise `Offline` while stopped."""
        if not self._up:
            raise Offline(UNREACHABLE, **HERE)
        self._links.append(link)

    def detach(self, link: MemoryTransport, *, broken: bool) -> None:
        """Disconnect a transport; with `broken`, publish its will."""
        if link not in self._links:
            return
        self._links.remove(link)
        if broken and link.will is not None:
            self.publish(link.will.topic, link.will.payload, retain=True)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Queue a message for every connection subscribed to its topic and keep it if `retain`."""
        if retain:
            self.retained.pop(topic, None)
            if payload:
                self.retained[topic] = payload
        for link in tuple(self._links):
            if link.wants(topic):
                self.deliver(link, Message(topic, payload))

    def replay(self, link: MemoryTransport, pattern: str) -> None:
        """Queue what is retained under a filter."""
        for topic, payload in tuple(self.retained.items()):
            if matches(pattern, topic):
                self.deliver(link, Message(topic, payload, retain=True))

    def deliver(self, link: MemoryTransport, message: Message) -> None:
        """Queue one message for one connection; a test overrides this to lose, double or delay it."""
        link.put(message)

    def stop(self, *, forget: bool = True) -> None:
        """Break every connection and refuse new ones; with `forget`, what was retained is gone."""
        self._up = False
        links, self._links = self._links, []
        for link in links:
            link.cut()
        if forget:
            self.retained.clear()

    def start(self) -> None:
        """Accept connections again."""
        self._up = True


class MemoryTransport:
    """One connection to a `MemoryBroker`."""

    def __init__(self, broker: MemoryBroker, will: Will | None = None) -> None:
        """Prepare a connection; nothing happens before `connect`."""
        self.will = will
        self._broker = broker
        self._filters: list[str] = []
        self._queue: deque[Message] = deque()
        self._ready = asyncio.Event()
        self._open = False

    @property
    def local(self) -> bool:
        """Whether everybody on the broker is in this process."""
        return self._broker.local

    async def connect(self) -> None:
        """Connect; raise `Offline` while the broker is stopped."""
        self._broker.attach(self)
        self._open = True

    async def close(self) -> None:
        """Disconnect without the will."""
        self._broker.detach(self, broken=False)
        self.cut()

    def abort(self) -> None:
        """Break the connection as a crash would: the will is published."""
        self._broker.detach(self, broken=True)
        self.cut()

    async def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        """Pass a message to the broker; the quality makes no difference here."""
        self._check()
        del qos
        self._broker.publish(topic, payload, retain=retain)

    async def subscribe(self, filters: Mapping[str, int]) -> None:
        """Subscribe to the topics that match; what is retained is queued at once."""
        self._check()
        for pattern in filters:
            if pattern not in self._filters:
                self._filters.append(pattern)
            self._broker.replay(self, pattern)

    async def unsubscribe(self, filters: tuple[str, ...]) -> None:
        """Unsubscribe from these filters."""
        self._check()
        self._filters = [pattern for pattern in self._filters if pattern not in filters]

    async def receive(self) -> tuple[Message, ...]:
        """Wait for messages and return all that are there; raise `Offline` once the connection has ended."""
        await self._ready.wait()
        if not self._queue:
            self._check()
        taken = tuple(self._queue)
        self._queue.clear()
        if self._open:
            self._ready.clear()
        return taken

    def wants(self, topic: str) -> bool:
        """Tell whether a filter of this connection matches the topic."""
        return any(matches(pattern, topic) for pattern in self._filters)

    def put(self, message: Message) -> None:
        """Queue a message, or drop it if 10 000 are waiting already."""
        if self._open and len(self._queue) < INCOMING_LIMIT:
            self._queue.append(message)
            self._ready.set()

    def cut(self) -> None:
        """End the connection from the broker's side: `receive` raises once the queue is empty."""
        self._open = False
        self._ready.set()

    def _check(self) -> None:
        if not self._open:
            raise Offline(LOST, **HERE)
