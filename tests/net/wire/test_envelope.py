"""Sealed signed events: what opens, what does not, and the golden bytes of this format."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl import bindings

from net.identity.identity import Identity, verify
from net.wire import envelope, mqtt_topic
from net.wire.codec import EVENT_LIMIT, BadMessage, Flaw, pack
from net.wire.event import Dep, Kind
from tests.net.support.event_signer import TID, chain, event, move_of_four, who

ANN = who("ann")
KEY = envelope.table_key(b"k" * 16, TID)
TOPIC = mqtt_topic.event(TID, ANN.pid, 0)
NONCE = b"n" * 24
SIGNED = chain(ANN, 1)[0]
WIRE = envelope.seal(KEY, TOPIC, SIGNED, NONCE)
VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors" / "events.json").read_text())


def flaw_of(wire: bytes, key: bytes = KEY, topic: str = TOPIC, tid: bytes = TID) -> Flaw:
    with pytest.raises(BadMessage) as caught:
        envelope.open_event(key, topic, wire, tid)
    return caught.value.flaw


def sealed_body(body: bytes, author: Identity = ANN, topic: str = TOPIC) -> bytes:
    """Seal any bytes as a body, rightly signed."""
    text = author.sign(b"parley/ev/1\x00" + body) + body
    return NONCE + bytes(bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(text, topic.encode(), NONCE, KEY))


def test_an_event_comes_out_as_it_went_in() -> None:
    assert envelope.open_event(KEY, TOPIC, WIRE, TID) == SIGNED
    assert len(WIRE) == len(SIGNED.body) + envelope.OVERHEAD
    assert SIGNED.id8 == SIGNED.id[:8]


def test_only_the_key_and_the_topic_of_the_seal_open_it() -> None:
    assert flaw_of(WIRE, key=envelope.table_key(b"j" * 16, TID)) is Flaw.SEALED
    assert flaw_of(WIRE, topic=mqtt_topic.event(TID, ANN.pid, 1)) is Flaw.SEALED
    for at in range(0, len(WIRE), 7):
        assert flaw_of(WIRE[:at] + bytes([WIRE[at] ^ 4]) + WIRE[at + 1 :]) is Flaw.SEALED


def test_size_is_looked_at_before_anything_else() -> None:
    noise = bytes(1 << 20)
    before = time.process_time()
    for _ in range(1000):
        assert flaw_of(noise) is Flaw.SIZE
    assert time.process_time() - before < 1
    assert flaw_of(bytes(EVENT_LIMIT + 1)) is Flaw.SIZE
    assert flaw_of(bytes(EVENT_LIMIT)) is Flaw.SEALED
    for size in (0, 1, 24, envelope.OVERHEAD):
        assert flaw_of(bytes(size)) is Flaw.SHORT


def test_decoding_comes_before_the_signature() -> None:
    assert flaw_of(sealed_body(b"\xc1")) is Flaw.ENCODING
    assert flaw_of(sealed_body(pack([1, 2]))) is Flaw.SHAPE
    assert flaw_of(sealed_body(pack(event(ANN, v=2)))) is Flaw.VERSION
    assert flaw_of(sealed_body(pack(event(ANN, tid=b"t" * 16)), who("ben"))) is Flaw.FOREIGN
    assert flaw_of(sealed_body(pack(event(who("ben"))), who("cat"))) is Flaw.AUTHOR
    assert flaw_of(sealed_body(pack(event(ANN, 1, b"p" * 16)))) is Flaw.AUTHOR
    assert flaw_of(sealed_body(pack(event(ANN)), who("ben"))) is Flaw.SIGNATURE


def test_an_event_does_not_cross_tables() -> None:
    foreign = event(ANN, tid=b"t" * 16)
    assert flaw_of(sealed_body(pack(foreign))) is Flaw.FOREIGN


@pytest.mark.parametrize(
    "changes",
    [
        {"tid": b"short"},
        {"seq": -1},
        {"seq": mqtt_topic.SEQ_LIMIT, "prev": b"p" * 16},
        {"prev": b"p" * 15},
        {"prev": b"p" * 16},  # at seq 0
        {"seq": 1},  # with no prev
        {"lam": -1},
        {"lam": envelope.LAM_LIMIT + 1},
        {"kind": -1},
        {"kind": 1 << 16},
        {"seat": -1},
        {"seat": 16},
        {"ply": -1},
        {"ply": 1 << 31},
        {"gprev": b""},
        {"state": b"s"},
        {"ts": -1},
        {"ts": envelope.TS_LIMIT},
        {"deps": (Dep(b"a" * 32, 1, b"12345678"),)},
        {"deps": (Dep(b"aa", -1, b"12345678"),)},
        {"deps": (Dep(b"aa", mqtt_topic.SEQ_LIMIT, b"12345678"),)},
        {"deps": (Dep(b"aa", 1, b"1234567"),)},
        {"deps": tuple(Dep(bytes([n]) * 2, 1, b"12345678") for n in range(65))},
    ],
)
def test_fields_have_their_lengths_and_ranges(changes: dict[str, Any]) -> None:
    body = pack(event(ANN, **changes))
    with pytest.raises(BadMessage) as caught:
        envelope.check(body, ANN.sign(b"parley/ev/1\x00" + body), TID)
    assert caught.value.flaw is Flaw.SHAPE
    with pytest.raises(BadMessage):
        envelope.make(ANN, event(ANN, **changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"seq": mqtt_topic.SEQ_LIMIT - 1, "prev": b"p" * 16},
        {"lam": 0},
        {"lam": envelope.LAM_LIMIT},
        {"kind": (1 << 16) - 1},
        {"seat": None},
        {"seat": 15},
        {"ply": (1 << 31) - 1},
        {"state": b""},
        {"ts": 0},
        {"ts": envelope.TS_LIMIT - 1},
        {"deps": tuple(Dep(bytes([n]) * 2, 0, b"12345678") for n in range(64))},
        {"deps": (Dep(b"aa", mqtt_topic.SEQ_LIMIT - 1, b"12345678"),)},
    ],
)
def test_fields_reach_to_the_ends_of_their_ranges(changes: dict[str, Any]) -> None:
    made = event(ANN, **changes)
    assert envelope.make(ANN, made).event == made


def test_an_author_is_a_whole_key() -> None:
    body = pack(msgspec.structs.replace(event(ANN), author=b"a" * 31))
    with pytest.raises(BadMessage, match="author does not fit"):
        envelope.check(body, ANN.sign(b"parley/ev/1\x00" + body), TID)


def test_no_event_is_made_that_is_too_long() -> None:
    with pytest.raises(BadMessage, match="over the limit of 8088"):
        envelope.make(ANN, event(ANN, data=("x" * EVENT_LIMIT,)))
    with pytest.raises(BadMessage, match="signature"):
        envelope.make(ANN, event(who("ben")))


def test_a_kind_of_the_future_is_kept() -> None:
    later = envelope.make(ANN, event(ANN, kind=99, data=("new", (1, 2))))
    assert envelope.open_event(KEY, TOPIC, envelope.seal(KEY, TOPIC, later, NONCE), TID) == later


def test_a_body_encoded_otherwise_is_another_event_and_keeps_its_bytes() -> None:
    plain = msgpack.unpackb(SIGNED.body, use_list=False)
    wide = b"\x9e\xcd\x00\x01" + SIGNED.body[2:]
    assert msgpack.unpackb(wide, use_list=False) == plain
    signed = envelope.open_event(KEY, TOPIC, sealed_body(wide), TID)
    assert signed.body == wide
    assert signed.event == SIGNED.event
    assert signed.id != SIGNED.id


def test_each_table_has_a_key_of_its_own() -> None:
    assert blake2b(b"table" + TID, key=b"k" * 16, digest_size=32).digest() == KEY
    assert envelope.table_key(b"k" * 16, b"t" * 16) != KEY
    with pytest.raises(ValueError, match="nonce"):
        envelope.seal(KEY, TOPIC, SIGNED, b"short")


@settings(max_examples=500)
@given(st.data())
def test_a_changed_body_raises_nothing_else(data: st.DataObject) -> None:
    body = bytearray(SIGNED.body)
    for _ in range(data.draw(st.integers(1, 5))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    with suppress(BadMessage):
        opened = envelope.open_event(KEY, TOPIC, sealed_body(bytes(body)), TID)
        assert opened.event.author == ANN.public


@settings(max_examples=500)
@given(st.binary(max_size=400))
def test_any_bytes_raise_nothing_else(wire: bytes) -> None:
    with pytest.raises(BadMessage):
        envelope.open_event(KEY, TOPIC, wire, TID)
    with pytest.raises(BadMessage):
        envelope.check(wire, bytes(64), TID)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_golden_bytes(vector: dict[str, Any]) -> None:
    read = {name: bytes.fromhex(value) for name, value in vector.items() if name not in {"name", "topic", "plain"}}
    tid, key = read["tid"], envelope.table_key(read["table_key"], read["tid"])
    signed = envelope.open_event(key, vector["topic"], read["wire"], tid)
    assert (signed.body, signed.sig, signed.id) == (read["body"], read["sig"], read["id"])
    assert envelope.make(Identity(read["seed"]), signed.event) == signed
    assert envelope.seal(key, vector["topic"], signed, read["nonce"]) == read["wire"]
    assert json.loads(json.dumps(msgpack.unpackb(signed.body), default=bytes.hex)) == vector["plain"]
    # The format in its own words, without the code under test.
    assert signed.id == blake2b(b"parley/id/1" + signed.body, digest_size=32).digest()
    assert verify(signed.event.author, b"parley/ev/1\x00" + signed.body, signed.sig)


def test_golden_bytes_name_every_kind_once() -> None:
    assert [vector["plain"][6] for vector in VECTORS] == [*Kind, 99]


def test_a_move_at_a_table_of_four_stays_below_320_bytes() -> None:
    signed = envelope.make(ANN, move_of_four())
    assert len(signed.body) + envelope.OVERHEAD == 293
