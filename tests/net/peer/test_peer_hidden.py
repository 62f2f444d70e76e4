"""Hidden cards, sealed phases and claims between peers over the memory broker, in virtual time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from core.game import Seat
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import AuditStage, Phase, SlotStage, TableView
from net.wire.event import Kind
from net.wire.invitation import Invitation
from tests.net.support.party import LossyBroker, Party, agreed, arrive, party, seated, virtually
from tests.net.support.toy_games.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def due(view: TableView) -> Seat | None:
    """Give a seat of ours that has to decide now."""
    if view.match is None or view.phase is not Phase.PLAYING:
        return None
    owing = [slot.seat for slot in view.slots if slot.stage is SlotStage.OWES]
    active = owing if view.slots else list(view.match.state.active)
    return next((seat for seat in active if seat in view.mine), None)


async def play(handle: TableHandle, rng: Random) -> TableView:
    """Play our seats at random until the game is over and audited."""
    while True:
        view = await handle.until(lambda view: due(view) is not None or _audited(view))
        seat = due(view)
        if seat is None or view.match is None:
            return view
        await handle.play(seat, str(rng.choice(list(view.match.state.legal(seat)))))


def _audited(view: TableView) -> bool:
    return view.audit is not None and view.audit.stage is not AuditStage.WAITING and not view.audit.waited


@pytest.mark.parametrize("names", [("ann", "bob"), ("ann", "bob", "cid", "dan")])
def test_a_whole_game_is_dealt_by_nobody_and_audited_by_all(tmp_path: Path, names: tuple[str, ...]) -> None:
    async def evening() -> None:
        broker = LossyBroker(Random(len(names)), loss=0.05, twice=0.1, delay=0.05)
        async with party(tmp_path, broker.connect) as here:
            for name in names:
                await here.enter(name)
            handles = await seated(here, names, "duel", {"turns": "5"})
            views = await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            await agreed(list(handles.values()))
            assert all(view.audit is not None and view.audit.stage is AuditStage.CLEAN for view in views)
            assert len({view.match.full_digest() for view in views if view.match}) == 1

    virtually(evening(), 3000)


def test_a_crash_between_laying_down_and_opening_changes_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"), "duel", {"turns": "2"})
            await asyncio.gather(*(handle.until(lambda view: bool(_active(view))) for handle in handles.values()))
            starter = next(name for name, handle in handles.items() if due(handle.view) is not None)
            other = "bob" if starter == "ann" else "ann"
            seat = due(handles[starter].view)
            assert seat is not None
            await handles[starter].play(seat, "duel")
            await handles[starter].until(lambda view: bool(view.slots))
            await handles[other].until(lambda view: due(view) is not None)
            mine = due(handles[starter].view)
            assert mine is not None
            await handles[starter].play(mine, "card 4")
            invitation = Invitation.parse(handles[starter].invitation)
            await here.crash(starter)
            answer = due(handles[other].view)
            assert answer is not None
            await handles[other].play(answer, "card 2")
            again = await arrive(await here.enter(starter), invitation)
            for handle in (again, handles[other]):
                view = await handle.until(lambda view: _texts(view) >= {"card 4", "card 2"})
                assert not view.voids
            chain = again.table.annals.line
            assert chain is not None
            assert [step.kind for step in chain.register.steps[1:]] == [Kind.REVEAL, Kind.REVEAL]
            mine_now, theirs = again.view.match, handles[other].view.match
            assert mine_now is not None
            assert theirs is not None
            assert mine_now.at(6).digest() == theirs.at(6).digest()

    virtually(evening())


def _active(view: TableView) -> tuple[Seat, ...]:
    return tuple(seat for seat in view.match.state.active if seat >= 0) if view.match else ()


def _texts(view: TableView) -> set[str]:
    return {line.text for line in view.match.log} if view.match else set()


async def _three(here: Party) -> dict[str, TableHandle]:
    names = ("ann", "bob", "cid")
    for name in names:
        await here.enter(name)
    host = await here.peers["ann"].open_table("duel", {"players": "3", "turns": "4"}, {"patience": "20"}, "")
    handles = {"ann": host}
    for name in names[1:]:
        handles[name] = await arrive(here.peers[name], Invitation.parse(host.invitation))
    for number, name in enumerate(names):
        await handles[name].sit(Seat(number))
    await asyncio.gather(*(handle.until(lambda view: bool(_active(view))) for handle in handles.values()))
    return handles


def test_who_stays_away_is_claimed_after_patience_and_the_others_go_on(tmp_path: Path) -> None:
    async def claim(handle: TableHandle) -> None:
        """Claim whatever is ripe, as one does who looks at the countdown."""
        while True:
            view = await handle.until(lambda view: any(wait.ripe and not wait.claimed for wait in view.waits))
            wait = next(wait for wait in view.waits if wait.ripe and not wait.claimed)
            await handle.claim(wait.seat)

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await _three(here)
            await here.crash("cid")
            begun = asyncio.get_running_loop().time()
            claiming = asyncio.create_task(claim(handles["ann"]))
            players = [asyncio.create_task(play(handles[name], Random(name))) for name in ("ann", "bob")]
            for name in ("ann", "bob"):
                await handles[name].until(lambda view: view.phase is Phase.OVER)
            assert asyncio.get_running_loop().time() - begun >= 50
            for task in (claiming, *players):
                task.cancel()
            await asyncio.gather(claiming, *players, return_exceptions=True)
            await agreed([handles["ann"], handles["bob"]])
            assert "abandon yellow" in _texts(handles["bob"].view)

    virtually(evening(), 3000)
