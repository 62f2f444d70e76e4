"""The limits of a broker: so many people and no more, packets of so many bytes and no greater ones."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from net.broker import broker_process
from net.broker.broker_process import pin_of, start_broker
from net.broker.listener import BrokerListener, Limits
from net.transport.mqtt_transport import MqttTransport, connector
from net.transport.transport import ROOM_USER, Offline
from net.wire.invitation import Invitation, Via
from tests.net.support.brokers.certificates import certificate
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


async def crowd(room: Invitation, inside: list[MqttTransport]) -> None:
    """Connect as ever more people, as many as one may expect to be let in and one more; raise `Offline`."""
    while len(inside) <= PEOPLE + MORE:
        inside.append(await enter(room))


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
            await crowd(narrow, inside)
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


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves its socket open
@pytest.mark.parametrize("way", ["amqtt tcp", "amqtt tls", "amqtt ws", "amqtt wss", "mosquitto tcp", "mosquitto tls"])
async def test_whoever_comes_too_many_reads_that_the_room_may_be_full(tmp_path: Path, way: str) -> None:
    kind, via = way.split()
    if kind == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    door = BrokerListener(Via(via))
    if door.sealed:
        door = replace(certificate(tmp_path, "broker"), via=Via(via))
    password = ROOM.broker_password
    broker = await start_broker(kind, user=ROOM_USER, password=password, door=door, limits=Limits(PEOPLE))
    room = replace(ROOM, host=broker.host, port=broker.port, via=door.via, pin=pin_of(door) if door.sealed else "")
    async with asyncio.timeout(60):
        inside = [await enter_when_free(room) for _ in range(PEOPLE)]  # each may leave a probe behind for a moment
        with pytest.raises(Offline, match="the room may be full"):
            await crowd(room, inside)
        await asyncio.gather(*(one.close() for one in inside))
        await (await enter_when_free(room)).close()
    await broker.stop()
    gc.collect()
