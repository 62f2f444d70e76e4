"""A lot kept back, between programs in virtual time: the table opens again, and somebody who looked on sits down."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from core.game import Seat
from net.table.clocks.wait_timer import FINAL_MS
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from net.wire.event import Kind
from net.wire.invitation import Invitation
from tests.net.support.party import agreed, party, play, virtually
from tests.net.support.toy_games.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_who_vanishes_between_ready_and_his_lot_loses_his_seat_and_others_play(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            for name in ("ann", "bob", "cid"):
                await here.enter(name)
            ann = await here.peers["ann"].open_table("toy", {"players": "2"}, {}, "A test")
            where = Invitation.parse(ann.invitation)
            bob, cid = [await here.peers[name].join(where) for name in ("bob", "cid")]
            await ann.sit(Seat(0))
            await bob.sit(Seat(1))
            await bob.until(lambda view: view.seats[1].ready)
            await here.crash("bob")
            await cid.until(lambda view: view.phase is Phase.STARTING)
            await ann.until(lambda view: any(wait.what == "lot" and wait.ripe for wait in view.waits))
            claimed = here.peers["ann"]._clock.now_ms()
            await ann.claim(Seat(1))
            await cid.until(lambda view: view.phase is Phase.GATHERING)
            assert 0 <= here.peers["ann"]._clock.now_ms() - claimed - FINAL_MS <= 500
            await cid.sit(Seat(1))
            for handle in (ann, cid):
                await handle.until(lambda view: view.phase is Phase.PLAYING)
            assert [seat.nick for seat in ann.view.seats] == ["ann", "cid"]
            back = await (await here.enter("bob")).join(where)
            await back.until(lambda view: view.phase is Phase.PLAYING)
            await asyncio.gather(*(play(handle, Random(seed)) for seed, handle in enumerate((ann, cid))))
            await agreed([ann, cid, back])
            lots = [one for one in ann.table.annals._all.values() if one.event.kind == Kind.REVEAL]
            assert len({one.event.data[0] for one in lots}) == len(lots) >= 3

    virtually(evening())
