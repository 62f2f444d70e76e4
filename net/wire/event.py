"""Table events: what an author signs (protocol, section 6).

The signed bytes are the MessagePack of one array, `Event` in field order. An event's id is the hash of the bytes as
received; nothing is encoded again to compute it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import msgspec

VERSION = 1
"""The version of the event body."""


class Kind(IntEnum):
    """The kinds of event, by their number on the wire. Numbers never change; unknown greater ones are stored unread."""

    GENESIS = 0
    SIT = 1
    SEAT = 2
    LEAVE = 3
    READY = 4
    START = 5
    MOVE = 6
    COMMIT = 7
    REVEAL = 8
    TAKE = 9
    DECLARE = 10
    OFFER = 11
    ACCEPT = 12
    DECLINE = 13
    CLAIM = 14
    FINAL = 15
    SUBSTITUTE = 16
    DECK0 = 17
    DECK1 = 18
    DECK2 = 19
    SHARE = 20
    DEAL = 21
    AUDIT = 22
    TALK = 23
    SEEN = 24
    FRAUD = 25
    BYE = 26


MARK_SIZE = 2
"""Bytes of an author's public key that a `Dep` carries: few, but with the id they identify the author."""


ID8_SIZE = 8
"""Bytes of an event's id that heads and deps carry."""
LINK_SIZE = 16
"""Bytes of an event's id that the author's next event names: enough that nobody can find another body for them."""
LINK_SIZES = frozenset({LINK_SIZE, 32})
"""The allowed lengths of that link.

The first versions named the whole id, and what they signed stays readable for ever.
"""


class Head(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where an author's chain ends: public key (32 bytes), sequence number, first 8 bytes of the id."""

    author: bytes
    seq: int
    id8: bytes


class Dep(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Another author's head that the author has seen: `MARK_SIZE` bytes of key, sequence number, 8 bytes of id."""

    mark: bytes
    seq: int
    id8: bytes


class Event(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """The body of a table event.

    - `tid`: the table's id, 16 bytes.
    - `author`: the author's public key, 32 bytes.
    - `seq`: the number in the author's own chain, from 0.
    - `prev`: the first 16 bytes of the id of the author's previous event (zeros at seq 0).
    - `lam`: the Lamport counter.
    - `kind`: a `Kind` or a newer number.
    - `seat`: a seat or None.
    - `ply` and `gprev` (16 bytes): the author's place in the game line.
    - `state`: for a game event the digest of the public state after it (16 bytes); for a receipt of the end that of the
      end, for a pass over a deck that of the points it starts from; else empty.
    - `deps`: the heads that changed since the author's last event, except the one that `gprev` names.
    - `ts`: the author's clock in milliseconds since 1970.
    - `data`: what the kind needs.

    It holds plain values alone, so the garbage collector need not track it.
    """

    v: int
    tid: bytes
    author: bytes
    seq: int
    prev: bytes
    lam: int
    kind: int
    seat: int | None
    ply: int
    gprev: bytes
    state: bytes
    deps: tuple[Dep, ...]
    ts: int
    data: tuple[Any, ...]


class Signed(msgspec.Struct, frozen=True, gc=False):
    """An event as received or made here: the exact body bytes, signature (64), id (32) and the decoded event."""

    body: bytes
    sig: bytes
    id: bytes
    event: Event

    @property
    def id8(self) -> bytes:
        """The first 8 bytes of the id, as heads and deps carry it."""
        return self.id[:ID8_SIZE]

    @property
    def link(self) -> bytes:
        """The first half of the id, which the author's next event names as its `prev`."""
        return self.id[:LINK_SIZE]

    def follows(self, before: Signed | None) -> bool:
        """Tell whether `prev` names the event `before`, or the beginning of a chain."""
        return (before.id if before else bytes(len(self.id))).startswith(self.event.prev)


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that a table wants its owner to sign: the fields that the table decides; the feed adds the rest."""

    kind: int
    data: tuple[Any, ...]
    seat: int | None = None
    ply: int = 0
    gprev: bytes = bytes(16)
    state: bytes = b""
