"""What answers at a port where a broker was not reached as the invitation says: MQTT or a websocket, by TLS or not.

The few bytes that are sent name nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from enum import Enum

from net.wire.invitation import Via


class Shut(Enum):
    """What is no way to speak to a port."""

    SHUT = "shut"
    """Each connection is accepted and ended at once."""
    HIDDEN = "hidden"
    """It speaks TLS, and behind that neither MQTT nor a websocket answers."""


SECONDS = 3.0
"""How long it may take."""
CONNECT = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x0a\x00\x00"
"""The first packet of MQTT 3.1.1, without a name."""
CONNACK = b"\x20"
"""How the answer to it begins, whether it lets us in or not."""
GET = (
    b"GET /mqtt HTTP/1.1\r\nHost: broker\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n"
)
HTTP = b"HTTP/"


async def listening(host: str, port: int) -> Via | Shut | None:
    """Tell how a port is spoken to; None if nobody answers, or in no way that is known here."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    sealed, plain, web = await asyncio.gather(
        _answer(host, port, b"", 0, context),
        _answer(host, port, CONNECT, len(CONNACK)),
        _answer(host, port, GET, len(HTTP)),
    )
    if sealed is not None:
        return await _behind_tls(host, port, context)
    if plain == web == b"":
        return Shut.SHUT
    return Via.TCP if plain == CONNACK else Via.WS if web == HTTP else None


async def _behind_tls(host: str, port: int, context: ssl.SSLContext) -> Via | Shut:
    """Tell what is spoken behind TLS, by one connection after the other: there may be only one place left."""
    if await _answer(host, port, GET, len(HTTP), context) == HTTP:
        return Via.WSS
    return Via.TLS if await _answer(host, port, CONNECT, len(CONNACK), context) == CONNACK else Shut.HIDDEN


async def _answer(
    host: str, port: int, said: bytes, length: int, context: ssl.SSLContext | None = None
) -> bytes | None:
    """Give the first bytes of the answer to what is said, none if the connection is ended; None without an answer."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(SECONDS):
            reader, writer = await asyncio.open_connection(host, port, ssl=context)
            try:
                writer.write(said)
                return await reader.readexactly(length)
            except (ConnectionError, EOFError):
                return b""
            finally:
                await _end(writer)
    return None


async def _end(writer: asyncio.StreamWriter) -> None:
    """End a connection and read how it has ended, or asyncio prints that nobody did."""
    writer.transport.abort()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
