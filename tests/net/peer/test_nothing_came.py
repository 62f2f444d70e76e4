"""A table that a program asked for and that never came, because the program ended: it is not kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.peer.peer import Peer, UnknownTable
from net.transport.memory_broker import MemoryBroker
from tests.net.support.party import party, seated, virtually


def test_a_table_of_which_nothing_came_is_none_of_ones_own(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            tid = (await seated(here, ("ann", "bob"), "megiddo"))["bob"].tid
            bob = here.peers["bob"]
            task = asyncio.ensure_future(bob.join(bob.invitation.at_table(b"n" * 16)))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await here.crash("bob")
            back: Peer = await here.enter("bob")
            assert back.journal.table(b"n" * 16) is not None
            assert [at.tid for at in back.tables()] == [tid]
            assert (await back.join(tid)).view.match is not None
            with pytest.raises(UnknownTable):
                await back.join(back.invitation.at_table(b"n" * 16))

    virtually(evening())
