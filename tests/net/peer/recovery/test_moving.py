"""A running table goes on at another broker: its host says where, everybody brings his chain along."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from core.fault import Fault
from net.broker.broker_process import RunningBroker, start_broker
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.transport.mqtt_transport import connector
from net.transport.transport import ROOM_USER
from net.view.table_view import Phase
from net.wire.event import Kind
from net.wire.invitation import Invitation
from tests.net.support.party import ROOM, Party, agreed, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import Room, install

NAMES = ("ann", "bob", "cid", "dan")
THERE = replace(ROOM, host="elsewhere", port=1884)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
async def second() -> AsyncIterator[RunningBroker]:
    """Give another broker, for a room of another key."""
    found = await start_broker(user=ROOM_USER, password=replace(ROOM, room_key=b"k" * 16).broker_password)
    yield found
    await found.stop()


def test_the_host_alone_moves_a_table_that_is_played_at() -> None:
    room = Room.playing(3)
    there = THERE.at_table(room.sitters[0].tid)
    with pytest.raises(Fault, match="Only the host"):
        room.table(1).move_to(there)
    room.say(0, room.table(0).move_to(there))
    assert [room.view(number).moved for number in range(3)] == [str(there)] * 3
    assert [room.view(number).onward for number in range(3)] == [""] * 3
    assert [note.fields for note in room.view(2).notes if "moved" in note.template] == [(("host", "elsewhere:1884"),)]
    assert not [note for note in room.view(2).notes if "goodbye" in note.template]
    room.say(0, room.table(0).move_to(replace(there, port=1885)))
    assert room.view(1).moved == str(replace(there, port=1885))
    while room.view(0).phase is not Phase.OVER:
        room.move("3")
    with pytest.raises(Fault, match="whose game is going on"):
        room.table(0).move_to(there)
    gathering = Room.open(2, players="2")
    with pytest.raises(Fault, match="whose game is going on"):
        gathering.table().move_to(there)


def test_who_is_not_the_host_moves_nobody() -> None:
    room = Room.playing(3)
    room.say(1, room.table(1).bye(str(THERE.at_table(room.sitters[0].tid))))
    assert [room.view(number).moved for number in range(3)] == [""] * 3


def test_the_key_of_a_private_table_goes_along_and_a_place_is_refused_in_sentences(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            with pytest.raises(Fault, match="there already"):
                await handles["ann"].move_to(str(ROOM))
            with pytest.raises(Fault, match="begins with parley"):
                await handles["ann"].move_to("https://elsewhere.example")
            with pytest.raises(Fault, match="Only the host"):
                await handles["bob"].move_to(str(THERE))
            await handles["ann"].move_to(str(THERE))
            view = await handles["bob"].until(lambda view: bool(view.moved))
            here_, there = Invitation.parse(view.invitation), Invitation.parse(view.moved)
            assert (there.tid, there.table_key, there.to_room()) == (here_.tid, here_.table_key, THERE)

    virtually(evening())


async def arrive(
    here: Party, brokers: Mapping[Invitation, MemoryBroker], name: str, place: Invitation, tid: bytes
) -> TableHandle:
    """Let somebody leave the room where they are and come to a table in another one."""
    await here.leave(name)
    here.room, here.connector = place, brokers[place].connect
    return await (await here.enter(name)).join(place.at_table(tid))


Go = Callable[[str, Invitation, bytes], Awaitable[TableHandle]]
"""Lets somebody come to a table in another room."""


@asynccontextmanager
async def couple(
    folder: Path, brokers: Mapping[Invitation, MemoryBroker]
) -> AsyncIterator[tuple[Party, Go, dict[str, TableHandle]]]:
    """Let Ann and Bob sit at a table of the first room, and go from room to room."""
    async with party(folder, brokers[ROOM].connect) as here:
        for name in ("ann", "bob"):
            await here.enter(name)
        yield here, partial(arrive, here, brokers), await seated(here, ("ann", "bob"))


def test_an_older_word_counts_no_more_once_the_host_goes_on_here(tmp_path: Path) -> None:
    async def evening() -> None:
        second = replace(THERE, room="second", room_key=b"k" * 16)
        brokers = {place: MemoryBroker(local=False) for place in (ROOM, second)}
        async with couple(tmp_path, brokers) as (_, go, handles):
            tid = handles["ann"].tid
            await handles["ann"].move_to(str(second))
            await handles["bob"].until(lambda view: bool(view.moved))
            for name in ("ann", "bob"):
                handles[name] = await go(name, second, tid)
            bob = await go("bob", ROOM, tid)
            await bob.caught_up()
            assert bob.view.moved == str(second.at_table(tid)), "the host has not come back, and may never"
            ann = await go("ann", ROOM, tid)
            await bob.until(lambda view: not view.moved)
            assert ann.view.moved == ""
            again = await go("ann", ROOM, tid)
            await again.caught_up()
            moves = [one for one in bob.table.annals.all if one.event.kind == Kind.BYE]
            assert len(moves) == 2, "whoever comes back to where they were says nothing anew"

    virtually(evening())


def test_a_host_who_takes_a_moved_table_to_a_third_room_is_not_led_back_by_the_older_word(tmp_path: Path) -> None:
    async def evening() -> None:
        second, third = (replace(THERE, room=name, room_key=key * 16) for name, key in (("two", b"k"), ("three", b"l")))
        brokers = {place: MemoryBroker(local=False) for place in (ROOM, second, third)}
        async with couple(tmp_path, brokers) as (here, go, handles):
            tid = handles["ann"].tid
            await handles["ann"].move_to(str(second))
            for name in ("ann", "bob"):
                handles[name] = await go(name, second, tid)
            assert not handles["bob"].view.led_back
            bob = await go("bob", third, tid)
            assert bob.view.moved == str(second.at_table(tid)), "who is not the host decides nothing"
            assert bob.view.led_back, "they know more than that word"
            await bob.close()
            bob = await here.peers["bob"].join(third.at_table(tid))
            assert bob.view.led_back, "also when they come to the table again"
            ann = await go("ann", third, tid)
            assert ann.view.moved == "", "also before all of the table is here"
            await ann.caught_up()
            await bob.until(lambda view: not view.moved)
            assert ann.view.moved == ""
            assert not bob.view.led_back

    virtually(evening())


@pytest.mark.parametrize("looked_in", [False, True])
def test_a_room_at_a_new_address_is_no_other_room_once_the_host_is_there(tmp_path: Path, *, looked_in: bool) -> None:
    """Also if the host's program had been in the room there before, without coming to the table."""

    async def evening() -> None:
        second, anew = replace(THERE, room="second", room_key=b"k" * 16), replace(ROOM, port=1999)
        brokers = {place: MemoryBroker(local=False) for place in (ROOM, second, anew)}
        async with couple(tmp_path, brokers) as (here, go, handles):
            tid = handles["ann"].tid
            for place in (second, ROOM):
                await handles["ann"].move_to(str(place))
                await handles["bob"].until(lambda view: bool(view.moved))
                for name in ("ann", "bob"):
                    handles[name] = await go(name, place, tid)
            bob = await go("bob", anew, tid)
            await bob.caught_up()
            assert (bob.view.moved, bob.view.led_back) == (str(ROOM.at_table(tid)), True), "the host may never come"
            if looked_in:
                await here.leave("ann")
                await here.enter("ann")
                assert [Invitation.parse(one.invitation) for one in here.peers["ann"].journal.tables()] == [
                    anew.at_table(tid)
                ]
            ann = await go("ann", anew, tid)
            assert ann.view.moved == "", "also before all of the table is here"
            await ann.caught_up()
            await bob.until(lambda view: not view.moved)
            assert ann.view.moved == ""
            await ann.move_to(str(second))
            await bob.until(lambda view: bool(view.moved))
            assert not bob.view.led_back, "a later word is followed like any other"

    virtually(evening())


@pytest.mark.parametrize("looked_in", [False, True])
def test_a_host_who_moves_the_table_within_its_room_is_followed_there(tmp_path: Path, *, looked_in: bool) -> None:
    async def evening() -> None:
        brokers = {place: MemoryBroker(local=False) for place in (ROOM, THERE)}
        async with couple(tmp_path, brokers) as (here, go, handles):
            tid = handles["ann"].tid
            await handles["ann"].move_to(str(THERE))
            await handles["bob"].until(lambda view: bool(view.moved))
            if looked_in:
                await here.leave("ann")
                here.room, here.connector = THERE, brokers[THERE].connect
                await here.enter("ann")
            ann = await go("ann", ROOM, tid)
            await ann.caught_up()
            for handle in (ann, handles["bob"]):
                assert (handle.view.moved, handle.view.led_back) == (str(THERE.at_table(tid)), False)

    virtually(evening())


def test_a_later_word_back_to_the_old_room_is_followed_like_any_other(tmp_path: Path) -> None:
    async def evening() -> None:
        second = replace(THERE, room="second", room_key=b"k" * 16)
        brokers = {place: MemoryBroker(local=False) for place in (ROOM, second)}
        async with couple(tmp_path, brokers) as (_, go, handles):
            tid = handles["ann"].tid
            await handles["ann"].move_to(str(second))
            await handles["bob"].until(lambda view: bool(view.moved))
            for name in ("ann", "bob"):
                handles[name] = await go(name, second, tid)
            await handles["ann"].move_to(str(ROOM))
            view = await handles["bob"].until(lambda view: bool(view.moved))
            assert (view.moved, view.led_back) == (str(ROOM.at_table(tid)), False)

    virtually(evening())


def test_a_host_who_has_moved_the_table_and_comes_again_does_not_take_it_back(tmp_path: Path) -> None:
    async def evening() -> None:
        async with party(tmp_path, MemoryBroker(local=False).connect) as here:
            for name in ("ann", "bob"):
                await here.enter(name)
            handles = await seated(here, ("ann", "bob"))
            await handles["ann"].move_to(str(THERE))
            await here.leave("ann")
            again = await (await here.enter("ann")).join(handles["ann"].tid)
            await again.caught_up()
            assert again.view.moved == str(THERE.at_table(again.tid))

    virtually(evening())


async def follow(here: Party, name: str, old: TableHandle) -> TableHandle:
    """Let somebody go after his table: part with it, enter the other room, come to it there."""
    place = Invitation.parse((await old.until(lambda view: bool(view.moved))).moved)
    await old.close()
    await here.leave(name)
    here.room, here.connector = place.to_room(), connector(place)
    return await (await here.enter(name)).join(place)


async def test_a_table_in_mid_game_goes_on_at_another_broker(
    tmp_path: Path, broker: RunningBroker, room: Invitation, second: RunningBroker
) -> None:
    there = replace(room, host=second.host, port=second.port, room="elsewhere", room_key=b"k" * 16)
    async with asyncio.timeout(90), party(tmp_path, connector(room), room=room) as here:
        for name in NAMES:
            await here.enter(name)
        handles = await seated(here, NAMES)
        await asyncio.gather(*(play(handle, Random(name), stop=2) for name, handle in handles.items()))
        await here.leave("dan")  # who is away hears of it when he comes to the old broker again
        await handles["ann"].move_to(str(there))
        for name in ("bob", "ann", "cid"):
            handles[name] = await follow(here, name, handles[name])
        here.room, here.connector = room, connector(room)
        late = await (await here.enter("dan")).join(handles["ann"].tid)
        handles["dan"] = await follow(here, "dan", late)
        assert {handle.view.moved for handle in handles.values()} == {""}
        await broker.kill()
        await here.enter("eve")
        watching = await here.peers["eve"].join(there.at_table(handles["ann"].tid))
        await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
        game, talk = await agreed([watching, *handles.values()])
        assert game
        assert talk
