"""One table's signed hash chains: events in, in any order and any number of times; accepted ones out, in chain order.

Pure: no clock, no input or output; everything it gives depends on what it was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.fault import sentence
from net.event import Draft, Signed
from net.identity import Identity
from net.notes import Range

__all__ = ["Accepted", "Arrival", "Duplicate", "Feed", "Forked", "Held", "Range", "Refusal", "Refused"]


class Refusal(StrEnum):
    """Why a feed takes an event no further; a closed set."""

    FOREIGN = sentence("It belongs to another table.")
    CROWDED = sentence("There are too many authors at this table.")
    TALKED_OUT = sentence("Its author has used up all the talk of this table.")
    FULL = sentence("Its author has used up his room at this table.")
    AHEAD = sentence("It is too far ahead of what is known of its author.")
    FORKED = sentence("Its author has signed two histories.")


@dataclass(frozen=True, slots=True)
class Accepted:
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
    """An event that is not kept."""

    why: Refusal


@dataclass(frozen=True, slots=True)
class Forked:
    """Two signed events of one author that cannot both stand: the proof that he signed two histories."""

    first: Signed
    second: Signed


Arrival = Accepted | Held | Duplicate | Refused | Forked
"""What becomes of an event that arrives; a closed set."""


class Feed:
    """The chains of all authors of one table."""

    def __init__(self, tid: bytes) -> None:
        """Begin with nothing known of table `tid`."""
        raise NotImplementedError

    def admit(self, author: bytes) -> None:
        """Keep a place for an author of the roster, however many strangers came before."""
        raise NotImplementedError

    def receive(self, signed: Signed) -> list[Arrival]:
        """Take an event whose signature was checked; the first arrival speaks of it, the rest of held ones released."""
        raise NotImplementedError

    def draft(self, identity: Identity, draft: Draft, ts: int) -> Signed:
        """Sign what a table wants said as the next event of `identity` (it is not received yet)."""
        raise NotImplementedError

    def heads(self) -> dict[bytes, tuple[int, bytes]]:
        """Tell each author's last event: author -> (seq, id8)."""
        raise NotImplementedError

    def wanted(self, theirs: Mapping[bytes, tuple[int, bytes]]) -> tuple[Range, ...]:
        """List what others have, by their heads, and this feed lacks."""
        raise NotImplementedError

    def gaps(self) -> tuple[Range, ...]:
        """List what lies between the chains and the events held."""
        raise NotImplementedError

    def events(self, author: bytes, first: int, last: int) -> tuple[Signed, ...]:
        """Give the accepted events `first` to `last` of an author, as far as there are any."""
        raise NotImplementedError

    def disagree(self, theirs: Mapping[bytes, tuple[int, bytes]]) -> tuple[bytes, ...]:
        """List the authors of whom another has a different event at the same place: suspicion of two histories."""
        raise NotImplementedError

    @property
    def missing(self) -> int:
        """Count the events known to exist and not here."""
        raise NotImplementedError
