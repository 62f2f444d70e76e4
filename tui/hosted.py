"""A broker of an evening on this machine: kept alive, tended, and its room announced, as long as the program runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from net.transport.clock import SystemClock
from net.transport.mqtt_transport import connector
from tui.headless import host
from tui.headless.tending import Tending
from tui.proclaiming import Proclaimed, try_to_proclaim

if TYPE_CHECKING:
    from net.broker.broker_process import RunningBroker
    from net.wire.invitation import Invitation


class Hosted:
    """The room of such a broker; `parley host` does the same without a person in it."""

    def __init__(self, wish: host.Wish, room: Invitation, broker: RunningBroker, told: Proclaimed | None) -> None:
        """Keep what `start` has started."""
        self.room, self._told = room, told
        self.tending = Tending(connector(host.inward(wish, room)), room.prefix, SystemClock())
        work = (host.keep(wish, broker, room), self.tending.listen(), self.tending.sweep())
        self._tasks = [asyncio.ensure_future(job) for job in work]

    @classmethod
    async def start(cls, bind: str, room: str, *, announce: bool) -> Hosted:
        """Start a broker that listens at `bind`, for a room of that name; raise `Fault`."""
        wish = host.Wish(bind=bind, room=room)
        broker, invitation = await host.open_room(wish)
        told, _ = await try_to_proclaim(invitation, bind) if announce else (None, None)
        made = cls(wish, invitation, broker, told)
        await asyncio.sleep(0)  # the keeper has the broker now: it ends it, whatever happens
        return made

    @property
    def code(self) -> str:
        """The code by which others on the local network come in; empty where there is none."""
        return self._told.code if self._told else ""

    async def close(self) -> None:
        """Announce the room no more and end its broker."""
        if self._told is not None:
            await self._told.close()
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
