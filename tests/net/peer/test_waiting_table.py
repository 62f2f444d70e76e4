"""A table that waits for players: its host's program gives its seats from elsewhere, and the list has it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.game import Seat
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.net.support.party import Party, party, virtually


async def _opened(here: Party) -> tuple[TableHandle, TableHandle]:
    """Let ann open a table for three and bob sit beside her; cid is in the room."""
    for name in ("ann", "bob", "cid"):
        await here.enter(name)
    ann = await here.peers["ann"].open_table("djambi", {"players": "3"}, {}, "A test")
    await ann.sit()
    bob = await here.peers["bob"].join(Invitation.parse(ann.invitation))
    await bob.sit()
    await bob.until(lambda view: bool(view.mine))
    return ann, bob


def _shown(here: Party, name: str) -> list[tuple[str, int, bool]]:
    return [(card.host, card.taken, card.unhosted) for card in here.peers[name].lobby.tables]


def test_whoever_asks_at_a_table_that_its_host_has_left_for_the_room_is_seated(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob = await _opened(here)
            await ann.close()
            assert [one.tid for one in here.peers["ann"].followed] == [ann.tid]
            cid = await here.peers["cid"].join(Invitation.parse(ann.invitation))
            await cid.sit()
            await cid.until(lambda view: view.phase is Phase.PLAYING)
            await bob.until(lambda view: view.phase is Phase.PLAYING)
            assert not here.peers["ann"].pressing
            back = await here.peers["ann"].join(ann.tid)
            assert back.view.phase is Phase.PLAYING
            assert len(back.view.mine) == 1
            assert here.peers["ann"].followed == ()

    virtually(evening())


def test_a_waiting_table_stays_in_the_list_while_somebody_sits_at_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, _ = await _opened(here)
            await ann.close()
            await asyncio.sleep(20)
            assert _shown(here, "cid") == [("ann", 2, False)]
            await here.leave("ann")
            await asyncio.sleep(20)
            assert _shown(here, "cid") == _shown(here, "bob") == [("ann", 2, True)]
            await here.crash("bob")
            await asyncio.sleep(120)
            assert not any(one.nick in {"ann", "bob"} and one.present for one in here.peers["cid"].lobby.people)

    virtually(evening())


def test_the_table_of_a_host_who_comes_back_into_the_room_is_hosted_again(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, _ = await _opened(here)
            await here.leave("ann")
            peer = await here.enter("ann")
            await peer.attend()
            await asyncio.sleep(20)
            assert _shown(here, "cid") == [("ann", 2, False)]
            cid = await here.peers["cid"].join(Invitation.parse(ann.invitation))
            await cid.sit()
            await cid.until(lambda view: view.phase is Phase.PLAYING)

    virtually(evening())


def test_the_game_begins_while_somebody_who_sits_there_is_in_the_room(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob = await _opened(here)
            await bob.close()
            await ann.sit(Seat(2))
            await ann.until(lambda view: view.phase is Phase.PLAYING)
            assert [one.tid for one in here.peers["bob"].followed] == [ann.tid]
            await here.leave("bob")
            back = await here.enter("bob")
            await back.attend()
            assert back.followed == (), "the game has begun: it is gone back to as any other"

    virtually(evening())


def test_a_table_that_its_host_has_closed_or_given_to_another_broker_is_not_hosted(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, _ = await _opened(here)
            await ann.close()
            await here.peers["ann"].release(ann.tid)
            assert here.peers["ann"].followed == ()
            back = await here.peers["ann"].join(ann.tid)
            await back.bye()
            await back.close()
            assert here.peers["ann"].followed == ()
            await here.peers["ann"].attend()
            assert here.peers["ann"].followed == ()

    virtually(evening())


def test_a_game_that_was_only_watched_is_no_table_of_ones_own(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob", "dan"):
                await here.enter(name)
            ann = await here.peers["ann"].open_table("megiddo", {}, {}, "A test")
            at = Invitation.parse(ann.invitation)
            bob = await here.peers["bob"].join(at)
            for handle in (ann, bob):
                await handle.sit()
            await bob.until(lambda view: view.phase is Phase.PLAYING)
            dan = await here.peers["dan"].join(at)
            await dan.until(lambda view: view.phase is Phase.PLAYING)
            assert here.peers["dan"].tables() == ()
            assert not dan.view.silent_since
            await here.leave("dan")
            await here.leave("ann")
            await here.leave("bob")
            again = await here.enter("dan")
            assert again.tables() == ()
            assert [row.over for row in again.journal.tables()] == [False], "it was not left for good"
            await here.enter("ann")
            dan = await again.join(at)
            await dan.caught_up()
            assert dan.view.silent_since, "ann is in the room, but not at the table"
            back = await here.peers["ann"].join(at)
            await back.caught_up()
            await dan.until(lambda view: not view.silent_since)
            await dan.close()
            assert [row.over for row in again.journal.tables()] == [True]

    virtually(evening())
