"""The broker inside this process."""

from __future__ import annotations

import asyncio

import pytest

from net.transport.memory_broker import MemoryBroker
from net.transport.transport import INCOMING_LIMIT, Message, Offline, Will, matches


@pytest.mark.parametrize(
    ("pattern", "topic", "fits"),
    [
        ("a/b", "a/b", True),
        ("a/b", "a/b/c", False),
        ("a/+", "a/b", True),
        ("a/+", "a", False),
        ("a/+", "a/", True),
        ("a/+/c", "a/b/c", True),
        ("a/#", "a/b/c", True),
        ("a/#", "a", True),
        ("a/#", "b", False),
        ("#", "a/b", True),
        ("#", "$SYS/x", False),
        ("+/x", "$SYS/x", False),
        ("$SYS/#", "$SYS/x", True),
    ],
)
def test_wildcards(pattern: str, topic: str, fits: bool) -> None:  # noqa: FBT001 a case
    assert matches(pattern, topic) is fits


async def test_retained_messages_come_first_and_are_marked() -> None:
    broker = MemoryBroker()
    ann, bob = broker.connect(), broker.connect()
    await ann.connect()
    await bob.connect()
    await ann.publish("x/1", b"old", retain=True)
    await ann.publish("x/2", b"gone", retain=True)
    await ann.publish("x/2", b"", retain=True)
    await bob.subscribe({"x/+": 1})
    await ann.publish("x/1", b"new", retain=True)
    await ann.publish("y", b"unheard")
    assert await bob.receive() == (Message("x/1", b"old", retain=True), Message("x/1", b"new"))
    await bob.unsubscribe(("x/+",))
    await ann.publish("x/1", b"unheard")
    await bob.close()
    with pytest.raises(Offline):
        await bob.receive()


async def test_a_broken_connection_leaves_its_will_and_an_orderly_one_does_not() -> None:
    broker = MemoryBroker()
    ann, bob, cid = broker.connect(Will("p/ann")), broker.connect(Will("p/bob")), broker.connect()
    for link in (ann, bob, cid):
        await link.connect()
    await cid.subscribe({"p/#": 1})
    await ann.publish("p/ann", b"here", retain=True)
    await bob.publish("p/bob", b"here", retain=True)
    ann.abort()
    await bob.close()
    assert await cid.receive() == (Message("p/ann", b"here"), Message("p/bob", b"here"), Message("p/ann", b""))
    assert broker.retained == {"p/bob": b"here"}


@pytest.mark.parametrize("forget", [True, False])
async def test_a_stopped_broker_breaks_connections_and_refuses_new_ones(forget: bool) -> None:  # noqa: FBT001 a case
    broker = MemoryBroker()
    ann = broker.connect()
    await ann.connect()
    await ann.publish("x", b"1", retain=True)
    waiting = asyncio.create_task(ann.receive())
    await asyncio.sleep(0)
    broker.stop(forget=forget)
    with pytest.raises(Offline, match="is lost"):
        await waiting
    with pytest.raises(Offline):
        await ann.publish("x", b"1")
    with pytest.raises(Offline, match="Nobody answers"):
        await broker.connect().connect()
    broker.start()
    bob = broker.connect()
    await bob.connect()
    assert bool(broker.retained) is not forget


async def test_a_slow_reader_loses_the_newest() -> None:
    broker = MemoryBroker()
    ann, bob = broker.connect(), broker.connect()
    await ann.connect()
    await bob.connect()
    await bob.subscribe({"x": 0})
    for number in range(INCOMING_LIMIT + 5):
        await ann.publish("x", b"%d" % number)
    taken = await bob.receive()
    assert len(taken) == INCOMING_LIMIT
    assert taken[-1].payload == b"%d" % (INCOMING_LIMIT - 1)
