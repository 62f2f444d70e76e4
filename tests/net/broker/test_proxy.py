"""A dozen of the scenarios of a bad network, six over each broker; `run.py storm proxy` goes through them all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.wire.invitation import Invitation
from tests.net.support.brokers.proxy import LIMIT_BYTES, Proxy, Toxic, Way
from tests.net.support.brokers.proxy_scenarios import SCENARIOS, Moment, Scenario, endure
from tests.net.support.toy_games.toy_table import install

CHOSEN = (
    Scenario(Toxic.DOWN, Way.DOWN, Moment.LOBBY),
    Scenario(Toxic.LIMIT, Way.UP, Moment.LOBBY),
    Scenario(Toxic.RESET, Way.UP, Moment.MOVE),
    Scenario(Toxic.SLICER, Way.DOWN, Moment.DUEL),
    Scenario(Toxic.SLOW_CLOSE, Way.UP, Moment.DUEL),
    Scenario(Toxic.LATENCY, Way.DOWN, Moment.SHUFFLE),
)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.mark.parametrize("scenario", CHOSEN, ids=str)
async def test_a_player_on_a_bad_network_loses_nothing(tmp_path: Path, room: Invitation, scenario: Scenario) -> None:
    async with asyncio.timeout(60):
        assert await endure(scenario, tmp_path, room)


def test_there_are_enough_scenarios() -> None:
    assert len(set(SCENARIOS)) == len(SCENARIOS) == len(Toxic) * len(Way) * len(Moment) >= 48
    assert set(CHOSEN) <= set(SCENARIOS)


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(99):
        writer.write(data)
    writer.close()


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("toxic", Toxic)
async def test_each_toxic_does_what_it_is_called(toxic: Toxic, way: Way) -> None:
    """What is echoed through the proxy comes back whole, or not at all until all is well again."""
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    async with Proxy(host, port) as proxy, asyncio.timeout(20):
        reader, writer = await asyncio.open_connection(proxy.host, proxy.port)
        text = bytes(range(100)) * (1 + LIMIT_BYTES // 100)
        proxy.infect(toxic, way)
        writer.write(text)
        if toxic in {Toxic.LATENCY, Toxic.BANDWIDTH, Toxic.SLICER}:
            assert await reader.readexactly(len(text)) == text
        else:
            await proxy.bitten(1)
            heard = asyncio.create_task(_rest(reader))
            proxy.heal()
            assert len(await heard) < len(text)
        assert proxy.bites
        writer.close()
        again, writer = await asyncio.open_connection(proxy.host, proxy.port)
        writer.write(text)
        assert await again.readexactly(len(text)) == text
        writer.close()
    server.close()
    await server.wait_closed()


async def _rest(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(-1)
    except ConnectionResetError:
        return b""
