"""Bytes that are no message, one way of being none for each flaw: what somebody who has the table's key may publish."""

from __future__ import annotations

from collections.abc import Callable

import msgpack
from msgspec import structs

from net import envelope, topics
from net.codec import EVENT_LIMIT, REPLY_LIMIT, Flaw, pack
from net.desk import Desk
from net.event import Signed
from net.identity import SIGNATURE_SIZE
from tests.sim.person import Person

SIG = bytes(SIGNATURE_SIZE)
RESERVED = b"\xc1"
"""What MessagePack never uses."""


def garbled(flaw: Flaw, person: Person, desk: Desk, signed: Signed) -> tuple[str, bytes]:
    """Give a topic and bytes for it that have this flaw; `signed` is an event of the person's own."""
    topic = topics.event(desk.tid, person.identity.pid, signed.event.seq)
    if flaw is Flaw.AUTHOR:
        topic = topics.event(desk.tid, person.identity.pid, signed.event.seq + 1)
    if flaw in PLAIN:
        return topic, PLAIN[flaw](person)
    body = {
        Flaw.ENCODING: lambda: RESERVED,
        Flaw.VALUE: lambda: bytes(msgpack.packb([1.5])),
        Flaw.SHAPE: lambda: bytes(msgpack.packb([1, "two"])),
        Flaw.VERSION: lambda: pack(structs.replace(signed.event, v=2)),
        Flaw.FOREIGN: lambda: pack(structs.replace(signed.event, tid=bytes(16))),
        Flaw.AUTHOR: lambda: signed.body,
        Flaw.SIGNATURE: lambda: signed.body,
    }[flaw]()
    sig = signed.sig if flaw is Flaw.AUTHOR else SIG
    return topic, envelope._lock(desk.key, topic, sig + body, person.rng.randbytes(envelope.NONCE_SIZE))


PLAIN: dict[Flaw, Callable[[Person], bytes]] = {
    Flaw.SIZE: lambda person: person.rng.randbytes(person.rng.choice((EVENT_LIMIT + 1, REPLY_LIMIT + 1))),
    Flaw.SHORT: lambda person: person.rng.randbytes(person.rng.randrange(1, envelope.OVERHEAD)),
    Flaw.SEALED: lambda person: person.rng.randbytes(200),
}
"""What needs no key."""
