"""What one profile publishes at one table, written: errands and postings become sealed messages at their topics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from net import envelope, notes, topics
from net.errand import Answer, Ask, Errand, SayHeads
from net.event import VERSION, Signed
from net.feed import Feed
from net.identity import Identity
from net.outbox import ClearEvent, Outbox, Posting, PutEvent, PutSegment
from net.table import Table


@dataclass(frozen=True, slots=True)
class Post:
    """A message to publish at a bare topic."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


class Scribe:
    """Writes for `identity` at table `tid`, sealed with the table's `key`; `entropy` gives nonces."""

    def __init__(self, identity: Identity, tid: bytes, key: bytes, entropy: Callable[[int], bytes]) -> None:
        """Take up the pen."""
        self._identity, self._tid, self._key = identity, tid, key
        self._entropy = entropy

    def post(self, posting: Posting) -> Post:
        """Write what is to be retained of the own chain."""
        pid = self._identity.pid
        match posting:
            case PutEvent(signed=signed):
                topic = topics.event(self._tid, pid, signed.event.seq)
                return Post(topic, envelope.seal(self._key, topic, signed, self._nonce()), retain=True)
            case PutSegment(count=count, first=first, events=events):
                topic = topics.segment(self._tid, pid, count)
                segment = notes.Segment(VERSION, self._identity.public, self._tid, first, events)
                return Post(topic, self._seal(topic, segment), retain=True)
            case ClearEvent(seq=seq):
                return Post(topics.event(self._tid, pid, seq), b"", retain=True)

    def run(self, errand: Errand, feed: Feed, table: Table, now: int) -> Iterator[Post]:
        """Write heads, a request or answers."""
        me = self._identity
        match errand:
            case SayHeads(want=want):
                topic = topics.heads(self._tid, me.pid)
                here, clocks = table.line_heads(), table.told_clocks(now)
                heads = notes.make_heads(me, self._tid, feed.heads(), place=here, clocks=clocks, want=want, ts=now)
                yield Post(topic, self._seal(topic, heads), qos=0)
            case Ask(ranges=ranges):
                topic = topics.request(self._tid, me.pid)
                yield Post(topic, self._seal(topic, notes.make_request(me, self._tid, ranges, now)))
            case Answer(events=events):
                topic = topics.reply(self._tid, me.pid)
                for reply in notes.make_replies(me, self._tid, events):
                    yield Post(topic, self._seal(topic, reply))

    def aside(self, note: notes.Aside) -> Post:
        """Write what is said beside the table: it may be lost."""
        topic = topics.aside(self._tid, self._identity.pid)
        return Post(topic, self._seal(topic, note), qos=0)

    def _seal(self, topic: str, note: notes.TableNote) -> bytes:
        return notes.seal_note(self._key, topic, self._identity, note, self._nonce())

    def _nonce(self) -> bytes:
        return self._entropy(envelope.NONCE_SIZE)


def clearing(tid: bytes, pid: str, own: Sequence[Signed]) -> list[Post]:
    """Clear an author's whole chain from the broker, its events and its segments."""
    outbox = Outbox()
    segments = [posting.count for posting in outbox.pending(own) if isinstance(posting, PutSegment)]
    names = [topics.segment(tid, pid, count) for count in segments]
    names += [topics.event(tid, pid, signed.event.seq) for signed in own]
    return [Post(name, b"", retain=True) for name in names]
