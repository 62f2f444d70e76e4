"""Rematches: after the end all agree, the host opens the next table, the old one says where it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.peer.peer import Peer, TableHandle
from net.table.table_notice import GONE, ONWARD
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind, Phase, TableView
from net.wire.invitation import Invitation
from tests.net.support.party import Party, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import Room, Sitter, install
from tests.net.table.test_table_play import plain

PLACE = str(Invitation("127.0.0.1", "parlour", bytes(16)).at_table(b"n" * 16))


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def over() -> Room:
    room = Room.playing(3)
    for _ in range(4):
        room.move("3")
    assert room.view().phase is Phase.OVER
    return room


def test_all_others_answer_and_the_host_is_told_to_go_on() -> None:
    room = over()
    room.say(2, room.table(2).offer(OfferKind.REMATCH, Seat(2)))
    (offer,) = room.view().offers
    assert (offer.kind, offer.owed) == (OfferKind.REMATCH, (Seat(0), Seat(1)))
    room.say(1, room.table(1).answer(offer.id, Seat(1), yes=True))
    assert not room.table(0).goes_on
    room.say(0, room.table(0).answer(offer.id, Seat(0), yes=True))
    assert [room.table(number).goes_on for number in range(3)] == [True, False, False]
    room.say(0, room.table(0).bye(PLACE))
    assert [room.view(number).onward for number in range(3)] == [PLACE] * 3
    assert not room.table(0).goes_on
    assert room.view().offers == ()
    with pytest.raises(Fault, match="already"):
        room.table(1).offer(OfferKind.REMATCH, Seat(1))
    newcomer = Sitter(room.sitters[0].tid, Identity.new(b"z" * 32))
    for signed in sorted(room.events, key=lambda one: (one.event.author, one.event.seq)):
        newcomer.take(signed)
    assert newcomer.view.onward == PLACE
    assert plain(newcomer.view) == plain(room.view())


def test_a_no_ends_it_and_another_may_ask_again() -> None:
    room = over()
    room.say(2, room.table(2).offer(OfferKind.REMATCH, Seat(2)))
    offer = room.view().offers[0].id
    room.say(1, room.table(1).answer(offer, Seat(1), yes=False))
    assert room.view().offers == ()
    assert [(one.seat, one.declined) for one in room.view().refused] == [(Seat(2), (Seat(1),))]
    room.say(1, room.table(1).offer(OfferKind.REMATCH, Seat(1)))
    assert len(room.view().offers) == 1


def test_not_before_the_end_nor_where_nobody_else_sat() -> None:
    room = Room.playing(2)
    with pytest.raises(Fault, match="after the game"):
        room.table().offer(OfferKind.REMATCH, Seat(0))
    room = Room.open(1, players="2")
    for seat in range(2):
        room.say(0, room.table().sit(Seat(seat), "Ada"))
    for _ in range(4):
        room.move("3")
    with pytest.raises(Fault, match="begin another"):
        room.table().offer(OfferKind.REMATCH, Seat(0))


@pytest.mark.parametrize("word", ["nonsense", "parley://h/room", "", "https://elsewhere.example/"])
def test_only_a_table_is_a_place_to_go_on_at(word: str) -> None:
    room = over()
    room.say(0, room.table(0).bye(word))
    assert room.view(1).onward == ""


def test_peers_meet_again_at_the_next_table(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            bob, ann = handles["bob"], handles["ann"]
            await bob.offer(OfferKind.REMATCH, bob.view.mine[0])
            version = -1
            while not ann.view.offers:
                version = await ann.changed(version)
            await ann.answer(ann.view.offers[0].id, ann.view.mine[0], yes=True)
            version = -1
            while not bob.view.onward:
                version = await bob.changed(version)
            again = await here.peers["bob"].join(Invitation.parse(bob.view.onward))
            assert again.view.game == "toy"
            assert (again.view.host, again.view.phase) == (ann.view.host, Phase.GATHERING)

    virtually(evening())


async def parted(here: Party) -> dict[str, TableHandle]:
    """Let three people play a game to its end; Ann, who is its host, and Eve leave the table for the room."""
    names = ("ann", "bob", "eve")
    for name in names:
        await here.enter(name)
    handles = await seated(here, names)
    await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
    for handle in handles.values():
        await handle.until(lambda view: view.phase is Phase.OVER and not view.unsettled)
    for name in ("ann", "eve"):
        handles[name].step_away()
        await handles[name].close()
    return handles


async def told(peer: Peer, holds: Callable[[Peer], bool]) -> None:
    """Wait until something holds of a peer."""
    rung = asyncio.Event()
    end = peer.watch(rung.set)
    while not holds(peer):
        await rung.wait()
        rung.clear()
    end()


def here_now(view: TableView) -> list[bool]:
    return [seat.present for seat in view.seats]


def left(view: TableView) -> list[str]:
    return [dict(note.fields)["nick"] for note in view.notes if note.template == GONE]


def test_who_left_the_finished_table_is_seen_to_have_left_and_reads_in_the_room_that_they_are_asked(
    tmp_path: Path,
) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await parted(here)
            (ann, eve), bob = (here.peers[name] for name in ("ann", "eve")), handles["bob"]
            gone = await bob.until(lambda view: sorted(left(view)) == ["ann", "eve"])
            assert here_now(gone) == [False, True, False]
            await bob.offer(OfferKind.REMATCH, bob.view.mine[0])
            for peer in (ann, eve):
                await told(peer, lambda peer: bool(peer.lobby.invited))
                (asked,) = peer.lobby.invited
                assert (asked.nick, asked.game, asked.title, asked.tid) == ("bob", "toy", "A test", bob.view.tid)
            for peer, stays in ((ann, [True, True, False]), (eve, [True, True, True])):
                back = await peer.join(bob.tid)
                assert peer.lobby.invited == ()
                while here_now(bob.view) != stays:
                    await bob.changed(bob.version)
                await back.answer(back.view.offers[0].id, back.view.mine[0], yes=True)
            assert (await bob.until(lambda view: bool(view.onward))).notes[-1].template == ONWARD
            assert left(bob.view) == []

    virtually(evening())


def test_a_wish_that_was_there_before_one_left_is_told_as_long_as_it_stands(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await parted(here)
            eve, bob = here.peers["eve"], handles["bob"]
            ann = await here.peers["ann"].join(bob.tid)
            await bob.until(lambda view: left(view) == ["eve"])
            await ann.offer(OfferKind.REMATCH, ann.view.mine[0])
            await bob.until(lambda view: bool(view.offers))
            bob.step_away()
            await bob.close()
            for peer in (here.peers["bob"], eve):
                await told(peer, lambda peer: [one.nick for one in peer.lobby.invited] == ["ann"])
            back = await eve.join(bob.tid)
            await back.answer(back.view.offers[0].id, back.view.mine[0], yes=False)
            await told(here.peers["bob"], lambda peer: peer.lobby.invited == ())

    virtually(evening())


def test_a_finished_table_is_followed_no_longer_than_somebody_is_there_to_ask(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            handles = await parted(here)
            ann, tid = here.peers["ann"], handles["ann"].tid
            assert [one.tid for one in ann.followed] == [tid]
            await handles["bob"].until(lambda view: sorted(left(view)) == ["ann", "eve"])
            for name in ("bob", "eve"):
                await here.leave(name)
            await told(ann, lambda peer: not peer.followed)
            await here.enter("bob")
            again = await here.peers["bob"].join(tid)
            assert sorted(left(again.view)) == ["ann", "eve"]
            assert again.view.offers == ()

    virtually(evening())


def test_a_game_that_began_while_one_was_in_the_room_lingers_for_its_rematch(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            here.peers["ann"]._shelf.attended.add(handles["ann"].tid)
            await handles["ann"].close()
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            for handle in handles.values():
                await handle.until(lambda view: view.phase is Phase.OVER and not view.unsettled)
            await asyncio.sleep(60)
            await handles["bob"].offer(OfferKind.REMATCH, handles["bob"].view.mine[0])
            await told(here.peers["ann"], lambda peer: bool(peer.lobby.invited))

    virtually(evening())


def test_who_left_the_running_game_for_good_is_seen_to_be_away_and_reads_that_they_are_asked(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            names = ("ann", "bob", "eve")
            for name in names:
                await here.enter(name)
            handles = await seated(here, names)
            eve, bob = here.peers["eve"], handles["bob"]
            await handles["eve"].declare(Seat(2), "abandon yellow")
            handles["eve"].step_away()
            await handles["eve"].close()
            assert left(await bob.until(lambda view: bool(left(view)))) == ["eve"]
            await asyncio.gather(*(play(handles[name], Random(name)) for name in ("ann", "bob")))
            for name in ("ann", "bob"):
                await handles[name].until(lambda view: view.phase is Phase.OVER and not view.unsettled)
            assert here_now(bob.view) == [True, True, False]
            await asyncio.sleep(60)
            await bob.offer(OfferKind.REMATCH, bob.view.mine[0])
            await told(eve, lambda peer: [one.nick for one in peer.lobby.invited] == ["bob"])
            back = await eve.join(bob.tid)
            await bob.until(lambda view: here_now(view) == [True, True, True])
            await back.answer(back.view.offers[0].id, back.view.mine[0], yes=True)
            await handles["ann"].answer(bob.view.offers[0].id, Seat(0), yes=True)
            await bob.until(lambda view: bool(view.onward))

    virtually(evening())
