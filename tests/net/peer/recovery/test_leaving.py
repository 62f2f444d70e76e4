"""Programs that leave when the game is over: whoever was not sure that all have its end comes back to it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.game import Seat
from net.peer import table_registry
from net.peer.table_registry import is_asked_for
from net.storage.journal import Journal, Progress
from net.storage.profile import Profile
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from tests.net.support.leaver import (
    Lossy,
    before_the_end,
    followed_no_more,
    give_up_waiting,
    plies,
    settled_at,
    win_and_go,
)
from tests.net.support.party import party, seated, virtually
from tests.net.support.toy_games.toy_table import install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_who_left_before_the_last_move_was_heard_brings_it_when_they_come_for_something_else(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            assert handles["ann"].view.phase is Phase.PLAYING
            bob = await here.enter("bob")
            assert [handle.tid for handle in bob.followed] == [tid]
            await handles["ann"].until(lambda view: view.phase is Phase.OVER)
            await settled_at(here, "bob", tid)
            assert handles["ann"].view.outcome == bob._shelf.handles[tid].view.outcome
            assert not handles["ann"].view.unsettled

    virtually(evening())


@pytest.mark.parametrize("over", [True, False])
def test_what_a_killed_program_had_open_is_looked_at_once(tmp_path: Path, *, over: bool) -> None:
    """It may have been killed before it kept that the game was over, or before what it said in one was sent."""

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid, room = handles["bob"].tid, handles["bob"].invitation
            if over:
                await win_and_go(here, broker, handles)
            else:
                await here.leave("bob")
            with Profile.open(tmp_path, "bob") as who, Journal(who.journal_path) as journal:
                assert journal.table(tid).progress is (Progress.UNSETTLED if over else Progress.GOES_ON)  # type: ignore[union-attr]
                journal.close_table(tid, Progress.OPEN)
                assert not journal.table(tid).over  # type: ignore[union-attr]
            bob = await here.enter("bob")
            assert [handle.invitation for handle in bob.followed] == [room]
            if not over:
                await followed_no_more(bob)
            row = bob.journal.table(tid)
            assert row is not None
            assert row.progress is (Progress.UNSETTLED if over else Progress.GOES_ON)

    virtually(evening())


def test_who_comes_back_after_the_others_went_on_learns_how_it_ended(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            await give_up_waiting(handles["ann"])
            assert handles["ann"].view.unsettled  # of two each is all others to the other
            row = here.peers["ann"].journal.table(tid)
            assert row is not None
            assert row.progress is Progress.UNSETTLED
            bob = await here.enter("bob")
            handle = await bob.join(tid)
            assert bob.followed == ()
            view = await handle.until(lambda view: not view.unsettled)
            match = view.match
            assert match is not None
            assert [line.text for line in match.log] == ["3", "3", "3", "abandon blue"]
            assert [(one.at, one.text, one.lines, one.over) for one in view.bypasses] == [
                (3, "abandon blue", ((1, "3"),), True)
            ]
            assert view.outcome == handles["ann"].view.outcome
            await asyncio.sleep(5)
            row = here.peers["ann"].journal.table(tid)
            assert row is not None
            assert row.progress is Progress.OVER

    virtually(evening())


def test_the_one_who_stayed_tells_the_end_later_even_where_the_broker_forgot_it(tmp_path: Path) -> None:
    """Ann has ended the game without bob; she comes back for something else, and he hears of it from her alone."""

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await win_and_go(here, broker, handles)
            await give_up_waiting(handles["ann"])
            await here.leave("ann")
            broker.stop()
            broker.start()
            bob = await here.enter("bob")
            await asyncio.sleep(30)
            assert bob.unsettled
            await here.enter("ann")
            await settled_at(here, "bob", tid)
            assert bob._shelf.handles[tid].view.outcome.winners == (0,)  # type: ignore[union-attr]

    virtually(evening())


def test_a_table_that_is_closed_unsettled_goes_on_in_the_background(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            bob, tid = here.peers["bob"], handles["bob"].tid
            broker.lost.add(bob.pid)
            await handles["bob"].play(Seat(1), "3")
            await handles["bob"].close()
            assert [handle.tid for handle in bob.followed] == [tid]
            assert [handle.tid for handle in bob.unsettled] == [tid]
            broker.lost.clear()
            await handles["ann"].until(lambda view: view.phase is Phase.OVER)
            await settled_at(here, "bob", tid)
            await asyncio.sleep(5)
            assert bob.followed == ()
            row = bob.journal.table(tid)
            assert row is not None
            assert row.over
            assert not row.owes

    virtually(evening())


def test_a_table_of_ones_own_is_over_at_once(tmp_path: Path) -> None:
    """Whoever holds all seats has nobody to tell."""

    async def evening() -> None:
        async with party(tmp_path, MemoryBroker().connect) as here:
            ann = await here.enter("ann")
            handle = await ann.open_table("toy", {"players": "2"}, {})
            for seat in range(2):
                await handle.sit(Seat(seat))
            await handle.until(lambda view: view.phase is Phase.PLAYING)
            row = ann.journal.table(handle.tid)
            assert row is not None
            assert row.progress is Progress.OPEN
            for at in range(4):
                await handle.play(Seat(at % 2), "3")
            assert not handle.view.unsettled
            row = ann.journal.table(handle.tid)
            assert row is not None
            assert row.progress is Progress.OVER
            assert not is_asked_for(ann.journal, 0)

    virtually(evening())


def test_who_leaves_while_cards_are_in_audit_comes_back_to_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All have signed the end, but the broker may have lost what one said last, and the audit needs it too."""
    monkeypatch.setattr(table_registry, "is_audited", lambda _annals: False)

    async def evening() -> None:
        broker = Lossy()
        async with party(tmp_path, broker.connect) as here:
            handles = await before_the_end(here)
            tid = handles["bob"].tid
            await handles["bob"].play(Seat(1), "3")
            for name in ("ann", "bob"):
                await handles[name].until(lambda view: view.phase is Phase.OVER and not view.unsettled)
                row = here.peers[name].journal.table(tid)
                assert row is not None
                assert row.progress is Progress.UNSETTLED
            await here.leave("bob")
            bob = await here.enter("bob")
            assert [handle.tid for handle in bob.followed] == [tid]

    virtually(evening())


def test_who_was_passed_over_by_several_is_told_by_whoever_comes_back(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = Lossy()
        names = ("ann", "bob", "cid")
        async with party(tmp_path, broker.connect) as here:
            for name in names:
                await here.enter(name)
            handles = await seated(here, names)
            tid = handles["ann"].tid
            await handles["ann"].play(Seat(0), "3")
            await handles["bob"].until(plies(1))
            await here.leave("bob")
            await handles["ann"].until(lambda view: any(wait.ripe for wait in view.waits))
            await handles["ann"].claim(Seat(1))
            for at, name in enumerate(("cid", "ann", "cid"), 2):
                await handles[name].until(plies(at))
                await handles[name].play(Seat(names.index(name)), "3")
            for name in ("ann", "cid"):
                await handles[name].until(lambda view: view.phase is Phase.OVER and not view.unsettled)
                row = here.peers[name].journal.table(tid)
                assert row is not None
                assert row.progress is Progress.UNTOLD
                await here.leave(name)
            broker.stop()
            broker.start()
            ann = await here.enter("ann")
            assert [handle.tid for handle in ann.followed] == [tid]
            bob = await here.enter("bob")
            late = await bob.join(tid)
            view = await late.until(lambda view: view.phase is Phase.OVER)
            assert view.outcome is not None
            assert view.outcome.winners == (2,)
            await here.enter("cid")
            await asyncio.sleep(30)
            for name in names:
                row = here.peers[name].journal.table(tid)
                assert row is not None
                assert not row.owes, name

    virtually(evening())
