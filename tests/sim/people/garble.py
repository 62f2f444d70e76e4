"""Bytes that are no message, one way of being none for each flaw: what somebody who has the table's key may publish."""

from __future__ import annotations

from collections.abc import Callable

import msgpack
from msgspec import structs

from net.identity.identity import SIGNATURE_SIZE, Identity
from net.peer.table_session import TableSession
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import EVENT_LIMIT, REPLY_LIMIT, Flaw, pack
from net.wire.event import VERSION, Kind, Signed
from tests.sim.people.person import Person

SIG = bytes(SIGNATURE_SIZE)
RESERVED = b"\xc1"
"""What MessagePack never uses."""


def garbled(flaw: Flaw, person: Person, desk: TableSession, signed: Signed) -> tuple[str, bytes]:
    """Give a topic and bytes for it that have this flaw; `signed` is an event of the person's own."""
    topic = mqtt_topic.event(desk.tid, person.identity.pid, signed.event.seq)
    if flaw is Flaw.AUTHOR:
        topic = mqtt_topic.event(desk.tid, person.identity.pid, signed.event.seq + 1)
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


def bundle(person: Person, desk: TableSession, signed: Signed) -> tuple[str, bytes]:
    """Give a reply that carries an event with a signature that does not fit."""
    body = pack(structs.replace(signed.event, seq=signed.event.seq + 1, prev=signed.link))
    topic = mqtt_topic.reply(desk.tid, person.identity.pid)
    reply = peer_message.Reply(VERSION, person.identity.public, desk.tid, ((SIG, body),))
    nonce = person.rng.randbytes(envelope.NONCE_SIZE)
    return topic, peer_message.seal_note(desk.key, topic, person.identity, reply, nonce)


def beyond(identity: Identity, last: Signed) -> Signed:
    """Sign a line of talk after the last event of a chain, whether there is room for it or not."""
    event = structs.replace(
        last.event, seq=last.event.seq + 1, prev=last.link, kind=int(Kind.TALK), state=b"", deps=(), data=("more", None)
    )
    return envelope.make(identity, event)


PLAIN: dict[Flaw, Callable[[Person], bytes]] = {
    Flaw.SIZE: lambda person: person.rng.randbytes(person.rng.choice((EVENT_LIMIT + 1, REPLY_LIMIT + 1))),
    Flaw.SHORT: lambda person: person.rng.randbytes(person.rng.randrange(1, envelope.OVERHEAD)),
    Flaw.SEALED: lambda person: person.rng.randbytes(200),
}
"""What needs no key."""
