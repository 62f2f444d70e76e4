"""A broker to be tested, as two people see it: one near, one far (in a cluster at another node)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from dataclasses import dataclass
from pathlib import Path

from net.broker import broker_process
from net.broker.broker_process import BrokerKind, RunningBroker, _accepting, free_port
from net.transport.connection import FIRST_TRIES
from net.transport.mqtt_transport import Address, MqttTransport
from net.transport.transport import LOST, Message, Offline, Will

ANN, BOB = "A000000000000000", "B000000000000000"
"""Two pids, which are the names of two users."""
PASSWORDS = {ANN: "the password of ann", BOB: "the password of bob"}
DOCUMENTS = Path(__file__).resolve().parents[4] / "docs" / "brokers"
WAIT = 20.0
TABLE_TOPICS = 800
"""The most that a table of four takes (docs/protocol.md)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the broker is: `near` and `far` are host and port; with `alike` everybody has that user and password."""

    near: tuple[str, int]
    far: tuple[str, int]
    alike: tuple[str, str] | None = None

    async def come(self, user: str, *, far: bool = False, will: Will | None = None) -> Guest:
        """Connect somebody, as `net.transport.connection` does: amqtt drops a newcomer now and then, so try again."""
        name, password = self.alike or (user, PASSWORDS[user])
        probe = f"parley/1/t/{'0' * 26}/h/{user}"
        for _ in range(FIRST_TRIES):
            guest = Guest(Address(*(self.far if far else self.near), name, password), will)
            await guest.connect()
            with contextlib.suppress(Offline):
                await guest.subscribe({probe: 0})
                await guest.publish(probe, b"here")
                await guest.next(1, probe)
                await guest.unsubscribe((probe,))
                return guest
            await guest.close()
        raise Offline(LOST, host=self.near[0], port=self.near[1])


async def documented(folder: Path, without: tuple[str, ...] = ()) -> RunningBroker:
    """Start the mosquitto that the documentation describes, for the two users; `without` these lines of it."""
    port = free_port("127.0.0.1")
    passwords = folder / "parley.passwords"
    passwords.write_text("".join(f"{user}:{word}\n" for user, word in PASSWORDS.items()), encoding="utf-8")
    tool = broker_process.program("mosquitto_passwd") or "mosquitto_passwd"
    hashing = await asyncio.create_subprocess_exec(tool, "-U", str(passwords))
    assert await hashing.wait() == 0
    text = (DOCUMENTS / "mosquitto.conf").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(without or "?")]
    text = "\n".join(lines).replace("listener 1883", f"listener {port} 127.0.0.1")
    text = text.replace("/etc/mosquitto/parley.passwords", str(passwords))
    text = text.replace("/etc/mosquitto/parley.acl", str(DOCUMENTS / "mosquitto.acl"))
    text = f"persistence_location {folder}/\n{text}"  # as the file of the system says, which includes this one
    if os.geteuid() == 0:
        text += "\nuser root\n"
    (folder / "mosquitto.conf").write_text(text, encoding="utf-8")
    command = ["sh", "-c", broker_process.KEEPER, "keeper", broker_process.program() or "mosquitto", str(folder)]
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=nowhere, stderr=nowhere, start_new_session=True
    )
    async with asyncio.timeout(WAIT):
        await _accepting(process, "127.0.0.1", port)
    return RunningBroker("127.0.0.1", port, BrokerKind.MOSQUITTO, process)


class Guest(MqttTransport):
    """A connection that tests look into; what nobody asked it for it drops, as peers do."""

    def __init__(self, address: Address, will: Will | None = None) -> None:
        """Prepare."""
        super().__init__(address, will)

    async def next(self, count: int, about: str = "") -> list[Message]:
        """Wait for so many messages whose topics begin with `about`."""
        found: list[Message] = []
        async with asyncio.timeout(WAIT):
            while len(found) < count:
                found += [one for one in await self.receive() if one.topic.startswith(about)]
        return found

    async def retain(self, topics: set[str], payload: bytes) -> None:
        """Leave that at each topic, fifty at a time: more at once fill the queue of some brokers."""
        names = sorted(topics)
        for at in range(0, len(names), 50):
            await asyncio.gather(*(self.publish(topic, payload, retain=True) for topic in names[at : at + 50]))

    def vanish(self) -> None:
        """Break the connection as a crash does: nothing is said."""
        assert self._client is not None
        open_socket = self._client._client.socket()
        assert isinstance(open_socket, socket.socket)
        open_socket.shutdown(socket.SHUT_RDWR)
