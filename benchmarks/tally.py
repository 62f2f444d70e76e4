"""A tally of what passes between people and their broker: messages, and the bytes of their packets.

Counted are the packets of MQTT 3.1.1 that carry messages, PUBLISH and PUBACK, with topic and payload, at the client.
What stands below (TCP, TLS) and the pings of every 20 s are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self

from net.transport.transport import Connector, Message, Transport, Will
from net.wire import mqtt_topic

ACK = 4
"""Bytes of a PUBACK."""
SURE = frozenset({"lp", "lt", "i", "tq", "tr"})
"""Places, by their letters, whose messages come at quality 1; a history is asked for at 0, heads and talk said at 0."""


@dataclass(slots=True)
class Tally:
    """What went out to the broker and came in from it; of both how much was about a room and not about a table."""

    sent: int = 0
    heard: int = 0
    sent_bytes: int = 0
    heard_bytes: int = 0
    lobby_sent: int = 0
    lobby_heard: int = 0
    lobby_bytes: int = 0

    def send(self, topic: str, size: int, *, qos: int, lobby: bool) -> None:
        """Count a message to the broker, and its receipt where there is one."""
        self.sent += 1
        self.sent_bytes += packet(topic, size, qos)
        self.heard_bytes += ACK * bool(qos)
        if lobby:
            self.lobby_sent += 1
            self.lobby_bytes += packet(topic, size, qos) + ACK * bool(qos)

    def hear(self, topic: str, size: int, *, qos: int, lobby: bool) -> None:
        """Count a message from the broker, and the receipt it is given."""
        self.heard += 1
        self.heard_bytes += packet(topic, size, qos)
        self.sent_bytes += ACK * bool(qos)
        if lobby:
            self.lobby_heard += 1
            self.lobby_bytes += packet(topic, size, qos) + ACK * bool(qos)

    def plain(self) -> dict[str, int]:
        """Give the counts by name."""
        return asdict(self)

    @classmethod
    def summed(cls, tallies: Iterable[Mapping[str, int]]) -> Self:
        """Add up tallies as `plain` gives them."""
        found = list(tallies)
        return cls(**{field.name: sum(one[field.name] for one in found) for field in fields(cls)})

    def since(self, before: Tally) -> Tally:
        """Give what was counted after an earlier state of the same tally."""
        return Tally(**{name: count - getattr(before, name) for name, count in self.plain().items()})


def packet(topic: str, size: int, qos: int) -> int:
    """Give the bytes of a PUBLISH packet with a payload of `size` bytes.

    >>> packet("a/b", 10, 0), packet("a/b", 10, 1), packet("a/b", 200, 0)
    (17, 19, 208)
    """
    rest = 2 + len(topic.encode()) + (2 if qos else 0) + size
    return 1 + max(1, -(-rest.bit_length() // 7)) + rest


class Counted:
    """A connection whose messages are counted."""

    def __init__(self, inner: Transport, tally: Tally, prefix: str) -> None:
        """Count what passes through `inner`."""
        self._inner, self._tally, self._prefix = inner, tally, prefix

    @property
    def local(self) -> bool:
        """What the connection itself says."""
        return self._inner.local

    async def connect(self) -> None:
        """Connect; raise `Offline`."""
        await self._inner.connect()

    async def close(self) -> None:
        """Disconnect."""
        await self._inner.close()

    async def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        """Publish, and count it once it is out; raise `Offline`."""
        await self._inner.publish(topic, payload, qos=qos, retain=retain)
        self._tally.send(topic, len(payload), qos=qos, lobby=not self._is_table(topic))

    async def subscribe(self, filters: Mapping[str, int]) -> None:
        """Subscribe; raise `Offline`."""
        await self._inner.subscribe(filters)

    async def unsubscribe(self, filters: tuple[str, ...]) -> None:
        """Unsubscribe; raise `Offline`."""
        await self._inner.unsubscribe(filters)

    async def receive(self) -> tuple[Message, ...]:
        """Receive, and count what came; raise `Offline`."""
        messages = await self._inner.receive()
        for message in messages:
            lobby = not self._is_table(message.topic)
            self._tally.hear(message.topic, len(message.payload), qos=self._quality(message.topic), lobby=lobby)
        return messages

    def _quality(self, topic: str) -> int:
        """Tell at which quality a topic's messages come, by the letter of its place."""
        words = topic[len(self._prefix) + 1 :].split("/", 4)
        return int("".join(words[1:4:2]) in SURE)

    def _is_table(self, topic: str) -> bool:
        return topic.startswith(f"{self._prefix}/{mqtt_topic.ROOT}/t/")


def counted(connector: Connector, tally: Tally, prefix: str) -> Connector:
    """Give a connector whose connections count into `tally`; `prefix` stands before all topics."""

    def connect(will: Will | None) -> Transport:
        return Counted(connector(will), tally, prefix)

    return connect
