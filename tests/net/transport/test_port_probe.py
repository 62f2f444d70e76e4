"""What answers at a port is found out without a trace: nothing is left that Python complains about."""

from __future__ import annotations

import asyncio
import gc
import socket
import struct

import pytest

from net.transport.port_probe import Shut, listening

AT_ONCE = struct.pack("ii", 1, 0)
"""The option by which a socket that is closed resets its connection."""


async def _reset(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(1)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    writer.close()


async def test_how_each_connection_has_ended_is_taken_notice_of(monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[dict[str, object]] = []
    # what takes notice of it in the library comes too late where the future is forgotten first
    monkeypatch.delattr(asyncio.StreamReaderProtocol, "__del__")
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    async with await asyncio.start_server(_reset, "127.0.0.1", 0) as server:
        assert await listening("127.0.0.1", server.sockets[0].getsockname()[1]) is Shut.SHUT
    gc.collect()
    assert not failed
