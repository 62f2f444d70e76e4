"""When to ask for what is missing at a table: soon, again while that helps, seldom once it was in vain."""

from __future__ import annotations

ASK_MS = 2_000
"""Between two requests."""
APART_MS = 1_000
"""The least time between two requests: faster ones are noise to others."""
SELDOM_MS = 60_000
"""Time between two requests, and between two reads of the broker, once nobody seems to have what is missing.

The broker is read again sooner where some of what was missing has arrived since: after the next requests in vain.
"""
TRIES = 5
"""Requests without progress after which a round ends anyway and asking slows down."""


class RequestSchedule:
    """The requests of one table: when the next is due, and how many were in vain.

    `rereads` tells the owner to read once more what the broker keeps, and then to reset it. What was lost on the way
    from there, or what nobody else has any more, may still be there.
    """

    def __init__(self) -> None:
        """Ask for nothing yet."""
        self.at: int | None = None
        self.tries = 0
        self.rereads = False
        self._asked_at = -ASK_MS
        self._lacked = 0
        self._read_at = 0

    @property
    def is_vain(self) -> bool:
        """Whether so many requests were in vain that nobody seems to have what is missing."""
        return self.tries >= TRIES

    def begin(self, now: int) -> None:
        """Begin anew after subscribing: the broker sends what it keeps."""
        self.at, self.tries = None, 0
        self.rereads, self._read_at = False, now

    def by(self, at: int) -> None:
        """Ask at that time, or as soon after it as allowed; a request that is planned is never put off.

        Nor does it come earlier, unless asking has slowed down.
        """
        soonest = max(at, self._asked_at + APART_MS)
        if self.at is None or (self.tries > TRIES and soonest < self.at):
            self.at = soonest

    def grow(self, now: int, count: int) -> None:
        """Notice that `count` events are missing now; if some have arrived, the rest is asked for soon."""
        if self.tries > TRIES and count < self._lacked:
            self.by(now)

    def is_due(self, now: int) -> bool:
        """Tell whether a request is due."""
        return self.at is not None and now >= self.at

    def rest(self) -> None:
        """Ask for nothing: nothing is missing."""
        self.at, self.tries = None, 0

    def ask(self, now: int, count: int) -> int:
        """Notice that the `count` missing events are asked for now; return how many requests were in vain."""
        self.tries += 1
        if count < self._lacked:  # the link carries something again, so what the broker sent before may have been lost
            self.tries, self._read_at = 1, min(self._read_at, now)
        self._lacked = count
        self._asked_at, self.at = now, now + (ASK_MS if self.tries <= TRIES else SELDOM_MS)
        return self.tries - 1

    def despair(self, now: int) -> None:
        """Read once more what the broker keeps, seldom, while requests are in vain."""
        if self.tries > TRIES and now >= self._read_at:
            self.rereads, self._read_at = True, now + SELDOM_MS


def beginning(vain: int, count: int, limit: int) -> int:
    """Return with which of `count` ranges a request of `limit` begins after `vain` requests in vain.

    What nobody has must not hold back the rest. All are asked for, one full request after the other, then again from
    one further on, because an answer may hold only the first of what it is asked for.

    >>> [beginning(vain, 3, 64) for vain in range(5)]
    [0, 1, 2, 0, 1]
    >>> [beginning(vain, 5, 2) for vain in range(7)]
    [0, 2, 4, 1, 3, 0, 2]
    """
    rounds, page = divmod(vain, -(-count // limit))
    return (page * limit + rounds) % count
