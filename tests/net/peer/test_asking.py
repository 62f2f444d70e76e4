"""Asking for a seat where the host of the table is away: one request stands until it is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.fault import Fault
from core.game import Seat
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.request_view import RequestView
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.net.support.party import Party, party, virtually


async def _left_open(here: Party) -> dict[str, TableHandle]:
    """Let ann open a table and leave the room while bob and cid are at it."""
    for name in ("ann", "bob", "cid"):
        await here.enter(name)
    opened = await here.peers["ann"].open_table("megiddo", {}, {}, "A test")
    at = Invitation.parse(opened.invitation)
    joined = {name: await here.peers[name].join(at) for name in ("bob", "cid")}
    for handle in joined.values():
        await handle.caught_up()
    await here.leave("ann")
    for name, handle in joined.items():
        while any(one.nick == "ann" for one in here.peers[name].company):
            await handle.changed(handle.version)
    return joined


def test_who_asks_twice_for_a_seat_gets_one_and_reads_that_the_host_is_away(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            joined = await _left_open(here)
            bob, cid = joined["bob"], joined["cid"]
            await bob.sit()
            assert bob.view.asked == RequestView((None,), "ann", away=True)
            with pytest.raises(Fault, match="You have asked for a seat already; ann"):
                await bob.sit()
            await cid.sit()
            ann = await here.enter("ann")
            back = await ann.join(bob.tid)
            for handle in (back, *joined.values()):
                await handle.until(lambda view: view.phase is Phase.PLAYING)
            assert [seat.nick for seat in back.view.seats] == ["bob", "cid"]
            assert bob.view.asked is None

    virtually(evening())


def test_a_seat_that_is_named_is_asked_for_once_and_another_one_too(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            bob = (await _left_open(here))["bob"]
            await bob.sit(Seat(1))
            assert bob.view.asked == RequestView((Seat(1),), "ann", away=True)
            for again in (Seat(1), None):
                with pytest.raises(Fault, match="already"):
                    await bob.sit(again)
            await bob.sit(Seat(0))
            ann = await here.enter("ann")
            await ann.join(bob.tid)
            await bob.until(lambda view: len(view.mine) == len(view.seats))

    virtually(evening())


def test_who_has_a_seat_names_the_second_one(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            opened = await here.peers["ann"].open_table("megiddo", {}, {}, "A test")
            bob = await here.peers["bob"].join(Invitation.parse(opened.invitation))
            await bob.sit()
            await bob.until(lambda view: bool(view.mine))
            with pytest.raises(Fault, match="name another one"):
                await bob.sit()
            await bob.leave(bob.view.mine[0])
            await bob.sit()
            await bob.until(lambda view: view.phase is Phase.GATHERING and bool(view.mine) and view.asked is None)
            assert len(bob.view.mine) == 1

    virtually(evening())
