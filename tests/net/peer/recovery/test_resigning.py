"""Programs that leave after their seats have resigned: the end comes to them while they are somewhere else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.game import Seat
from net.peer.table_handle import TableHandle
from net.storage.journal import Progress
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.invitation import Invitation
from tests.net.support.leaver import plies
from tests.net.support.party import Party, party, seated, virtually
from tests.net.support.toy_games.toy_table import install

DONE = {Progress.OVER, Progress.CLEARED}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def resigned(here: Party, players: int = 2) -> dict[str, TableHandle]:
    """Let ann, whose move it is not, resign and leave before anybody has heard of it: bob's program is away."""
    names = ("ann", "bob", "cid")[:players]
    for name in names:
        await here.enter(name)
    handles = await seated(here, names)
    await handles["ann"].play(Seat(0), "3")
    await handles["bob"].until(plies(1))
    await here.leave("bob")
    await handles["ann"].declare(Seat(0), "resign")
    await handles["ann"].close()
    return handles


def progress(here: Party, name: str, tid: bytes) -> Progress:
    """Give how far a table has come in the journal of somebody."""
    row = here.peers[name].journal.table(tid)
    assert row is not None
    return row.progress


@pytest.mark.parametrize("restarted", [False, True])
def test_who_resigns_and_leaves_gets_the_end_without_sitting_down_again(tmp_path: Path, *, restarted: bool) -> None:
    """The game ends by the program of the player to move, who is away."""

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            tid = (await resigned(here))["ann"].tid
            assert progress(here, "ann", tid) is Progress.LEFT
            if restarted:
                await here.leave("ann")
                await here.enter("ann")
            assert [handle.tid for handle in here.peers["ann"].followed] == [tid]
            assert here.peers["ann"].pressing
            bob = await (await here.enter("bob")).join(tid)
            await bob.until(lambda view: view.phase is Phase.OVER and not view.unsettled)
            await asyncio.sleep(5)
            assert progress(here, "ann", tid) in DONE
            assert progress(here, "bob", tid) in DONE
            assert here.peers["ann"].followed == ()

    virtually(evening())


def test_a_game_that_goes_on_without_one_needs_no_program_of_theirs_but_tells_it_the_end(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            handles = await resigned(here, 3)
            tid, ann = handles["ann"].tid, here.peers["ann"]
            assert not ann.journal.table(tid).over  # type: ignore[union-attr]
            bob = await (await here.enter("bob")).join(tid)
            await bob.until(lambda view: view.match is not None and view.match.ply == 2)
            await asyncio.sleep(60)
            assert not ann.pressing
            assert [handle.tid for handle in ann.followed] == [tid]
            assert progress(here, "ann", tid) is Progress.LEFT
            await bob.declare(Seat(1), "resign")
            await bob.until(lambda view: view.phase is Phase.OVER)
            await asyncio.sleep(60)
            assert progress(here, "ann", tid) in DONE
            assert ann.followed == ()

    virtually(evening())


def test_who_keeps_a_seat_and_leaves_another_follows_the_table_until_that_is_heard(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            host = await here.peers["ann"].open_table("toy", {"players": "3"}, {})
            handles = {"ann": host, "bob": await here.peers["bob"].join(Invitation.parse(host.invitation))}
            for name, seat in (("ann", 0), ("bob", 1), ("ann", 2)):
                await handles[name].sit(Seat(seat))
            for handle in handles.values():
                await handle.until(lambda view: view.phase is Phase.PLAYING)
            tid, ann = handles["ann"].tid, here.peers["ann"]
            await handles["ann"].play(Seat(0), "3")
            await handles["bob"].until(plies(1))
            await here.leave("bob")
            await handles["ann"].declare(Seat(0), "resign")
            await handles["ann"].close()
            assert ann.pressing
            bob = await (await here.enter("bob")).join(tid)
            await bob.until(plies(2))
            await asyncio.sleep(5)
            assert ann.followed == ()
            assert progress(here, "ann", tid) is Progress.GOES_ON

    virtually(evening())
