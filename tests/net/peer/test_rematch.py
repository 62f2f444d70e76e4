"""Rematches: after the end all agree, the host opens the next table, the old one says where it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from core.game import Seat
from net.identity.identity import Identity
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import OfferKind, Phase
from net.wire.invitation import Invitation
from tests.net.support.party import party, play, seated, virtually
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
