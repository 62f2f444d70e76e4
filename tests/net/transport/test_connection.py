"""A first connection that breaks at once is tried again; one that cannot be made is told; what is said keeps order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from net.transport.connection import FIRST_TRIES, WINDOW, BrokerConnection
from net.transport.memory_broker import MemoryBroker, MemoryTransport
from net.transport.transport import LOST, UNREACHABLE, Message, Offline, OutgoingMessage, Will


class Hasty:
    """A clock that never waits."""

    def now_ms(self) -> int:
        """Stand still."""
        return 0

    async def sleep(self, seconds: float) -> None:
        """Let others run."""
        del seconds
        await asyncio.sleep(0)


class Breaking:
    """A near end at which the first connections end with a fault."""

    def __init__(self, breaks: int, template: str) -> None:
        """Break that many times."""
        self.left, self.opens, self.template = breaks, 0, template

    async def opened(self) -> None:
        """Break, or not."""
        self.opens += 1
        self.left -= 1
        if self.left >= 0:
            raise Offline(self.template, host="here", port=1)

    def arrived(self, messages: Sequence[Message]) -> None:
        """Take nothing in."""

    def closed(self) -> None:
        """Notice nothing."""


async def test_nothing_is_said_after_the_last_words() -> None:
    broker, first = MemoryBroker(), asyncio.get_running_loop().create_future()
    link = BrokerConnection(broker.connect, "parley", "1/l/room/p/me", Hasty(), Random(1))
    tasks = [asyncio.create_task(link.run(Breaking(0, LOST), first)), asyncio.create_task(link.publish())]
    await first
    link.queue(
        [OutgoingMessage("1/l/room/p/me", b"here", retain=True), OutgoingMessage("1/l/room/p/me", b"", retain=True)]
    )
    await link.flush()
    link.queue([OutgoingMessage("1/l/room/p/me", b"still here", retain=True)])
    for _ in range(3):  # turns in which it would be published
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert broker.retained == {}


class Held(MemoryTransport):
    """A connection on which a message is acknowledged only when the gate is opened; `told` has what began and ended."""

    def __init__(self, broker: MemoryBroker, will: Will | None, gate: asyncio.Event, told: list[str]) -> None:
        """Stand before the gate."""
        super().__init__(broker, will)
        self._gate, self._told = gate, told

    async def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        """Begin, wait, end."""
        self._told.append(f"{topic.rpartition('/')[2]} begins")
        await self._gate.wait()
        await super().publish(topic, payload, qos=qos, retain=retain)
        self._told.append(f"{topic.rpartition('/')[2]} ends")


@pytest.mark.parametrize(
    ("said", "cleared", "together"), [(WINDOW + 1, 0, WINDOW), (3, 2, 3), (0, 2, 2)], ids=["many", "both", "clearings"]
)
async def test_what_is_alike_is_on_its_way_together_and_a_clearing_waits_for_what_was_said_before_it(
    said: int, cleared: int, together: int
) -> None:
    broker, gate, told = MemoryBroker(), asyncio.Event(), list[str]()
    link = BrokerConnection(lambda will: Held(broker, will, gate, told), "parley", "1/l/room/p/me", Hasty(), Random(1))
    first = asyncio.get_running_loop().create_future()
    tasks = [asyncio.create_task(link.run(Breaking(0, LOST), first)), asyncio.create_task(link.publish())]
    await first
    posts = [OutgoingMessage(f"m{number}", b"x", retain=True) for number in range(said)]
    posts += [OutgoingMessage(f"m{number}", b"", retain=True) for number in range(cleared)]
    link.queue([*posts, OutgoingMessage("last", b"x", retain=True)])
    for _ in range(9):  # turns in which more would begin
        await asyncio.sleep(0)
    assert told == [f"{post.topic} begins" for post in posts[:together]]
    gate.set()
    for _ in range(99):  # turns in which all of it is
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    left = [topic.rpartition("/")[2] for topic in broker.retained]
    assert left == [*(f"m{number}" for number in range(cleared, said)), "last"]


async def test_the_last_words_wait_for_what_is_on_its_way_already() -> None:
    broker, gate, told = MemoryBroker(), asyncio.Event(), list[str]()
    link = BrokerConnection(lambda will: Held(broker, will, gate, told), "parley", "1/l/room/p/me", Hasty(), Random(1))
    first = asyncio.get_running_loop().create_future()
    tasks = [asyncio.create_task(link.run(Breaking(0, LOST), first)), asyncio.create_task(link.publish())]
    await first
    link.queue([OutgoingMessage("m", b"x", retain=True)])
    for _ in range(9):  # turns in which it sets out
        await asyncio.sleep(0)
    assert told == ["m begins"]
    last = asyncio.create_task(link.flush())
    for _ in range(9):  # turns in which it would end too early
        await asyncio.sleep(0)
    assert not last.done()
    gate.set()
    await last
    assert len(broker.retained) == 1
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def first_of(ends: Breaking) -> None:
    """Wait for the result of the first attempt."""
    link = BrokerConnection(MemoryBroker().connect, "", "1/l/room/p/me", Hasty(), Random(1))
    first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(link.run(ends, first))
    try:
        await first
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("breaks", range(FIRST_TRIES))
async def test_a_connection_that_breaks_at_once_is_tried_again(breaks: int) -> None:
    ends = Breaking(breaks, LOST)
    await first_of(ends)
    assert ends.opens == breaks + 1


async def test_not_for_ever() -> None:
    ends = Breaking(FIRST_TRIES, LOST)
    with pytest.raises(Offline, match="is lost"):
        await first_of(ends)
    assert ends.opens == FIRST_TRIES


async def test_where_nobody_answers_that_is_told_at_once() -> None:
    ends = Breaking(1, UNREACHABLE)
    with pytest.raises(Offline, match="Nobody answers"):
        await first_of(ends)
    assert ends.opens == 1
