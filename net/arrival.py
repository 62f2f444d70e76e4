"""What becomes of an event that arrives at a feed: a closed set."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from core.fault import sentence
from net.event import LINK_SIZE, Signed


class Refusal(StrEnum):
    """Why a feed takes an event no further; a closed set."""

    FOREIGN = sentence("It belongs to another table.")
    CROWDED = sentence("There are too many authors at this table.")
    TALKED_OUT = sentence("Its author has used up all the talk of this table.")
    FULL = sentence("Its author has used up his room at this table.")
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
    """An event known already."""

    id: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """An event that is not taken up.

    `kept` is the event when it stands in its chain all the same (talk beyond the limit: later events build on it): it
    belongs in the journal, and nobody reads it.
    """

    why: Refusal
    kept: Signed | None = None


@dataclass(frozen=True, slots=True)
class Forked:
    """Two signed events of one author that cannot both stand: the proof that he signed two histories.

    Either both have the same sequence number, or `second` follows `first` by one and names another as the one before.
    """

    first: Signed
    second: Signed

    @property
    def number(self) -> int:
        """The number from which two histories part as far as the proof tells: nothing from there on counts."""
        return min(self.first.event.seq, self.second.event.seq)

    @property
    def first_parting(self) -> bool:
        """Whether both stand upon the same event: the histories part nowhere before."""
        return self.first.event.prev[:LINK_SIZE] == self.second.event.prev[:LINK_SIZE]

    def is_before(self, other: Forked) -> bool:
        """Tell whether this proof shows more: an earlier number, or that there is none earlier."""
        return (self.number, not self.first_parting) < (other.number, not other.first_parting)


Arrival = Accepted | Held | Duplicate | Refused | Forked
"""What becomes of an event that arrives."""


def proves_fork(one: Signed, other: Signed) -> bool:
    """Tell whether two events, each checked by itself, show that their author signed two histories of one table."""
    first, second = sorted((one, other), key=lambda signed: signed.event.seq)
    a, b = first.event, second.event
    if (a.tid, a.author) != (b.tid, b.author):
        return False
    same_place = a.seq == b.seq and first.id != second.id
    return same_place or (a.seq + 1 == b.seq and not second.follows(first))
