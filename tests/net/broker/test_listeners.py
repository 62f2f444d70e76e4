"""Tables over TLS with a certificate that the invitation names, and over websockets."""

from __future__ import annotations

import asyncio
import gc
import ssl
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import aiomqtt
import pytest

from net.broker import broker_process
from net.broker.broker_process import BrokerFault, BrokerKind, pin_of, start_broker
from net.broker.listener import BrokerListener
from net.transport import mqtt_transport
from net.transport.mqtt_transport import Client, connector
from net.transport.transport import ROOM_USER, AccessRefused
from net.wire.invitation import Invitation, Via
from tests.net.support.brokers.certificates import certificate
from tests.net.support.party import ROOM, agreed, party, play, seated
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob", "cid")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


ALONE = ("mosquitto tls", "amqtt tls")
SEALED = (*ALONE, "amqtt wss")
OPEN = ("mosquitto tcp", "amqtt tcp")
DOORS = (*SEALED, "amqtt ws")


@pytest.fixture
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Invitation]:
    """Give the invitation to a room behind such a door, with the pin where there is one."""
    kind, via = request.param.split()
    if kind == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    door = BrokerListener(Via(via))
    if door.sealed:
        door = replace(certificate(tmp_path, "broker"), via=Via(via))
    broker = await start_broker(kind, user=ROOM_USER, password=ROOM.broker_password, door=door)
    pin = pin_of(door) if door.sealed else ""
    yield replace(ROOM, host=broker.host, port=broker.port, via=door.via, pin=pin)
    await broker.stop()


@pytest.mark.parametrize("room", DOORS, indirect=True)
async def test_a_whole_game_is_played_behind_every_door(tmp_path: Path, room: Invitation) -> None:
    assert Invitation.parse(str(room)) == room
    async with asyncio.timeout(60), party(tmp_path, connector(room), room=room) as here:
        for name in NAMES:
            await here.enter(name)
        handles = await seated(here, NAMES)
        await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
        assert all(await agreed(list(handles.values())))


@pytest.mark.parametrize("room", SEALED, indirect=True)
async def test_another_certificate_is_refused_in_a_sentence(tmp_path: Path, room: Invitation) -> None:
    other = replace(room, pin=pin_of(certificate(tmp_path, "other")))
    async with asyncio.timeout(30), party(tmp_path, connector(other), room=other) as here:
        with pytest.raises(AccessRefused, match="does not show the certificate that the invitation names"):
            await here.enter("ann")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves its socket open
@pytest.mark.parametrize("room", SEALED, indirect=True)
async def test_without_a_pin_such_a_certificate_is_not_trusted(room: Invitation) -> None:
    with pytest.raises(AccessRefused, match="No authority this machine trusts vouches"):
        await connector(replace(room, pin=""))(None).connect()
    gc.collect()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves its socket open
@pytest.mark.parametrize(
    ("room", "given", "told"),
    [
        *((door, Via.TCP, "wants TLS, .* via=tls[.]") for door in ALONE),
        *((door, Via.WS, "wants TLS, .* via=tls[.]") for door in ALONE),
        *((door, Via.WSS, "by TLS without websockets, .* asks for via=wss: .* via=tls[.]") for door in ALONE),
        ("amqtt wss", Via.TCP, "wants TLS, .* via=wss[.]"),
        ("amqtt wss", Via.WS, "wants TLS, .* via=wss[.]"),
        ("amqtt wss", Via.TLS, "by websockets with TLS, .* asks for via=tls: .* via=wss[.]"),
        *(
            (door, way, f"asks for via={way}: .* without via=[.]")
            for door in OPEN
            for way in (Via.TLS, Via.WS, Via.WSS)
        ),
        ("amqtt ws", Via.TCP, "in another way .* via=ws[.]"),
        ("amqtt ws", Via.TLS, "speaks without TLS, .* via=ws[.]"),
        ("amqtt ws", Via.WSS, "speaks without TLS, .* via=ws[.]"),
    ],
    indirect=["room"],
)
async def test_who_comes_another_way_than_the_broker_listens_reads_which(
    room: Invitation, given: Via, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt_transport, "TIMEOUT", 1.0)  # a broker that waits for more lets the client wait as long
    sealed = given in {Via.TLS, Via.WSS}
    for pin in {room.pin, room.pin or "ab" * 32} if sealed else {""}:
        with pytest.raises(AccessRefused, match=told):
            await connector(replace(room, via=given, pin=pin))(None).connect()
    gc.collect()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves its socket open
async def test_a_certificate_for_another_name_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    door = certificate(tmp_path, "broker")
    broker = await start_broker("amqtt", user=ROOM_USER, password=ROOM.broker_password, door=door)
    context = ssl.create_default_context(cafile=door.certificate)
    monkeypatch.setattr(ssl, "create_default_context", lambda: context)
    with pytest.raises(AccessRefused, match="is for another name"):
        await connector(replace(ROOM, host=broker.host, port=broker.port, via=Via.TLS))(None).connect()
    await broker.stop()
    gc.collect()


async def test_a_certificate_whose_time_is_over_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: object) -> None:
        found = ssl.SSLCertVerificationError("certificate has expired")
        found.verify_code = 10
        try:
            raise found
        except ssl.SSLCertVerificationError:
            raise aiomqtt.MqttError(str(found)) from None

    monkeypatch.setattr(Client, "__aenter__", fail)
    with pytest.raises(AccessRefused, match="is not valid today"):
        await connector(replace(ROOM, via=Via.TLS))(None).connect()


@pytest.mark.skipif(not broker_process.available(), reason="there is no mosquitto on this machine")
async def test_websockets_are_the_embedded_brokers() -> None:
    with pytest.raises(BrokerFault, match="every address of the machine"):
        await start_broker("mosquitto", door=BrokerListener(Via.WS))
    broker = await start_broker(door=BrokerListener(Via.WS))
    assert broker.kind is BrokerKind.AMQTT
    await broker.stop()


@pytest.mark.parametrize("spoilt", ["certificate", "key"])
async def test_a_certificate_that_cannot_be_used_is_told(tmp_path: Path, spoilt: str) -> None:
    door = certificate(tmp_path, "broker")
    with pytest.raises(BrokerFault, match=r"nowhere\.pem.* cannot be used: no such file"):
        await start_broker("amqtt", door=replace(door, certificate=str(tmp_path / "nowhere.pem")))
    (tmp_path / Path(getattr(door, spoilt)).name).write_text("no such thing\n")
    with pytest.raises(BrokerFault, match="cannot be used"):
        await start_broker("amqtt", door=door)
