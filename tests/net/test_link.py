"""A first connection that breaks at once is tried again; one that cannot be made is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from net.link import FIRST_TRIES, Link
from net.memory import MemoryBroker
from net.scribe import Post
from net.transport import LOST, UNREACHABLE, Message, Offline


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
    link = Link(broker.connect, "parley", "1/l/room/p/me", Hasty(), Random(1))
    tasks = [asyncio.create_task(link.run(Breaking(0, LOST), first)), asyncio.create_task(link.publish())]
    await first
    link.queue([Post("1/l/room/p/me", b"here", retain=True), Post("1/l/room/p/me", b"", retain=True)])
    await link.flush()
    link.queue([Post("1/l/room/p/me", b"still here", retain=True)])
    for _ in range(3):  # turns in which it would be published
        await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert broker.retained == {}


async def first_of(ends: Breaking) -> None:
    """Wait for the result of the first attempt."""
    link = Link(MemoryBroker().connect, "", "1/l/room/p/me", Hasty(), Random(1))
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
