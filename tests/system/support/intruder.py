"""One who holds the invitation to a table, and no seat: whatever he can publish, anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Self

import msgpack
import msgspec

from core.game import Seat
from net.identity.identity import Identity, pid_of
from net.log.chain import Accepted
from net.log.feed import Feed
from net.table.table import Table
from net.transport.mqtt_transport import connector
from net.transport.transport import Message, Offline, Transport
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import BadMessage, pack
from net.wire.event import VERSION, Event, Head, Kind, Signed
from net.wire.invitation import Invitation
from net.wire.mqtt_topic import Place
from net.wire.peer_message import Card, Chat, Presence, Range, Reply, Request, Segment

MARK = "OWNED"
"""Stands in every text that nobody may ever show."""
ANSI = "\x1b[2J\x1b]0;x\x07\u202egnp\u200b\x9b31m"
GUEST = f"a guest{ANSI}"
CROWD = 70
BURST = 500

Shot = tuple[str, bytes, bool]
"""Bare topic, payload, whether it is to be retained."""


class Intruder:
    """Listens to everything, and shoots when he is told to."""

    def __init__(self, table: Invitation, seed: int) -> None:
        """Take up an invitation; everything that he does comes from `seed`."""
        assert table.tid is not None
        self.table, self.tid = table, table.tid
        self.rng = Random(seed)
        self.key = envelope.table_key(table.log_key, self.tid)
        self.me, self.other = self._identity(), self._identity()
        self.feed = Feed(self.tid)
        self.annals = Table(self.tid, self.me.public, bytes(32))
        self.topics: set[str] = set()
        self.sent = 0
        self._own: list[Signed] = []
        self._transport: Transport | None = None
        self._listening: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Connect and listen."""
        self._transport = await self._connect()
        filters = (*mqtt_topic.table_filters(self.tid), *mqtt_topic.lobby_filters(self.table.room))
        await self._transport.subscribe(dict.fromkeys(filters, 1))
        self._listening = asyncio.create_task(self._listen(self._transport))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Go."""
        assert self._transport is not None
        assert self._listening is not None
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        await self._transport.close()

    async def crowd(self) -> None:
        """Come to the table as so many people that there is room for no more."""
        guests = [self._identity() for _ in range(CROWD)]
        await self._shoot(
            self._event(Event(**self._fields(guest, Kind.TALK, (GUEST, None))), guest) for guest in guests
        )

    async def wave(self) -> None:
        """Send everything there is, once."""
        await self._shoot(self._lies())
        await self._shoot(self._rubbish())
        await self._shoot(self._flood())
        place = self._full(self._place(self.me, 7))
        for topic, payload in ((place, self.rng.randbytes(1 << 20)), (place + ANSI, b"x"), ("$SYS/x", b"x")):
            await self._stray(topic, payload)
        assert self._transport is not None
        await self._transport.publish(self._full(self._place(self.other, 9)), b"all of it", qos=1)

    def _lies(self) -> Iterator[Shot]:
        """Say what is not so, well formed and sealed."""
        course, victims = self.annals.course, self.feed.authors()
        ply, gprev = (course.ply, course.gprev) if course else (0, bytes(16))
        seat = int(course.active[0]) if course and course.active else 0
        text = str(next(iter(course.match.state.legal(Seat(seat))))) if course and course.active else MARK
        move = {"seat": seat, "ply": ply, "gprev": gprev, "state": bytes(16)}
        for victim in victims:
            seq, head = self.feed.heads()[victim]
            body = self._fields(self.me, Kind.TALK, (MARK, None)) | {"author": victim, "seq": seq + 1, "prev": head * 2}
            yield self._forged(Event(**body))
            yield self._forged(Event(**(body | {"kind": Kind.MOVE, "data": (text, 0, None)} | move)))
        for fields in (move, move | {"ply": ply + 1}, move | {"gprev": b"g" * 16}, move | {"ply": 0}):
            yield self._mine(Kind.MOVE, (text, 0, None), **fields)
        yield self._mine(Kind.SIT, (0, f"{MARK}{ANSI}", f"{MARK}{ANSI}"))
        yield self._mine(Kind.TALK, (f"{MARK}{ANSI}", ("propose", f"{MARK}{ANSI}")), gprev=gprev, ply=ply)
        yield self._mine(99, (MARK,))
        yield self._mine(Kind.FRAUD, (b"x", bytes(64), b"y", bytes(64)))
        yield self._mine(Kind.GENESIS, ("djambi", (), (), 4, bytes(16), bytes(16), "", "", "", MARK, MARK))
        yield self._mine(Kind.START, (bytes(16), ()))
        yield self._event(Event(**(self._fields(self.other, Kind.TALK, (MARK, None)) | {"tid": bytes(16)})), self.other)
        far = self._fields(self.other, Kind.TALK, (MARK, None)) | {"seq": 4000, "prev": b"p" * 16}
        yield self._event(Event(**far), self.other)
        yield from self._heads(victims)
        yield from self._bundles(victims)
        yield from self._lobby(victims)

    def _heads(self, victims: tuple[bytes, ...]) -> Iterator[Shot]:
        """Claim that there is more than there is."""
        absurd = [Head(victim, 4095, b"12345678") for victim in victims]
        same = [Head(victim, seq, b"12345678") for victim, (seq, _) in self.feed.heads().items()]
        nobody = [Head(self.rng.randbytes(32), 4095, b"12345678") for _ in range(100)]
        wild = [Head(victims[0], 1 << 62, b"")] if victims else []
        for heads in (absurd, same, nobody, wild, [Head(self.me.public, 4095, b"12345678")]):
            told = tuple(sorted(heads, key=lambda head: head.author))
            note = peer_message.make_heads(self.me, self.tid, {}, want=True, ts=1)
            note = msgspec.structs.replace(note, heads=told)
            yield self._note(mqtt_topic.heads(self.tid, self.me.pid), note, self.me)

    def _bundles(self, victims: tuple[bytes, ...]) -> Iterator[Shot]:
        """Answer wrongly, so that nobody else does, and put together what does not belong together."""
        reply, segment = mqtt_topic.reply(self.tid, self.me.pid), mqtt_topic.segment(self.tid, self.me.pid, 0)
        for victim in victims:
            events = self.feed.events(victim)
            ends = tuple((one.sig, one.body) for one in (events[0], events[-1]))
            forged = tuple((bytes(64), one.body) for one in events[:60])
            yield self._note(reply, Reply(VERSION, self.me.public, self.tid, ends), self.me)
            yield self._note(reply, Reply(VERSION, self.me.public, self.tid, forged), self.me)
            yield (*self._note(segment, Segment(VERSION, self.me.public, self.tid, 9, ends), self.me)[:2], True)
            yield (
                *self._note(mqtt_topic.segment(self.tid, pid_of(victim), 0), _empty(self.me, self.tid), self.me)[:2],
                True,
            )

    def _lobby(self, victims: tuple[bytes, ...]) -> Iterator[Shot]:
        """Be somebody else in the room, show another's table, and paint both."""
        room, now, text = self.table.room, 1_900_000_000_000, f"{MARK}{ANSI}"
        pairs = ((text, text),)
        for pid in {self.me.pid, *map(pid_of, victims)}:
            presence = Presence(VERSION, self.me.public, text, text, ((text, b""),), text, bytes(8), now)
            yield (*self._note(mqtt_topic.presence(room, pid), presence, self.me)[:2], True)
            card = Card(
                v=VERSION,
                author=self.me.public,
                tid=self.tid,
                title=text,
                nick=text,
                game=text,
                options=pairs,
                terms=pairs,
                seats=(pid, text),
                private=False,
                rules=b"",
                started=False,
                ts=now,
            )
            yield (*self._note(mqtt_topic.card(room, pid, self.tid), card, self.me)[:2], True)
            if pid != self.me.pid:
                yield mqtt_topic.presence(room, pid), b"", True
                yield mqtt_topic.card(room, pid, self.tid), b"", True
        for number in range(10):
            chat = Chat(VERSION, self.me.public, text, text, now + number)
            yield self._note(mqtt_topic.chat(room), chat, self.me)

    def _rubbish(self) -> Iterator[Shot]:
        """Clear what the broker keeps, or put rubbish in its place, and send what nobody can read."""
        nested, map_ = b"\x91" * 4000 + b"\xc0", msgpack.packb([{1: 2}] * 9)
        for number, topic in enumerate(sorted(self.topics)):
            yield topic, b"" if number % 2 else self.rng.randbytes(200), True
        for number, plain in enumerate((nested, map_, msgpack.packb([float("nan")] * 14), b"\xc1" * 90, b"")):
            for letter in ("e", "s", "h", "q", "r"):
                tail = {"e": f"/{number:05d}", "s": f"/{number:04d}"}.get(letter, "")
                topic = f"1/t/{mqtt_topic.tid_text(self.tid)}/{letter}/{self.other.pid}{tail}"
                yield topic, envelope._lock(self.key, topic, bytes(64) + plain, self.rng.randbytes(24)), True
                if not number:
                    yield topic, self.rng.randbytes(60_000), False
        yield f"1/t/{mqtt_topic.tid_text(self.tid)}/zz", b"x", True

    def _flood(self) -> Iterator[Shot]:
        """Ask, as many people, for everything; and talk without end."""
        wanted = tuple(Range(victim, 0, 4095) for victim in self.feed.authors())[:64]
        for _ in range(40):
            asker = self._identity()
            request = Request(VERSION, asker.public, self.tid, wanted, 1)
            yield self._note(mqtt_topic.request(self.tid, asker.pid), request, asker)
        for _ in range(BURST if len(self._own) < BURST else 20):
            topic, wire, _ = self._mine(Kind.TALK, (MARK, None))
            yield topic, wire, False

    async def _shoot(self, shots: Iterator[Shot]) -> None:
        assert self._transport is not None
        for topic, payload, retain in shots:
            await self._transport.publish(self._full(topic), payload, qos=0, retain=retain)
            self.sent += 1

    async def _stray(self, topic: str, payload: bytes) -> None:
        """Send what a broker may cut the connection for."""
        stray = await self._connect()
        with suppress(Offline):
            await stray.publish(topic, payload, qos=0, retain=True)
        await stray.close()

    async def _connect(self) -> Transport:
        transport = connector(self.table)(None)
        await transport.connect()
        return transport

    async def _listen(self, transport: Transport) -> None:
        with suppress(Offline):
            while True:
                for message in await transport.receive():
                    with suppress(BadMessage):
                        self._hear(message)

    def _hear(self, message: Message) -> None:
        topic = mqtt_topic.bare(self.table.prefix, message.topic) or ""
        at = mqtt_topic.parse(topic)
        if at is None or at.tid != self.tid or at.pid in {self.me.pid, self.other.pid}:
            return
        if at.place in {Place.EVENT, Place.SEGMENT}:
            self.topics.add(topic)
        if at.place is Place.EVENT and message.payload:
            signed = envelope.open_event(self.key, topic, message.payload, self.tid)
            for arrival in self.feed.receive(signed):
                if isinstance(arrival, Accepted):
                    self.annals.receive(arrival.signed)

    def _fields(self, author: Identity, kind: int, data: tuple[Any, ...]) -> dict[str, Any]:
        return {
            "v": VERSION,
            "tid": self.tid,
            "author": author.public,
            "seq": 0,
            "prev": bytes(16),
            "lam": 1,
            "kind": kind,
            "seat": None,
            "ply": 0,
            "gprev": bytes(16),
            "state": b"",
            "deps": (),
            "ts": 1,
            "data": data,
        }

    def _mine(self, kind: int, data: tuple[Any, ...], **fields: Any) -> Shot:  # noqa: ANN401  any field
        """Give the next event of an own chain that is beyond reproach."""
        chain = {"seq": len(self._own), "prev": self._own[-1].link if self._own else bytes(16)}
        event = Event(**(self._fields(self.me, kind, data) | fields | chain))
        self._own.append(envelope.make(self.me, event))
        return self._event(event, self.me)

    def _event(self, event: Event, author: Identity) -> Shot:
        topic = self._place(author, event.seq)
        return topic, envelope.seal(self.key, topic, envelope.make(author, event), self.rng.randbytes(24)), True

    def _forged(self, event: Event) -> Shot:
        """Give an event in somebody's name, signed by nobody."""
        topic = mqtt_topic.event(self.tid, pid_of(event.author), event.seq)
        body = pack(event)
        return topic, envelope._lock(self.key, topic, self.rng.randbytes(64) + body, self.rng.randbytes(24)), False

    def _note(self, topic: str, note: peer_message.TableNote | peer_message.LobbyNote, author: Identity) -> Shot:
        key = self.key if topic.startswith("1/t/") else self.table.lobby_key
        return topic, envelope.seal_note(key, topic, author, note, self.rng.randbytes(24)), False

    def _place(self, author: Identity, seq: int) -> str:
        return mqtt_topic.event(self.tid, author.pid, seq)

    def _full(self, topic: str) -> str:
        return mqtt_topic.full(self.table.prefix, topic)

    def _identity(self) -> Identity:
        return Identity(self.rng.randbytes(32))


def _empty(author: Identity, tid: bytes) -> Segment:
    return Segment(VERSION, author.public, tid, 0, ())
