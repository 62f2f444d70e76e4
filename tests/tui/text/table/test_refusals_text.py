"""A word that has nothing to do here says so truly: to guests, to spectators, at closed tables, and while one waits."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind, Phase
from tests.net.support.party import party, seated, virtually
from tests.tui.text.test_conversations import Person
from tui.bots.seat_driver import Seated
from tui.i18n import translation
from tui.table.seat_names import NamedTable
from tui.table.seat_view import owing
from tui.table.sentences.event_sentences import seat_name
from tui.text.shell.console import Console, Script
from tui.text.table.event_teller import EventTeller
from tui.text.table.seat_refusal import seatless_fault
from tui.text.table.table_dialogue import TableDialogue
from tui.text.table.turn_wait import is_due

NAMES = ("ann", "bob", "cid")
FOR_START = "NOTE you wait for the start and your turn; whatever you type ends that."
FOR_END = "NOTE without a seat you wait for the end of the game; whatever you type ends that."
WATCHING = (
    "ERROR You are watching: only those who hold a seat decide. Ask somebody at the table to hand you theirs: "
    "in text mode they type `substitute` and your name."
)
CLOSED, OVER = "ERROR This table is closed.", "ERROR The game is over."


class Typist(Person):
    """Somebody at a keyboard, who may type while something lasts."""

    live = True


async def said_to(handle: TableHandle, *lines: str) -> list[str]:
    said: list[str] = []
    talk = TableDialogue(NamedTable(handle), Console(Script(()), said.append), Seated(handle))
    talk.tell_news()
    said.clear()
    for line in lines:
        await talk.obey(line)
    return [line.rstrip("\n") for line in said]


def test_whoever_waits_for_the_start_is_still_heard(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here, asyncio.TaskGroup() as group:
            ann, bob = [await here.enter(name) for name in ("ann", "bob")]
            hosted = await ann.open_table("epaminondas", {}, {}, "Evening")
            guest = await bob.join(hosted.tid)
            await guest.caught_up()
            host, other = Typist(), Typist()
            for person, handle in ((host, hosted), (other, guest)):
                group.create_task(TableDialogue(NamedTable(handle), Console(person, person.write)).run())
            other.type("wait")
            await other.hear(FOR_END)
            other.type("sit", "wait")
            await other.hear(FOR_START)
            host.type("sit", "wait")
            await host.hear("TURN 1 ")
            mover, waiter = (host, other) if hosted.view.seats[0].mine else (other, host)
            await mover.hear("TURN 1 ", "it is yours.")
            waiter.type("wait", "seats")
            await waiter.hear("SEAT 1 ")
            mover.type("say hello")
            await waiter.hear("TALK ", "hello")
            assert [line for line in (*host.said, *other.said) if line.startswith("ERROR")] == []
            for person in (host, other):
                person.type("quit")

    virtually(evening())


def test_whoever_looks_on_may_end_the_wait_and_is_sent_to_those_who_play(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here, asyncio.TaskGroup() as group:
            for name in (*NAMES, "eve"):
                await here.enter(name)
            handles = await seated(here, NAMES, "djambi")
            watched = await here.peers["eve"].join(handles["ann"].tid)
            await watched.until(lambda view: view.match is not None)
            eve = Typist()
            group.create_task(TableDialogue(NamedTable(watched), Console(eve, eve.write)).run())
            eve.type("wait")
            await eve.hear(FOR_END)
            eve.type("draw", "quit")
            assert await eve.hear("ERROR ") == WATCHING
            words = ("draw", "abandon", "accuse red", "ready", "bot", "free", "threats")
            assert await said_to(watched, *words) == [WATCHING] * len(words)
            assert await said_to(handles["bob"], "close") == ["ERROR Once the game has begun nobody closes the table."]

    virtually(evening())


def test_a_guest_who_would_close_the_table_keeps_their_seat(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            ann, bob = [await here.enter(name) for name in ("ann", "bob")]
            hosted = await ann.open_table("djambi", {"players": "3"}, {}, "Evening")
            guest = await bob.join(hosted.tid)
            await guest.caught_up()
            assert await said_to(guest, "draw") == ["ERROR You have no seat at this table: `sit` asks for one."]
            await guest.sit(None)
            await guest.until(lambda view: bool(view.mine))
            assert await said_to(guest, "close") == ["ERROR Only the host closes the table."]
            assert guest.view.mine
            assert guest.view.phase is Phase.GATHERING
            await said_to(hosted, "close")
            await guest.until(lambda view: view.phase is Phase.CLOSED)
            for handle in (hosted, guest):
                words = ("close", "invite bob", "invite nobody", "invitation", "bot", "bot red", "draw", "sit")
                assert [line for line in await said_to(handle, *words) if line != CLOSED] == [], words

    virtually(evening())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_after_the_end_a_bot_is_refused_because_of_the_end(tmp_path: Path, language: str) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob", "eve"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"), "epaminondas")
            watched = await here.peers["eve"].join(handles["ann"].tid)
            ann, bob = handles["ann"], handles["bob"]
            await ann.offer(OfferKind.DRAW, ann.view.mine[0])
            await bob.until(lambda view: bool(view.offers))
            await said_to(bob, "yes")
            for handle in (ann, watched):
                await handle.until(lambda view: view.phase is Phase.OVER)
                assert [line.partition(" ")[2] for line in await said_to(handle, "bot", "bot white")] == [
                    translation.tr("The game is over.")
                ] * 2
            assert translation.tell(seatless_fault(watched.view)) == translation.tr("The game is over.")

    with translation.speaking(language):
        virtually(evening())


def test_a_refusal_that_settles_an_offer_is_put_to_nobody(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in (*NAMES, "eve"):
                await here.enter(name)
            handles = await seated(here, NAMES, "djambi")
            ann, bob, cid = (handles[name] for name in NAMES)
            eve = await here.peers["eve"].join(ann.tid)
            tellers = [(handle, EventTeller()) for handle in (ann, bob, cid, eve)]
            for handle, teller in tellers:
                await handle.until(lambda view: view.match is not None)
                teller.news(handle.view)
            await ann.offer(OfferKind.DRAW, ann.view.mine[0])
            for handle, teller in tellers[1:]:
                await handle.until(lambda view: bool(view.offers))
                (told,) = teller.news(handle.view)
                assert "Still to answer: " in told
                assert told.endswith("Answer yes or no.") is (handle is not eve)
            await said_to(bob, "no")
            for handle, teller in tellers:
                await handle.until(lambda view: any(one.declined for one in (*view.offers, *view.refused)))
                seats = [seat_name(handle.view.seats[one.view.mine[0]].name, teller.glyphs) for one in (ann, bob)]
                offers = [line for line in teller.news(handle.view) if line.startswith("OFFER")]
                assert offers == [f"OFFER {seats[0]} offers a draw. Declined by {seats[1]}."]
            assert is_due(NamedTable(cid)) is (cid.view.match is not None and cid.view.mine[0] in owing(cid.view))
            assert await said_to(cid, "yes") == ["ERROR There is no offer to answer."]

    virtually(evening())


def test_the_rules_of_a_table_tell_that_all_have_agreed_to_play_without_spectators(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"), "epaminondas")
            ann, bob = handles["ann"], handles["bob"]
            for wish, watched in (("off", False), ("on", True)):
                await said_to(ann, f"spectators {wish}")
                await bob.until(lambda view: bool(view.offers))
                await said_to(bob, "yes")
                for handle in (ann, bob):
                    await handle.until(lambda view, watched=watched: view.watched is watched)  # type: ignore[misc]
                    (told,) = await said_to(handle, "options")
                    assert ("Spectators: nobody watches" in told) is not watched, told

    virtually(evening())
