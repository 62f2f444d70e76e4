"""The transport port: one connection to one broker, in MQTT 3.1.1 semantics and nothing more.

A transport is used once: connect, subscribe, publish and receive, close. To reconnect, the runner (`net.peer.peer`)
makes a new transport each time, with a fresh random client id (protocol, section 2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from core.fault import Fault, sentence

INCOMING_LIMIT = 10_000
"""Messages that may wait to be taken; beyond that the newest are dropped, and heads repair the loss."""

ROOM_USER = "parley"
"""The user name at a broker if the invitation names no other."""

OWN_USER = "pid"
"""The user name in an invitation that stands for each person's own account: their pid and a password of their own."""

UNREACHABLE = sentence("Nobody answers at {host}:{port}.")
FULL = sentence("{host}:{port} ends every connection at once: the room may be full, until somebody leaves.")
REFUSED = sentence("The broker at {host}:{port} refuses the password: the invitation may be of an earlier evening.")
NO_ACCOUNT = sentence(
    "The broker at {host}:{port} has no account for you: leave Parley, run `parley account` with the invitation, "
    "and give the broker's operator the line that it prints."
)
LOST = sentence("The connection to {host}:{port} is lost.")
FORBIDDEN = sentence("The broker at {host}:{port} does not let us read {topic}.")
UNTRUSTED = sentence(
    "The broker at {host}:{port} does not show the certificate that the invitation names: ask its host for a new one."
)
UNVOUCHED = sentence(
    "No authority this machine trusts vouches for the broker at {host}:{port}, and the invitation has no fingerprint: "
    "ask its host for the whole invitation, with pin=."
)
OTHER_NAME = sentence(
    "The certificate of the broker at {host}:{port} is for another name: ask its host for an invitation with the right "
    "name, or with pin=, the certificate's fingerprint."
)
EXPIRED = sentence(
    "The certificate of the broker at {host}:{port} is not valid today: its host has to renew it, "
    "if your clock is right."
)
NEEDS_TLS = sentence(
    "What answers at {host}:{port} wants TLS, and the invitation is for a port without: ask its host for the "
    "whole invitation, with via={way}."
)
NO_TLS = sentence(
    "What answers at {host}:{port} speaks without TLS, and the invitation asks for TLS: ask its host for the whole "
    "invitation, with via={way}."
)
PLAIN = sentence(
    "What answers at {host}:{port} is reached without TLS and websockets, and the invitation asks for {given}: ask its "
    "host for the whole invitation, without via=."
)
WEB_BEHIND_TLS = sentence(
    "What answers at {host}:{port} is reached by websockets with TLS, and the invitation asks for {given}: ask its "
    "host for the whole invitation, with via={way}."
)
NO_WEB_BEHIND_TLS = sentence(
    "What answers at {host}:{port} is reached by TLS without websockets, and the invitation asks for {given}: ask its "
    "host for the whole invitation, with via={way}."
)
OTHER_WAY = sentence(
    "What answers at {host}:{port} is spoken to in another way than the invitation says: ask its host for the whole "
    "invitation, with via={way}."
)


class Offline(Fault):
    """The broker cannot be reached, or the connection to it has ended."""

    @property
    def turned_away(self) -> bool:
        """Whether something answers there and does not let us in."""
        return self.template == FULL


class AccessRefused(Offline):
    """The broker answers, but does not let us in or does not let us read a topic."""

    @property
    def turned_away(self) -> bool:
        """Always: whoever refuses has answered."""
        return True


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A message to publish at a bare topic."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """What a broker delivers; `retain` tells a retained message from a live one."""

    topic: str
    payload: bytes
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes, retained, when the connection breaks. Empty: clears the topic (decision D6)."""

    topic: str
    payload: bytes = b""


class Transport(Protocol):
    """One connection to a broker."""

    @property
    def local(self) -> bool:
        """Whether nobody outside this process can be on the broker, so that nobody has to be waited for."""
        ...

    async def connect(self) -> None:
        """Connect with a clean session; raise `Offline` or `AccessRefused`."""
        ...

    async def close(self) -> None:
        """Disconnect, without the will; never raises, may be called twice."""
        ...

    async def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        """Pass a message to the broker and, with quality 1, wait until it has it; raise `Offline`."""
        ...

    async def subscribe(self, filters: Mapping[str, int]) -> None:
        """Subscribe to the topics that match, each with its quality; raise `AccessRefused` or `Offline`."""
        ...

    async def unsubscribe(self, filters: tuple[str, ...]) -> None:
        """Unsubscribe from these filters; raise `Offline`."""
        ...

    async def receive(self) -> tuple[Message, ...]:
        """Wait for messages and return all that are there, in order, at least one; raise `Offline` at the end."""
        ...


Connector = Callable[[Will | None], Transport]
"""Makes a new transport, with the will it is to leave."""


def matches(pattern: str, topic: str) -> bool:
    """Tell whether a topic matches an MQTT filter with its wildcards `+` and `#`.

    >>> matches("a/+/c/#", "a/b/c/d/e"), matches("a/#", "a"), matches("a/+", "a")
    (True, True, False)
    """
    wanted, given = pattern.split("/"), topic.split("/")
    if given[0].startswith("$") and wanted[0] in {"+", "#"}:
        return False
    for place, word in enumerate(wanted):
        if word == "#":
            return True
        if place >= len(given) or word not in {"+", given[place]}:
            return False
    return len(wanted) == len(given)
