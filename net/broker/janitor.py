"""The janitor of a broker: counts people, tables and messages, and finds what has been unused for a week.

It hears every message of its broker and can read none. A table's topics age together, by the last message at that
table, so that a slow game keeps its beginning. Pure: `now` is this machine's clock in milliseconds.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from net.wire import mqtt_topic
from net.wire.mqtt_topic import Place, Topic, bare
from net.wire.peer_message import patience

STALE_MS = 7 * 24 * 3_600_000
"""A place unused for this long is cleared."""
STILL_MS = 3 * 60_000
"""A table unheard for this long is not counted: its people send their heads every minute."""
RATE_MS = 10_000
"""The time over which messages a second are counted."""
LIMIT = 100_000
"""Places remembered; further ones are not cleared."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The present traffic: people and tables heard of late, messages a second."""

    people: int
    tables: int
    rate: float


class Janitor:
    """One broker as its host hears it."""

    def __init__(self, prefix: str) -> None:
        """Know nothing yet; `prefix` stands before the protocol's topics."""
        self._prefix = prefix
        self._last: dict[object, int] = {}
        self._people: dict[str, int] = {}
        self._tables: dict[bytes, int] = {}
        self._shown: set[tuple[str, bytes]] = set()
        self._passed: deque[int] = deque(maxlen=LIMIT)

    def hear(self, topic: str, *, empty: bool, kept: bool, now: int) -> None:
        """Take in a message: `empty` ones clear their topic, `kept` ones were on the broker before."""
        at = mqtt_topic.parse(bare(self._prefix, topic) or "")
        if not kept:
            self._passed.append(now)
        if at is not None and at.place is Place.PRESENCE:
            self._meet(at.pid, now, empty=empty)
        if at is not None and at.place is Place.CARD:
            self._show(at.pid, at.tid, empty=empty)
        if empty:
            return
        if at is not None and at.tid and at.place is not Place.CARD and not kept:
            self._tables[at.tid] = now
        place = _place(at, topic)
        known = place in self._last
        if (known and not kept) or (not known and len(self._last) < LIMIT):
            self._last[place] = now

    def is_stale(self, topic: str, now: int) -> bool:
        """Tell whether nothing has been said for a week at the place of a topic."""
        heard = self._last.get(_place(mqtt_topic.parse(bare(self._prefix, topic) or ""), topic))
        return heard is not None and now - heard >= STALE_MS

    def forget(self, now: int) -> None:
        """Forget what was stale; call this once it has been cleared."""
        self._last = {place: heard for place, heard in self._last.items() if now - heard < STALE_MS}

    def figures(self, now: int) -> Figures:
        """Return the present traffic."""
        while self._passed and now - self._passed[0] >= RATE_MS:
            self._passed.popleft()
        missed = patience(len(self._people))
        self._people = {pid: heard for pid, heard in self._people.items() if now - heard <= missed}
        self._tables = {tid: heard for tid, heard in self._tables.items() if now - heard < STILL_MS}
        tables = self._tables.keys() & {tid for _, tid in self._shown}  # a club is heard like a table, and has no card
        return Figures(len(self._people), len(tables), len(self._passed) * 1000 / RATE_MS)

    def _show(self, pid: str, tid: bytes, *, empty: bool) -> None:
        if empty:
            self._shown.discard((pid, tid))
        elif len(self._shown) < LIMIT:
            self._shown.add((pid, tid))

    def _meet(self, pid: str, now: int, *, empty: bool) -> None:
        if empty:
            self._people.pop(pid, None)
        elif pid in self._people or len(self._people) < LIMIT:
            self._people[pid] = now


def _place(at: Topic | None, topic: str) -> object:
    """Return what ages together: a table's topics as one, every other topic by itself."""
    return topic if at is None or not at.tid or at.place is Place.CARD else at.tid
