"""Table events: what an author signs (protocol, section 6).

The signed bytes are the MessagePack of one array, `Event` in field order. Identity is the hash of the bytes as
received; nothing is encoded again to find it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import msgspec

VERSION = 1
"""The version of the event body."""


class Kind(IntEnum):
    """The kinds of event, by their number on the wire. Numbers never change; a greater one is stored unread."""

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
"""Bytes of an author's public key that a `Dep` carries: with the id they tell whose event it is, at little size."""


ID8_SIZE = 8
"""Bytes of an event's id that heads and deps carry."""
LINK_SIZE = 16
"""Bytes of an event's id that the next of its author names: nobody finds another body for them."""
LINK_SIZES = frozenset({LINK_SIZE, 32})
"""How much of it may stand there: the first programs named the whole id, and what they signed is read for ever."""


class Head(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Where an author's chain ends: public key (32 bytes), sequence number, first 8 bytes of the id."""

    author: bytes
    seq: int
    id8: bytes


class Dep(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Another author's head that the author had seen: `MARK_SIZE` bytes of his key, sequence number, 8 bytes of id."""

    mark: bytes
    seq: int
    id8: bytes


class Event(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """The body of a table event.

    `tid` 16 bytes; `author` public key, 32; `seq` from 0 in the author's own chain; `prev` the first half of the id of
    his previous event, 16 (zeros at seq 0); `lam` Lamport counter; `kind` a `Kind` or a newer number; `seat` or None;
    `ply` and `gprev` (16) the place in the game line where the author stood; `state` digest of the public state after
    the event for a game event (16), else empty; `deps` heads that changed since his last event, but for the one that
    `gprev` names; `ts` his clock in milliseconds since 1970; `data` by kind. It holds plain values alone, so no
    collector has to look at it.
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
        """Tell whether `prev` names an event, or the beginning of a chain."""
        return (before.id if before else bytes(len(self.id))).startswith(self.event.prev)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a table wants said by its owner: everything of an event that the table decides; the feed adds the rest."""

    kind: Kind
    data: tuple[Any, ...]
    seat: int | None = None
    ply: int = 0
    gprev: bytes = bytes(16)
    state: bytes = b""
