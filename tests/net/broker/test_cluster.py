"""A table whose people sit at different nodes of a broker, one of which ends in mid-game (PARLEY_LONG=1)."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from net.storage.profile import Profile
from net.transport.broker_account import account
from net.transport.mqtt_transport import connector
from net.transport.transport import OWN_USER
from net.wire.invitation import Invitation
from tests.net.support.brokers.cluster import Cluster, available
from tests.net.support.party import ROOM, Party, agreed, party, play, seated
from tests.net.support.toy_games.toy_table import install

pytestmark = [
    pytest.mark.skipif("PARLEY_LONG" not in os.environ, reason="takes some seconds: set PARLEY_LONG=1"),
    pytest.mark.skipif(not available(), reason="there is no ejabberd on this machine"),
]
NAMES = ("ann", "bob", "cid", "dan")
HOST = "nodes.invalid"
"""A name with the address of each node, as an operator gives one to his cluster."""
GAMES = {
    "toy": {},
    "djambi": {},
    "megiddo": {"target": "1"},
    "mediterranee": {},
    "epaminondas": {"size": "8x8"},
}


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Cluster]:
    """Give two nodes."""
    folder = tmp_path / "ejabberd"
    folder.mkdir()
    found = await asyncio.to_thread(Cluster, folder)
    yield found
    await asyncio.to_thread(found.stop)


@pytest.fixture
def first(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let `HOST` have the nodes' addresses, each time another one first; give those that came first."""
    answered: list[str] = []
    truly, hosts = socket.getaddrinfo, [node.host for node in cluster.nodes]

    def resolve(host: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - the standard library's own
        if host != HOST:
            return truly(host, *given, **named)
        turn = len(answered) % len(hosts)
        answered.append(hosts[turn])
        return [found for one in hosts[turn:] + hosts[:turn] for found in truly(one, *given, **named)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return answered


async def enter(here: Party, cluster: Cluster, name: str) -> None:
    """Let somebody in under a user of his own."""
    with Profile.open(here.root, name) as profile:
        identity = profile.identity
    cluster.register(*account(identity, here.room))
    here.connector = connector(here.room, identity)
    await here.enter(name)


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_plays_on_when_a_node_ends(
    tmp_path: Path, cluster: Cluster, first: list[str], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    install(monkeypatch)
    talk = game == "toy"  # elsewhere the rules may close it
    assert cluster.together() == len(cluster.nodes)
    room = replace(ROOM, host=HOST, port=cluster.nodes[0].port, user=OWN_USER)
    async with asyncio.timeout(300), party(tmp_path / "home", connector(room), room=room) as here:
        for name in NAMES:
            await enter(here, cluster, name)
        assert len(set(first)) == len(cluster.nodes), "all are at one node"
        handles = await seated(here, NAMES[: 2 if game == "epaminondas" else None], game, GAMES[game])
        await asyncio.gather(*(play(handle, Random(name), stop=3, talk=talk) for name, handle in handles.items()))
        cluster.nodes[0].kill()
        await asyncio.gather(*(play(handle, Random(name), talk=talk) for name, handle in handles.items()))
        await enter(here, cluster, "eve")
        watching = await here.peers["eve"].join(Invitation.parse(handles["ann"].invitation))
        played, talked = await agreed([watching, *handles.values()])
        assert played
        assert talked
