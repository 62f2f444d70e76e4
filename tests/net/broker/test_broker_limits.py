"""The limits of a broker: so many people and no more, packets of so many bytes and no greater ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

import pytest

from net.broker import broker_process
from net.broker.broker_process import start_broker
from net.broker.listener import Limits
from net.transport.mqtt_transport import MqttTransport, connector
from net.transport.transport import ROOM_USER, Offline
from net.wire.invitation import Invitation
from tests.net.support.party import ROOM

PEOPLE, PACKET = 2, 32 * 1024
MORE = 1
"""How many more mosquitto lets in: it looks whether there are too many before it counts the newcomer."""


@pytest.fixture(params=["amqtt", "mosquitto"])
async def narrow(request: pytest.FixtureRequest) -> AsyncIterator[Invitation]:
    """Give the invitation to a broker for two with small packets."""
    if request.param == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    limits = Limits(PEOPLE, PACKET)
    found = await start_broker(request.param, user=ROOM_USER, password=ROOM.broker_password, limits=limits)
    yield replace(ROOM, host=found.host, port=found.port)
    await found.stop()


async def enter(room: Invitation) -> MqttTransport:
    """Connect as somebody."""
    found = connector(room)(None)
    assert isinstance(found, MqttTransport)
    await found.connect()
    return found


async def enter_when_free(room: Invitation) -> MqttTransport:
    """Connect as soon as the broker has noticed that somebody has left."""
    while True:
        try:
            return await enter(room)
        except Offline:
            await asyncio.get_running_loop().run_in_executor(None, str)


async def test_no_more_people_and_no_greater_packets_than_are_allowed(narrow: Invitation) -> None:
    async with asyncio.timeout(60):
        inside = [await enter_when_free(narrow)]  # the probe of the start may still be leaving
        with suppress(Offline):
            while len(inside) <= PEOPLE + MORE:
                inside.append(await enter(narrow))
        assert PEOPLE <= len(inside) <= PEOPLE + MORE
        ann, ben, *others = inside
        await asyncio.gather(*(other.close() for other in (ben, *others)))
        ben = await enter_when_free(narrow)
        await ben.subscribe({"x": 1})
        with suppress(Offline):  # the one broker hangs up, the other one drops it
            await ann.publish("x", bytes(PACKET + 1))
        await ann.close()
        again = await enter_when_free(narrow)
        await again.publish("x", bytes(PACKET - 100))
        (message,) = await ben.receive()
        assert len(message.payload) == PACKET - 100
        await asyncio.gather(ben.close(), again.close())
