"""Tables that were left in other rooms are settled in the background, each at its broker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from net.storage.profile import Profile
from net.view.table_view import Phase
from tests.net.support.leaver import Lossy, before_the_end, win_and_go
from tests.net.support.party import ROOM, party, virtually
from tests.net.support.toy_games.toy_table import install
from tui.session.settlement_follow_up import SettlementFollower, is_wanted


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_a_program_for_another_room_settles_what_was_left_here(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            with Profile.open(tmp_path, "bob") as who:
                elsewhere = replace(ROOM, room="elsewhere")
                async with SettlementFollower(who, but=(elsewhere,), way=lambda _room: broker.connect) as settler:
                    await handles["ann"].until(lambda view: view.phase is Phase.OVER)
                    while settler.running:
                        await settler.changed()
                    assert settler.faults == []
                async with SettlementFollower(who, but=(elsewhere,), way=lambda _room: broker.connect) as again:
                    assert not again.running
            assert not handles["ann"].view.unsettled
            assert here.peers["ann"].journal.table(tid).over  # type: ignore[union-attr]

    virtually(evening())


def test_a_table_that_is_come_to_otherwise_is_left_by_the_background(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            broker.stop()
            with Profile.open(tmp_path, "bob") as who:
                async with SettlementFollower(who, way=lambda _room: broker.connect) as settler:
                    while not settler.tables:
                        await settler.changed()
                    assert [handle.tid for handle in settler.tables] == [tid]
                    await settler.release(tid)
                    assert not settler.running
                    settler.begin()
                    assert not settler.running

    virtually(evening())


def test_a_profile_without_anything_to_settle_is_not_opened_for_that(tmp_path: Path) -> None:
    assert not is_wanted(tmp_path, "bob")

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            assert is_wanted(tmp_path, "bob")  # it is open, and may be killed there
            await here.leave("bob")
            assert not is_wanted(tmp_path, "bob")
            await here.enter("bob")
            handles["bob"] = await here.peers["bob"].join(handles["bob"].tid)
            await handles["bob"].caught_up()
            await win_and_go(here, broker, handles)
            assert is_wanted(tmp_path, "bob")

    virtually(evening())
