"""What the broker holds of one's own chain, and what is still to be published (protocol, section 5).

Every own event stands retained under its number; once enough follow, 64 of them at most are put together in a segment
and their own topics are cleared, so that a table stays under the retained topics that a broker gives back. How a chain
is cut into segments depends on the chain alone: a peer that starts again makes the same ones.

Pure. After each connection everything is forgotten and learnt again from what comes back; what does not is published
again, byte for byte, so that a broker that lost its memory is filled by all authors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from net.event import Signed
from net.notes import SEGMENT_BYTES, Body, bundles
from net.topics import Place, Topic

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
    """Retain nothing under the number of an event that stands in a segment."""

    seq: int


Posting = PutEvent | PutSegment | ClearEvent
"""What to publish; a closed set."""


class Outbox:
    """What is known to be on the broker of one's own chain."""

    def __init__(self) -> None:
        """Know nothing."""
        self._events: set[int] = set()
        self._segments: set[int] = set()
        self._cut: list[tuple[int, tuple[Body, ...]]] = []
        self._end = 0

    def forget(self) -> None:
        """Know nothing any more: another connection."""
        self._events.clear()
        self._segments.clear()

    def saw(self, at: Topic) -> None:
        """Learn that the broker has what we keep at a topic of our own."""
        if at.place in {Place.EVENT, Place.SEGMENT}:
            (self.saw_event if at.place is Place.EVENT else self.saw_segment)(at.number)

    def lost(self, at: Topic) -> None:
        """Learn that somebody has cleared it, or put something else in its place."""
        if at.place in {Place.EVENT, Place.SEGMENT}:
            (self.lost_event if at.place is Place.EVENT else self.lost_segment)(at.number)

    def saw_event(self, seq: int) -> None:
        """Learn that the broker has an own event under its number."""
        self._events.add(seq)

    def saw_segment(self, count: int) -> None:
        """Learn that the broker has an own segment."""
        self._segments.add(count)

    def lost_event(self, seq: int) -> None:
        """Learn that somebody has cleared an own event from the broker, or put something else in its place."""
        self._events.discard(seq)

    def lost_segment(self, count: int) -> None:
        """Learn the same of an own segment."""
        self._segments.discard(count)

    def pending(self, own: Sequence[Signed]) -> tuple[Posting, ...]:
        """List what is to be published of the whole own chain, and take it as published."""
        self._extend(own)
        postings: list[Posting] = []
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
        """Cut off further segments as far as enough events follow them."""
        if len(own) - self._end <= FOLLOWERS:
            return
        for bundle in bundles(own[self._end :], SEGMENT_BYTES):
            if self._end + len(bundle) + FOLLOWERS > len(own):
                return
            self._cut.append((self._end, bundle))
            self._end += len(bundle)
