"""The usher: what this profile subscribes to of each open table, for as long as it is for him."""

from __future__ import annotations

from collections.abc import Iterable

from net import topics
from net.admission import ShutOut
from net.desk import Desk
from net.link import Link
from net.sync import ROUND_MS


class Usher:
    """The topics of a profile's open tables."""

    def __init__(self, link: Link) -> None:
        """Subscribe to nothing yet."""
        self._link = link
        self._listening: set[bytes] = set()

    async def attend(self, desk: Desk, now: int, *, fresh: bool = False) -> bool:
        """Subscribe to a table's topics and let it catch up; tell whether there is a connection."""
        history, listens = topics.history_filters(desk.tid), desk.listens
        names = topics.table_filters(desk.tid, asides=listens)
        if not await self._link.subscribe({name: int(name not in history) for name in names}):
            return False
        self._listening ^= {desk.tid} if listens is not (desk.tid in self._listening) else set()
        desk.begin(now, alone_ms=0 if self._link.local else ROUND_MS, fresh=fresh)
        return True

    async def leave(self, desk: Desk) -> None:
        """Subscribe to nothing of a table any more."""
        self._listening.discard(desk.tid)
        await self._link.unsubscribe(topics.table_filters(desk.tid, asides=True))

    async def look(self, desks: Iterable[Desk]) -> list[Desk]:
        """Listen to what is said beside those tables where it is for us; give those that want us no longer.

        What the broker keeps of a table at which nobody has what is missing is read once more.
        """
        found = list(desks)
        for desk in found:
            kept = dict.fromkeys(topics.history_filters(desk.tid), 0)
            if desk.sync.asking.rereads and await self._link.subscribe(kept):
                desk.reread()
            if desk.listens and desk.tid not in self._listening:
                if await self._link.subscribe({topics.asides_filter(desk.tid): 0}):
                    self._listening.add(desk.tid)
            elif not desk.listens and desk.tid in self._listening:
                self._listening.discard(desk.tid)
                await self._link.unsubscribe((topics.asides_filter(desk.tid),))
        return [desk for desk in found if isinstance(desk.failure, ShutOut)]
