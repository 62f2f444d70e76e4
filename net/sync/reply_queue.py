"""What this peer owes others of a table's log: ranges they asked for, until we or somebody else sends them.

Pure. Seat holders are served first. Everybody else shares what a table can spare, however many they are or pretend to
be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from net.log.feed import Feed
from net.wire.event import Signed
from net.wire.peer_message import RANGES_LIMIT, Range, Request

REPLY_MS = (50, 400)
"""How long a responder waits to hear whether another answers."""
SPARE_MS = 500
"""Time between two answers to people without a seat."""
OWED_LIMIT = 64
"""Ranges owed at a time to all people without a seat; more are dropped, they ask again."""
SEATED_LIMIT = 16 * RANGES_LIMIT
"""Ranges owed at a time to seat holders: a whole request of each."""
EVENTS_LIMIT = 512
"""Events in one answer; the rest is asked for again."""


@dataclass(frozen=True, slots=True)
class _Owed:
    """A range to send at `at` unless somebody else does; `seated` says that a seat holder asks."""

    at: int
    range: Range
    seated: bool


class ReplyQueue:
    """The ranges owed at one table."""

    def __init__(self, feed: Feed, rng: Random) -> None:
        """Owe nothing of `feed`; `rng` spreads the answers of many peers."""
        self._feed = feed
        self._rng = rng
        self._owed: list[_Owed] = []
        self._spare_at = 0

    def ask(self, now: int, request: Request, *, seated: bool) -> None:
        """Owe a peer what they ask for and we have; people without a seat take no room from seat holders."""
        at = now + self._rng.randint(*REPLY_MS)
        at = at if seated else max(at, self._spare_at)
        limit = (SEATED_LIMIT if seated else OWED_LIMIT) - sum(owed.seated is seated for owed in self._owed)
        for asked in request.ranges[: max(0, limit)]:
            if self._feed.events(asked.author, asked.first, asked.first):
                self._owed.append(_Owed(at, asked, seated))

    def sent(self, events: Iterable[Signed]) -> None:
        """Owe no longer what somebody else has sent; events of another history than ours do not count as sent."""
        sent: dict[bytes, set[int]] = {}
        for signed in (signed for signed in events if self._feed.known(signed.id)):
            sent.setdefault(signed.event.author, set()).add(signed.event.seq)
        self._owed = [rest for owed in self._owed for rest in _without(owed, sent.get(owed.range.author, set()))]

    def clear(self) -> None:
        """Owe nothing any more."""
        self._owed.clear()

    def next_due(self) -> int | None:
        """Give the time of the next answer, None while nothing is owed."""
        return min((owed.at for owed in self._owed), default=None)

    def due(self, now: int) -> tuple[Signed, ...]:
        """Return the events to send now; those that seat holders wait for come first."""
        ripe = sorted((owed for owed in self._owed if owed.at <= now), key=lambda owed: not owed.seated)
        if not ripe:
            return ()
        self._owed = [owed for owed in self._owed if owed.at > now]
        if not all(owed.seated for owed in ripe):
            self._spare_at = now + SPARE_MS
        chosen: dict[bytes, Signed] = {}
        for owed in ripe:
            last = min(owed.range.last, owed.range.first + EVENTS_LIMIT - 1)
            for signed in self._feed.events(owed.range.author, owed.range.first, last):
                if len(chosen) < EVENTS_LIMIT:
                    chosen[signed.id] = signed
        return tuple(chosen.values())


def _without(owed: _Owed, sent: set[int]) -> tuple[_Owed, ...]:
    """Cut from an owed range what was sent of it from its beginning, up to the first gap."""
    wanted = owed.range
    first = wanted.first
    while first in sent:
        first += 1
    if first == wanted.first:
        return (owed,)
    return () if first > wanted.last else (_Owed(owed.at, Range(wanted.author, first, wanted.last), owed.seated),)
