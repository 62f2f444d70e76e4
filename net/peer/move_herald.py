"""Telling the room that a table has left where it goes on, once the broker there is reached.

The host may leave that room before its broker has their word: it is away, or has only just come back and nothing may be
signed there yet. This tells it later, by a connection of its own. It signs nothing: it publishes what its author has
signed up to that word, as it lies in the journal. So the profile is still at one table in one place alone.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from random import Random

from net.identity.identity import Identity
from net.peer.publisher import Outbox, Publisher
from net.transport.clock import SystemClock
from net.transport.connection import BrokerConnection
from net.transport.transport import Connector, Message, OutgoingMessage
from net.wire import envelope
from net.wire.event import Signed
from net.wire.invitation import Invitation


def posts_of(identity: Identity, chain: Sequence[Signed], at: Invitation) -> list[OutgoingMessage]:
    """Return the messages that retain one's own chain at the table of an invitation."""
    tid = at.tid or b""
    scribe = Publisher(identity, tid, envelope.table_key(at.log_key, tid), secrets.token_bytes)
    return [scribe.post(posting) for posting in Outbox().pending(chain)]


class _Errand:
    """One room to be told: what is published as soon as its broker is reached."""

    def __init__(self, connector: Connector, prefix: str, posts: Sequence[OutgoingMessage]) -> None:
        self._posts = posts
        self._told = asyncio.Event()
        rng = Random(secrets.randbits(64))  # noqa: S311 spreads waits
        self._link = BrokerConnection(connector, prefix, "", SystemClock(), rng)

    async def run(self) -> None:
        """Try until the broker has acknowledged everything."""
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        first.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        trying = asyncio.create_task(self._link.run(self, first))
        try:
            await self._told.wait()
        finally:
            trying.cancel()
            await asyncio.gather(trying, return_exceptions=True)

    async def opened(self) -> None:
        """Publish; may raise `Offline`."""
        await self._link.say(self._posts)
        self._told.set()

    def arrived(self, messages: Sequence[Message]) -> None:
        """Nothing is subscribed, so nothing arrives."""

    def closed(self) -> None:
        """Wait: it is tried again by itself."""


class MoveHerald:
    """Tells rooms that were left where their tables go on: one task for each table in each of them."""

    def __init__(
        self,
        way: Callable[[Invitation], Connector],
        on_told: Callable[[Invitation], None] = lambda _: None,
    ) -> None:
        """Reach a room by the `way` that is given for it; `on_told` gets the invitation to the table told there."""
        self._way = way
        self._on_told = on_told
        self._tasks: dict[Invitation, asyncio.Task[None]] = {}
        self._left: dict[Invitation, None] = {}

    @property
    def rooms(self) -> tuple[Invitation, ...]:
        """The ways back to tables in the rooms that were left or told."""
        return tuple(self._left)

    def send(self, identity: Identity, chain: Sequence[Signed], at: Invitation) -> None:
        """Begin to tell the room of `at`, where the table was, by the own chain, which ends with that word or later."""
        self._left[at] = None
        self._recall(at)
        self._tasks[at] = asyncio.create_task(self._tell(posts_of(identity, chain, at), at))

    def leave(self, here: Invitation, there: Invitation) -> None:
        """Notice that a table goes from one room to another: the other one is told no more that it is elsewhere."""
        self._left[here] = None
        self._recall(there)

    def _recall(self, at: Invitation) -> None:
        for known in [one for one in self._tasks if (one.place, one.tid) == (at.place, at.tid)]:
            self._tasks.pop(known).cancel()

    async def close(self) -> None:
        """End every task; may be called twice."""
        tasks = tuple(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, posts: Sequence[OutgoingMessage], at: Invitation) -> None:
        await _Errand(self._way(at), at.prefix, posts).run()
        self._on_told(at)
