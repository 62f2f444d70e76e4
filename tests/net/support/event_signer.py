"""Somebody who signs events for tests: chains by hand, true or forged."""

from __future__ import annotations

from typing import Any

from net.identity.identity import Identity
from net.wire import envelope
from net.wire.event import LINK_SIZE, VERSION, Dep, Event, Kind, Signed

TID = bytes(range(16))


def who(name: str) -> Identity:
    """Give the same identity for the same name, always."""
    return Identity.new(name.encode().ljust(32, b"."))


def event(author: Identity, seq: int = 0, prev: bytes = bytes(16), **changes: object) -> Event:
    """Make an event body with plain fields, some of them changed."""
    fields: dict[str, Any] = {
        "v": VERSION,
        "tid": TID,
        "author": author.public,
        "seq": seq,
        "prev": prev,
        "lam": seq + 1,
        "kind": int(Kind.MOVE),
        "seat": 0,
        "ply": seq,
        "gprev": bytes(16),
        "state": b"s" * 16,
        "deps": (),
        "ts": 1_700_000_000_000 + seq,
        "data": (f"move {seq}", 10, None),
    }
    return Event(**(fields | changes))


def chain(author: Identity, count: int, *, link: int = LINK_SIZE, **changes: object) -> list[Signed]:
    """Sign `count` events, one after the other, each naming `link` bytes of the id before it."""
    signed: list[Signed] = []
    for seq in range(count):
        prev = signed[-1].id[:link] if signed else bytes(link)
        signed.append(envelope.make(author, event(author, seq, prev, **changes)))
    return signed


def resign(author: Identity, signed: Signed, **changes: object) -> Signed:
    """Sign another event at the same place of the chain."""
    old = signed.event
    return envelope.make(author, event(author, old.seq, old.prev, **changes))


def move_of_four() -> Event:
    """Make a move event as it is at a table of four seats: three deps, a Djambi move, its digests."""
    author = who("ann")
    deps = tuple(Dep(who(name).public[:2], 57, b"8 bytes.") for name in ("ben", "cat", "dan"))
    return event(
        author, 57, b"p" * 16, lam=212, ply=120, gprev=b"g" * 16, deps=deps, data=("c1-c4xd5>e7", 12_345, None)
    )
