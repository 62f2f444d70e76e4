"""What this peer owes others of a table's log: ranges asked for, until sent by us or by somebody else.

Pure. Whoever holds a seat is served first; everybody else shares what a table has to spare, however many they are or
pretend to be.
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
"""Between two answers to people who hold no seat."""
OWED_LIMIT = 64
"""Ranges owed at a time to all who hold no seat; more are dropped, they ask again."""
SEATED_LIMIT = 16 * RANGES_LIMIT
"""Ranges owed at a time to the holders of seats: a whole request of each."""
EVENTS_LIMIT = 512
"""Events in one answer; the rest is asked for again."""


@dataclass(frozen=True, slots=True)
class _Owed:
    """A range to send at `at` unless somebody else does; `seated` tells that a seat's holder asks."""

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
        """Owe somebody what he asks for and we have; those without a seat take no room from those with one."""
        at = now + self._rng.randint(*REPLY_MS)
        at = at if seated else max(at, self._spare_at)
        limit = (SEATED_LIMIT if seated else OWED_LIMIT) - sum(owed.seated is seated for owed in self._owed)
        for asked in request.ranges[: max(0, limit)]:
            if self._feed.events(asked.author, asked.first, asked.first):
                self._owed.append(_Owed(at, asked, seated))

    def sent(self, events: Iterable[Signed]) -> None:
        """Owe no longer what somebody else has sent; who sends another history than ours has not sent ours."""
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
        """Give the events to send now, those that seats' holders wait for before all others."""
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
    """Cut from a range owed what was sent of it from its beginning on, without a gap."""
    wanted = owed.range
    first = wanted.first
    while first in sent:
        first += 1
    if first == wanted.first:
        return (owed,)
    return () if first > wanted.last else (_Owed(owed.at, Range(wanted.author, first, wanted.last), owed.seated),)
