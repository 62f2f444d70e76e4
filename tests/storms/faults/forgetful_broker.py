"""A broker that can be killed with its memory and comes back at the same port as if nothing had ever been said."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from net.broker.broker_process import BrokerFault, RunningBroker, start_broker
from net.transport.transport import ROOM_USER
from tests.net.support.party import ROOM

BREATH = 0.3
"""Seconds after which a broker is started again that could not be: some other program has its port for a while."""


class ForgetfulBroker:
    """One broker through all its lives."""

    def __init__(self, kind: str) -> None:
        """Belong to the room of the tests; nothing runs before `start`."""
        self.kind, self.port = kind, 0
        self.lost = 0
        """How often it has lost its memory."""
        self._running: RunningBroker | None = None
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        """Start it, at the port that it had where it had one."""
        while self._running is None:
            with suppress(BrokerFault):
                self._running = await start_broker(
                    self.kind, port=self.port, user=ROOM_USER, password=ROOM.broker_password
                )
                self.port = self._running.port
            await asyncio.sleep(0 if self._running else BREATH)

    async def forget(self, seconds: float) -> None:
        """Die with all that it keeps, and come back after so many seconds; two such blows come one after the other."""
        async with self._lock:
            if self._running is None:
                return
            broker, self._running = self._running, None
            await broker.kill()
            self.lost += 1
            await asyncio.sleep(seconds)
            await self.start()

    async def back(self) -> None:
        """Wait until it is there again."""
        async with self._lock:
            await self.start()

    async def stop(self) -> None:
        """End it for good."""
        if self._running is not None:
            await self._running.stop()
            self._running = None
