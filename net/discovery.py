"""Discovery: the rooms heard on the local network, each for as long as it is announced.

Pure: `now` is a clock in milliseconds. Everybody on the network may announce anything: what is no room is passed over,
and nobody can fill the list by himself as long as he has one address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from net.announcement import SERVICE, Announcement, BadAnnouncement

ROOMS_LIMIT = 64
"""Rooms and private tables that are kept; more are not listed."""
HOST_LIMIT = 8
"""Rooms and private tables of one address."""
STALE_MS = 5 * 60_000
"""Unconfirmed for so long, a room is listed no more."""
NAME_LIMIT = 255
"""Bytes of the full name of a service."""


@dataclass(frozen=True, slots=True)
class HeardRoom:
    """A room heard under the service's `name`, first at the time `since` (milliseconds)."""

    name: str
    said: Announcement
    since: int


class Discovery:
    """What one listener has heard."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.refused: Counter[str] = Counter()
        self._rooms: dict[str, tuple[HeardRoom, int]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The full names of the services that are rooms."""
        return tuple(self._rooms)

    def wants(self, name: str) -> bool:
        """Tell whether it is worth asking what stands behind a service's name."""
        fits = len(name.encode(errors="replace")) <= NAME_LIMIT and name.lower().endswith(f".{SERVICE}")
        return fits and (name in self._rooms or len(self._rooms) < ROOMS_LIMIT)

    def heard(
        self, name: str, addresses: Sequence[str], port: int, text: Mapping[bytes, bytes | None], now: int
    ) -> bool:
        """Take in what a service says; tell whether the list is another one now.

        What is no room takes the place of nothing: who was heard under that name before is dropped.
        """
        known = self._rooms.get(name)
        try:
            said = Announcement.parse(addresses, port, text)
        except BadAnnouncement as fault:
            self.refused[str(fault.fields["part"])] += 1
            return self.lost(name)
        if known is not None and known[0].said == said:
            self._rooms[name] = (known[0], now)
            return False
        if not self.wants(name) or self._crowded(said.host, name):
            self.refused["many"] += 1
            return self.lost(name)
        self._rooms[name] = (HeardRoom(name, said, known[0].since if known else now), now)
        return True

    def lost(self, name: str) -> bool:
        """Take in that a service is gone; tell whether the list is another one now."""
        return self._rooms.pop(name, None) is not None

    def age(self, now: int) -> bool:
        """Drop what has not been confirmed for `STALE_MS`; tell whether the list is another one now."""
        stale = [name for name, (_, last) in self._rooms.items() if now - last > STALE_MS]
        for name in stale:
            del self._rooms[name]
        return bool(stale)

    @property
    def said(self) -> tuple[Announcement, ...]:
        """All that is announced, the rooms first, then the private tables, which are named to nobody."""
        tables = (room.said for room, _ in self._rooms.values() if room.said.tid)
        return (*(room.said for room in self.rooms), *tables)

    @property
    def rooms(self) -> tuple[HeardRoom, ...]:
        """The rooms by name and address."""
        found = (room for room, _ in self._rooms.values() if not room.said.tid)
        return tuple(sorted(found, key=lambda one: (one.said.room.casefold(), one.said.host, one.said.port, one.name)))

    def _crowded(self, host: str, name: str) -> bool:
        others = sum(room.said.host == host for room, _ in self._rooms.values() if room.name != name)
        return others >= HOST_LIMIT
