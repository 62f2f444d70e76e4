"""What is said beside the log: heads, requests, replies, segments, presence, cards, chat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgpack
import msgspec
import pytest

from net.identity.identity import Identity
from net.wire import envelope, mqtt_topic, peer_message
from net.wire.codec import LOBBY_LIMIT, BadMessage, Flaw, pack, unpack
from net.wire.event import Head
from net.wire.peer_message import (
    Card,
    Chat,
    Heads,
    LobbyNote,
    Presence,
    Range,
    Reply,
    Request,
    Segment,
    SpectatorMessage,
    TableNote,
)
from tests.net.support.event_signer import TID, chain, event, who

ANN, BEN = who("ann"), who("ben")
KEY = envelope.table_key(b"k" * 16, TID)
NONCE = b"n" * 24
EVENTS = chain(BEN, 3)
BUNDLE = tuple((signed.sig, signed.body) for signed in EVENTS)
A = ANN.public
SAMPLES: list[tuple[TableNote | LobbyNote, str]] = [
    (
        Heads(1, A, TID, (Head(A, 3, b"8 bytes."),), 4, b"g" * 8, b"s" * 8, (), want=True, ts=5),
        mqtt_topic.heads(TID, ANN.pid),
    ),
    (Request(1, A, TID, (Range(BEN.public, 0, 2),), 5), mqtt_topic.request(TID, ANN.pid)),
    (Reply(1, A, TID, BUNDLE), mqtt_topic.reply(TID, ANN.pid)),
    (Segment(1, A, TID, 0, BUNDLE), mqtt_topic.segment(TID, ANN.pid, 0)),
    (SpectatorMessage(1, A, TID, "Ann", "nice", 5), mqtt_topic.aside(TID, ANN.pid)),
    (
        Presence(1, A, "Ann", "0.1", (("djambi", b"r" * 16),), "home", b"session.", 5),
        mqtt_topic.presence("club", ANN.pid),
    ),
    (
        Card(
            1,
            A,
            TID,
            "Friday",
            "Ann",
            "djambi",
            (("players", "4"),),
            (),
            ("", ""),
            private=False,
            rules=b"r" * 16,
            started=False,
            ts=5,
            code=b"k" * 32,
            salt=b"s" * 16,
        ),
        mqtt_topic.card("club", ANN.pid, TID),
    ),
    (Chat(1, A, "Ann", "hello", 5), mqtt_topic.chat("club")),
]


def flaw_of(act: Callable[[], object]) -> Flaw:
    with pytest.raises(BadMessage) as caught:
        act()
    return caught.value.flaw


def test_cards_of_older_programs_are_read_and_older_programs_read_ours() -> None:
    card = next(note for note, _ in SAMPLES if isinstance(note, Card))
    whole = list(msgpack.unpackb(pack(card), use_list=False))
    for count, lacks in ((1, {"salt": b""}), (2, {"salt": b"", "code": b""})):
        older = unpack(Card, msgpack.packb(whole[:-count]), LOBBY_LIMIT)
        assert older == msgspec.structs.replace(card, **lacks)
    assert unpack(Card, msgpack.packb([*whole, "newer"]), LOBBY_LIMIT) == card, "what is appended is passed over"


@pytest.mark.parametrize(("note", "topic"), SAMPLES, ids=lambda value: type(value).__name__)
def test_a_note_comes_out_where_its_author_put_it(note: TableNote | LobbyNote, topic: str) -> None:
    wire = peer_message.seal_note(KEY, topic, ANN, note, NONCE)
    assert len(wire) == len(pack(note)) + envelope.OVERHEAD
    kind = type(note)
    assert peer_message.open_note(KEY, topic, wire, kind, TID) == note
    assert flaw_of(lambda: peer_message.open_note(KEY, topic + "x", wire, kind, TID)) is Flaw.SEALED
    stolen = peer_message.seal_note(KEY, topic, BEN, note, NONCE)
    assert flaw_of(lambda: peer_message.open_note(KEY, topic, stolen, kind, TID)) is Flaw.SIGNATURE
    large = bytes(1 << 20)
    assert flaw_of(lambda: peer_message.open_note(KEY, topic, large, kind, TID)) is Flaw.SIZE


@pytest.mark.parametrize(("note", "topic"), SAMPLES[:5], ids=lambda value: type(value).__name__)
def test_a_tables_note_does_not_cross_tables(note: TableNote, topic: str) -> None:
    wire = peer_message.seal_note(KEY, topic, ANN, note, NONCE)
    assert flaw_of(lambda: peer_message.open_note(KEY, topic, wire, type(note), b"t" * 16)) is Flaw.FOREIGN


def opened(note: TableNote, author: Identity = ANN, topic: str = "") -> TableNote:
    topic = topic or mqtt_topic.heads(TID, ANN.pid)
    return peer_message.open_note(KEY, topic, peer_message.seal_note(KEY, topic, author, note, NONCE), type(note), TID)


def test_notes_stand_in_their_authors_place_and_version() -> None:
    assert flaw_of(lambda: opened(peer_message.make_heads(BEN, TID, {}), BEN)) is Flaw.AUTHOR
    assert flaw_of(lambda: opened(Heads(2, A, TID, (), 0, b"", b"", (), want=False, ts=0))) is Flaw.VERSION
    assert flaw_of(lambda: opened(Heads(1, b"a", TID, (), 0, b"", b"", (), want=False, ts=0))) is Flaw.AUTHOR


def test_heads_are_in_order_each_once() -> None:
    heads = {who(str(n)).public: (n, bytes([n]) * 8) for n in range(64)}
    said = peer_message.make_heads(ANN, TID, heads, place=(3, b"g" * 16, b"s" * 16), want=True, ts=9)
    back = opened(said)
    assert isinstance(back, Heads)
    assert back.as_mapping() == heads
    assert (back.ply, back.gprev, back.state, back.want, back.ts) == (3, b"g" * 8, b"s" * 8, True, 9)
    low, high = (Head(key, 1, b"8 bytes.") for key in sorted((ANN.public, BEN.public)))
    assert flaw_of(partial(opened, heads_of(low, low))) is Flaw.SHAPE
    assert flaw_of(partial(opened, heads_of(high, low))) is Flaw.SHAPE
    assert flaw_of(partial(opened, heads_of(Head(b"short", 1, b"8 bytes.")))) is Flaw.SHAPE
    assert opened(heads_of(low, high)) == heads_of(low, high)


def heads_of(*deps: Head) -> Heads:
    return Heads(1, A, TID, deps, 0, b"", b"", (), want=False, ts=0)


@pytest.mark.parametrize("wanted", [Range(A, 1, 0), Range(A, -1, 0), Range(b"a", 0, 1), Range(A, 0, 100_000)])
def test_ranges_are_ranges(wanted: Range) -> None:
    assert flaw_of(lambda: opened(Request(1, A, TID, (wanted,), 0))) is Flaw.SHAPE


def test_requests_are_cut_to_what_a_request_may_ask() -> None:
    ranges = [Range(A, n, n) for n in range(0, 200, 2)]
    request = peer_message.make_request(ANN, TID, ranges)
    assert len(request.ranges) == peer_message.RANGES_LIMIT
    assert opened(request) == request


def test_the_inner_signatures_of_a_reply_count() -> None:
    forged = chain(BEN, 4)[3]
    bundle = (*BUNDLE, (EVENTS[0].sig, forged.body), (bytes(64), b"\xc1"), (b"", b""))
    good, bad = peer_message.events_of(Reply(1, A, TID, bundle))
    assert good == EVENTS
    assert bad == 3
    foreign = envelope.make(BEN, event(BEN, tid=b"t" * 16))
    assert peer_message.events_of(Segment(1, A, TID, 0, ((foreign.sig, foreign.body),))) == ([], 1)


def test_replies_carry_any_number_of_events_within_their_limit() -> None:
    events = [*chain(BEN, 150), *chain(ANN, 20, data=("x" * 6000, 1, None))]
    replies = list(peer_message.make_replies(ANN, TID, events))
    topic = mqtt_topic.reply(TID, ANN.pid)
    back = []
    for reply in replies:
        again = peer_message.open_note(KEY, topic, peer_message.seal_note(KEY, topic, ANN, reply, NONCE), Reply, TID)
        back += peer_message.events_of(again)[0]
    assert back == events
    assert len(replies) < 12
    assert list(peer_message.make_replies(ANN, TID, [])) == []


def test_a_note_too_long_for_its_place_is_not_sealed() -> None:
    chat = Chat(1, A, "Ann", "x" * 3000, 5)
    assert flaw_of(lambda: peer_message.seal_note(KEY, mqtt_topic.chat("club"), ANN, chat, NONCE)) is Flaw.SIZE
