"""People who look on: what they say, who reads it, and what honest programs do when the players want none."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core.game import Seat
from net.peer.table_handle import Stopped, TableHandle
from net.table.action.permission import NotAdmitted
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind, Phase
from net.wire import mqtt_topic, peer_message
from net.wire.envelope import NONCE_SIZE
from net.wire.event import VERSION
from net.wire.invitation import Invitation
from tests.net.support.party import Party, arrive, party, play, virtually
from tests.net.support.toy_games.toy_table import install

PLAYERS = ("ann", "bob")


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


async def gathered(here: Party, terms: dict[str, str], **options: str) -> dict[str, TableHandle]:
    """Let two play, with two who look on, if they may."""
    for name in (*PLAYERS, "eve", "fay"):
        await here.enter(name)
    handles = {"ann": await here.peers["ann"].open_table("toy", {"players": "2", **options}, terms, "A test")}
    at = Invitation.parse(handles["ann"].invitation)
    for name in ("bob", "eve", "fay"):
        handles[name] = await arrive(here.peers[name], at)
    for number, name in enumerate(PLAYERS):
        await handles[name].sit(Seat(number))
    for name in PLAYERS:
        await handles[name].until(lambda view: view.phase is Phase.PLAYING)
    return handles


def said(handle: TableHandle) -> list[tuple[str, str]]:
    return [(line.nick, line.text) for line in handle.view.gallery]


@pytest.mark.parametrize(("term", "heard"), [("yes", ["hello", "hi"]), ("quiet", [])])
def test_who_looks_on_talks_beside_the_table_and_players_read_it_by_the_terms(
    tmp_path: Path, term: str, heard: list[str]
) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await gathered(here, {"spectators": term})
            for name in ("eve", "fay"):
                await handles[name].until(lambda view: view.phase is Phase.PLAYING)
            await asyncio.sleep(1)
            digest = handles["ann"].view.talk_digest
            await handles["eve"].say("hello")
            await asyncio.sleep(1)
            await handles["fay"].say("hi")
            await asyncio.sleep(1)
            assert said(handles["eve"]) == said(handles["fay"]) == [("eve", "hello"), ("fay", "hi")]
            assert [text for _, text in said(handles["ann"])] == heard
            assert all(handle.view.talk == () and handle.view.talk_digest == digest for handle in handles.values())
            assert not any("/w/" in topic for topic in broker.retained)
            assert not any(desk.flaws for peer in here.peers.values() for desk in peer._shelf)

    virtually(evening())


def test_while_the_rules_close_talk_the_players_do_not_read_who_looks_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await gathered(here, {}, hush="yes")
            await handles["eve"].until(lambda view: view.phase is Phase.PLAYING)
            await asyncio.sleep(1)
            await handles["eve"].say("hello")
            await asyncio.sleep(1)
            for number, text in enumerate(("2", "2")):
                await handles[PLAYERS[number]].play(Seat(number), text)
                await handles["eve"].until(lambda view, ply=number + 1: view.match.ply == ply)  # type: ignore[misc]
            await handles["eve"].say("take three")
            await asyncio.sleep(1)
            assert said(handles["fay"]) == [("eve", "hello"), ("eve", "take three")]
            assert all(said(handles[name]) == [("eve", "hello")] for name in PLAYERS)
            assert [line.kept for line in handles["eve"].view.gallery] == [False, True]
            await handles["ann"].play(Seat(0), "3")
            await handles["bob"].until(lambda view: view.match is not None and view.match.ply == 3)
            assert all(said(handles[name]) == said(handles["fay"]) for name in PLAYERS), "talk is open again"

    virtually(evening())


def test_when_all_agree_those_who_look_on_go_and_nobody_answers_them(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await gathered(here, {})
            ann, bob, eve = (handles[name] for name in ("ann", "bob", "eve"))
            await asyncio.sleep(1)
            await eve.say("I see")
            await asyncio.sleep(1)
            assert said(ann)
            await ann.offer(OfferKind.SPECTATORS, Seat(0))
            view = await bob.until(lambda view: bool(view.offers))
            await bob.answer(view.offers[0].id, Seat(1), yes=True)
            view = await eve.until(lambda view: view.phase is Phase.CLOSED)
            assert view.notes[-1].template.startswith("The players go on without spectators")
            assert isinstance(eve.stopped, Stopped)
            await asyncio.sleep(1)
            assert said(ann) == []
            assert eve.tid not in here.peers["eve"]._shelf.desks
            with pytest.raises(NotAdmitted):
                await here.peers["eve"].join(Invitation.parse(ann.invitation))
            assert here.peers["eve"].tables() == ()
            assert sum(desk.flaws["shut out"] for name in PLAYERS for desk in here.peers[name]._shelf) == 0
            (card,) = here.peers["fay"].lobby.tables
            admitted = [replace(card, tid="ff" * 16, seats=()), replace(card, seats=())]
            assert card.unwatched
            assert [here.peers["ann"].may_look(one) for one in admitted] == [False, True], "who has been there asks it"
            await asyncio.gather(*(play(handles[name], Random(name)) for name in PLAYERS))

    virtually(evening())


async def agreed(handles: dict[str, TableHandle]) -> None:
    """Let both players agree that others may look on no more, or again."""
    await handles["ann"].offer(OfferKind.SPECTATORS, Seat(0))
    view = await handles["bob"].until(lambda view: bool(view.offers))
    await handles["bob"].answer(view.offers[0].id, Seat(1), yes=True)


def test_who_was_shut_out_and_is_still_there_goes_on_when_all_agree_to_let_others_look_on(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await gathered(here, {})
            eve, fay = handles["eve"], handles["fay"]
            for _ in range(2):
                await asyncio.sleep(1)
                await agreed(handles)
                for handle in (eve, fay):
                    await handle.until(lambda view: view.phase is Phase.CLOSED)
                await fay.close()
                await asyncio.sleep(1)
                for number, name in enumerate(PLAYERS):
                    await handles[name].play(Seat(number), "1")
                    await asyncio.sleep(1)
                await asyncio.sleep(90)
                assert eve.view.match is not None
                assert eve.view.phase is Phase.CLOSED
                assert eve.tid not in here.peers["eve"]._shelf.desks
                await agreed(handles)
                view = await eve.until(lambda view: view.phase is Phase.PLAYING)
                await eve.caught_up()
                assert view.match == handles["ann"].view.match
                assert not any("go on without spectators" in note.template for note in view.notes)
                await asyncio.sleep(10)
                assert fay.tid not in here.peers["fay"]._shelf.desks, "who has left does not come back by themselves"
                fay = await here.peers["fay"].join(Invitation.parse(fay.invitation))
            await eve.say("Again")
            await asyncio.sleep(1)
            assert said(handles["ann"])[-1] == ("eve", "Again")
            await asyncio.gather(*(play(handles[name], Random(name)) for name in PLAYERS))

    virtually(evening())


def test_who_was_shut_out_goes_on_when_others_look_on_again_while_the_connection_was_lost(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            handles = await gathered(here, {})
            await asyncio.sleep(1)
            await agreed(handles)
            await handles["eve"].until(lambda view: view.phase is Phase.CLOSED)
            (link,) = [one for one in broker._links if one.will and here.peers["eve"].pid in one.will.topic]
            link.abort()
            await agreed(handles)
            await handles["eve"].until(lambda view: view.phase is Phase.PLAYING)

    virtually(evening())


def test_who_was_shut_out_is_asked_at_the_table_when_a_seat_is_handed_to_them(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await gathered(here, {})
            ann, bob, eve, fay = (handles[name] for name in ("ann", "bob", "eve", "fay"))
            await asyncio.sleep(1)
            await agreed(handles)
            for handle in (eve, fay):
                await handle.until(lambda view: view.phase is Phase.CLOSED)
            await asyncio.sleep(60)
            await bob.hand_over(Seat(1), here.peers["eve"].pid)
            await eve.until(lambda view: view.phase is Phase.PLAYING and bool(view.offers))
            view = await ann.until(lambda view: bool(view.offers))
            await ann.answer(view.offers[0].id, Seat(0), yes=True)
            view = await eve.until(lambda view: any(offer.asked for offer in view.offers))
            assert here.peers["eve"].lobby.invited == (), "the letter has done its work"
            await eve.answer(view.offers[0].id, Seat(1), yes=True)
            await eve.until(lambda view: view.mine == (Seat(1),))
            await asyncio.sleep(60)
            assert fay.view.phase is Phase.CLOSED

    virtually(evening())


def test_who_is_invited_all_the_same_asks_once_and_stays_shut_out(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await gathered(here, {})
            await asyncio.sleep(1)
            await agreed(handles)
            eve, peer = handles["eve"], here.peers["eve"]
            await eve.until(lambda view: view.phase is Phase.CLOSED)
            await asyncio.sleep(1)
            await handles["ann"].invite(peer.pid)
            await asyncio.sleep(60)
            assert eve.view.phase is Phase.CLOSED
            assert eve.tid not in peer._shelf.desks
            assert peer._shelf.visited == set()
            await agreed(handles)
            await eve.until(lambda view: view.phase is Phase.PLAYING)

    virtually(evening())


def test_a_stranger_who_asks_all_the_same_gets_no_answer_and_is_not_heard(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await gathered(here, {"spectators": "no"})
            eve, desk = here.peers["eve"], here.peers["ann"]._shelf.desks[handles["ann"].tid]
            await asyncio.sleep(1)
            assert eve._shelf.desks == {}
            me, tid, nonce = eve.profile.identity, desk.tid, bytes(NONCE_SIZE)
            asked = peer_message.make_request(me, tid, [peer_message.Range(me.public, 0, 9)], 1)
            aside = peer_message.SpectatorMessage(VERSION, me.public, tid, "eve", "psst", 1)
            for topic, note in ((mqtt_topic.request(tid, me.pid), asked), (mqtt_topic.aside(tid, me.pid), aside)):
                at = mqtt_topic.parse(topic)
                assert at is not None
                desk.receive(at, topic, peer_message.seal_note(desk.key, topic, me, note, nonce), 1)
            assert (desk.flaws["shut out"], desk.flaws["aside"]) == (1, 1)
            assert len(desk.askers) == 0
            assert said(handles["ann"]) == []

    virtually(evening())
