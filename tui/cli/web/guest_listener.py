"""The listener of a guests' server: it lets connections wait, but not many and not long.

A connection counts as waiting until it shows a guest's terminal: no page takes longer to load than it may wait.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.cli.door.waiting_connections import Admission, WaitingConnections, origin_of

if TYPE_CHECKING:
    from aiohttp.web import Server

NO_ADDRESS = sentence("The browser cannot be served at {bind}:{port}: {why}.")
TAKEN = sentence("Port {port} at {bind} is in use: --port names another one, 0 is any free one.")

WAITING, OF_ONE, A_MINUTE = 128, 24, 300
"""Connections that may wait, those of one address that may, and that may come of it in a minute."""
BACKLOG = 128
ACCEPTED_AT_ONCE = 16


class GuestListener:
    """The connections of one server."""

    def __init__(self, server: Server, seconds: float, *, fronted: bool) -> None:
        """Let each wait so many seconds; where a proxy is in front, all have its address, which says nothing."""
        self._server = server
        self._seconds = seconds
        most = (WAITING, A_MINUTE * WAITING) if fronted else (OF_ONE, A_MINUTE)
        self._waiting = WaitingConnections(WAITING, *most)
        self._transports: dict[int, asyncio.BaseTransport] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = 0
        self._socket: socket.socket | None = None

    @property
    def port(self) -> int:
        """The port at which it listens."""
        assert self._socket is not None
        return int(self._socket.getsockname()[1])

    def open(self, bind: str, port: int) -> None:
        """Listen; raise `Fault`."""
        family = socket.AF_INET6 if ":" in bind else socket.AF_INET
        try:
            self._socket = socket.create_server((bind, port), family=family, backlog=BACKLOG)
        except (OSError, OverflowError) as problem:
            if getattr(problem, "errno", None) == errno.EADDRINUSE:
                raise Fault(TAKEN, bind=bind, port=port) from None
            raise Fault(NO_ADDRESS, bind=bind, port=port, why=getattr(problem, "strerror", None) or problem) from None
        self._socket.settimeout(0)
        asyncio.get_running_loop().add_reader(self._socket, self._accept)

    def entered(self, transport: asyncio.BaseTransport | None) -> None:
        """Let a connection stay: a guest's terminal is shown over it."""
        for number, waiting in list(self._transports.items()):
            if waiting is transport:
                self._forget(number)

    def close(self) -> None:
        """Listen no more, and cut those who wait."""
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
        for number in list(self._transports):
            self._cut(number)

    def _accept(self) -> None:
        assert self._socket is not None
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, address = self._socket.accept()
            except OSError:
                return
            self._admit(connection, origin_of(str(address[0])))

    def _admit(self, connection: socket.socket, origin: str) -> None:
        loop = asyncio.get_running_loop()
        for number, transport in list(self._transports.items()):
            if transport.is_closing():
                self._forget(number)
        if self._waiting.admission(origin, int(loop.time() * 1000)) is not Admission.ADMITTED:
            connection.close()
            return
        self._numbers += 1
        task = loop.create_task(self._greet(self._numbers, connection, origin))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _greet(self, number: int, connection: socket.socket, origin: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            transport, _ = await loop.connect_accepted_socket(self._server, connection)
        except OSError:
            connection.close()
            return
        self._transports[number] = transport
        surplus = self._waiting.enter(number, origin)
        if surplus is not None:
            self._cut(surplus)
        loop.call_later(self._seconds, self._cut, number)

    def _forget(self, number: int) -> None:
        self._transports.pop(number, None)
        self._waiting.leave(number)

    def _cut(self, number: int) -> None:
        transport = self._transports.get(number)
        self._forget(number)
        if isinstance(transport, asyncio.Transport):
            transport.abort()
