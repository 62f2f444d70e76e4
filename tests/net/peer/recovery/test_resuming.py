"""A table taken up days later from the journal of any one of its people: all others lost theirs, the broker too."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from net.peer.peer import CUT_OFF
from net.peer.table_handle import UNREACHED, NotFetched
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.invitation import Invitation, Via
from tests.net.support.party import Party, agreed, party, play, seated, settled, virtually
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob", "cid")
DAYS = 3 * 24 * 3600.0


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def evening(here: Party) -> tuple[str, tuple[str, str], int]:
    """Play some plies and go home; give the invitation, the digests and the number of plies."""
    for name in NAMES:
        await here.enter(name)
    handles = await seated(here, NAMES)
    await asyncio.gather(*(play(handle, Random(name), stop=4) for name, handle in handles.items()))
    digests = await settled(list(handles.values()))
    match = handles["ann"].view.match
    assert match is not None
    for name in NAMES:
        await here.leave(name)
    return handles["ann"].invitation, digests, match.ply


def forget(root: Path, name: str) -> None:
    """Lose the journal of somebody; his key stays."""
    lost = list((root / "profiles" / name).glob("journal.db*"))
    assert lost
    for file in lost:
        file.unlink()


@pytest.mark.parametrize("survivor", ["ann", "cid"])
def test_one_journal_gives_the_table_back_to_all(tmp_path: Path, survivor: str) -> None:
    async def days() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            invitation, digests, plies = await evening(here)
            broker.stop()
            broker.start()
            assert not broker.retained
            await asyncio.sleep(DAYS)
            for name in set(NAMES) - {survivor}:
                forget(tmp_path, name)
            handles = {}
            for name in (survivor, *sorted(set(NAMES) - {survivor})):
                peer = await here.enter(name)
                assert bool(peer.tables()) is (name == survivor)
                handles[name] = await peer.join(Invitation.parse(invitation))
                await handles[name].caught_up()
                assert handles[name].view.phase is Phase.PLAYING
            assert await settled(list(handles.values())) == digests
            assert {handle.view.match.ply for handle in handles.values() if handle.view.match} == {plies}
            assert [handle.view.mine for handle in handles.values()].count(()) == 0
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            assert await agreed(list(handles.values()))
            desks = [desk for one in here.peers.values() for desk in one._shelf.desks.values()]
            assert not any("forked" in desk.flaws for desk in desks)

    virtually(days(), 2 * DAYS)


def test_a_table_taken_up_without_the_broker_says_at_once_that_nothing_can_be_said_yet(tmp_path: Path) -> None:
    async def days() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            invitation, _, _ = await evening(here)
            broker.stop()
            ann = await here.enter("ann", patient=True)
            table = await ann.join(Invitation.parse(invitation))
            now = asyncio.get_running_loop().time()
            with pytest.raises(NotFetched) as refused:
                await table.say("hello")
            assert refused.value.template == UNREACHED
            with pytest.raises(Fault, match="nobody would hear") as unheard:
                await ann.chat("hello")
            assert unheard.value.template == CUT_OFF
            assert asyncio.get_running_loop().time() == now, "nobody waits for that"
            assert not table.view.ready
            held = [ann.holds]
            broker.start()
            await table.until(lambda view: view.ready)
            assert [*held, ann.holds] == [False, True]
            broker.stop()
            await table.until(lambda view: not view.online)
            await table.say("hello again")
            broker.start()
            bob = await here.enter("bob")
            his = await bob.join(Invitation.parse(invitation))
            await his.until(lambda view: "hello again" in {line.text for line in view.talk})

    virtually(days(), 2 * DAYS)


def test_whoever_comes_by_the_new_invitation_of_a_room_has_their_tables_there(tmp_path: Path) -> None:
    """The certificate has changed: the room is the same, the tables kept of it lead by the old one."""

    async def days() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            invitation, _, _ = await evening(here)
            old = Invitation.parse(invitation)
            assert old.tid is not None
            here.room = replace(here.room, host="new.example", via=Via.TLS, pin="b" * 64)
            new = here.room.at_table(old.tid)
            ann = await here.enter("ann")
            assert ann.tables() == (new,)
            hers = await ann.join(old.tid)
            bob = await here.enter("bob")
            his = await bob.join(old)  # as from a letter, or a rematch, of before
            for peer, table in ((ann, hers), (bob, his)):
                await table.caught_up()
                assert table.invitation == str(new)
                assert [row.invitation for row in peer.journal.tables()] == [str(new)]

    virtually(days(), 2 * DAYS)
