"""Whoever may publish anything clears, overwrites, lies and crowds: late comers and those who come back get through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from net.log.feed import AUTHORS_LIMIT
from net.peer.peer import UnknownTable
from net.peer.publisher import Outbox, PutEvent
from net.peer.table_handle import TableHandle
from net.room.lobby import BURST, Lobby
from net.room.room_state import AGAIN_MS, RoomState
from net.transport.memory_broker import MemoryBroker
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import BadMessage
from net.wire.event import VERSION, Kind
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place, Topic
from net.wire.peer_message import Chat, Presence, Reply, Request
from tests.net.support.event_signer import chain, event, who
from tests.net.support.party import ROOM, Party, agreed, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import Room, install

ANN, BOB, EVE = who("ann"), who("bob"), who("eve")
NAMES = ("ann", "bob", "cid")
NOW = 1_800_000_000_000
SOON = 8.0
"""Seconds within which somebody is to be caught up, whatever others do."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


class Besieger:
    """One with the invitation who clears what is retained, claims what there is not and answers for others, badly."""

    def __init__(self, broker: MemoryBroker, handle: TableHandle) -> None:
        """Prepare against a table."""
        self.broker = broker
        self.tid = handle.tid
        self.table = handle.table
        self.feed = handle._desk.feed
        self.key = handle._desk.key
        self.rng = Random(9)
        self.transport = broker.connect()

    def clear(self) -> None:
        """Clear half of what is retained of the table and overwrite the rest."""
        for number, topic in enumerate(sorted(self.broker.retained)):
            if f"/t/{mqtt_topic.tid_text(self.tid)}/" in topic:
                self.broker.publish(topic, b"" if number % 2 else self.rng.randbytes(99), retain=True)

    def crowd(self, count: int = AUTHORS_LIMIT + 6) -> None:
        """Be many who each say a word."""
        for number in range(count):
            guest = who(f"guest {number}")
            said = envelope.make(guest, event(guest, tid=self.tid, kind=Kind.TALK, gprev=bytes(16), data=("hi", None)))
            place = mqtt_topic.event(self.tid, guest.pid, 0)
            self.publish(place, envelope.seal(self.key, place, said, self.rng.randbytes(24)), retain=True)

    async def lie(self) -> None:
        """Claim absurd heads whenever heads are said; answer every request with the ends alone of what is asked for."""
        await self.transport.connect()
        await self.transport.subscribe({f"parley/{name}": 1 for name in mqtt_topic.table_filters(self.tid)})
        while True:
            for message in await self.transport.receive():
                at = mqtt_topic.parse(message.topic.removeprefix("parley/"))
                if at is None or at.pid == EVE.pid:
                    continue
                with suppress(BadMessage):
                    self.answer(at.place, message.topic.removeprefix("parley/"), message.payload)

    def answer(self, place: Place, topic: str, payload: bytes) -> None:
        """Answer one message."""
        if place is Place.HEADS:
            claims = dict.fromkeys((*self.feed.authors(), EVE.public), (4095, b"x" * 8))
            self.note(mqtt_topic.heads(self.tid, EVE.pid), peer_message.make_heads(EVE, self.tid, claims, want=True))
        elif place is Place.REQUEST:
            asked = peer_message.open_note(self.key, topic, payload, Request, self.tid)
            for wanted in asked.ranges:
                events = self.feed.events(wanted.author, wanted.first, wanted.last)
                ends = tuple((one.sig, one.body) for one in (events[:1] + events[-1:]))
                self.note(mqtt_topic.reply(self.tid, EVE.pid), Reply(VERSION, EVE.public, self.tid, ends))

    def note(self, topic: str, note: peer_message.TableNote) -> None:
        """Publish a note of one's own."""
        self.publish(topic, peer_message.seal_note(self.key, topic, EVE, note, self.rng.randbytes(24)))

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish at a bare topic."""
        self.broker.publish(f"parley/{topic}", payload, retain=retain)


@asynccontextmanager
async def siege(here: Party, broker: MemoryBroker) -> AsyncIterator[tuple[Besieger, dict[str, TableHandle]]]:
    """Let three play a while at a besieged table."""
    for name in NAMES:
        await here.enter(name)
    handles = await seated(here, NAMES)
    besieger = Besieger(broker, handles["ann"])
    lying = asyncio.create_task(besieger.lie())
    await asyncio.gather(*(play(handle, Random(name), stop=4) for name, handle in handles.items()))
    try:
        yield besieger, handles
    finally:
        lying.cancel()
        await asyncio.gather(lying, return_exceptions=True)


async def _finished(handles: dict[str, TableHandle]) -> tuple[str, str]:
    await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
    return await agreed(list(handles.values()))


def test_one_who_looks_on_late_is_caught_up_soon(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here, siege(here, broker) as (besieger, handles):
            besieger.clear()
            besieger.crowd()
            peer = await here.enter("late")
            began = asyncio.get_running_loop().time()
            late = await peer.join(Invitation.parse(handles["bob"].invitation))
            await late.until(lambda view: view.match == handles["bob"].view.match)
            await late.caught_up(SOON)
            assert asyncio.get_running_loop().time() - began < SOON
            assert late.view.talk_digest == handles["bob"].view.talk_digest
            game = await _finished(handles)
            assert await agreed([late]) == game

    virtually(evening())


@pytest.mark.parametrize("victim", ["ann", "bob"])
def test_one_who_comes_back_goes_on_soon(tmp_path: Path, victim: str) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here, siege(here, broker) as (besieger, handles):
            tid = handles[victim].tid
            await here.crash(victim)
            besieger.clear()
            besieger.crowd()
            peer = await here.enter(victim)
            handles[victim] = await peer.join(tid)
            await handles[victim].caught_up(SOON)
            assert await _finished(handles)
            assert not any("forked" in desk.flaws for one in here.peers.values() for desk in one._shelf)

    virtually(evening())


def test_what_was_cleared_is_retained_again(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here, siege(here, broker) as (besieger, handles):
            log = {topic for topic in broker.retained if "/e/" in topic}
            before = {topic: broker.retained[topic] for topic in log}
            assert len(log) > 10
            besieger.clear()
            await asyncio.sleep(40)
            assert log <= set(broker.retained)
            for topic in log:
                place = topic.removeprefix("parley/")
                again = envelope.open_event(besieger.key, place, broker.retained[topic], besieger.tid)
                assert again == envelope.open_event(besieger.key, place, before[topic], besieger.tid)
            assert await _finished(handles)

    virtually(evening())


def test_only_a_strangers_word_at_a_table_is_no_table(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            peer = await here.enter("ann")
            tid = bytes(range(16))
            said = envelope.make(EVE, event(EVE, tid=tid, kind=Kind.TALK, data=("hi", None)))
            place = mqtt_topic.event(tid, EVE.pid, 0)
            wire = envelope.seal(envelope.table_key(ROOM.log_key, tid), place, said, bytes(24))
            broker.publish(f"parley/{place}", wire, retain=True)
            with pytest.raises(UnknownTable):
                await peer.join(ROOM.at_table(tid))
            assert peer.tables() == ()

    virtually(evening())


def test_what_somebody_clears_or_overwrites_is_published_again() -> None:
    outbox, events = Outbox(), chain(ANN, 3)
    outbox.pending(events)
    outbox.lost(Topic(Place.EVENT, number=1))
    assert outbox.pending(events) == (PutEvent(events[1]),)
    hall = RoomState(ANN, ROOM, "ann", Random(1).randbytes)
    hall.presence(NOW)
    at = mqtt_topic.parse(mqtt_topic.presence(ROOM.room, ANN.pid))
    assert at is not None
    hall.receive(at, mqtt_topic.presence(ROOM.room, ANN.pid), b"", NOW)
    assert hall.next_due() == NOW + AGAIN_MS
    host = Room.open(1, players="2").sitters[0]
    hall = RoomState(host.identity, ROOM, "ann", Random(1).randbytes)
    hall.presence(NOW)
    (post,) = hall.show(host.table, NOW)
    assert post.topic == mqtt_topic.card(ROOM.room, host.identity.pid, host.tid)
    at = mqtt_topic.parse(post.topic)
    assert at is not None
    with pytest.raises(BadMessage):
        hall.receive(at, post.topic, b"rubbish" * 30, NOW)
    assert hall.next_due() == NOW + AGAIN_MS
    assert [one.topic for one in hall.due(NOW + AGAIN_MS)] == [post.topic]


def test_a_crowd_without_presence_may_say_no_more_than_one_person_and_nothing_twice() -> None:
    lobby = Lobby(ROOM, ANN.public)
    for number in range(50):
        lobby.receive_chat(Chat(VERSION, who(f"{number}").public, "x", "hi", NOW), NOW)
    assert len(lobby.view(NOW).chat) == BURST
    lobby.receive_presence(Presence(VERSION, BOB.public, "Bob", "", (), "", bytes(8), NOW), NOW)
    for _ in range(3):
        lobby.receive_chat(Chat(VERSION, BOB.public, "Bob", "once", NOW), NOW)
    assert sum(text == "once" for _, _, text in lobby.view(NOW).chat) == 1
