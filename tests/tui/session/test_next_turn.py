"""The next table where it is one's turn: found in the journal, one after the other, also without a connection."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.game import Seat
from net.storage.journal import Journal
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from tests.net.support.leaver import plies
from tests.net.support.party import ROOM, party, seated, virtually
from tui.correspondence.own_turns import open_tables
from tui.session.rooms import Rooms
from tui.table.sentences.farewell import resign


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


def test_a_table_of_which_nothing_ever_came_is_not_kept(tmp_path: Path) -> None:
    *_, third = three_tables(tmp_path)

    async def look() -> list[str]:
        rooms = Rooms(tmp_path, "bob")
        try:
            with Journal(rooms.profile.journal_path) as journal:
                journal.add_table(b"n" * 16, str(ROOM.at_table(b"n" * 16)))
            return [table.tid for table in rooms.kept()]
        finally:
            await rooms.close()

    kept = asyncio.run(look())
    assert kept[0] == third
    assert len(kept) == len(("first", "second", "third"))


def test_who_gives_the_seat_up_before_the_start_has_the_table_no_more_and_its_opener_closes_it(tmp_path: Path) -> None:
    kept: dict[str, list[int]] = {"ann": [], "bob": []}

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in kept:
                await here.enter(name)
            opened = await here.peers["ann"].open_table("megiddo", {}, {}, "A test")
            joined = await here.peers["bob"].join(opened.tid)
            await joined.sit()
            await joined.until(lambda view: bool(view.mine))

            def note() -> None:
                for name, found in kept.items():
                    found.append(len(here.peers[name].tables()))

            note()
            await joined.close()
            note()
            joined = await here.peers["bob"].join(opened.tid)
            await resign(joined)
            await joined.close()
            note()
            await asyncio.sleep(1)
            assert not opened.view.seats[0].pid
            joined = await here.peers["bob"].join(opened.tid)
            note()
            await resign(opened)
            await opened.close()
            await joined.until(lambda view: view.phase is Phase.CLOSED)
            note()

    virtually(evening())
    assert kept == {"ann": [1, 1, 1, 1, 0], "bob": [1, 1, 0, 1, 0]}
    for name in kept:
        assert open_tables(tmp_path, name) == ()
