"""Whoever wants a rematch and leaves the table is told elsewhere what comes of it, whoever's program opens it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.view.table_view import OfferKind, Phase
from tests.tui.session.test_rematch_opener import SECONDS, Evening
from tests.tui.text.test_conversations import Person
from tui.bots.seat_driver import Seated
from tui.session import rematch_opener
from tui.session.rooms import Rooms
from tui.table.table_plan import ME, OPEN
from tui.text.shell.console import Console
from tui.text.shell.left_table_teller import LeftTableTeller

OPENED = "NOTE Evening: all agree to a rematch, and its table is open. `resume` leads back to it."
AT_YOURS = "NOTE Evening: Bob has taken a seat at your table: Resume leads back to it."
AT_NEXT = "NOTE Evening: Ann has taken a seat at the table of the rematch. `resume` leads back to it."
BEGUN = "NOTE Evening: the game has begun at the table of the rematch. `resume` leads back to it."
AGREED = "NOTE Evening: All agree; Ann's program opens the table once it is in the room."


class Away:
    """Somebody who has left a table, in text mode."""

    def __init__(self, rooms: Rooms) -> None:
        """Have heard nothing yet."""
        self.rooms = rooms
        self._reader = Person()
        self._teller = LeftTableTeller(Console(self._reader, self._reader.write), rooms)

    async def hear(self, *lines: str) -> None:
        """Look after each change until as many lines have come; they are these."""
        rung = asyncio.Event()
        ends = [peer.watch(rung.set) for peer in self.rooms.peers]
        self._teller.look()
        while len(self._reader.said) < len(lines):
            await rung.wait()
            rung.clear()
            self._teller.look()
        for end in ends:
            end()
        assert self._reader.said == list(lines)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rematch_opener, "REST_SECONDS", 0)


async def ask_and_go(rooms: Rooms, seated: Seated) -> Away:
    """Ask for a rematch and leave the table for the room."""
    await seated.handle.offer(OfferKind.REMATCH, seated.handle.view.mine[0])
    await rooms.aside.keep(seated)
    return Away(rooms)


async def answer(other: Seated, *, yes: bool = True) -> None:
    """Answer at the table."""
    view = await other.handle.until(lambda view: bool(view.offers))
    await other.handle.answer(view.offers[0].id, view.mine[0], yes=yes)


async def test_the_host_hears_that_the_table_is_open_and_who_sits_down_there(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, other = await evening.over(ME, OPEN)
            ann, bob = evening.here["Ann"], evening.here["Bob"]
            away = await ask_and_go(ann, own)
            await answer(other)
            await away.hear(OPENED)
            await other.handle.until(lambda view: bool(view.onward))
            there = await bob.go_on(other)
            await away.hear(OPENED, AT_YOURS)
            (kept,) = ann.kept()
            again = await ann.resume(kept)
            assert again.handle.tid == there.handle.tid
            view = await there.handle.until(lambda view: view.phase is Phase.PLAYING)
            assert [seat.nick for seat in view.seats] == [seat.nick for seat in other.handle.view.seats]
            await away.hear(OPENED, AT_YOURS)
    finally:
        await evening.close()


async def test_whoever_is_not_the_host_hears_the_same(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, other = await evening.over(ME, OPEN)
            ann, bob = evening.here["Ann"], evening.here["Bob"]
            away = await ask_and_go(bob, other)
            await answer(own)
            await away.hear(OPENED)
            await own.handle.until(lambda view: bool(view.onward))
            there = await ann.go_on(own)
            await away.hear(OPENED, AT_NEXT)
            (kept,) = bob.kept()
            assert kept.tid == other.handle.tid.hex()
            again = await bob.resume(kept)
            assert again.handle.tid == there.handle.tid
            await there.handle.until(lambda view: view.phase is Phase.PLAYING)
            await bob.aside.keep(again)
            assert [one.tid for one in bob.kept()] == [there.handle.tid.hex()]
    finally:
        await evening.close()


async def test_a_game_that_others_begin_there_is_told(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, other = await evening.over(ME, OPEN)
            away = await ask_and_go(evening.here["Bob"], other)
            await answer(own)
            await own.handle.until(lambda view: bool(view.onward))
            there = await evening.here["Ann"].go_on(own)
            eve = evening.come("Eve")
            await (await eve.sit_down(await eve.local(), there.handle.tid)).ask_seat()
            await there.handle.until(lambda view: view.phase is Phase.PLAYING)
            eves = AT_NEXT.replace("Ann", "Eve")
            await away.hear(OPENED, AT_NEXT, eves, BEGUN)
    finally:
        await evening.close()


async def test_who_comes_back_into_the_room_and_agrees_is_heard_of_by_whoever_has_left(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, other = await evening.over(ME, OPEN)
            away = await ask_and_go(evening.here["Bob"], other)
            await own.handle.until(lambda view: bool(view.offers))
            await away.hear()
            await evening.leave("Ann")
            ann = evening.come("Ann")
            back = await ann.sit_down(await ann.local(), own.handle.tid)
            await answer(back)
            await away.hear(OPENED)
    finally:
        await evening.close()


async def test_that_all_agree_is_told_while_the_host_is_away_and_that_it_is_open_once_they_come(
    parley_home: Path,
) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            _, bob, eve = await evening.over(OPEN, OPEN)
            await evening.leave("Ann")
            away = await ask_and_go(evening.here["Bob"], bob)
            await answer(eve)
            await away.hear(AGREED)
            await evening.come("Ann").local()
            await away.hear(AGREED, OPENED)
    finally:
        await evening.close()


async def test_a_no_is_told(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, other = await evening.over(ME, OPEN)
            away = await ask_and_go(evening.here["Ann"], own)
            await answer(other, yes=False)
            await away.hear("NOTE Evening: Bob declines a rematch.")
    finally:
        await evening.close()
