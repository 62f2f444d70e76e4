"""Tending a broker of one's own: somebody listens to all of it, says now and then what goes on, and clears old things.

He holds no key of any table: he hears topics and sizes, as whoever runs a broker does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from net.broker.janitor import Caretaker, Figures
from net.transport import diagnostic_log
from net.transport.transport import Offline

if TYPE_CHECKING:
    from net.transport.clock import Clock
    from net.transport.transport import Connector, Transport

EVERYTHING = "#"
AGAIN_SECONDS = 1.0
"""The wait before connecting again."""
SWEEP_SECONDS = 3600.0
"""How often it is looked for what is a week old."""

Teller = Callable[[Figures], None]


class Tending:
    """The caretaker of a broker at work."""

    def __init__(self, connect: Connector, prefix: str, clock: Clock) -> None:
        """Prepare; nothing happens before `listen`."""
        self.caretaker = Caretaker(prefix)
        self._connect, self._clock = connect, clock
        self._transport: Transport | None = None
        self._opened = asyncio.Event()

    async def listen(self) -> None:
        """Hear everything that passes, until cancelled; connect again where the connection ends."""
        while True:
            transport = self._connect(None)
            try:
                await transport.connect()
                await transport.subscribe({EVERYTHING: 0})
                self._transport = transport
                self._opened.set()
                while True:
                    await self._take(transport)
            except Offline as fault:
                diagnostic_log.refused("tending", fault)
            finally:
                self._transport = None
                await transport.close()
            await self._clock.sleep(AGAIN_SECONDS)

    async def say(self, tell: Teller, seconds: float) -> None:
        """Tell what goes on, first when the broker is heard, then every so many seconds."""
        await self._opened.wait()
        while True:
            tell(self.caretaker.figures(self._clock.now_ms()))
            await self._clock.sleep(seconds)

    async def sweep(self) -> None:
        """Every hour, let the broker show all that it keeps; what is a week old is cleared as it comes."""
        while True:
            await self._clock.sleep(SWEEP_SECONDS)
            self.caretaker.forget(self._clock.now_ms() - round(2 * SWEEP_SECONDS * 1000))
            try:
                if self._transport is not None:
                    await self._transport.subscribe({EVERYTHING: 0})
            except Offline as fault:
                diagnostic_log.refused("a sweep", fault)

    async def _take(self, transport: Transport) -> None:
        cleared = 0
        for message in await transport.receive():
            now = self._clock.now_ms()
            self.caretaker.hear(message.topic, empty=not message.payload, kept=message.retain, now=now)
            if message.retain and self.caretaker.is_stale(message.topic, now):
                await transport.publish(message.topic, b"", qos=0, retain=True)
                cleared += 1
        if cleared:
            diagnostic_log.happened("cleared", topics=cleared)


@asynccontextmanager
async def tended(tending: Tending, tell: Teller, seconds: float) -> AsyncIterator[None]:
    """Let the broker be tended until this ends."""
    work = (tending.listen(), tending.say(tell, seconds), tending.sweep())
    tasks = [asyncio.ensure_future(job) for job in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
