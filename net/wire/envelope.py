"""Sealed signed events and notes (protocol, section 6): the content of a payload and the order of its checks.

    wire = nonce 24 || XChaCha20-Poly1305(key, aad = bare topic, signature 64 || body)

An event's signature covers its body, so anybody may carry it anywhere within its table. A note (heads, presence, chat,
...) is signed together with its bare topic: it counts only where its author put it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeVar

import msgspec
from nacl import bindings
from nacl.exceptions import CryptoError

from net.identity.identity import PUBLIC_SIZE, SIGNATURE_SIZE, Identity, pid_of, verify
from net.identity.sodium import unsealed
from net.wire import mqtt_topic
from net.wire.codec import EVENT_LIMIT, BadMessage, Flaw, pack, unpack
from net.wire.event import LINK_SIZES, MARK_SIZE, VERSION, Event, Signed

KEY_SIZE = 32
NONCE_SIZE = 24
TAG_SIZE = 16
OVERHEAD = NONCE_SIZE + TAG_SIZE + SIGNATURE_SIZE
"""Bytes that sealing and signing add to a body."""
BODY_LIMIT = EVENT_LIMIT - OVERHEAD
"""Bytes of one event's body."""
DEPS_LIMIT = 64
"""How many heads one event may name."""
LAM_LIMIT = 1 << 53
"""The greatest Lamport counter; a counter stops there."""
TS_LIMIT = 253_402_300_800_000
"""Milliseconds from 1970 to the year 10000: the greatest time that a clock may show."""
PLY_LIMIT = 1 << 31
_KIND_LIMIT = 1 << 16
_SEAT_LIMIT = 16

_EVENT_LABEL = b"parley/ev/1\x00"
_NOTE_LABEL = b"parley/note/1\x00"
_ID_LABEL = b"parley/id/1"
_ID_SIZE = 32
_ID8_SIZE = 8
_PLACE_SIZE = 16


class Note(msgspec.Struct, frozen=True, array_like=True):
    """A signed payload that is no event: first its version and the public key (32 bytes) of its author."""

    v: int
    author: bytes


N = TypeVar("N", bound=Note)


def table_key(tablekey: bytes, tid: bytes) -> bytes:
    """Derive a table's 32-byte key from its log key (`net.wire.invitation.Invitation.log_key`)."""
    return blake2b(b"table" + tid, key=tablekey, digest_size=KEY_SIZE).digest()


def event_id(body: bytes) -> bytes:
    """Give the id of an event: a 32-byte hash of its body."""
    return blake2b(_ID_LABEL + body, digest_size=_ID_SIZE).digest()


def make(identity: Identity, event: Event) -> Signed:
    """Sign an event of `identity`; raise `BadMessage` if no peer would accept it (too long, wrong shape)."""
    body = pack(event)
    return check(body, identity.sign(_EVENT_LABEL + body), event.tid)


def seal(key: bytes, topic: str, signed: Signed, nonce: bytes) -> bytes:
    """Seal a signed event for its bare topic; `nonce` is 24 bytes that were never used before with this key."""
    return _lock(key, topic, signed.sig + signed.body, nonce)


def open_event(key: bytes, topic: str, wire: bytes, tid: bytes) -> Signed:
    """Open an event found at a bare topic of table `tid`; raise `BadMessage`.

    The cheapest checks come first: size, seal, decoding, table and author (and sequence number, where the topic
    names them), signature.
    """
    plain = _unlock(key, topic, wire, EVENT_LIMIT)
    return check(plain[SIGNATURE_SIZE:], plain[:SIGNATURE_SIZE], tid, mqtt_topic.parse(topic))


def check(body: bytes, sig: bytes, tid: bytes, at: mqtt_topic.Topic | None = None) -> Signed:
    """Check an event that has no envelope of its own (in a reply, a segment, a journal); raise `BadMessage`."""
    signed = read_body(body, sig)
    event = signed.event
    if event.tid != tid:
        raise BadMessage(Flaw.FOREIGN)
    if (
        at is not None
        and at.place is mqtt_topic.Place.EVENT
        and (at.number, at.pid) != (event.seq, pid_of(event.author))
    ):
        raise BadMessage(Flaw.AUTHOR)
    if not verify(event.author, _EVENT_LABEL + body, sig):
        raise BadMessage(Flaw.SIGNATURE)
    return signed


def read_body(body: bytes, sig: bytes) -> Signed:
    """Decode an event from the journal, whose signature was checked before it was stored; raise `BadMessage`."""
    event = unpack(Event, body, BODY_LIMIT)
    _check_shape(event)
    return Signed(body, sig, event_id(body), event)


def seal_note(key: bytes, topic: str, identity: Identity, note: Note, nonce: bytes) -> bytes:
    """Sign a note for its bare topic and seal it; raise `BadMessage` if it cannot be packed."""
    body = pack(note)
    return _lock(key, topic, identity.sign(_note_text(topic, body)) + body, nonce)


def open_note(key: bytes, topic: str, wire: bytes, kind: type[N], limit: int) -> N:
    """Open a note of `kind` found at a bare topic; raise `BadMessage`. The checks come in the order of `open_event`."""
    plain = _unlock(key, topic, wire, limit)
    sig, body = plain[:SIGNATURE_SIZE], plain[SIGNATURE_SIZE:]
    note = unpack(kind, body, limit)
    if note.v != VERSION:
        raise BadMessage(Flaw.VERSION, version=note.v)
    at = mqtt_topic.parse(topic)
    if len(note.author) != PUBLIC_SIZE or (at is not None and at.pid and at.pid != pid_of(note.author)):
        raise BadMessage(Flaw.AUTHOR)
    if not verify(note.author, _note_text(topic, body), sig):
        raise BadMessage(Flaw.SIGNATURE)
    return note


def _note_text(topic: str, body: bytes) -> bytes:
    return _NOTE_LABEL + topic.encode() + b"\x00" + body


def _lock(key: bytes, topic: str, plain: bytes, nonce: bytes) -> bytes:
    if len(nonce) != NONCE_SIZE:
        message = f"a nonce has {NONCE_SIZE} bytes, not {len(nonce)}"
        raise ValueError(message)
    sealed: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, topic.encode(), nonce, key)
    return nonce + sealed


def _unlock(key: bytes, topic: str, wire: bytes, limit: int) -> bytes:
    if len(wire) > limit:
        raise BadMessage(Flaw.SIZE, size=len(wire), limit=limit)
    if len(wire) <= OVERHEAD:
        raise BadMessage(Flaw.SHORT, size=len(wire))
    nonce, sealed = bytes(wire[:NONCE_SIZE]), bytes(wire[NONCE_SIZE:])
    try:
        return unsealed(sealed, topic.encode(), nonce, key)
    except (CryptoError, UnicodeError) as error:
        raise BadMessage(Flaw.SEALED) from error


def _check_shape(event: Event) -> None:
    """Check the lengths and ranges of an event's fields."""
    if event.v != VERSION:
        raise BadMessage(Flaw.VERSION, version=event.v)
    fits = (
        len(event.tid) == mqtt_topic.TID_SIZE,
        len(event.author) == PUBLIC_SIZE,
        0 <= event.seq < mqtt_topic.SEQ_LIMIT,
        len(event.prev) in LINK_SIZES and any(event.prev) == (event.seq > 0),
        0 <= event.lam <= LAM_LIMIT,
        0 <= event.kind < _KIND_LIMIT,
        event.seat is None or 0 <= event.seat < _SEAT_LIMIT,
        0 <= event.ply < PLY_LIMIT,
        len(event.gprev) == _PLACE_SIZE,
        len(event.state) in {0, _PLACE_SIZE},
        _deps_fit(event),
        0 <= event.ts < TS_LIMIT,
    )
    if not all(fits):
        name = event.__struct_fields__[1 + fits.index(False)]  # `v` was checked before
        raise BadMessage(Flaw.SHAPE, why=f"the field {name} does not fit")


def _deps_fit(event: Event) -> bool:
    for dep in event.deps:
        if len(dep.mark) != MARK_SIZE or len(dep.id8) != _ID8_SIZE or not 0 <= dep.seq < mqtt_topic.SEQ_LIMIT:
            return False
    return len(event.deps) <= DEPS_LIMIT
