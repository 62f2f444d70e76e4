"""Segments over real brokers: a long chain takes few topics, and who comes late reads it from them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.peer.publisher import FOLLOWERS
from net.transport.mqtt_transport import connector
from net.transport.transport import Will
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, Topic, bare, full, history_filters, parse
from net.wire.peer_message import BUNDLE_LIMIT
from tests.net.support.party import party
from tests.net.support.toy_games.toy_table import install

LINES = BUNDLE_LIMIT + FOLLOWERS + 10


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def retained(room: Invitation, tid: bytes) -> set[Topic]:
    """Ask the broker anew what it keeps of a table's chains."""
    transport = connector(room)(Will(full(room.prefix, "nobody")))
    await transport.connect()
    try:
        await transport.subscribe({full(room.prefix, name): 0 for name in history_filters(tid)})
        end = full(room.prefix, "end")
        await transport.subscribe({end: 1})
        await transport.publish(end, b"x", qos=1)
        found: set[Topic] = set()
        while True:
            for message in await transport.receive():
                if message.topic == end:
                    return found
                at = parse(bare(room.prefix, message.topic) or "")
                if at is not None and at.tid == tid and at.place in {Place.EVENT, Place.SEGMENT}:
                    found.add(at)  # amqtt sends a newcomer what others asked for too
    finally:
        await transport.close()


async def test_a_long_chain_takes_few_topics_and_is_read_from_them(tmp_path: Path, room: Invitation) -> None:
    async with asyncio.timeout(30), party(tmp_path, connector(room), room=room) as here:
        ann = await here.enter("ann")
        handle = await ann.open_table("toy", {"players": "2"}, {}, "A test")
        for number in range(LINES):
            await handle.say(f"line {number}")
        await ann._link.flush()
        await here.leave("ann")
        kept = await retained(room, handle.tid)
        counts = [sum(at.place is place for at in kept) for place in (Place.EVENT, Place.SEGMENT)]
        assert counts[1] >= 1
        assert FOLLOWERS <= counts[0] <= FOLLOWERS + BUNDLE_LIMIT
        first = min(at.number for at in kept if at.place is Place.EVENT)
        assert {at.number for at in kept if at.place is Place.EVENT} == set(range(first, LINES + 1))
        bob = await here.enter("bob")
        reading = await bob.join(Invitation.parse(handle.invitation))
        view = await reading.until(lambda view: len(view.talk) == LINES)
        assert [line.text for line in view.talk] == [f"line {number}" for number in range(LINES)]
