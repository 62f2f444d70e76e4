"""A journal that is damaged, wherever it is: a sentence, and a seat taken up again from what the others have."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.storage.journal import JournalDamaged
from net.storage.profile import Profile
from net.transport.memory_broker import MemoryBroker
from net.wire.invitation import Invitation
from tests.net.support.party import ROOM, Party, agreed, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob", "cid")
VICTIM = "bob"
REGIONS = ("empty", "header", "schema", "middle", "tail", "cut", "bits")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def damaged(whole: bytes, region: str) -> bytes:
    """Spoil one region of a database's file."""
    if region == "bits":
        return bytes(byte ^ (at % 701 == 700) << at % 8 for at, byte in enumerate(whole))
    if region in {"empty", "cut"}:
        return whole[: len(whole) // 3] if region == "cut" else b""
    at, size = {"header": (0, 100), "schema": (100, 1500), "middle": (len(whole) // 2, 4096), "tail": (-6000, 6000)}[
        region
    ]
    at %= len(whole)
    return whole[:at] + Random(region).randbytes(size) + whole[at + size :]


async def _begun(here: Party) -> dict[str, TableHandle]:
    for name in NAMES:
        await here.enter(name)
    handles = await seated(here, NAMES)
    await asyncio.gather(*(play(handle, Random(name), stop=4) for name, handle in handles.items()))
    return handles


@pytest.mark.parametrize("region", REGIONS)
def test_a_seat_is_taken_up_again_after_the_journal_is_lost(tmp_path: Path, region: str) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await _begun(here)
            journal = here.peers[VICTIM].journal
            journal._ledger.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            await here.crash(VICTIM)
            path = journal.path
            path.write_bytes(damaged(path.read_bytes(), region))
            with Profile.open(tmp_path, VICTIM) as profile:
                with pytest.raises(JournalDamaged, match="Move it away and join your tables again") as told:
                    Peer(profile, ROOM, here.connector)
                assert str(path) in str(told.value)
            path.rename(path.with_name("journal.damaged"))
            peer = await here.enter(VICTIM)
            handles[VICTIM] = await peer.join(Invitation.parse(handles["ann"].invitation))
            await handles[VICTIM].caught_up()
            assert handles[VICTIM].view.mine
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            assert all(await agreed(list(handles.values())))
            assert not any("forked" in desk.flaws for one in here.peers.values() for desk in one._shelf)

    virtually(evening())
