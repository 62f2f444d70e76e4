"""What strangers and bad neighbours send changes nothing, raises nothing and is never shown raw."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import msgpack
import msgspec
import pytest

from net.identity.identity import Identity
from net.transport.memory_broker import MemoryBroker
from net.transport.transport import Message
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.event import VERSION, Draft, Event, Kind
from net.wire.invitation import Invitation
from net.wire.peer_message import Presence
from tests.net.support.party import ROOM, agreed, party, play, seated, virtually
from tests.net.support.toy_games.toy_table import install

NAMES = ("ann", "bob")
STRANGER = Identity(bytes([7]) * 32)
ANSI = "\x1b[2J\x1b]0;owned\x07\u202egnp\u200b"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def _event(
    tid: bytes, author: Identity = STRANGER, kind: int = Kind.TALK, data: tuple[object, ...] = ("hi", None)
) -> Event:
    return Event(VERSION, tid, author.public, 0, bytes(32), 1, kind, None, 0, bytes(16), b"", (), 1, data)


def _sealed(
    invitation: Invitation, event: Event, author: Identity = STRANGER, key: bytes | None = None
) -> tuple[str, bytes]:
    assert invitation.tid is not None
    topic = mqtt_topic.event(invitation.tid, author.pid, event.seq)
    secret = envelope.table_key(invitation.log_key, invitation.tid) if key is None else key
    return topic, envelope.seal(secret, topic, envelope.make(author, event), bytes(24))


def _message(topic: str, payload: bytes) -> Message:
    return Message(topic, payload)


def _noise(invitation: Invitation, rng: Random) -> list[tuple[str, bytes]]:
    """Give messages that a stranger with the invitation, or without, may put on the broker."""
    tid = invitation.tid or b""
    key = envelope.table_key(invitation.log_key, tid)
    place = mqtt_topic.event(tid, STRANGER.pid, 0)
    good = _sealed(invitation, _event(tid))[1]
    forged = envelope._lock(key, place, bytes(64) + envelope.make(STRANGER, _event(tid)).body, bytes(24))
    broken = envelope._lock(key, place, bytes(64) + msgpack.packb([[[]] * 100, {1: 2}]), bytes(24))
    head = place.rsplit("/", 3)[0]
    strange = [
        (place, b""),
        (place, rng.randbytes(1 << 20)),
        (place, rng.randbytes(300)),
        (place, good[:-1]),
        (place, forged),
        (place, broken),
        (mqtt_topic.event(tid, STRANGER.pid, 99_999), good),
        _sealed(invitation, _event(bytes(16))),
        _sealed(invitation, _event(tid), key=bytes(32)),
        *((f"{head}/{letter}/{STRANGER.pid}", rng.randbytes(200)) for letter in "hqrws"),
        (f"{head}/e/{STRANGER.pid}/{ANSI}", b"x"),
        (f"{head}/zz", b"x"),
        (mqtt_topic.presence(ROOM.room, STRANGER.pid), rng.randbytes(1 << 20)),
        (mqtt_topic.card(ROOM.room, STRANGER.pid, tid), rng.randbytes(99)),
        (mqtt_topic.chat(ROOM.room), rng.randbytes(99)),
        ("1/l/parlour/zz", b"x"),
    ]
    return [(f"parley/{topic}", payload) for topic, payload in strange] + [("other/1/x", b"x"), ("", b"")]


def test_noise_changes_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES)
            await asyncio.gather(*(play(handle, Random(name), stop=3) for name, handle in handles.items()))
            before = {name: handle.table.view() for name, handle in handles.items()}
            for topic, payload in _noise(Invitation.parse(handles["ann"].invitation), Random(5)):
                for peer in here.peers.values():
                    peer.arrived([_message(topic, payload)])
                broker.publish(topic, payload, retain=True)
            await asyncio.sleep(5)
            assert {name: handle.table.view() for name, handle in handles.items()} == before
            desk = next(iter(here.peers["bob"]._shelf.desks.values()))
            assert {"size", "sealed", "signature", "encoding"} <= set(desk.flaws)
            assert here.peers["bob"].flaws["topic"] > 0
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            assert await agreed(list(handles.values()))

    virtually(evening())


def test_a_move_for_anothers_seat_is_not_played(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES)
            match = handles["ann"].view.match
            assert match is not None
            bob = here.peers["bob"]
            desk = bob._shelf.desks[handles["bob"].tid]
            course = desk.table.course
            assert course is not None
            draft = Draft(Kind.MOVE, ("1", 0, None), seat=0, ply=course.ply, gprev=course.gprev, state=bytes(16))
            bob.speak(desk, [draft])
            await asyncio.sleep(20)
            assert handles["ann"].view.match == match
            assert handles["bob"].view.match == match
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            assert await agreed(list(handles.values()))

    virtually(evening())


def test_an_illegal_move_is_kept_as_void_and_its_author_named(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES)
            ann = here.peers["ann"]
            desk = ann._shelf.desks[handles["ann"].tid]
            course = desk.table.course
            assert course is not None
            draft = Draft(Kind.MOVE, ("9", 0, None), seat=0, ply=course.ply, gprev=course.gprev, state=bytes(16))
            ann.speak(desk, [draft])
            view = await handles["bob"].until(lambda view: bool(view.voids))
            assert [(void.pid, void.text) for void in view.voids] == [(ann.pid, "9")]
            await asyncio.gather(*(play(handle, Random(name)) for name, handle in handles.items()))
            assert await agreed(list(handles.values()))

    virtually(evening())


def test_escapes_in_names_and_talk_are_never_shown(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES)
            bob = here.peers["bob"]
            desk = bob._shelf.desks[handles["bob"].tid]
            bob.speak(desk, [Draft(Kind.TALK, (f"look{ANSI}", None), seat=1)])
            topic = mqtt_topic.presence(ROOM.room, STRANGER.pid)
            note = Presence(VERSION, STRANGER.public, f"eve{ANSI}", "1", (), ANSI, bytes(8), 1_800_000_000_000)
            wire = peer_message.seal_note(ROOM.lobby_key, topic, STRANGER, note, bytes(24))
            broker.publish(f"parley/{topic}", wire, retain=True)
            view = await handles["ann"].until(lambda view: bool(view.talk))
            shown = [line.text for line in view.talk]
            shown += [text for one in here.peers["ann"].lobby.people for text in (one.nick, one.status)]
            assert "look" in shown[0]
            assert not any(mark in text for text in shown for mark in "\x1b\x07\u202e\u200b")

    virtually(evening())


def test_two_histories_freeze_the_table_and_name_their_author(tmp_path: Path) -> None:
    async def evening() -> None:
        broker = MemoryBroker(local=False)
        async with party(tmp_path, broker.connect) as here:
            for name in NAMES:
                await here.enter(name)
            handles = await seated(here, NAMES)
            bob = here.peers["bob"]
            desk = bob._shelf.desks[handles["bob"].tid]
            seq, _ = desk.feed.heads()[bob.profile.identity.public]
            (signed,) = desk.feed.events(bob.profile.identity.public, seq, seq)
            other = msgspec.structs.replace(signed.event, kind=Kind.TALK, data=("another history", None))
            invitation = Invitation.parse(handles["ann"].invitation)
            topic, wire = _sealed(invitation, other, bob.profile.identity)
            broker.publish(f"parley/{topic}", wire)
            view = await handles["ann"].until(lambda view: view.phase.value == "frozen")
            assert any("bob" in dict(note.fields).values() for note in view.notes)

    virtually(evening())
