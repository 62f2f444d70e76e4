"""What the broker holds of one's own chain, what is still to be published, and the messages that publish it.

Every own event is retained under its number (protocol, section 5). Once enough events follow, up to 64 of them are
bundled in a segment and their own topics are cleared, so that a table stays under the number of retained topics that a
broker gives back. The cuts depend on the chain alone: after a restart a peer makes the same segments.

After each connection everything is forgotten and learnt again from what comes back. What does not come back is
published again, byte for byte, so that the authors together refill a broker that lost its memory. Pure: nonces come
from a parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from net.identity.identity import Identity
from net.log.feed import Feed
from net.sync.replication import Answer, Ask, SayHeads, SyncMessage
from net.table.table import Table
from net.transport.transport import OutgoingMessage
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.event import VERSION, Signed
from net.wire.mqtt_topic import Place, Topic
from net.wire.peer_message import SEGMENT_BYTES, Body, bundles

FOLLOWERS = 16
"""Events that must follow a segment before it is made."""


@dataclass(frozen=True, slots=True)
class PutEvent:
    """Retain one event under its number."""

    signed: Signed


@dataclass(frozen=True, slots=True)
class PutSegment:
    """Retain segment `count`, which begins with event `first`."""

    count: int
    first: int
    events: tuple[Body, ...]


@dataclass(frozen=True, slots=True)
class ClearEvent:
    """Clear the topic of an event that stands in a segment."""

    seq: int


OutboxItem = PutEvent | PutSegment | ClearEvent
"""What to publish; a closed set."""


class Outbox:
    """What the broker is known to hold of one's own chain."""

    def __init__(self) -> None:
        """Know nothing."""
        self._events: set[int] = set()
        self._segments: set[int] = set()
        self._cut: list[tuple[int, tuple[Body, ...]]] = []
        self._end = 0

    def forget(self) -> None:
        """Forget everything: the connection is a new one."""
        self._events.clear()
        self._segments.clear()

    def saw(self, at: Topic) -> None:
        """Note that the broker has what we keep at a topic of our own."""
        if (numbers := self._kept(at.place)) is not None:
            numbers.add(at.number)

    def lost(self, at: Topic) -> None:
        """Note that somebody cleared or overwrote it."""
        if (numbers := self._kept(at.place)) is not None:
            numbers.discard(at.number)

    def _kept(self, place: Place) -> set[int] | None:
        return {Place.EVENT: self._events, Place.SEGMENT: self._segments}.get(place)

    def pending(self, own: Sequence[Signed]) -> tuple[OutboxItem, ...]:
        """List what is to be published of the whole own chain, and count it as published."""
        self._extend(own)
        postings: list[OutboxItem] = []
        for count, (first, events) in enumerate(self._cut):
            if count not in self._segments:
                self._segments.add(count)
                postings.append(PutSegment(count, first, events))
        covered = sorted(seq for seq in self._events if seq < self._end)
        self._events.difference_update(covered)
        postings += [ClearEvent(seq) for seq in covered]
        for signed in own[self._end :]:
            if signed.event.seq not in self._events:
                self._events.add(signed.event.seq)
                postings.append(PutEvent(signed))
        return tuple(postings)

    def _extend(self, own: Sequence[Signed]) -> None:
        """Cut further segments as far as enough events follow them."""
        if len(own) - self._end <= FOLLOWERS:
            return
        for bundle in bundles(own[self._end :], SEGMENT_BYTES):
            if self._end + len(bundle) + FOLLOWERS > len(own):
                return
            self._cut.append((self._end, bundle))
            self._end += len(bundle)


class Publisher:
    """Writes what `identity` publishes at table `tid`, sealed with the table's `key`; `entropy` gives nonces."""

    def __init__(self, identity: Identity, tid: bytes, key: bytes, entropy: Callable[[int], bytes]) -> None:
        """Begin with nothing written."""
        self._identity, self._tid, self._key = identity, tid, key
        self._entropy = entropy

    def post(self, posting: OutboxItem) -> OutgoingMessage:
        """Return the message that retains or clears a part of the own chain."""
        pid = self._identity.pid
        match posting:
            case PutEvent(signed=signed):
                topic = mqtt_topic.event(self._tid, pid, signed.event.seq)
                return OutgoingMessage(topic, envelope.seal(self._key, topic, signed, self._nonce()), retain=True)
            case PutSegment(count=count, first=first, events=events):
                topic = mqtt_topic.segment(self._tid, pid, count)
                segment = peer_message.Segment(VERSION, self._identity.public, self._tid, first, events)
                return OutgoingMessage(topic, self._seal(topic, segment), retain=True)
            case ClearEvent(seq=seq):
                return OutgoingMessage(mqtt_topic.event(self._tid, pid, seq), b"", retain=True)

    def parting(self) -> OutgoingMessage:
        """Return the message that tells that one has left the table: heads without content, in their order."""
        return OutgoingMessage(mqtt_topic.heads(self._tid, self._identity.pid), b"", qos=0)

    def run(self, errand: SyncMessage, feed: Feed, table: Table, now: int) -> Iterator[OutgoingMessage]:
        """Return the messages of heads, a request or answers."""
        me = self._identity
        match errand:
            case SayHeads(want=want):
                topic = mqtt_topic.heads(self._tid, me.pid)
                here, clocks = table.line_heads(), table.told_clocks(now)
                heads = peer_message.make_heads(
                    me, self._tid, feed.heads(), place=here, clocks=clocks, want=want, ts=now
                )
                yield OutgoingMessage(topic, self._seal(topic, heads), qos=0)
            case Ask(ranges=ranges):
                topic = mqtt_topic.request(self._tid, me.pid)
                yield OutgoingMessage(topic, self._seal(topic, peer_message.make_request(me, self._tid, ranges, now)))
            case Answer(events=events):
                topic = mqtt_topic.reply(self._tid, me.pid)
                for reply in peer_message.make_replies(me, self._tid, events):
                    yield OutgoingMessage(topic, self._seal(topic, reply))

    def aside(self, note: peer_message.SpectatorMessage) -> OutgoingMessage:
        """Return the message for a line said beside the table; it may be lost."""
        topic = mqtt_topic.aside(self._tid, self._identity.pid)
        return OutgoingMessage(topic, self._seal(topic, note), qos=0)

    def _seal(self, topic: str, note: peer_message.TableNote) -> bytes:
        return peer_message.seal_note(self._key, topic, self._identity, note, self._nonce())

    def _nonce(self) -> bytes:
        return self._entropy(envelope.NONCE_SIZE)


def clearing(tid: bytes, pid: str, own: Sequence[Signed]) -> list[OutgoingMessage]:
    """Return the messages that clear an author's whole chain, events and segments, from the broker."""
    outbox = Outbox()
    segments = [posting.count for posting in outbox.pending(own) if isinstance(posting, PutSegment)]
    names = [mqtt_topic.segment(tid, pid, count) for count in segments]
    names += [mqtt_topic.event(tid, pid, signed.event.seq) for signed in own]
    return [OutgoingMessage(name, b"", retain=True) for name in names]
