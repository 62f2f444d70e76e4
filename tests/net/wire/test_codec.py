"""Bytes in: only `BadMessage` comes out, and only what was asked for goes through."""

from __future__ import annotations

import re
import time
import unicodedata
from contextlib import suppress

import msgpack
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from net.wire.codec import ARRAY_LIMIT, DEPTH_LIMIT, EVENT_LIMIT, BadMessage, Flaw, pack, unpack
from net.wire.event import Event
from net.wire.sanitizer import NAME_LIMIT, TALK_LIMIT, clean, clean_name
from tests.net.support.event_signer import chain, who

BODY = chain(who("ann"), 2)[1].body
HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x1b\x07\x9b\x9d\x90[]();?0123456789mHJ\\PX^_ \n\r\t\u202e\u2066\u200b\u200d\ufeff\u0301\u0300\u2028\x85"
        ),
    ),
    max_size=200,
)


class Pair(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A small shape."""

    number: int
    name: str


def flaw_of(data: bytes, limit: int = 1000) -> Flaw:
    with pytest.raises(BadMessage) as caught:
        unpack(Pair, data, limit)
    return caught.value.flaw


def test_a_struct_comes_back() -> None:
    assert unpack(Pair, pack(Pair(7, "é")), 100) == Pair(7, "é")
    assert unpack(Event, BODY, EVENT_LIMIT) == chain(who("ann"), 2)[1].event


@pytest.mark.parametrize(
    ("value", "flaw"),
    [
        ({"number": 1, "name": "a"}, Flaw.ENCODING),
        ({}, Flaw.VALUE),
        ([1, {}], Flaw.VALUE),
        ([1.0, "a"], Flaw.VALUE),
        ([float("nan"), "a"], Flaw.VALUE),
        ([float("inf"), "a"], Flaw.VALUE),
        ([1 << 63, "a"], Flaw.VALUE),
        ([(1 << 64) - 1, "a"], Flaw.VALUE),
        (["1", "a"], Flaw.SHAPE),
        ([True, "a"], Flaw.SHAPE),
        ([1, b"a"], Flaw.SHAPE),
        ([1, "a", 2], Flaw.SHAPE),
        ([1], Flaw.SHAPE),
        (None, Flaw.SHAPE),
        ([1, "a" * 2000], Flaw.SIZE),
        ([msgpack.Timestamp(1, 1), "a"], Flaw.ENCODING),
        ([msgpack.ExtType(5, b""), "a"], Flaw.VALUE),
        ([msgpack.ExtType(5, b"x"), "a"], Flaw.ENCODING),
        ([[0] * (ARRAY_LIMIT + 1), "a"], Flaw.ENCODING),
    ],
)
def test_what_messagepack_can_hold_and_a_message_may_not(value: object, flaw: Flaw) -> None:
    assert flaw_of(msgpack.packb(value)) is flaw


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x92\x01",  # cut short
        b"\x92\x01\xa1a\x00",  # something after the end
        b"\x92\x01\xa2\xff\xfe",  # no UTF-8
        b"\x92\x01\xa3\xed\xa0\x80",  # half a surrogate pair
        b"\xdd\xff\xff\xff\xff",  # an array of four milliards
        b"\xc6\xff\xff\xff\xff",  # a byte string of them
        b"\xdf\xff\xff\xff\xff",  # a map of them
        b"\x91" * 900,  # arrays in arrays
    ],
)
def test_broken_messagepack(data: bytes) -> None:
    assert flaw_of(data) is Flaw.ENCODING


def test_nothing_lies_deeper_than_the_limit() -> None:
    deep: object = 1
    for _ in range(DEPTH_LIMIT):
        deep = [deep]
    assert unpack(object, msgpack.packb(deep), 100)
    assert flaw_of(msgpack.packb([deep])) is Flaw.VALUE
    with pytest.raises(BadMessage):
        pack([deep])


@pytest.mark.parametrize("value", [1.5, {"a": 1}, 1 << 63, "\ud800", object(), [0] * (ARRAY_LIMIT + 1), [[{}]]])
def test_nothing_is_packed_that_would_be_refused(value: object) -> None:
    with pytest.raises(BadMessage):
        pack(value)


def test_noise_of_a_mebibyte_is_refused_by_its_size_alone() -> None:
    noise = bytes(1 << 20)
    before = time.process_time()
    for _ in range(1000):
        with pytest.raises(BadMessage, match="1048576 bytes is over the limit of 8192"):
            unpack(Event, noise, EVENT_LIMIT)
    assert time.process_time() - before < 1


@settings(max_examples=300)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_message_or_a_bad_one(data: bytes) -> None:
    for kind in (Event, Pair, object):
        with suppress(BadMessage):
            unpack(kind, data, EVENT_LIMIT)


@settings(max_examples=300)
@given(st.data())
def test_a_changed_message_is_a_message_or_a_bad_one(data: st.DataObject) -> None:
    body = bytearray(BODY)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(body) - 1))
        match data.draw(st.sampled_from(["set", "cut", "insert", "repeat"])):
            case "set":
                body[at] = data.draw(st.integers(0, 255))
            case "cut":
                del body[at + 1 :]
            case "insert":
                body[at:at] = data.draw(st.binary(max_size=5))
            case _:
                body[at:at] = body[at : at + 40]
    with suppress(BadMessage):
        assert isinstance(unpack(Event, bytes(body), EVENT_LIMIT), Event)


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("a\x1b]0;title\x07b", "ab"),
        ("a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b", "alinkb"),
        ("a\x1bPq#0;2;0;0;0\x1b\\b", "ab"),
        ("a\x9b2Jb\x9d0;t\x9cc", "abc"),
        ("a\x1b(0b\x1b7c\x1b", "abc"),
        ("a\x1b]never ended", "a"),
        ("a\nb\r\n\tc\u2028d\x85e", "a b c d e"),
        ("\u202eabc\u202c\u2066d\u2069", "abcd"),
        ("a\u200b\u200d\ufeff\u2060b", "ab"),
        ("e\u0301", "é"),
        ("z" + "\u0335" * 50, "z" + "\u0335" * 3),
        ("   a   \u00a0\u3000 b   ", "a b"),
        ("\u0301a", "a"),
        ("a\x00\x08\x7fb", "ab"),
        ("\ue000\U000f0000\ud800x", "x"),
        ("", ""),
        ("[red]markup[/red]", "[red]markup[/red]"),
        ("été à l'œuvre 日本 🎲", "été à l'œuvre 日本 🎲"),
    ],
)
def test_talk_is_cleaned(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@settings(max_examples=300)
@example("a" * 600)
@given(HOSTILE)
def test_clean_text_is_harmless_and_stays_as_it_is(raw: str) -> None:
    text = clean(raw)
    assert len(text) <= TALK_LIMIT
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]", text)
    assert not any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in text)
    assert text == text.strip(" ")
    assert "  " not in text
    assert unicodedata.is_normalized("NFC", text)
    assert clean(text) == text
    text.encode()


def test_names_are_short() -> None:
    assert clean_name("x" * 100) == "x" * NAME_LIMIT
    assert len(clean("y" * 10_000)) == TALK_LIMIT


def test_cleaning_a_mebibyte_is_quick() -> None:
    before = time.process_time()
    for raw in ("\x1b" * (1 << 20), "\x1b]" * (1 << 19), " " * (1 << 20), "\u0301" * (1 << 20)):
        clean(raw)
    assert time.process_time() - before < 0.5
