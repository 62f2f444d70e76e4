"""The host counts connections, as its limit does: whoever is there only for a club is among them."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from net.broker.broker_process import start_broker
from net.broker.connection_count import count_connections
from net.transport.mqtt_transport import connector
from net.transport.transport import ROOM_USER
from tests.net.support.party import ROOM


@pytest.mark.skipif(sys.platform != "linux", reason="only this system tells")
@pytest.mark.parametrize("kind", ["amqtt", "auto"])
async def test_every_connection_counts_and_none_that_has_ended(kind: str) -> None:
    running = await start_broker(kind, user=ROOM_USER, password=ROOM.broker_password)
    way = connector(replace(ROOM, port=running.port))
    try:
        async with asyncio.timeout(30):
            assert count_connections(running.port) == 0
            there = [way(None) for _ in range(3)]
            for one in there:
                await one.connect()
            assert count_connections(running.port) == 3
            for one in there:
                await one.close()
    finally:
        await running.stop()
    assert count_connections(running.port) == 0


def test_a_system_that_does_not_tell_counts_nothing(tmp_path: Path) -> None:
    assert count_connections(1883, (tmp_path / "tcp",)) is None
