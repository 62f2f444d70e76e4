"""Chains, heads and a table's catching up, for the tests of it."""

from __future__ import annotations

from random import Random

from net.identity.identity import Identity
from net.log.feed import Feed
from net.sync.replication import SayHeads, Sync
from net.wire.event import Draft, Kind, Signed
from net.wire.peer_message import Heads, make_heads

TID = bytes(16)
ANN, BOB, CID = (Identity(bytes([number]) * 32) for number in (1, 2, 3))
Told = dict[bytes, tuple[int, bytes]]


def chain(author: Identity, count: int) -> list[Signed]:
    """Make the first events of somebody's chain."""
    feed = Feed(TID)
    for number in range(count):
        feed.receive(feed.draft(author, Draft(Kind.TALK, (f"line {number}", None)), number))
    return list(feed.events(author.public))


def take(feed: Feed, events: list[Signed]) -> None:
    """Take events in."""
    for signed in events:
        feed.receive(signed)


def told(author: Identity, heads: Told, *, want: bool = False, ts: int = 1) -> Heads:
    """Let somebody say what he has."""
    return make_heads(author, TID, heads, want=want, ts=ts)


def heads_of(*chains: list[Signed]) -> Told:
    """Give the heads of whole chains."""
    return {one[-1].event.author: (one[-1].event.seq, one[-1].id8) for one in chains}


def sync_of(*chains: list[Signed]) -> tuple[Sync, Feed]:
    """Give one that has these chains, not begun."""
    feed = Feed(TID)
    for one in chains:
        take(feed, one)
    return Sync(feed, ANN.public, Random(1)), feed


def live(*chains: list[Signed]) -> tuple[Sync, Feed]:
    """Give one that is live since 0 ms."""
    sync, feed = sync_of(*chains)
    sync.begin(0, fresh=True)
    assert sync.due(0) == (SayHeads(want=False),)
    return sync, feed
