"""What a broker keeps of tables that are over is cleared by its authors after a week."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from net import topics
from net.memory import MemoryBroker
from net.shelf import KEPT_MS
from net.topics import full
from tests.net.party import ROOM, party, play, seated, virtually
from tests.net.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_a_week_after_the_end_each_clears_his_own_once(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            ann, handle = here.peers["ann"], handles["ann"]
            last = handle.table.annals.line.register.steps[-1].ts  # type: ignore[union-attr]
            assert ann._shelf.sweep(ROOM, last + 2 * KEPT_MS) == []  # it is open
            tid = handle.tid
            await handle.close()
            assert ann._shelf.sweep(ROOM, last + KEPT_MS - 60_000) == []
            posts = ann._shelf.sweep(ROOM, last + 2 * KEPT_MS)
            names = {post.topic for post in posts}
            own = ann.journal.outbox(tid)
            assert {topics.event(tid, ann.pid, signed.event.seq) for signed in own} <= names
            assert all(post.payload == b"" and post.retain for post in posts)
            assert ann._shelf.sweep(ROOM, last + 3 * KEPT_MS) == []
            assert ann.journal.table(tid).cleared  # type: ignore[union-attr]
            assert full(ROOM.prefix, posts[0].topic)

    virtually(evening())
