"""One author's chain at a table: events accepted in order, events held beyond a gap, and where the chain stops.

Every event that arrives at a feed ends in one of a closed set of outcomes (`Arrival`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from core.fault import sentence
from net.wire.event import LINK_SIZE, Kind, Signed


class Refusal(StrEnum):
    """Why a feed does not accept an event; a closed set."""

    FOREIGN = sentence("It belongs to another table.")
    CROWDED = sentence("There are too many authors at this table.")
    TALKED_OUT = sentence("Its author has used up all the talk of this table.")
    FULL = sentence("Its author has used up their room at this table.")
    AHEAD = sentence("It is too far ahead of what is known of its author.")
    FORKED = sentence("Its author has signed two histories.")


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The next event of its author's chain."""

    signed: Signed


@dataclass(frozen=True, slots=True)
class Held:
    """An event beyond a gap, kept until the gap closes: `seq` of `author`."""

    author: bytes
    seq: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """An event that is known already."""

    id: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """An event that is not accepted.

    `kept` is the event if it stands in its chain all the same (talk beyond the limit: later events build on it). It
    belongs in the journal, and nobody reads it.
    """

    why: Refusal
    kept: Signed | None = None


@dataclass(frozen=True, slots=True)
class Forked:
    """Two signed events of one author that cannot both stand: the proof of an equivocation.

    Either both have the same sequence number, or `second` follows `first` by one and names another event as previous.
    """

    first: Signed
    second: Signed

    @property
    def number(self) -> int:
        """The number from which the two histories part, as far as the proof shows: nothing from there on counts."""
        return min(self.first.event.seq, self.second.event.seq)

    @property
    def first_parting(self) -> bool:
        """Whether both build on the same event: the histories part nowhere before."""
        return self.first.event.prev[:LINK_SIZE] == self.second.event.prev[:LINK_SIZE]

    def is_before(self, other: Forked) -> bool:
        """Tell whether this proof shows more: an earlier number, or that there is no earlier one."""
        return (self.number, not self.first_parting) < (other.number, not other.first_parting)


Arrival = Accepted | Held | Duplicate | Refused | Forked
"""What becomes of an event that arrives."""


def proves_fork(one: Signed, other: Signed) -> bool:
    """Tell whether two events, each valid by itself, prove that their author signed two histories of one table."""
    first, second = sorted((one, other), key=lambda signed: signed.event.seq)
    a, b = first.event, second.event
    if (a.tid, a.author) != (b.tid, b.author):
        return False
    same_place = a.seq == b.seq and first.id != second.id
    return same_place or (a.seq + 1 == b.seq and not second.follows(first))


EVENTS_LIMIT = 4096
"""Events of one author at a table."""
BYTES_LIMIT = 2 * 1024 * 1024
"""Bytes of the bodies of one author's events at a table."""
TALKS_LIMIT = 2048
"""Lines of talk among these events; further talk stays unread, other events still count."""
HELD_LIMIT = 200
"""Events kept beyond a gap."""
HELD_BYTES_LIMIT = 512 * 1024
"""Bytes of the events kept beyond a gap."""

_ZEROS = bytes(LINK_SIZE)


class Chain:
    """The chain of one author; the caller has checked tid, author and signature of every event it passes in."""

    __slots__ = ("_bytes", "_held", "_held_bytes", "_talks", "events", "full", "proof", "stop")

    def __init__(self) -> None:
        """Begin an empty chain."""
        self.events: list[Signed] = []
        self.proof: Forked | None = None
        self.full = False
        self.stop = EVENTS_LIMIT
        self._held: dict[int, Signed] = {}
        self._bytes = self._held_bytes = self._talks = 0

    @property
    def next(self) -> int:
        """The sequence number that continues the chain."""
        return len(self.events)

    @property
    def prev(self) -> bytes:
        """What the next event names as the one before it."""
        return self.events[-1].link if self.events else _ZEROS

    @property
    def talked_out(self) -> bool:
        """Whether no more talk of this author is read."""
        return self._talks >= TALKS_LIMIT

    @property
    def ahead(self) -> bool:
        """Whether events beyond a gap are held."""
        return bool(self._held)

    def has_room(self, size: int) -> bool:
        """Tell whether an event of `size` bytes may continue the chain."""
        return self.next < self.stop and not self.full and self._bytes + size <= BYTES_LIMIT

    def receive(self, signed: Signed) -> list[Arrival]:
        """Take an event; return what becomes of it, then of the held events that it released."""
        seq = signed.event.seq
        known = self.events[seq] if seq < self.next else self._held.get(seq)
        if known is not None:
            return [self._again(known, signed)]
        if seq >= self.stop:
            return [self._beyond(signed)]
        if self.full:
            return [Refused(Refusal.FULL)]
        if seq > self.next:
            return [self._hold(signed)]
        return [self._append(signed), *self._release(), *self._look_back()]

    def lacks(self, last: int) -> Iterator[tuple[int, int]]:
        """List what is missing up to `last`, as pairs of first and last sequence number."""
        first = self.next
        last = min(last, self.stop - 1)
        if self.full:
            return
        for seq in sorted(held for held in self._held if held <= last):
            if first < seq:
                yield first, seq - 1
            first = seq + 1
        if first <= last:
            yield first, last

    def gaps(self) -> Iterator[tuple[int, int]]:
        """List what is missing before events that are held."""
        return self.lacks(max(self._held, default=-1))

    def at(self, seq: int) -> Signed | None:
        """Give the event of that number, accepted or held."""
        return self.events[seq] if 0 <= seq < self.next else self._held.get(seq)

    def _again(self, known: Signed, signed: Signed) -> Arrival:
        if known.id == signed.id:
            return Duplicate(signed.id)
        return self._prove(self._earlier(Forked(known, signed)))

    def _beyond(self, signed: Signed) -> Arrival:
        """Refuse an event past the place where the chain stops, unless it proves that the histories part earlier."""
        if self.proof is None:
            return Refused(Refusal.FULL)
        stands = signed.event.seq != self.next or not self.events or signed.follows(self.events[-1])
        return Refused(Refusal.FORKED) if stands else self._prove(Forked(self.events[-1], signed))

    def _prove(self, proof: Forked) -> Arrival:
        """Take a proof that shows more than the present one; the first proof stops the chain.

        What was accepted stays, and nothing from the second history is accepted.
        """
        assert proves_fork(proof.first, proof.second)
        if self.proof is None:
            self.stop = max(self.next, proof.second.event.seq)
            self._drop_held_from(self.stop)
        elif not proof.is_before(self.proof):
            return Refused(Refusal.FORKED)
        self.proof = proof
        return proof

    def _earlier(self, proof: Forked) -> Forked:
        """Return a proof built with the previous event of one of its events, if that shows more.

        So all who know the same events find the same number, in whatever order the events came.
        """
        for one in (proof.first, proof.second):
            before = self.events[one.event.seq - 1] if 0 < one.event.seq <= self.next else None
            if before is not None and not one.follows(before) and Forked(before, one).is_before(proof):
                return Forked(before, one)
        return proof

    def _look_back(self) -> Iterator[Forked]:
        """Return what newly arrived events prove together with the present proof."""
        proof = self.proof and self._earlier(self.proof)
        if proof is not None and proof is not self.proof:
            self.proof = proof
            yield proof

    def _hold(self, signed: Signed) -> Arrival:
        seq, size = signed.event.seq, len(signed.body)
        while self._held and (len(self._held) >= HELD_LIMIT or self._held_bytes + size > HELD_BYTES_LIMIT):
            furthest = max(self._held)
            if furthest < seq:
                return Refused(Refusal.AHEAD)
            self._drop_held_from(furthest)
        self._held[seq] = signed
        self._held_bytes += size
        return Held(signed.event.author, seq)

    def _drop_held_from(self, first: int) -> None:
        for seq in [held for held in self._held if held >= first]:
            self._held_bytes -= len(self._held.pop(seq).body)

    def _append(self, signed: Signed) -> Arrival:
        if not signed.follows(self.events[-1] if self.events else None):
            arrival = self._prove(Forked(self.events[-1], signed))
            self.stop = self.next
            self._drop_held_from(self.stop)
            return arrival
        size = len(signed.body)
        if self._bytes + size > BYTES_LIMIT:
            self.full = True
            self._drop_held_from(0)
            return Refused(Refusal.FULL)
        over = signed.event.kind == Kind.TALK and self.talked_out
        self._talks += signed.event.kind == Kind.TALK
        self._bytes += size
        self.events.append(signed)
        return Refused(Refusal.TALKED_OUT, signed) if over else Accepted(signed)

    def _release(self) -> Iterator[Arrival]:
        """Accept held events as far as they continue the chain."""
        while self.next in self._held:
            signed = self._held.pop(self.next)
            self._held_bytes -= len(signed.body)
            yield self._append(signed)
