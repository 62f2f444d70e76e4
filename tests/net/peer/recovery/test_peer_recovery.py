"""Crashes, restarts, late joiners, brokers without memory and lossy ones, in virtual time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from net.peer.table_handle import Stopped, TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.length import seeds
from tests.net.support.party import LossyBroker, Party, agreed, mover, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob", "cid")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def _begun(here: Party, plies: int) -> dict[str, TableHandle]:
    """Let three people play some plies."""
    for name in NAMES:
        await here.enter(name)
    handles = await seated(here, NAMES)
    await asyncio.gather(*(play(handle, Random(name), stop=plies) for name, handle in handles.items()))
    return handles


async def _finished(handles: dict[str, TableHandle]) -> tuple[str, str]:
    await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
    return await agreed(list(handles.values()))


@pytest.mark.parametrize("victim", ["ann", "bob"])
def test_a_crashed_peer_takes_its_place_again(tmp_path: Path, victim: str) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await _begun(here, 3)
            await here.crash(victim)
            peer = await here.enter(victim)
            (invitation,) = peer.tables()
            handles[victim] = await peer.join(invitation)
            await handles[victim].caught_up()
            assert (handles[victim].view.match or pytest.fail("no match")).ply >= 3
            assert await _finished(handles)
            assert peer.tables() == ()

    virtually(evening())


def test_the_last_move_before_a_crash_is_published_after_it(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await _begun(here, 2)
            name, handle = next((name, handle) for name, handle in handles.items() if mover(handle.view) is not None)
            others = [other for other in handles.values() if other is not handle]
            here.peers[name]._link._open = False
            seat = handle.view.mine[0]
            await handle.play(seat, "1")
            await here.crash(name)
            assert all(other.view.match.ply == 2 for other in others if other.view.match)
            peer = await here.enter(name)
            handles[name] = await peer.join(handle.tid)
            for other in others:
                await other.until(lambda view: view.match is not None and view.match.ply == 3)
            assert await _finished(handles)

    virtually(evening())


def test_what_is_said_offline_is_said_on_reconnecting(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await _begun(here, 2)
            broker.stop(forget=True)
            await handles["bob"].until(lambda view: not view.online)
            await handles["bob"].say("is anybody there?")
            broker.start()
            await handles["ann"].until(lambda view: any(line.text == "is anybody there?" for line in view.talk))
            assert await _finished(handles)

    virtually(evening())


def test_a_broker_without_its_memory_is_filled_again(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await _begun(here, 4)
            kept = {topic for topic in broker.retained if "/e/" in topic or "/s/" in topic}
            broker.stop(forget=True)
            broker.start()
            for handle in handles.values():
                await handle.until(lambda view: view.online)
            await asyncio.sleep(10)
            assert kept <= set(broker.retained)
            await here.enter("eve")
            watching = await here.peers["eve"].join(Invitation.parse(handles["ann"].invitation))
            await watching.caught_up()
            assert watching.view.match == handles["ann"].view.match
            game = await _finished(handles)
            assert await agreed([watching]) == game

    virtually(evening())


def test_one_who_comes_late_gets_everything_from_the_others_alone(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await _begun(here, 4)
            broker.retained.clear()
            await here.enter("eve")
            watching = await here.peers["eve"].join(Invitation.parse(handles["bob"].invitation))
            await watching.until(lambda view: view.match == handles["bob"].view.match)
            assert watching.view.phase is Phase.PLAYING
            await _finished(handles)
            assert await agreed([watching, *handles.values()])

    virtually(evening())


def test_an_older_copy_of_a_profile_fetches_its_own_chain_first(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES)
            journal = here.peers["bob"].journal
            journal._ledger.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            old = journal.path.read_bytes()
            await asyncio.gather(*(play(handle, Random(name), stop=5) for name, handle in handles.items()))
            await here.crash("bob")
            for stale in journal.path.parent.glob("journal.db*"):
                stale.unlink()
            journal.path.write_bytes(old)
            peer = await here.enter("bob")
            handles["bob"] = await peer.join(handles["ann"].tid)
            assert await _finished(handles)
            assert not any("forked" in desk.flaws for one in here.peers.values() for desk in one._shelf.desks.values())

    virtually(evening())


@pytest.mark.parametrize("seed", seeds(8, 3))
def test_a_lossy_broker_costs_time_and_nothing_else(tmp_path: Path, seed: int) -> None:
    async def evening() -> None:
        rng = Random(seed)
        broker = LossyBroker(rng, loss=rng.choice((0.05, 0.2, 0.3)), twice=0.2, delay=rng.choice((0.01, 0.3, 2)))
        async with party(tmp_path, broker.connect, seed=seed) as here:
            for name in NAMES:
                await here.enter(name)
            assert await _finished(await seated(here, NAMES))
            assert broker.lost

    virtually(evening(), 3600)


def test_a_disk_that_fills_up_stops_the_table_here_and_is_told(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await _begun(here, 2)
            stuck, peer = handles["cid"], here.peers["cid"]
            peer.journal._ledger.execute("PRAGMA query_only = 1")
            await handles["ann"].say("hello")
            view = await stuck.until(lambda view: view.phase is Phase.FROZEN)
            assert "cannot be written" in str(view.notes[-1].fields)
            assert stuck.stopped is not None
            for deed in (stuck.caught_up(), stuck.say("hm"), stuck.sit()):
                with pytest.raises(Stopped, match="This table is stopped: The journal"):
                    await deed
            peer.failures.clear()
            await here.crash("cid")
            await here.enter("cid")
            handles["cid"] = await here.peers["cid"].join(handles["ann"].tid)
            assert await _finished(handles)

    virtually(evening())
