"""The embedded broker, run in a process of its own: `python -m net.broker.amqtt_broker`.

Standard input: one line of JSON with the fields of `net.broker.listener.Orders`, then nothing. The process ends when
its standard input ends, so no broker outlives its parent, however that one died. Standard output: one line,
`{"port": N}` or `{"error": "..."}`.

The listener is ours, the broker behind it is amqtt. So the port may come from the kernel, and a packet beyond its limit
breaks the connection before it is read into memory; amqtt itself has no hook for that (protocol, section 2).
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import ssl
import sys
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from amqtt.adapters import (
    ReaderAdapter,
    StreamReaderAdapter,
    StreamWriterAdapter,
    WebSocketsReader,
    WebSocketsWriter,
)
from amqtt.broker import Broker
from amqtt.contexts import BrokerConfig, ListenerConfig, ListenerType
from amqtt.plugins.base import BaseAuthPlugin
from amqtt.session import Session
from websockets import Subprotocol
from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as web_serve
from websockets.exceptions import WebSocketException

from net.broker.listener import BrokerListener, Limits, Orders
from net.wire.invitation import Via


class BoundedReader(ReaderAdapter):
    """A connection that ends when a packet announces more bytes than the limit."""

    def __init__(self, reader: ReaderAdapter, limit: int) -> None:
        """Read from `reader`, packets of at most `limit` bytes."""
        self._reader, self._limit = reader, limit
        self._ended = False

    async def read(self, n: int = -1) -> bytes:
        """Read exactly `n` bytes; raise `ConnectionResetError` for too many and return nothing from then on."""
        if n > self._limit:
            self._ended = True
            message = "packet too large"
            raise ConnectionResetError(message)
        return b"" if self._ended else await self._reader.read(n)

    def feed_eof(self) -> None:
        """Pass on that nothing more comes."""
        self._reader.feed_eof()


class RoomDoor(BaseAuthPlugin):
    """Admits those who know the room's password; everybody if none is set."""

    @dataclass
    class Config:
        """User and password; both empty for an open broker."""

        user: str = ""
        password: str = ""

    async def authenticate(self, *, session: Session) -> bool | None:
        """Compare in constant time."""
        user, password = str(self._get_config_option("user", "")), str(self._get_config_option("password", ""))
        if not user and not password:
            return True
        given = f"{session.username or ''}\0{session.password or ''}"
        return hmac.compare_digest(given.encode(), f"{user}\0{password}".encode())


class RoomBroker(Broker):
    """The library's broker, changed to give a newcomer only retained messages that they subscribed to.

    The library gives everybody who connects all that is retained for whatever anybody subscribes to. With thirty tables
    it does little else, and newcomers hear of tables that are not theirs.
    """

    async def _publish_retained_messages_for_subscription(self, wanted: tuple[str, int], session: Session) -> None:
        holders = self._subscriptions.get(wanted[0], ())
        if any(holder.client_id == session.client_id for holder, _ in holders):
            await super()._publish_retained_messages_for_subscription(wanted, session)


def read_orders(line: bytes) -> Orders:
    """Read the line of JSON."""
    told = json.loads(line)
    door, limits = told.pop("door"), told.pop("limits")
    listener = BrokerListener(Via(door["via"]), door["certificate"], door["key"])
    return Orders(**told, door=listener, limits=Limits(**limits))


def trust(door: BrokerListener) -> ssl.SSLContext | None:
    """Make the context for TLS, if the listener uses it."""
    if not door.sealed:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(door.certificate, door.key)
    return context


async def serve(orders: Orders) -> None:
    """Serve for ever; say on standard output where, or what prevents it."""
    listener = ListenerConfig(type=ListenerType.EXTERNAL)
    plugins = {"net.broker.amqtt_broker.RoomDoor": {"user": orders.user, "password": orders.password}}
    broker = RoomBroker(BrokerConfig(listeners={"default": listener}, plugins=plugins))
    await broker.start()
    try:
        server = await (_listen_web if orders.door.web else _listen)(broker, orders)
    except OSError as error:
        _say({"error": os.strerror(error.errno) if error.errno else str(error)})
        return
    _say({"port": next(iter(server.sockets)).getsockname()[1]})
    await server.serve_forever()


REFUSAL = b"\x20\x02\x00\x03"
"""The answer of MQTT 3.1.1 to whoever comes too many: server unavailable."""
REFUSAL_SECONDS = 3.0
"""How long whoever comes too many may take to say the first word, after which alone they read an answer."""


class ConnectionLimiter:
    """Counts connections: once as many are open as allowed, the next is refused."""

    def __init__(self, limit: int) -> None:
        """Admit so many at a time; 0 is any number."""
        self._limit, self._inside = limit, 0

    @contextmanager
    def admitting(self) -> Iterator[bool]:
        """Tell whether one more may come in, until this ends."""
        may = not self._limit or self._inside < self._limit
        self._inside += may
        try:
            yield may
        finally:
            self._inside -= may


async def _listen(broker: Broker, orders: Orders) -> asyncio.Server:
    porter = ConnectionLimiter(orders.limits.people)

    async def admit(reader: StreamReader, writer: StreamWriter) -> None:
        bounded = BoundedReader(StreamReaderAdapter(reader), orders.limits.packet)
        with porter.admitting() as may:
            if may:
                await broker.external_connected(bounded, StreamWriterAdapter(writer), "default")
            else:
                with suppress(OSError, TimeoutError):
                    await asyncio.wait_for(reader.read(orders.limits.packet), REFUSAL_SECONDS)
                    writer.write(REFUSAL)
                writer.close()

    return await asyncio.start_server(admit, orders.bind, orders.port, reuse_address=True, ssl=trust(orders.door))


async def _listen_web(broker: Broker, orders: Orders) -> Server:
    porter = ConnectionLimiter(orders.limits.people)

    async def admit(web: ServerConnection) -> None:
        bounded = BoundedReader(WebSocketsReader(web), orders.limits.packet)
        with porter.admitting() as may:
            if may:
                await broker.external_connected(bounded, WebSocketsWriter(web), "default")
            else:
                with suppress(WebSocketException, TimeoutError):
                    await asyncio.wait_for(web.recv(), REFUSAL_SECONDS)
                    await web.send(REFUSAL)

    return await web_serve(
        admit,
        orders.bind,
        orders.port,
        reuse_address=True,
        ssl=trust(orders.door),
        subprotocols=[Subprotocol("mqtt")],
        max_size=orders.limits.packet,
        compression=None,
    )


def main() -> None:
    """Read the orders, watch the parent, serve."""
    logging.disable(logging.CRITICAL)
    orders = read_orders(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    asyncio.run(serve(orders))


def _end_with_parent() -> None:
    # Nothing here outlives the process but sockets, so there is nothing to close in order.
    while sys.stdin.buffer.read(1):
        pass
    os._exit(0)


def _say(answer: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
