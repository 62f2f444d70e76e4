"""The embedded broker, run in a process of its own: `python -m net.amqtt_broker`.

Standard input: one line of JSON (`bind`, `port`, `user`, `password`), then nothing; its end is the end of this process,
so that no broker outlives its parent, however that one died. Standard output: one line, `{"port": N}` or
`{"error": "..."}`.

The listener is ours, the broker behind it is amqtt: so the port may come from the kernel, and a packet beyond
`PACKET_LIMIT` breaks the connection before it is read into memory, for which amqtt itself has no hook (protocol,
section 2).
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import sys
import threading
from asyncio import StreamReader, StreamWriter
from dataclasses import dataclass

from amqtt.adapters import StreamReaderAdapter, StreamWriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import BrokerConfig, ListenerConfig, ListenerType
from amqtt.plugins.base import BaseAuthPlugin
from amqtt.session import Session

PACKET_LIMIT = 64 * 1024
"""Bytes of the greatest packet taken; the greatest message of the protocol has 24 KiB."""


class BoundedReader(StreamReaderAdapter):
    """A connection that ends where a packet announces more than `PACKET_LIMIT` bytes."""

    def __init__(self, reader: StreamReader) -> None:
        """Read from `reader`."""
        super().__init__(reader)
        self._ended = False

    async def read(self, n: int = -1) -> bytes:
        """Read exactly `n` bytes; raise `ConnectionResetError` for too many and give nothing from then on."""
        if n > PACKET_LIMIT:
            self._ended = True
            message = "packet too large"
            raise ConnectionResetError(message)
        return b"" if self._ended else await super().read(n)


class RoomDoor(BaseAuthPlugin):
    """Lets in those who know the room's password; everybody where none is set."""

    @dataclass
    class Config:
        """User and password; both empty for an open door."""

        user: str = ""
        password: str = ""

    async def authenticate(self, *, session: Session) -> bool | None:
        """Compare in constant time."""
        user, password = str(self._get_config_option("user", "")), str(self._get_config_option("password", ""))
        if not user and not password:
            return True
        given = f"{session.username or ''}\0{session.password or ''}"
        return hmac.compare_digest(given.encode(), f"{user}\0{password}".encode())


async def serve(bind: str, port: int, user: str, password: str) -> None:
    """Serve for ever; say on standard output where, or what hinders."""
    listener = ListenerConfig(type=ListenerType.EXTERNAL)
    plugins = {"net.amqtt_broker.RoomDoor": {"user": user, "password": password}}
    broker = Broker(BrokerConfig(listeners={"default": listener}, plugins=plugins))
    await broker.start()

    async def admit(reader: StreamReader, writer: StreamWriter) -> None:
        await broker.external_connected(BoundedReader(reader), StreamWriterAdapter(writer), "default")

    try:
        server = await asyncio.start_server(admit, bind, port, reuse_address=True)
    except OSError as error:
        _say({"error": os.strerror(error.errno) if error.errno else str(error)})
        return
    _say({"port": server.sockets[0].getsockname()[1]})
    await server.serve_forever()


def main() -> None:
    """Read the orders, watch the parent, serve."""
    logging.disable(logging.CRITICAL)
    orders = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    asyncio.run(serve(orders["bind"], orders["port"], orders["user"], orders["password"]))


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
