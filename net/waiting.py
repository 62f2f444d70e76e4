"""Game events that wait for the line to come to their place, each author's in the order of his chain."""

from __future__ import annotations

from collections import Counter

from net.event import Signed

WAITING_LIMIT = 4096
"""Events of one author that wait; an author has no more at a table."""


class Waiting:
    """What waits, by ply."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._events: dict[int, list[Signed]] = {}
        self._counts: Counter[bytes] = Counter()

    def add(self, signed: Signed) -> bool:
        """Let an event wait for its ply; False where its author has too many."""
        author = signed.event.author
        if self._counts[author] >= WAITING_LIMIT:
            return False
        self._counts[author] += 1
        self._events.setdefault(signed.event.ply, []).append(signed)
        return True

    def at(self, ply: int) -> tuple[Signed, ...]:
        """Give what waits at a ply, as it came."""
        return tuple(self._events.get(ply, ()))

    def leave(self, signed: Signed) -> None:
        """Let an event wait no longer."""
        waiting = self._events.get(signed.event.ply, [])
        if signed in waiting:
            waiting.remove(signed)
            self._counts[signed.event.author] -= 1

    def pop(self, ply: int) -> tuple[Signed, ...]:
        """Let nothing wait at a ply any longer; give what did."""
        left = self._events.pop(ply, [])
        for signed in left:
            self._counts[signed.event.author] -= 1
        return tuple(left)
