"""The broker that a load is put on: mosquitto, the embedded one, or two joined nodes of ejabberd; and what it costs."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from benchmarks.burden import Burden
from net.broker.broker_process import program, start_broker
from net.identity.identity import Identity
from net.transport.broker_account import account
from net.transport.mqtt_transport import Address, MqttTransport
from net.transport.transport import OWN_USER, ROOM_USER, Offline
from net.wire.invitation import Invitation
from tests.net.support.brokers.cluster import LIBRARIES, Cluster

KINDS = ("mosquitto", "amqtt", "cluster")
ROOM = Invitation("127.0.0.1", "load", bytes(16))
"""All rooms of a load have one key, and so one password at the broker; they differ by their names."""
KEPT = ("1/l/+/#", "1/t/+/e/#", "1/t/+/s/#")
"""Where something may be retained."""
PATIENCE = 20.0
"""Seconds that what is retained may take to come."""


@dataclass(slots=True)
class Stand:
    """A running broker: the rooms' address at each of its nodes, and the groups of its processes."""

    kind: str
    nodes: tuple[Invitation, ...]
    groups: tuple[int, ...]
    cluster: Cluster | None = None

    @property
    def burden(self) -> Burden:
        """What its processes have cost, and hold."""
        return Burden.of_groups(*self.groups)

    async def admit(self, accounts: Iterable[tuple[str, str]]) -> None:
        """Let people in, where the broker has a user for each."""
        if self.cluster is not None:
            await asyncio.to_thread(self.cluster.register_all, tuple(accounts))

    async def retained(self) -> tuple[str, ...]:
        """List the topics that are retained for rooms and tables, at all nodes."""
        found: set[str] = set()
        me = Identity.new(bytes(32))
        await self.admit([account(me, ROOM)])
        for node in self.nodes:
            found |= await _kept(node, me)
        return tuple(sorted(found))


def edition(kind: str) -> str:
    """Name the program that a broker of a kind is, with its version; raise `KeyError` for another kind.

    >>> edition("amqtt").startswith("amqtt ")
    True
    """
    return {"mosquitto": _mosquitto, "amqtt": lambda: f"amqtt {version('amqtt')}", "cluster": _ejabberd}[kind]()


def _mosquitto() -> str:
    told = subprocess.run([program() or "mosquitto", "-h"], capture_output=True, text=True, check=False).stdout
    return told.partition("\n")[0].replace(" version", "")


def _ejabberd() -> str:
    return LIBRARIES[0].parents[1].name.replace("-", " ", 1)


async def _kept(node: Invitation, me: Identity) -> set[str]:
    """Ask one node for all that it keeps; a message of our own tells when it has given everything."""
    marker, found = f"{node.prefix}/1/l/{node.room}/c", set[str]()
    link = MqttTransport(Address.of(node, me))
    await link.connect()
    try:
        await link.subscribe({f"{node.prefix}/{name}": 0 for name in KEPT})
        await asyncio.sleep(0.5)  # ejabberd gives what it keeps beside its other work
        await link.publish(marker, b"end")
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in await link.receive():
                    if message.topic == marker and not message.retain:
                        return found
                    if message.retain and message.payload:
                        found.add(message.topic)
    finally:
        await link.close()


@asynccontextmanager
async def stand(kind: str) -> AsyncIterator[Stand]:
    """Start a broker of a kind and end it afterwards; raise `BrokerFault` where there is none of it."""
    if kind == "cluster":
        async with _cluster() as found:
            yield found
        return
    broker = await start_broker(kind, user=ROOM_USER, password=ROOM.broker_password)
    try:
        yield Stand(kind, (replace(ROOM, port=broker.port),), (broker.process.pid,))
    finally:
        await broker.stop()


@asynccontextmanager
async def _cluster() -> AsyncIterator[Stand]:
    with tempfile.TemporaryDirectory(prefix="parley-cluster-") as folder:
        cluster = await asyncio.to_thread(Cluster, Path(folder))
        try:
            places = tuple(replace(ROOM, host=node.host, port=node.port, user=OWN_USER) for node in cluster.nodes)
            yield Stand("cluster", places, tuple(node.process.pid for node in cluster.nodes), cluster)
        finally:
            await asyncio.to_thread(cluster.stop)


__all__ = ["KINDS", "ROOM", "Offline", "Stand", "stand"]
