"""Messages as they are never sent: each from a good one by a seeded change of its wire, its words or its topic.

Some are sealed and signed anew, by a stranger or by one who holds a seat: those get far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgpack

from core.fault import Fault
from net.identity.identity import SIGNATURE_SIZE, Identity
from net.log.feed import Feed
from net.transport.transport import Message
from net.wire import envelope, mqtt_topic
from net.wire.event import Event, Kind
from net.wire.mqtt_topic import Place, Topic

ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1 << 31,
    (1 << 63) - 1,
    (1 << 64) - 1,
    -(1 << 63),
    float("nan"),
    1e308,
    "",
    "x" * 3000,
    "\x1b[2J\x1b]0;x\x07\u202egnp\u200b",
    "\ud7ff\U0010ffff",
    b"",
    bytes(16),
    bytes(32),
    b"\xff" * 5000,
    (),
    ((),) * 100,
    ((((((((1,),),),),),),),),
    {},
    {"a": 1},
)
"""What a field may hold and ought not to."""
FORKING = 0.001
"""How often the seated crook may sign a second history: after that nothing of his is read any more."""
LONGEST_BYTES = 30_000
HUGE_BYTES = 1 << 20


class Mutants:
    """An endless stream of bad messages made of good ones, all from one seed."""

    def __init__(
        self, samples: Sequence[Message], keys: Sequence[bytes], crooks: Sequence[Identity], feed: Feed, rng: Random
    ) -> None:
        """Take samples as a broker delivered them, the table's and the room's key, and who signs: the last is seated.

        `feed` is the victim's, so that what the seated one signs continues his chain.
        """
        self._samples, self._keys, self._crooks, self._feed, self._rng = samples, keys, crooks, feed, rng
        self._prefix = samples[0].topic.split("/", 1)[0]
        self.made = ""
        """How the last one was made."""

    def __iter__(self) -> Iterator[Message]:
        """Make one after the other."""
        makers = (self._wire, self._wire, self._topic, self._noise, self._body, self._body, self._body, self._event)
        while True:
            maker = self._rng.choice((*makers, self._forged, self._event, self._event))
            self.made = maker.__name__.strip("_")
            yield maker(self._rng.choice(self._samples))

    def kind(self, message: Message) -> str:
        """Name the kind of a message as far as it opens: that of the event, else the place in the topic."""
        with suppress(Exception):
            opened = self._opened(message)
            words = msgpack.unpackb(opened[2], use_list=True) if opened else []
            return Kind(words[6]).name.lower() if len(words) == len(Event.__struct_fields__) else "note"
        return "noise"

    def _wire(self, sample: Message) -> Message:
        """Change bytes of the sealed message."""
        return Message(sample.topic, self._bent(sample.payload), sample.retain)

    def _topic(self, sample: Message) -> Message:
        """Leave a good message somewhere else."""
        rng, words = self._rng, sample.topic.split("/")
        other = self._rng.choice(self._samples).topic.split("/")
        match rng.randrange(4):
            case 0:
                words[rng.randrange(len(words))] = rng.choice(
                    ("", "x" * 70, "99999", "00000", "\u202e", "#", "-1", "A" * 26)
                )
            case 1:
                words = words[: rng.randrange(len(words) + 1)]
            case 2:
                words[-1] = other[-1]
            case _:
                words = other
        return Message("/".join(words), sample.payload if rng.random() < 0.9 else b"", rng.random() < 0.5)

    def _noise(self, sample: Message) -> Message:
        """Leave noise there, now and then a great deal of it."""
        size = (
            HUGE_BYTES
            if self._rng.random() < 0.001
            else self._rng.randrange(self._rng.choice((64, 600, LONGEST_BYTES)))
        )
        return Message(sample.topic, self._rng.randbytes(size))

    def _body(self, sample: Message) -> Message:
        """Change what is signed, sign it as one of the crooks, and seal it where he may say it."""
        opened = self._opened(sample)
        if opened is None:
            return self._wire(sample)
        at, key, body = opened
        crook = self._rng.choice(self._crooks)
        if at.place is Place.EVENT and self._rng.random() > FORKING:
            crook = self._crooks[0]
        words = list(msgpack.unpackb(body, use_list=True))
        words[2 if at.place in {Place.EVENT, Place.SEGMENT} and len(words) == len(Event.__struct_fields__) else 1] = (
            crook.public
        )
        changed = self._rng.random()
        mutated = msgpack.packb(
            self._grown(words) if changed < 0.8 else words, use_bin_type=True, unicode_errors="surrogatepass"
        )
        if changed > 0.9:
            mutated = self._bent(mutated)
        return self._said(at, key, crook, mutated)

    def _event(self, sample: Message) -> Message:
        """Let the seated crook sign what continues his chain but for one field or its data."""
        opened = self._opened(sample)
        if opened is None or opened[0].place is not Place.EVENT:
            return self._wire(sample)
        at, key, body = opened
        crook = self._crooks[-1]
        words = list(msgpack.unpackb(body, use_list=True))
        seq, prev = self._next(crook)
        words[2], words[3], words[4], words[5] = crook.public, seq, prev, (1 << 40) + seq
        if self._rng.random() < 0.4:
            words[6] = int(self._rng.choice(list(Kind)))
        words[13] = self._grown(words[13]) if self._rng.random() < 0.8 else words[13]
        if self._rng.random() < 0.3:
            chained = 0 if self._rng.random() < FORKING else 5
            words = [*words[:chained], *_list(self._grown(words[chained:]))]
        return self._said(at, key, crook, msgpack.packb(words, use_bin_type=True, unicode_errors="surrogatepass"))

    def _next(self, crook: Identity) -> tuple[int, bytes]:
        head = self._feed.heads().get(crook.public)
        if head is None:
            return 0, bytes(16)
        (last,) = self._feed.events(crook.public, head[0], head[0])
        return head[0] + 1, last.link

    def _forged(self, sample: Message) -> Message:
        """Say in somebody else's name what he has said, or nearly that."""
        opened = self._opened(sample)
        if opened is None:
            return self._wire(sample)
        _, key, body = opened
        crook, topic = self._rng.choice(self._crooks), sample.topic.split("/", 1)[1]
        mutated = body if self._rng.random() < 0.5 else self._bent(body)
        wire = envelope._lock(key, topic, crook.sign(b"parley" + mutated) + mutated, self._rng.randbytes(24))
        return Message(sample.topic, wire, sample.retain)

    def _said(self, at: Topic, key: bytes, crook: Identity, body: bytes) -> Message:
        """Sign and seal a body in the place of its author, as far as it still names one."""
        topic = self._place(at, crook, body)
        label = envelope._EVENT_LABEL + body if at.place is Place.EVENT else envelope._note_text(topic, body)
        wire = envelope._lock(key, topic, crook.sign(label) + body, self._rng.randbytes(24))
        return Message(f"{self._prefix}/{topic}", wire, self._rng.random() < 0.1)

    def _place(self, at: Topic, crook: Identity, body: bytes) -> str:
        if at.place is Place.EVENT:
            return mqtt_topic.event(at.tid, crook.pid, _number(body))
        if at.tid and at.place is not Place.CARD:
            table = {Place.HEADS: mqtt_topic.heads, Place.REQUEST: mqtt_topic.request, Place.REPLY: mqtt_topic.reply}
            return table.get(at.place, _segment)(at.tid, crook.pid)
        if at.place is Place.CARD:
            return mqtt_topic.card(at.room, crook.pid, at.tid)
        return mqtt_topic.chat(at.room) if at.place is Place.CHAT else mqtt_topic.presence(at.room, crook.pid)

    def _opened(self, sample: Message) -> tuple[Topic, bytes, bytes] | None:
        topic = sample.topic.split("/", 1)[1]
        at = mqtt_topic.parse(topic)
        for key in self._keys if at and sample.payload else ():
            try:
                return at, key, envelope._unlock(key, topic, sample.payload, LONGEST_BYTES)[SIGNATURE_SIZE:]  # type: ignore[return-value]
            except Fault:
                continue
        return None

    def _bent(self, data: bytes) -> bytes:
        """Flip, cut, lengthen or double bytes."""
        rng, at = self._rng, self._rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0 if data:
                at %= len(data)
                return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            case 1:
                return data[:at]
            case 2:
                return data + rng.randbytes(rng.randrange(1, 400))
            case 3:
                return data[:at] + rng.randbytes(rng.randrange(9)) + data[at + rng.randrange(9) :]
        return data[:at] + data[: rng.randrange(len(data) + 1)] + data[at:]

    def _grown(self, tree: Any) -> Any:  # noqa: ANN401 whatever a message can hold
        """Change one branch of decoded words."""
        rng = self._rng
        if not isinstance(tree, list) or not tree or rng.random() < 0.1:
            return rng.choice(ODD)
        branches = list(tree)
        at = rng.randrange(len(branches))
        match rng.randrange(8):
            case 0:
                del branches[at]
            case 1:
                branches.insert(at, rng.choice(ODD))
            case 2:
                branches[at] = branches[rng.randrange(len(branches))]
            case 3:
                branches *= rng.choice((2, 5, 40))
            case _:
                branches[at] = self._grown(branches[at])
        return branches


def _segment(tid: bytes, pid: str) -> str:
    return mqtt_topic.segment(tid, pid, 0)


def _list(tree: object) -> list[object]:
    return tree if isinstance(tree, list) else [tree]


def _number(body: bytes) -> int:
    """Give the sequence number that a body names, for its topic."""
    try:
        words = msgpack.unpackb(body, use_list=True)
        return int(words[3]) % mqtt_topic.SEQ_LIMIT
    except Exception:  # noqa: BLE001 it may be anything by now
        return 0
