"""Rooms announced and heard on the local network by multicast DNS: the thin runner around `net.room.announcement`.

It needs the library `zeroconf`, an extra that may be missing and takes some 0.1 s to import: call
`net.broker.local_network.check` first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from ipaddress import ip_address

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.broker.broker_process import reachable
from net.broker.local_network import NO_ADDRESS, NO_NETWORK, NoLan, addresses, is_far
from net.identity import base32
from net.room.announcement import SERVICE, Announcement, Discovery, HeardRoom
from net.transport.clock import Clock, SystemClock

TTL_SECONDS = 120
"""How long an announcement holds unless it is repeated; listeners ask again before that."""
ANSWER_MS = 3000
"""How long a room may take to say what it is."""
CONFIRM_SECONDS = 60.0
"""Time between two checks whether the rooms heard are still there; without rooms there are none."""
ASKED_LIMIT = 16
"""Services asked at the same time."""
WAITING_LIMIT = 256
"""Services being asked or waiting to be."""


async def _open(bind: str = "") -> AsyncZeroconf:
    """Open the multicast sockets, at every address of the machine or at `bind`; raise `NoLan`."""
    try:
        if not bind or ip_address(bind).is_unspecified:
            opened = AsyncZeroconf(InterfaceChoice.All, ip_version=IPVersion.V4Only)
        else:
            opened = AsyncZeroconf([bind])
    except RuntimeError:
        raise NoLan(NO_ADDRESS) from None
    except (OSError, ValueError) as error:
        raise NoLan(NO_NETWORK, why=getattr(error, "strerror", None) or error) from None
    return opened


class LanAnnouncer:
    """A room announced until `close`."""

    def __init__(self, opened: AsyncZeroconf, saying: Awaitable[object]) -> None:
        """Announce by `announce`."""
        self._opened, self._saying = opened, saying

    @classmethod
    async def announce(cls, said: Announcement, bind: str, at: str = "") -> LanAnnouncer:
        """Announce a room whose broker listens at `bind`, on this machine or else `at` an address; raise `NoLan`."""
        found = [at] if at else _addresses(bind)
        if not found:
            raise NoLan(NO_ADDRESS)
        opened = await _open(bind)
        info = AsyncServiceInfo(
            SERVICE,
            f"{said.room}-{base32.encode(said.mark)}.{SERVICE}",
            said.port,
            properties={**said.entries()},
            parsed_addresses=found,
            host_ttl=TTL_SECONDS,
            other_ttl=TTL_SECONDS,
        )
        try:
            saying = await opened.async_register_service(info, allow_name_change=True)
        except BaseException as fault:
            await opened.async_close()
            if isinstance(fault, (Error, OSError)):
                raise NoLan(NO_NETWORK, why=str(fault) or type(fault).__name__) from None
            raise
        return cls(opened, saying)

    async def close(self) -> None:
        """Announce that the room is gone, and stop. May be called twice."""
        await self._opened.async_close()


def _addresses(bind: str) -> list[str]:
    """Return the address at which others reach us; on a network without a way out, all addresses of this machine."""
    found = reachable(bind)
    return [found] if is_far(found) else addresses()


class LanBrowser:
    """The rooms heard from `open` to `close`; `changed` is called in the loop when the list changes."""

    def __init__(self, changed: Callable[[], None] = lambda: None, clock: Clock | None = None) -> None:
        """Hear nothing yet."""
        self._changed = changed
        self._clock = clock or SystemClock()
        self._found = Discovery()
        self._opened: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(ASKED_LIMIT)
        self._confirming: asyncio.Task[None] | None = None

    @property
    def rooms(self) -> tuple[HeardRoom, ...]:
        """The rooms heard, by name."""
        return self._found.rooms

    @property
    def said(self) -> tuple[Announcement, ...]:
        """All announcements heard, including private tables: a code is tried on each of them."""
        return self._found.said

    async def open(self) -> None:
        """Begin to listen; raise `NoLan`."""
        self._opened = await _open()
        self._browser = AsyncServiceBrowser(self._opened.zeroconf, SERVICE, handlers=[self._hear])

    async def close(self) -> None:
        """Stop listening. May be called twice."""
        tasks = [*self._tasks, *filter(None, [self._confirming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        browser, self._browser = self._browser, None
        opened, self._opened = self._opened, None
        if browser is not None:
            await browser.async_cancel()
        if opened is not None:
            await opened.async_close()

    def _hear(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """Take in that a service of our kind came, changed or went; the library calls it by these names."""
        if state_change is ServiceStateChange.Removed:
            self._tell(changed=self._found.lost(name))
        elif self._found.wants(name) and len(self._tasks) < WAITING_LIMIT:
            self._go(self._ask(zeroconf, service_type, name))

    async def _ask(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        async with self._turn:
            if await info.async_request(zeroconf, ANSWER_MS):
                self._take(info)

    def _take(self, info: AsyncServiceInfo) -> None:
        addresses, now = info.parsed_scoped_addresses(), self._clock.now_ms()
        self._tell(changed=self._found.heard(info.name, addresses, info.port or 0, info.properties, now))
        if self._found.names and (self._confirming is None or self._confirming.done()):
            self._confirming = asyncio.ensure_future(self._confirm())

    async def _confirm(self) -> None:
        """Check, while rooms are listed, whether the library still has them; the library asks again by itself."""
        while self._found.names and self._opened is not None:
            await self._clock.sleep(CONFIRM_SECONDS)
            for name in self._found.names:
                info = AsyncServiceInfo(SERVICE, name)
                if info.load_from_cache(self._opened.zeroconf):
                    self._take(info)
            self._tell(changed=self._found.age(self._clock.now_ms()))

    def _go(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self, *, changed: bool) -> None:
        if changed:
            self._changed()
