"""The happy path and the crash of a broker, over real brokers in real time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from net.broker.broker_process import RunningBroker, start_broker
from net.peer.peer import Peer
from net.transport.mqtt_transport import connector
from net.transport.transport import ROOM_USER, Offline
from net.wire.invitation import Invitation
from tests.net.support.party import agreed, party, play, seated
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob", "cid", "dan")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def test_a_whole_game_of_four(tmp_path: Path, room: Invitation) -> None:
    async with asyncio.timeout(60), party(tmp_path, connector(room), room=room) as here:
        for name in NAMES:
            await here.enter(name)
        handles = await seated(here, NAMES)
        await here.enter("eve")
        watching = await here.peers["eve"].join(Invitation.parse(handles["ann"].invitation))
        await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
        game, talk = await agreed([watching, *handles.values()])
        assert game
        assert talk
        lobby = here.peers["eve"].lobby
        assert {person.nick for person in lobby.people if person.present} == {*NAMES, "eve"}


async def test_a_room_that_has_been_read_shows_all_its_tables(tmp_path: Path, room: Invitation) -> None:
    async with asyncio.timeout(60), party(tmp_path, connector(room), room=room) as here:
        ann = await here.enter("ann")
        tids = {(await ann.open_table("toy", {"players": "2"}, {})).tid.hex() for _ in range(12)}
        await _shown(ann, lambda: {card.tid for card in ann.lobby.tables} == tids)
        bob = await here.enter("bob")
        await _shown(bob, lambda: bob.is_read)
        assert {card.tid for card in bob.lobby.tables} == tids
        await here.leave("bob")
        assert not bob.is_read


async def _shown(peer: Peer, holds: Callable[[], bool]) -> None:
    """Wait until something holds in a room."""
    rung = asyncio.Event()
    forget = peer.watch(rung.set)
    while not holds():
        await rung.wait()
        rung.clear()
    forget()


async def test_a_crashed_peer_and_a_crashed_broker(tmp_path: Path, broker: RunningBroker, room: Invitation) -> None:
    async with asyncio.timeout(90), party(tmp_path, connector(room), room=room) as here:
        for name in NAMES:
            await here.enter(name)
        handles = await seated(here, NAMES)
        await asyncio.gather(*(play(handle, Random(name), stop=2) for name, handle in handles.items()))
        await here.crash("cid")
        await broker.kill()
        kind, port = broker.kind.value, broker.port
        second = await start_broker(kind, port=port, user=ROOM_USER, password=room.broker_password)
        try:
            peer = await here.enter("cid", patient=True)
            handles["cid"] = await peer.join(handles["ann"].tid)
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            assert await agreed(list(handles.values()))
            for name in tuple(here.peers):
                await here.leave(name)
        finally:
            await second.stop()


async def test_a_broker_that_is_not_there_is_a_sentence(
    tmp_path: Path, broker: RunningBroker, room: Invitation
) -> None:
    await broker.stop()
    async with party(tmp_path, connector(room), room=room) as here:
        with pytest.raises(Offline, match="Nobody answers"):
            await here.enter("ann")
