"""A table of the text mode that its host has moved: where the way leads, also if the broker there has ended."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from net.broker.broker_process import start_broker
from net.transport.transport import ROOM_USER
from net.wire.invitation import Invitation
from tests.tui.text.test_conversations import Person, couple
from tui.session.rooms import Rooms
from tui.text.repl import converse
from tui.text.shell.text_menu import LAST

ROOM = Invitation("127.0.0.1", "parlour", bytes(range(16)), port=1883)


async def test_whoever_goes_on_in_a_third_room_is_not_led_back_to_a_broker_that_has_ended(parley_home: Path) -> None:
    rooms = [replace(ROOM, room_key=bytes([at]) * 16) for at in range(3)]
    brokers = [await start_broker("amqtt", user=ROOM_USER, password=room.broker_password) for room in rooms]
    here, there, third = (replace(room, port=one.port) for room, one in zip(rooms, brokers, strict=True))
    async with couple(parley_home, here, "epaminondas size=8x8") as (ann, bob):
        ann.type(f"invitation {there}")
        await bob.hear("NOTE It goes on there, and here no longer: `follow` goes there.")
        bob.forget()
        ann.forget()
        ann.type("follow")
        bob.type("follow")
        await ann.hear("TURN 1 ")
        await bob.hear("TURN 1 ")
        bob.forget()
        await brokers[1].kill()
        bob.type(f"follow {third}")
        await bob.hear("NOTE You have come here from there: you wait here for the host, who has to come too.")
        bob.type("follow")
        await bob.hear(f"ERROR Nobody answers at 127.0.0.1:{there.port}. You stay at the table here: ")
        bob.forget()
        bob.type("invitation")
        assert f":{third.port}/" in await bob.hear("parley://"), "one stays at the table"
        ann.type(f"follow {third}")
        await bob.hear("NOTE The host has said that the table goes on here.")
    for broker in (brokers[0], brokers[2]):
        await broker.stop()


@pytest.mark.parametrize("first", ["host", "guest"])
async def test_a_room_at_another_address_is_the_same_room_for_a_table_that_was_moved_back_there(
    parley_home: Path, first: str
) -> None:
    rooms = [replace(ROOM, room_key=bytes([at]) * 16) for at in (0, 1, 0)]
    brokers = [await start_broker("amqtt", user=ROOM_USER, password=room.broker_password) for room in rooms]
    here, there, anew = (replace(room, port=one.port) for room, one in zip(rooms, brokers, strict=True))
    async with couple(parley_home, here, "epaminondas size=8x8") as people:
        ann, bob = people
        for place in (there, here):
            ann.type(f"invite {place}")
            for one in people:
                await one.hear("NOTE It goes on there, and here no longer: `follow` goes there.")
                one.forget()
                one.type("follow")
            for one in people:
                await one.hear("TURN 1 ")
                one.forget()
        await brokers[0].kill()
        for one in people if first == "host" else people[::-1]:
            one.forget()
            one.type(str(anew))
            await one.hear("TURN 1 ")
        if first == "guest":
            await bob.hear("NOTE You have come here from there: you wait here for the host, who has to come too.")
            await bob.hear("NOTE The host has said that the table goes on here.")
        for one in people:
            one.type("seats")
            await one.hear("SEAT 2")
            assert not [line for line in one.said if "here no longer" in line]
    for broker in brokers[1:]:
        await broker.stop()


async def test_whoever_follows_a_table_leaves_the_old_broker_and_reads_nothing_of_its_end(parley_home: Path) -> None:
    ann, bob, names = Person(), Person(), ("ann", "bob")
    places = [ROOM, replace(ROOM, room="kitchen", room_key=bytes(16))]
    brokers = [await start_broker("amqtt", user=ROOM_USER, password=room.broker_password) for room in places]
    here, there = (replace(room, port=one.port) for room, one in zip(places, brokers, strict=True))
    hers, his, cats = (Rooms(parley_home, name, name) for name in (*names, "cat"))
    async with asyncio.timeout(60):
        talks = [
            asyncio.create_task(converse(one, one.write, rooms, invitation=str(here)))
            for one, rooms in ((ann, hers), (bob, his))
        ]
        await ann.hear("ROOM parlour")
        ann.type("new epaminondas size=8x8")
        await bob.hear("TABLE 1 ")
        bob.type("1", "sit")
        for one in (ann, bob):
            await one.hear("TURN 1 ")
        cat = await cats.enter(here)
        changed = asyncio.Event()
        cat.watch(changed.set)
        ann.type(f"invitation {there}")
        await bob.hear("NOTE It goes on there, and here no longer: `follow` goes there.")
        bob.forget()
        bob.type("follow")
        await bob.hear("TURN 1 ")
        assert [peer.invitation for peer in his.peers] == [there]
        while "bob" in {one.nick for one in cat.company}:
            changed.clear()
            await changed.wait()
        assert "ann" in {one.nick for one in cat.company}, "who has not followed is still there"
        await cats.close()
        ann.type("follow")
        await ann.hear("TURN 1 ")
        await brokers[0].kill()
        bob.type("seats")
        await bob.hear("SEAT 2")
        assert not [line for line in bob.said if f":{here.port}" in line]
        bob.forget()
        bob.type("quit")
        await bob.hear("ROOM kitchen")
        for one, talk in zip((ann, bob), talks, strict=True):
            one.type(*(("quit",) if one is ann else ()), "quit", str(LAST), str(LAST))
            await talk
    await brokers[1].stop()


async def test_whoever_leaves_a_table_that_they_have_followed_is_in_the_room_where_it_is_now(parley_home: Path) -> None:
    ann = Person()
    rooms = [ROOM, replace(ROOM, room="kitchen", room_key=bytes(16))]
    brokers = [await start_broker("amqtt", user=ROOM_USER, password=room.broker_password) for room in rooms]
    here, there = (replace(room, port=one.port) for room, one in zip(rooms, brokers, strict=True))
    async with asyncio.timeout(60):
        talk = asyncio.create_task(converse(ann, ann.write, Rooms(parley_home, "ann", "ann"), invitation=str(here)))
        await ann.hear("ROOM parlour")
        ann.type("new epaminondas size=8x8", "sit black")
        await ann.hear("TURN 1 ")
        ann.type(f"invite {there}")
        await ann.hear("NOTE It goes on there, and here no longer: `follow` goes there.")
        ann.forget()
        ann.type("follow")
        await ann.hear("TURN 1 ")
        ann.type("quit", "invitation")
        await ann.hear("ROOM kitchen")
        assert f":{there.port}/" in await ann.hear("Invitation: ", str(there))
        await ann.hear(str(there))
        ann.forget()
        ann.type("tables")
        await ann.hear("TABLE 1 ")
        ann.type("quit", str(LAST))
        await talk
    for broker in brokers:
        await broker.stop()


async def test_whoever_comes_back_to_a_room_that_was_left_for_a_table_is_there_again(parley_home: Path) -> None:
    ann, hers = Person(), Rooms(parley_home, "ann", "ann")
    places = [replace(ROOM, room=name, room_key=bytes([at]) * 16) for at, name in enumerate(("hall", "den", "loft"))]
    brokers = [await start_broker("amqtt", user=ROOM_USER, password=room.broker_password) for room in places]
    hall, den, loft = (replace(room, port=one.port) for room, one in zip(places, brokers, strict=True))
    async with asyncio.timeout(60):
        talk = asyncio.create_task(converse(ann, ann.write, hers, invitation=str(hall)))
        await ann.hear("ROOM hall")
        ann.type("new epaminondas size=8x8", "sit black")
        await ann.hear("TURN 1 ")
        ann.type("quit")
        ann.type(str(den))
        await ann.hear("ROOM den")
        ann.forget()
        ann.type("resume")
        await ann.hear("TURN 1 ")
        ann.type(f"invite {loft}")
        await ann.hear("NOTE It goes on there, and here no longer: `follow` goes there.")
        ann.forget()
        ann.type("follow")
        await ann.hear("TURN 1 ")
        assert {peer.invitation for peer in hers.peers} == {den, loft}
        ann.type("quit")
        await ann.hear("ROOM loft")
        ann.forget()
        ann.type("quit")
        await ann.hear("ROOM hall")
        ann.type("say hello")
        await ann.hear("TALK ann: hello")
        ann.type("quit", str(LAST))
        await talk
    for broker in brokers:
        await broker.stop()
