"""When what is missing at a table is asked for: soon, again while that brings something, seldom once it was in vain."""

from __future__ import annotations

ASK_MS = 2_000
"""Between two requests."""
APART_MS = 1_000
"""The least time between two requests: faster ones are noise to others."""
SELDOM_MS = 60_000
"""Between two requests, and between two looks at what the broker keeps, once nobody seems to have what is missing."""
TRIES = 5
"""Requests without progress after which a round ends all the same and asking slows down."""


class RequestSchedule:
    """The requests of one table: when the next is due, how many have brought nothing.

    `rereads` tells that the owner should look once more at what the broker keeps, and set it back: what was lost on the
    way from there, and what nobody else has any more, may still stand there.
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
        """Whether so many requests have brought nothing that nobody seems to have what is missing."""
        return self.tries >= TRIES

    def begin(self, now: int) -> None:
        """Begin anew after subscribing: the broker gives what it keeps."""
        self.at, self.tries = None, 0
        self.rereads, self._read_at = False, now

    def by(self, at: int) -> None:
        """Ask at that time, or as soon after it as one may; what is asked for already is never put off.

        Nor is it asked for earlier, but where asking has slowed down.
        """
        soonest = max(at, self._asked_at + APART_MS)
        if self.at is None or (self.tries > TRIES and soonest < self.at):
            self.at = soonest

    def grow(self, now: int, count: int) -> None:
        """Notice that `count` events are missing by now: where some have come after all, the rest is asked for soon."""
        if self.tries > TRIES and count < self._lacked:
            self.by(now)

    def is_due(self, now: int) -> bool:
        """Tell whether a request is due."""
        return self.at is not None and now >= self.at

    def rest(self) -> None:
        """Ask for nothing: nothing is missing."""
        self.at, self.tries = None, 0

    def ask(self, now: int, count: int) -> int:
        """Notice that the `count` events that are missing are asked for now; give how many requests were in vain."""
        self.tries, self._lacked = 1 if count < self._lacked else self.tries + 1, count
        self._asked_at, self.at = now, now + (ASK_MS if self.tries <= TRIES else SELDOM_MS)
        return self.tries - 1

    def despair(self, now: int) -> None:
        """Read what the broker keeps once more, seldom, where requests are in vain."""
        if self.tries > TRIES and now >= self._read_at:
            self.rereads, self._read_at = True, now + SELDOM_MS


def beginning(vain: int, count: int, limit: int) -> int:
    """Give which of `count` ranges a request of `limit` begins with after `vain` requests in vain.

    What nobody has must not keep back the rest: all are asked for, one request full after the other, then again from
    one further on, because an answer may hold as little as the first of what it is asked for.

    >>> [beginning(vain, 3, 64) for vain in range(5)]
    [0, 1, 2, 0, 1]
    >>> [beginning(vain, 5, 2) for vain in range(7)]
    [0, 2, 4, 1, 3, 0, 2]
    """
    rounds, page = divmod(vain, -(-count // limit))
    return (page * limit + rounds) % count
