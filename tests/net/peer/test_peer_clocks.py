"""Clocks between programs, in virtual time: flags, a witness, and a correspondence that rests for days."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from core.game import Seat
from net.peer.table_handle import TableHandle
from net.table.clocks.time_control import DAY_MS
from net.table.clocks.wait_timer import FINAL_MS
from net.table.duty.timekeeper import GRACE_MS, WITNESSED_MS
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.event import Kind
from net.wire.invitation import Invitation
from tests.net.support.party import Party, party, play, virtually
from tests.net.support.toy_games.toy_table import install

DAY = DAY_MS / 1000


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def seated(here: Party, terms: dict[str, str], watcher: str = "") -> dict[str, TableHandle]:
    """Let ann and bob sit down at a table of those terms, and somebody else look on."""
    ann = await here.peers["ann"].open_table("toy", {"players": "2"}, terms, "A test")
    handles = {"ann": ann}
    for name in ("bob", watcher) if watcher else ("bob",):
        handles[name] = await here.peers[name].join(Invitation.parse(ann.invitation))
    for seat, name in enumerate(("ann", "bob")):
        await handles[name].sit(Seat(seat))
    for handle in handles.values():
        await handle.until(lambda view: view.phase is Phase.PLAYING)
    return handles


def log(handle: TableHandle) -> list[str]:
    match = handle.view.match
    assert match is not None
    return [line.text for line in match.log]


def test_time_is_declared_from_when_the_turn_came_and_a_flag_falls_by_a_claim(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, {"clock": "60+5"})
            await asyncio.sleep(12)
            await handles["ann"].play(Seat(0), "1")
            await handles["bob"].until(lambda view: bool(view.match and view.match.ply))
            (step,) = handles["bob"].table.steps()
            assert 12_000 <= step.spent_ms <= 12_200
            first, second = handles["bob"].view.clocks
            assert (first.clock, second.clock) == tuple(view.clock for view in handles["ann"].view.clocks)
            assert not any(view.doubtful for handle in handles.values() for view in handle.view.clocks)
            began = second.since
            assert began is not None
            view = await handles["ann"].until(lambda view: any(wait.ripe for wait in view.waits))
            claimed = here.peers["ann"]._clock.now_ms()
            assert 0 <= claimed - (view.waits[0].since + 60_000 + GRACE_MS) <= 100
            await handles["ann"].claim(Seat(1))
            await handles["bob"].until(lambda view: view.phase is Phase.OVER)
            assert 0 <= here.peers["ann"]._clock.now_ms() - claimed - FINAL_MS <= 200
            assert log(handles["ann"]) == log(handles["bob"]) == ["1", "abandon blue"]

    virtually(evening())


def test_a_witness_decides_at_once_and_he_who_comes_late_sees_the_same(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            for name in ("ann", "bob", "wit"):
                await here.enter(name)
            terms = {"clock": "60", "flag": f"witness:{here.peers['wit'].pid}"}
            handles = await seated(here, terms, "wit")
            await handles["ann"].play(Seat(0), "1")
            await handles["ann"].until(lambda view: any(wait.ripe for wait in view.waits))
            claimed = here.peers["ann"]._clock.now_ms()
            await handles["ann"].claim(Seat(1))
            for handle in handles.values():
                await handle.until(lambda view: view.phase is Phase.OVER)
            assert here.peers["ann"]._clock.now_ms() - claimed < 1_000
            line = handles["ann"].table.annals.line
            assert line is not None
            assert line.register.steps[-1].kind is Kind.FINAL
            assert line.register.steps[-1].author == here.peers["ann"].profile.identity.public
            late = await (await here.enter("late")).join(Invitation.parse(handles["ann"].invitation))
            await late.until(lambda view: view.phase is Phase.OVER)
            assert log(late) == ["1", "abandon blue"]
            assert WITNESSED_MS < GRACE_MS

    virtually(evening())


def test_while_the_witness_is_away_the_table_says_so(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            for name in ("ann", "bob", "wit"):
                await here.enter(name)
            terms = {"clock": "60", "flag": f"witness:{here.peers['wit'].pid}"}
            handles = await seated(here, terms, "wit")
            assert not any("witness is away" in note.template for note in handles["ann"].view.notes)
            await here.leave("wit")
            await handles["ann"].until(lambda view: any("witness is away" in note.template for note in view.notes))

    virtually(evening())


def test_a_correspondence_rests_for_days_and_goes_on_from_anybodys_journal(tmp_path: Path) -> None:
    async def weeks() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, {"clock": "3d"})
            await handles["ann"].play(Seat(0), "2")
            await handles["bob"].until(lambda view: bool(view.match and view.match.ply))
            for name in ("ann", "bob"):
                await here.leave(name)
            broker.stop()
            await asyncio.sleep(2 * DAY)
            broker.start()
            bob = await here.enter("bob")
            (kept,) = bob.tables()
            began = bob._clock.now_ms()
            table = await bob.join(kept)
            await table.caught_up()
            assert bob._clock.now_ms() - began < 4_000
            assert log(table) == ["2"]
            (clock,) = [clock for clock in table.view.clocks if clock.seat == 1]
            assert 0.9 * DAY_MS < clock.left_ms(bob._clock.now_ms()) < DAY_MS
            await table.play(Seat(1), "3")
            (late,) = [step.spent_ms for step in table.table.steps() if step.seat == 1]
            assert 2 * DAY_MS <= late < 2.1 * DAY_MS
            stranger = await (await here.enter("eve")).join(Invitation.parse(table.invitation))
            assert log(stranger) == ["2", "3"]
            await here.leave("bob")
            await here.leave("eve")
            await asyncio.sleep(5 * DAY)
            ann = await here.enter("ann")
            (kept,) = ann.tables()
            table = await ann.join(kept)
            await table.caught_up()
            assert log(table) == ["2", "3"]
            assert all(clock.left_ms(ann._clock.now_ms()) == 0 for clock in table.view.clocks if clock.seat == 0)
            again = await (await here.enter("bob")).join(kept)
            for handle in (table, again):
                await handle.until(lambda view: bool(view.match and view.match.ply == 2))
            await asyncio.gather(play(table, Random(1)), play(again, Random(2)))
            assert log(table) == log(again)

    virtually(weeks(), 20 * DAY)


def test_who_lets_the_days_pass_may_be_claimed_by_one_who_was_away_too(tmp_path: Path) -> None:
    async def weeks() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, {"clock": "1d"})
            await handles["ann"].play(Seat(0), "2")
            await handles["bob"].until(lambda view: bool(view.match and view.match.ply))
            for name in ("ann", "bob"):
                await here.leave(name)
            await asyncio.sleep(DAY + 60)
            ann = await here.enter("ann")
            table = await ann.join(ann.tables()[0])
            await table.until(lambda view: any(wait.ripe for wait in view.waits))
            await table.claim(Seat(1))
            await table.until(lambda view: view.phase is Phase.OVER)
            assert log(table) == ["2", "abandon blue"]

    virtually(weeks(), 3 * DAY)


def test_where_nobody_is_reached_ones_own_clock_runs_as_it_will_count(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, {"clock": "180+2"})
            await handles["ann"].play(Seat(0), "1")
            await handles["bob"].until(lambda view: bool(view.match and view.match.ply))
            for name in ("ann", "bob"):
                await here.leave(name)
            broker.stop()
            await asyncio.sleep(40)
            bob = await here.enter("bob", patient=True)
            table = await bob.join(Invitation.parse(handles["bob"].invitation))
            assert not table.view.online
            assert [clock.since is None for clock in table.view.clocks] == [True, False]
            seen = table.view.clocks[1].left_ms(bob._clock.now_ms())
            assert 130_000 < seen < 141_000
            await asyncio.sleep(10)
            assert table.view.clocks[1].left_ms(bob._clock.now_ms()) == seen - 10_000
            since = table.view.clocks[1].since
            broker.start()
            await table.caught_up()
            assert table.view.clocks[1].since == since
            ann = await here.enter("ann", patient=True)
            hers = await ann.join(Invitation.parse(handles["ann"].invitation))
            assert hers.view.clocks[1].since is None, "nobody knows how long others think"

    virtually(evening())
