"""Digests: unambiguous encoding, plain types only, a fixed value for ever."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.digest import SIZE, chain, digest, encode
from core.game import Seat
from core.match.transcript import START, Utterance, talk_digest

PLAIN = st.recursive(
    st.none() | st.integers() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


@given(PLAIN, PLAIN)
def test_equal_bytes_mean_equal_values(one: object, other: object) -> None:
    """Two values encode alike if and only if they are equal."""
    assert (encode(one) == encode(other)) == (one == other)


@pytest.mark.parametrize("value", [True, 1.5, ["a"], {"a": 1}, (1, (2.0,))])
def test_other_types_are_refused(value: object) -> None:
    """A digest of something that has no canonical form is an error of the program."""
    with pytest.raises(TypeError, match="a digest takes"):
        encode(value)


def test_the_values_of_this_format_never_change() -> None:
    """A digest written down once is still that digest."""
    assert digest((1, "a", None, b"\0")).hex() == "1661624492ebb7ba795b3889e23e07cd"
    assert chain(bytes(SIZE), (0, "Mc3-c5")).hex() == "bee7a4800500b0c9797b172a7b36689a"
    assert START.hex() == "4efdb3a3643c248d1d3dc45902ecac3d"


@pytest.mark.parametrize("value", [-2, -1, 0, 255, 256, Seat(3), b"", bytes(255), bytes(256), "", "a", "é" * 256, None])
def test_a_value_stands_in_a_tuple_as_it_stands_alone(value: object) -> None:
    """What is looked up is what would be written."""
    assert encode((value, 7, value)) == b"(3:" + encode(value) + b"i1:7" + encode(value)
    assert encode(((value, "a"), ("a", value))) == b"(2:(2:" + encode(value) + b"s1:a(2:s1:a" + encode(value)


@pytest.mark.parametrize("size", [0, 7, 300])
@pytest.mark.parametrize("count", [8, 9, 40])
def test_bytes_of_one_length_stand_in_a_long_tuple_as_others_do(size: int, count: int) -> None:
    """A past that is written at once is written as one that is not."""
    one = b"b%d:" % size + bytes(size)
    assert encode((bytes(size),) * count) == b"(%d:" % count + one * count
    assert encode((*(bytes(size),) * count, b"other")) == b"(%d:" % (count + 1) + one * count + b"b5:other"
    assert encode((*(bytes(size),) * count, None)) == b"(%d:" % (count + 1) + one * count + b"n"


@pytest.mark.parametrize("value", [True, 1.0])
def test_what_equals_a_small_number_is_none(value: object) -> None:
    """What is looked up is looked up by its type."""
    with pytest.raises(TypeError, match="a digest takes"):
        encode((1, value))


def test_talk_digest_sees_every_change() -> None:
    """Author, number, place, text, act and order count; the seat is the roster's business."""
    first = Utterance(Seat(0), "A", 4, 2, "hello")
    second = Utterance(None, "B", 1, 2, "hello", ("propose", "truce"))
    known = {
        talk_digest(lines)
        for lines in [
            (),
            (first,),
            (first, second),
            (second, first),
            (Utterance(Seat(0), "A", 5, 2, "hello"),),
            (Utterance(Seat(0), "A", 4, 3, "hello"),),
            (Utterance(Seat(0), "A", 4, 2, "hallo"),),
            (Utterance(Seat(0), "A", 4, 2, "hello", ("thank",)),),
        ]
    }
    assert len(known) == 8
    assert talk_digest([first]) == talk_digest([Utterance(Seat(1), "A", 4, 2, "hello")])
