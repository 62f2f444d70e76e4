"""The next table where it is one's turn: found in the journal, one after the other, also without a connection."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.game import Seat
from net.transport.memory_broker import MemoryBroker
from tests.net.support.leaver import plies
from tests.net.support.party import party, seated, virtually
from tui.session.rooms import Rooms


def three_tables(root: Path) -> list[str]:
    """Let ann sit at three tables with bob, at the second of which it is his turn; give the ids."""
    tids: list[str] = []

    async def evening() -> None:
        async with party(root, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            for number in range(3):
                handles = await seated(here, ("ann", "bob"), "megiddo")
                tids.append(handles["ann"].tid.hex())
                if number == 1:
                    await handles["ann"].play(Seat(0), "D3")
                    await handles["bob"].until(plies(1))

    virtually(evening())
    return tids


def test_it_goes_round_the_tables_where_something_is_owed(tmp_path: Path) -> None:
    first, second, third = three_tables(tmp_path)

    async def look(name: str, at: str) -> str | None:
        rooms = Rooms(tmp_path, name)
        try:
            found = await rooms.next_turn(at)
            return None if found is None else found.tid
        finally:
            await rooms.close()

    assert asyncio.run(look("ann", first)) == third
    assert asyncio.run(look("ann", third)) == first
    assert asyncio.run(look("ann", second)) in {first, third}
    assert asyncio.run(look("bob", first)) == second
    assert asyncio.run(look("bob", second)) is None
