"""What a broker keeps of tables that are over is cleared by its authors after a week."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.peer.table_registry import KEPT_MS
from net.storage.journal import Progress
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire import mqtt_topic
from net.wire.mqtt_topic import full, tid_text
from tests.net.support.party import ROOM, Party, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def kept(broker: MemoryBroker, *peers: Peer) -> set[str]:
    """Tell which of these people the broker still keeps events or segments of."""
    logged = [topic for topic in broker.retained if "/e/" in topic or "/s/" in topic]
    return {peer.nick for peer in peers if any(peer.pid in topic for topic in logged)}


async def evening_of_two(here: Party) -> dict[str, TableHandle]:
    """Play a whole game."""
    for name in ("ann", "bob"):
        await here.enter(name)
    handles = await seated(here, ("ann", "bob"))
    await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
    return handles


def test_a_week_after_the_end_the_host_clears_what_is_left_once(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await evening_of_two(here)
            (ann, bob), handle = here.peers.values(), handles["ann"]
            last = handle.table.annals.line.register.steps[-1].ts  # type: ignore[union-attr]
            assert ann._shelf.sweep(ROOM, last + 2 * KEPT_MS) == []  # it is open
            tid = handle.tid
            for name, peer in (("ann", ann), ("bob", bob)):
                peer.journal.close_table(tid)
                await here.leave(name)  # at once: what the broker keeps of them stays there
            assert kept(broker, ann, bob) == {"ann", "bob"}
            offline = MemoryBroker(local=False)
            offline.stop()
            here.connector = offline.connect
            ann, bob = [await here.enter(name, patient=True) for name in ("ann", "bob")]
            assert ann._shelf.sweep(ROOM, last + KEPT_MS - 60_000) == []
            posts = ann._shelf.sweep(ROOM, last + 2 * KEPT_MS)
            names = {post.topic for post in posts}
            assert all(post.payload == b"" and post.retain for post in posts)
            held = {topic for topic in broker.retained if tid_text(tid) in topic and "/e/" in topic}
            assert held == {
                full(ROOM.prefix, name) for name in names if f"/{ann.pid}/" in name or f"/{bob.pid}/" in name
            }
            assert all(bob.pid not in name for name in [post.topic for post in posts][: len(ann.journal.outbox(tid))])
            assert ann._shelf.sweep(ROOM, last + 3 * KEPT_MS) == []
            assert ann.journal.table(tid).progress is Progress.CLEARED  # type: ignore[union-attr]
            others = {post.topic for post in bob._shelf.sweep(ROOM, last + 2 * KEPT_MS)}
            assert others == {mqtt_topic.event(tid, bob.pid, signed.event.seq) for signed in bob.journal.outbox(tid)}

    virtually(evening())


def test_each_clears_his_own_when_he_goes_and_all_have_the_end(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await evening_of_two(here)
            ann, bob = here.peers.values()
            await asyncio.sleep(90)  # virtual: their heads are compared
            await handles["ann"].close()
            await asyncio.sleep(1)
            assert kept(broker, ann, bob) == {"bob"}
            assert ann.journal.table(handles["ann"].tid).progress is Progress.CLEARED  # type: ignore[union-attr]
            assert handles["bob"].view.phase is Phase.OVER
            again = await ann.join(handles["ann"].tid)  # it is in the journal, and on the broker once more
            await again.caught_up()
            await asyncio.sleep(5)
            assert again.view.phase is Phase.OVER
            assert kept(broker, ann, bob) == {"ann", "bob"}

    virtually(evening())


def test_nothing_is_cleared_while_somebody_has_not_the_end(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await evening_of_two(here)
            ann = here.peers["ann"]
            await asyncio.sleep(90)
            await handles["ann"].say("good game")
            await handles["ann"].close()  # at once: bob may not have heard it
            await asyncio.sleep(1)
            assert kept(broker, ann) == {"ann"}

    virtually(evening())
