"""Brokers of an evening: they start, let in by password, refuse in sentences and end with their parent."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from net.broker import broker_process, local_network
from net.broker.broker_process import (
    BARE,
    LEAVING_SECONDS,
    USUAL,
    BrokerFault,
    BrokerKind,
    RunningBroker,
    free_port,
    reachable,
    start_broker,
)
from net.broker.listener import Orders
from net.identity.identity import Identity
from net.transport.mqtt_transport import Address, MqttTransport
from net.transport.transport import Message
from net.wire.invitation import Invitation

ROOT = Path(__file__).resolve().parents[3]
PARENT = """
import asyncio, sys
from net.broker.broker_process import start_broker
async def main():
    broker = await start_broker(sys.argv[1])
    print(broker.port, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.fixture
def taken() -> Iterator[int]:
    """Give a port that somebody listens at."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]


def _refused(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


async def _gone(port: int) -> None:
    async with asyncio.timeout(10):
        while not await asyncio.to_thread(_refused, port):
            await asyncio.get_running_loop().run_in_executor(None, os.sched_yield)


async def test_a_broker_takes_a_port_of_the_kernel_and_gives_it_back(broker: RunningBroker) -> None:
    assert broker.port > 0
    assert not _refused(broker.port)
    folder = broker.folder
    await broker.stop()
    await broker.stop()
    assert _refused(broker.port)
    assert folder is None or not folder.exists()


async def test_a_newcomer_hears_nothing_that_he_has_not_asked_for(room: Invitation) -> None:
    """By itself amqtt gives him all that is retained for whatever others subscribe to."""
    ann, bob, late = (MqttTransport(Address.of(room, Identity.new(bytes(32)))) for _ in range(3))
    await ann.connect()
    await bob.connect()
    await bob.subscribe({"theirs/#": 1})
    await ann.publish("theirs/1", b"for bob", retain=True)
    assert await bob.receive() == (Message("theirs/1", b"for bob"),)
    await late.connect()
    await late.subscribe({"own": 1})
    await late.publish("own", b"for late")
    assert await late.receive() == (Message("own", b"for late"),)
    for one in (ann, bob, late):
        await one.close()


@pytest.mark.parametrize("kind", ["amqtt", "mosquitto", "auto"])
async def test_a_port_in_use_is_said(kind: str, taken: int) -> None:
    if kind == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    with pytest.raises(BrokerFault, match=f"Port {taken} at 127.0.0.1 is in use"):
        await start_broker(kind, port=taken)


@pytest.mark.parametrize("kind", ["amqtt", "mosquitto"])
async def test_a_port_whose_last_owner_is_just_going_is_waited_for(kind: str) -> None:
    if kind == "mosquitto" and not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    with socket.socket() as going:
        going.bind(("127.0.0.1", 0))
        going.listen(1)
        port = going.getsockname()[1]
        asyncio.get_running_loop().call_later(LEAVING_SECONDS / 5, going.close)
        broker = await start_broker(kind, port=port)
    assert broker.port == port
    await broker.stop()


async def test_an_address_of_another_machine_is_said() -> None:
    with pytest.raises(BrokerFault, match=r"no address 192\.0\.2\.1"):
        await start_broker("amqtt", bind="192.0.2.1", port=1)


async def test_an_unknown_kind_names_those_there_are() -> None:
    with pytest.raises(BrokerFault, match="auto, mosquitto and amqtt"):
        await start_broker("rabbit")


async def test_without_mosquitto_the_embedded_one_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker_process, "available", lambda: False)
    broker = await start_broker()
    await broker.stop()
    assert broker.kind is BrokerKind.AMQTT
    with pytest.raises(BrokerFault, match="no mosquitto"):
        await start_broker("mosquitto")


async def test_no_broker_outlives_a_killed_parent(broker: RunningBroker) -> None:
    kind = broker.kind.value
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, kind, stdout=asyncio.subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert parent.stdout is not None
    port = int(await parent.stdout.readline())
    assert not _refused(port)
    parent.send_signal(signal.SIGKILL)
    await parent.wait()
    await _gone(port)


def test_a_free_port_is_free() -> None:
    port = free_port("127.0.0.1")
    assert free_port("127.0.0.1", port) == port


def test_the_address_for_others_is_one_they_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reachable("127.0.0.1") == "127.0.0.1"
    assert reachable("0.0.0.0") != "0.0.0.0"  # noqa: S104 compared, not bound

    class Nowhere(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError

    monkeypatch.setattr(socket, "socket", Nowhere)
    monkeypatch.setattr(local_network, "addresses", lambda: ["10.7.0.1", "10.8.0.1"])
    assert reachable("0.0.0.0") == "10.7.0.1"  # noqa: S104 (compared, not bound)
    monkeypatch.setattr(local_network, "addresses", list)
    assert reachable("0.0.0.0") == "127.0.0.1"  # noqa: S104 (compared, not bound)


def test_the_password_stands_in_no_file_in_clear(tmp_path: Path) -> None:
    if not broker_process.available():
        pytest.skip("there is no mosquitto on this machine")
    broker_process.prepare(tmp_path, Orders("127.0.0.1", 1, "parley", "secret-of-the-room", BARE, USUAL))
    texts = [path.read_text() for path in tmp_path.iterdir()]
    assert len(texts) == 2
    assert not any("secret-of-the-room" in text for text in texts)
    assert (tmp_path / "passwords").stat().st_mode & 0o077 == 0
