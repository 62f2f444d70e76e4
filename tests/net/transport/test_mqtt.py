"""The transport over real brokers: only what the protocol relies on (protocol, section 2)."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from dataclasses import replace
from typing import Any

import pytest

from net.broker.broker_process import RunningBroker
from net.identity.identity import Identity
from net.transport.mqtt_transport import Address, MqttTransport, connector
from net.transport.port_probe import Shut
from net.transport.transport import FULL, OWN_USER, UNREACHABLE, AccessRefused, Message, Offline, Transport, Will
from net.wire.invitation import Invitation, Via
from tests.net.support.brokers.proxy import Proxy, Toxic, Way

WAIT = 10.0
SOON = 5.0
"""Well below the time that the library would wait for an answer."""


async def _next(transport: Transport, count: int) -> list[Message]:
    found: list[Message] = []
    async with asyncio.timeout(WAIT):
        while len(found) < count:
            found += await transport.receive()
    return found


async def _connected(room: Invitation, will: Will | None = None) -> Transport:
    transport = connector(room)(will)
    await transport.connect()
    return transport


async def test_messages_come_in_order_and_retained_ones_are_marked(room: Invitation) -> None:
    ann, bob = await _connected(room), await _connected(room)
    await ann.publish("x/kept", b"old", retain=True)
    await bob.subscribe({"x/#": 1, "y/+": 0})
    assert await _next(bob, 1) == [Message("x/kept", b"old", retain=True)]
    for number in range(200):
        await ann.publish("x/live", bytes([number]), qos=number % 2)
    assert [message.payload[0] for message in await _next(bob, 200)] == list(range(200))
    await bob.unsubscribe(("x/#",))
    await ann.publish("x/live", b"unheard")
    await ann.publish("y/z", b"heard")
    assert await _next(bob, 1) == [Message("y/z", b"heard")]
    await ann.close()
    await ann.close()
    await bob.close()


async def test_a_retained_message_is_cleared_by_an_empty_one(room: Invitation) -> None:
    ann, bob = await _connected(room), await _connected(room)
    await ann.publish("x/a", b"1", retain=True)
    await ann.publish("x/a", b"", retain=True)
    await ann.publish("x/b", b"2", retain=True)
    await bob.subscribe({"x/#": 0})
    assert await _next(bob, 1) == [Message("x/b", b"2", retain=True)]
    await ann.close()
    await bob.close()


async def test_the_will_clears_presence_when_a_connection_breaks(room: Invitation) -> None:
    ann = connector(room)(Will("x/p/ann"))
    assert isinstance(ann, MqttTransport)
    await ann.connect()
    bob = await _connected(room)
    await ann.publish("x/p/ann", b"here", retain=True)
    await bob.subscribe({"x/p/+": 1})
    assert (await _next(bob, 1))[0].payload == b"here"
    assert ann._client is not None
    open_socket = ann._client._client.socket()
    assert isinstance(open_socket, socket.socket)
    open_socket.shutdown(socket.SHUT_RDWR)
    assert await _next(bob, 1) == [Message("x/p/ann", b"")]
    await ann.close()
    await bob.close()


async def test_a_wrong_password_is_refused_in_a_sentence(room: Invitation) -> None:
    with pytest.raises(AccessRefused, match="refuses the password"):
        await connector(replace(room, room_key=bytes(16)))(None).connect()
    anonymous = MqttTransport(Address(room.host, room.port))
    with pytest.raises(AccessRefused, match="refuses the password"):
        await anonymous.connect()


async def test_whoever_has_no_account_yet_reads_whom_to_give_it(room: Invitation) -> None:
    with pytest.raises(AccessRefused, match="parley account"):
        await connector(replace(room, user=OWN_USER), Identity.new(bytes(32)))(None).connect()


async def test_a_broker_that_dies_ends_the_connection(broker: RunningBroker, room: Invitation) -> None:
    ann = await _connected(room)
    await ann.subscribe({"x/#": 1})
    waiting = asyncio.create_task(ann.receive())
    await broker.kill()
    async with asyncio.timeout(WAIT):
        with pytest.raises(Offline, match="is lost"):
            await waiting
    with pytest.raises(Offline, match="is lost"):
        await ann.publish("x/a", b"1")
    await ann.close()
    with pytest.raises(Offline, match=f"Nobody answers at {room.host}:{room.port}"):
        await connector(room)(None).connect()


async def test_a_huge_packet_harms_nobody_else(room: Invitation) -> None:
    bad, ann, bob = await _connected(room), await _connected(room), await _connected(room)
    await bob.subscribe({"x/#": 1})
    with contextlib.suppress(Offline):
        await bad.publish("x/noise", bytes(1 << 20), qos=0)
    await ann.publish("x/a", b"1")
    assert await _next(bob, 1) == [Message("x/a", b"1")]
    for transport in (bad, ann, bob):
        await transport.close()


async def test_an_answer_is_not_waited_for_once_the_connection_has_ended(room: Invitation) -> None:
    async with Proxy(room.host, room.port) as proxy:
        ann = await _connected(replace(room, port=proxy.port))
        proxy.infect(Toxic.TIMEOUT, Way.DOWN)
        publishing = asyncio.create_task(ann.publish("x/a", b"1"))
        await proxy.bitten(1)
        proxy.heal()
        async with asyncio.timeout(SOON):
            with pytest.raises(Offline, match="is lost"):
                await publishing
        await ann.close()


@pytest.mark.parametrize("way", Way)
async def test_a_connection_that_ends_before_it_is_answered_is_told_soon(room: Invitation, way: Way) -> None:
    async with Proxy(room.host, room.port) as proxy, asyncio.timeout(SOON):
        proxy.infect(Toxic.RESET, way)
        with pytest.raises(Offline, match=r"Nobody answers|ends every connection at once"):
            await connector(replace(room, port=proxy.port))(None).connect()
        assert proxy.bites


async def test_a_connection_given_up_before_it_is_answered_ends_in_silence(room: Invitation) -> None:
    failed: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    async with Proxy(room.host, room.port) as proxy, asyncio.timeout(SOON):
        proxy.infect(Toxic.TIMEOUT, Way.DOWN)
        connecting = asyncio.create_task(connector(replace(room, port=proxy.port))(None).connect())
        await proxy.bitten(1)
        connecting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await connecting
        proxy.heal()
    for _ in range(99):  # turns in which the loop sees the broken socket
        await asyncio.sleep(0)
    assert not failed


async def test_a_socket_that_another_thread_has_just_closed_is_not_waited_for() -> None:
    failed: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    client = MqttTransport(Address("127.0.0.1", 1))._make(None)
    client._on_socket_register_write(client._client, None, None)
    await asyncio.sleep(0)
    assert not failed


@pytest.mark.parametrize("there", [Via.TLS, Shut.HIDDEN])
async def test_a_place_that_is_free_again_once_one_is_refused_was_taken(
    room: Invitation, there: Via | Shut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With TLS, whoever fetches a certificate may take the last place, and leave it while the reason is looked for."""

    async def sealed(*_: object) -> Via | Shut:
        return there

    monkeypatch.setattr("net.transport.mqtt_transport.listening", sealed)
    transport = MqttTransport(Address(room.host, room.port, via=Via.TLS))
    for error, why in ((ConnectionResetError(), FULL), (ssl.SSLEOFError(), FULL), (TimeoutError(), UNREACHABLE)):
        assert (await transport._unreached(error)).template == why
