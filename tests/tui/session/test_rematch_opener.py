"""A rematch that all agree to while its host's program is away: they read that, and it is opened from the room."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.fault import Fault
from net.storage.journal import Progress
from net.view.table_view import OfferKind, Phase, TableView
from tests.tui.support.holding_broker import HoldingBroker
from tui.bots.seat_driver import Seated
from tui.session import rematch_opener
from tui.session.invitations import invited_words
from tui.session.rematch_opener import EndedTables
from tui.session.rooms import Rooms
from tui.settings.theme import glyphs
from tui.table.sentences.event_sentences import offer_line
from tui.table.sentences.offer_words import agreed_words, check_rematch
from tui.table.table_plan import ME, OPEN, Plan, defaults, seated
from tui.text.table.event_teller import EventTeller

SECONDS = 60
AGREED = "All agree; Ann's program opens the table once it is in the room."


class Evening:
    """Ann opens a table over one broker, the others play there."""

    def __init__(self, home: Path) -> None:
        """Begin with nobody there."""
        self._home, self._broker = home, HoldingBroker()
        self.here: dict[str, Rooms] = {}

    def come(self, name: str) -> Rooms:
        """Let somebody's program begin."""
        rooms = self.here[name] = Rooms(self._home, name.casefold(), name, announce=False)
        rooms._memory = self._broker
        return rooms

    async def leave(self, name: str) -> None:
        """Let it end."""
        await self.here.pop(name).close()

    async def over(self, *sitters: str, without: bool = False, ends: bool = True) -> list[Seated]:
        """Let a game end by a resignation; `sitters` are Ann or nobody, the other seats are Bob's and Eve's.

        `without` says that Ann goes before the end; the game may also go on (`ends`).
        """
        ann, options = self.come("Ann"), defaults("epaminondas")
        plan = Plan("epaminondas", options, {}, "Evening", seated("epaminondas", options, *sitters))
        own = await ann.open_table(await ann.local(), plan)
        tables = [own]
        for name in ("Bob", "Eve")[: sitters.count(OPEN)]:
            other = self.come(name)
            tables.append(await other.sit_down(await other.local(), own.handle.tid))
            await tables[-1].ask_seat()
            await tables[-1].handle.until(lambda view: bool(view.mine))
        for table in tables:
            await table.handle.until(lambda view: view.phase is Phase.PLAYING)
        if not ends:
            return tables
        if without:
            await self.leave("Ann")
            tables.pop(0)
        loser = tables[-1].handle
        await loser.declare(loser.view.mine[0], "resign")
        for table in tables:
            await table.handle.until(lambda view: view.phase is Phase.OVER and not view.unsettled)
        return tables

    async def back(self) -> TableView:
        """Let Ann's program come into the room again; give what Bob sees of the old table once the new one is open."""
        await self.come("Ann").local()
        (bob,) = self.here["Bob"].seated
        return await bob.handle.until(lambda view: bool(view.onward))

    async def close(self) -> None:
        """Let all programs end."""
        for name in tuple(self.here):
            await self.leave(name)


async def agree(one: Seated, other: Seated) -> None:
    await one.handle.offer(OfferKind.REMATCH, one.handle.view.mine[0])
    view = await other.handle.until(lambda view: bool(view.offers))
    await other.handle.answer(view.offers[0].id, view.mine[0], yes=True)


async def put_away(rooms: Rooms, seated: Seated) -> None:
    """Wait until nothing is left to do at a table: the next start does not take it up again by itself."""
    (peer,), handle = rooms.peers, seated.handle
    while (row := peer.journal.table(handle.tid)) is not None and row.progress is not Progress.OVER:
        await handle.changed(handle.version)


def is_agreed(view: TableView) -> bool:
    return bool(view.offers) and not view.offers[0].owed


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rematch_opener, "REST_SECONDS", 0)


@pytest.mark.usefixtures("_at_once")
async def test_the_host_without_a_seat_opens_it_once_they_are_in_the_room(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            _, bob, eve = await evening.over(OPEN, OPEN)
            await evening.leave("Ann")
            await agree(bob, eve)
            view = await bob.handle.until(is_agreed)
            assert agreed_words(view.offers[0], view) == (AGREED,)
            assert offer_line(view.offers[0], view, glyphs("unicode")).endswith(f"would play again. {AGREED}")
            with pytest.raises(Fault, match="All agree"):
                check_rematch(view, view.mine)
            view = await evening.back()
            assert view.offers == ()
            told = EventTeller().news(view)
            assert told.index("NOTE The host has opened the table of the rematch.") + 1 == told.index(
                "NOTE `rematch` goes there."
            )
            again = await evening.here["Bob"].go_on(bob)
            await evening.here["Eve"].go_on(eve)
            await again.handle.until(lambda view: view.phase is Phase.PLAYING)
    finally:
        await evening.close()


@pytest.mark.usefixtures("_at_once")
async def test_a_host_who_has_missed_the_end_opens_it_when_they_are_back(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            bob, eve = await evening.over(OPEN, OPEN, without=True)
            await agree(bob, eve)
            await bob.handle.until(is_agreed)
            await evening.back()
    finally:
        await evening.close()


@pytest.mark.usefixtures("_at_once")
async def test_it_opens_one_agreed_to_while_its_program_is_in_the_room_but_not_at_the_table(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, bob, eve = await evening.over(OPEN, OPEN)
            await evening.here["Ann"].leave(own)
            await agree(bob, eve)
            await bob.handle.until(lambda view: bool(view.onward))
    finally:
        await evening.close()


@pytest.mark.usefixtures("_at_once")
async def test_a_table_that_its_host_is_just_leaving_is_looked_at_again_afterwards(
    parley_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, look = asyncio.Event(), EndedTables.look

    async def tell(tables: EndedTables) -> None:
        await look(tables)
        looked.set()

    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, bob, eve = await evening.over(OPEN, OPEN)
            monkeypatch.setattr(EndedTables, "look", tell)
            (peer,), close = evening.here["Ann"].peers, own.close

            async def close_after_a_look() -> None:
                for _ in range(2):
                    looked.clear()
                    peer._bell.ring()
                    await looked.wait()
                await close()

            monkeypatch.setattr(own, "close", close_after_a_look)
            await evening.here["Ann"].leave(own)
            await agree(bob, eve)
            await bob.handle.until(lambda view: bool(view.onward))
    finally:
        await evening.close()


@pytest.mark.usefixtures("_at_once")
async def test_a_host_who_has_asked_and_gone_opens_it_when_they_are_back(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, bob = await evening.over(ME, OPEN)
            await own.handle.offer(OfferKind.REMATCH, own.handle.view.mine[0])
            view = await bob.handle.until(lambda view: bool(view.offers))
            await put_away(evening.here["Ann"], own)
            await evening.leave("Ann")
            await bob.handle.answer(view.offers[0].id, view.mine[0], yes=True)
            await bob.handle.until(is_agreed)
            await evening.back()
    finally:
        await evening.close()


@pytest.mark.usefixtures("_at_once")
@pytest.mark.parametrize("host", [True, False])
@pytest.mark.parametrize("heard", [True, False])
async def test_who_was_asked_while_another_program_or_none_held_their_seat_agrees_from_the_room(
    parley_home: Path, *, host: bool, heard: bool
) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, bob = await evening.over(ME, OPEN)
            held, other, name = (own, bob, "Ann") if host else (bob, own, "Bob")
            await put_away(evening.here[name], held)
            await evening.here[name].leave(held)
            if not heard:
                await evening.leave(name)
            await other.handle.offer(OfferKind.REMATCH, other.handle.view.mine[0])
            rung = asyncio.Event()
            if heard:
                (peer,) = evening.here[name].peers
                end = peer.watch(rung.set)
                while not peer.lobby.invited:
                    await rung.wait()
                    rung.clear()
                end()
                await evening.leave(name)
            rooms = evening.come(name)
            assert rooms.kept() == ()
            assert [one.title for one in rooms.kept(asked=True)] == (["Evening"] if heard else [])
            peer = await rooms.local()
            peer.watch(rung.set)
            while not peer.lobby.invited:
                await rung.wait()
                rung.clear()
            (wish,), (kept,) = peer.lobby.invited, rooms.kept()
            assert (wish.game, wish.title, wish.tid, kept.tid) == ("epaminondas", "Evening", wish.tid, wish.tid)
            assert invited_words(peer.lobby, wish, spoken=True).endswith(
                "would play Evening again with you: join goes there."
            )
            back = await rooms.resume(kept)
            await back.handle.answer(back.handle.view.offers[0].id, back.handle.view.mine[0], yes=True)
            await other.handle.until(lambda view: bool(view.onward))
            assert peer.lobby.invited == ()
            assert rooms.kept(asked=True) == rooms.kept()
    finally:
        await evening.close()


async def test_a_host_whose_answer_is_owed_is_not_brought_to_the_table(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, bob = await evening.over(ME, OPEN)
            assert not rematch_opener.needs_no_word(own.handle.view)
            await bob.handle.offer(OfferKind.REMATCH, bob.handle.view.mine[0])
            view = await own.handle.until(lambda view: bool(view.offers))
            assert not rematch_opener.needs_no_word(view)
            assert rematch_opener.needs_no_word(bob.handle.view)
            assert agreed_words(view.offers[0], view) == ()
    finally:
        await evening.close()


async def test_a_table_that_the_program_comes_to_meanwhile_stays_open(parley_home: Path) -> None:
    evening = Evening(parley_home)
    try:
        async with asyncio.timeout(SECONDS):
            own, bob, _ = await evening.over(OPEN, OPEN, ends=False)
            (peer,), tid = evening.here["Ann"].peers, own.handle.tid
            await own.handle.close()
            found, row = EndedTables(peer, frozenset), peer.journal.table(tid)
            assert row is not None
            assert len(found._company(row)) == 2
            await found._come(row)
            assert set(found._stays) == {tid}, "as far as is known the game may be over"
            handle = await peer.join(tid)
            await handle.until(lambda view: view.ready)
            await found._leave(peer.heard)
            await bob.handle.say("Are you there?")
            await handle.until(lambda view: bool(view.talk))
    finally:
        await evening.close()
