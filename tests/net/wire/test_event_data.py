"""The data of each kind of event."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.wire import card_data, envelope, event_data
from net.wire.codec import BadMessage, pack, shaped
from net.wire.event import Event, Kind
from net.wire.event_data import Data
from tests.net.support.event_signer import event, who

ANN = who("ann")
ID = b"i" * 32
GENESIS = event_data.Genesis(
    game="djambi",
    options=(("players", "4"),),
    terms=(("talk", "on"),),
    seats=4,
    salt=b"s" * 16,
    rules_hash=b"r" * 16,
    app_min="0.1.0",
    clock="none",
    privacy="public",
    title="Friday",
    nick="Ann",
)
SAMPLES: dict[Kind, Data] = {
    Kind.GENESIS: GENESIS,
    Kind.SIT: event_data.Sit(None, "Ben", "greedy"),
    Kind.SEAT: event_data.SeatGiven(1, ANN.pid, ID),
    Kind.LEAVE: event_data.Leave(1),
    Kind.READY: event_data.Ready(b"r" * 16, ID),
    Kind.START: event_data.Start(b"r" * 16, (ID, ID)),
    Kind.MOVE: event_data.Move("c1-c4", 1500),
    Kind.COMMIT: event_data.Commit(ID, b"k" * 104, 1500),
    Kind.REVEAL: event_data.Reveal(ID),
    Kind.TAKE: event_data.Take((ID,)),
    Kind.DECLARE: event_data.Declare("abandon red"),
    Kind.OFFER: event_data.Offer("return", "return red"),
    Kind.ACCEPT: event_data.Accept(ID),
    Kind.DECLINE: event_data.Decline(ID),
    Kind.SUBSTITUTE: event_data.Substitute(2, ID, "Cid", 7),
    Kind.DECK0: card_data.Deck0(1, ID, ID),
    Kind.DECK1: card_data.Deck1(1, ((ID, ID), (ID,))),
    Kind.DECK2: card_data.Deck2(1, ((ID,),), ((ID,),), ID, (b"e" * 112,)),
    Kind.SHARE: card_data.Share(((1, 0, 19, ID),)),
    Kind.DEAL: card_data.Part(1, 3, ID),
    Kind.AUDIT: card_data.Audit(1, ID),
    Kind.CLAIM: event_data.Claim(2, "move", 7),
    Kind.FINAL: event_data.Final(2, "share", 7, stands=False),
    Kind.TALK: event_data.Talk("truce?", ("propose", "truce", "15")),
    Kind.SEEN: event_data.Seen(ID, 1_800_000_000_000),
    Kind.BYE: event_data.Bye(),
}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1 << 40) | st.text(max_size=8) | st.binary(max_size=33),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


@pytest.mark.parametrize("kind", list(SAMPLES), ids=lambda kind: kind.name)
def test_data_come_back(kind: Kind) -> None:
    data = SAMPLES[kind]
    signed = envelope.make(ANN, event(ANN, kind=int(kind), data=event_data.data_of(data)))
    assert event_data.read(signed.event) == data
    assert event_data.read_as(signed.event, type(data)) == data


def test_every_kind_is_read_or_kept_raw() -> None:
    assert set(event_data.SHAPES) == set(SAMPLES)
    for number in {*Kind, 99} - set(SAMPLES):
        assert event_data.read(event(ANN, kind=int(number), data=(1, b"x"))) == event_data.Raw(int(number), (1, b"x"))


def test_data_of_another_kind_are_not_taken_for_it() -> None:
    with pytest.raises(BadMessage):
        event_data.read_as(event(ANN, kind=int(Kind.TALK), data=("hello", None)), event_data.Move)


def test_fields_that_a_newer_program_appends_are_passed_over() -> None:
    assert event_data.read(event(ANN, kind=int(Kind.TALK), data=("hello", None, "new"))) == event_data.Talk("hello")


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Kind.MOVE, ()),
        (Kind.MOVE, ("c1-c4", -1, None)),
        (Kind.MOVE, ("x" * 2001, 1, None)),
        (Kind.TALK, (1, None)),
        (Kind.TALK, ("a", (1,))),
        (Kind.SEAT, (16, "pid", ID)),
        (Kind.SEAT, (1, "pid", b"short")),
        (Kind.TAKE, ((b"short",),)),
        (Kind.COMMIT, (b"short", b"")),
        (Kind.COMMIT, (ID, b"x" * 1025)),
        (Kind.CLAIM, (2, "move", -1)),
        (Kind.FINAL, (2, "move", 7, 1)),
        (Kind.READY, (b"r" * 16, "text")),
        (Kind.MOVE, ("c1-c4", 1, ((1, 0, 0, b"short"),))),
        (Kind.DECK0, (0, ID, ID)),
        (Kind.DECK1, (1, ())),
        (Kind.DECK1, (1, ((), ()))),
        (Kind.DECK1, (1, ((ID,), (ID,), (ID,)))),
        (Kind.DECK2, (1, ((ID,),), ((ID,),), ID, (b"short",))),
        (Kind.SHARE, ((),)),
        (Kind.SHARE, (((1, -1, 0, ID),),)),
        (Kind.SHARE, (((1, 0, 0, ID, 1),),)),
        (Kind.DEAL, (1, 16, ID)),
        (Kind.AUDIT, (1, ID + ID)),
        (Kind.GENESIS, (*event_data.data_of(GENESIS)[:3], 0, *event_data.data_of(GENESIS)[4:])),
        (Kind.GENESIS, ("djambi", (("players", "4", "x"),), *event_data.data_of(GENESIS)[2:])),
    ],
)
def test_data_out_of_shape_are_bad(kind: Kind, data: tuple[Any, ...]) -> None:
    with pytest.raises(BadMessage):
        event_data.read(event(ANN, kind=int(kind), data=data))


@given(st.sampled_from([*Kind, 99]), st.lists(VALUES, max_size=12).map(tuple))
def test_any_data_are_read_or_bad(kind: int, data: tuple[Any, ...]) -> None:
    try:
        event_data.read(event(ANN, kind=int(kind), data=data))
    except BadMessage:
        assert kind in event_data.SHAPES


def test_a_table_is_named_after_its_author_and_data() -> None:
    data = event_data.data_of(GENESIS)
    tid = event_data.tid_of(ANN.public, data)
    first = event(ANN, kind=int(Kind.GENESIS), tid=tid, data=data)
    assert len(tid) == 16
    assert event_data.is_self_certified(envelope.make(ANN, first))
    assert tid != event_data.tid_of(who("ben").public, data)
    assert tid != event_data.tid_of(ANN.public, event_data.data_of(msgspec.structs.replace(GENESIS, salt=b"t" * 16)))
    forged = event(who("ben"), kind=int(Kind.GENESIS), tid=tid, data=data)
    assert not event_data.is_self_certified(envelope.make(who("ben"), forged))
    later = msgspec.structs.replace(first, seq=1, prev=ID[:16])
    assert not event_data.is_self_certified(envelope.make(ANN, later))


def test_a_genesis_in_another_encoding_does_not_certify_itself() -> None:
    data = event_data.data_of(GENESIS)
    first = event(ANN, kind=int(Kind.GENESIS), tid=event_data.tid_of(ANN.public, data), data=data)
    body = pack(first)
    # The title as a long string: the same value in other bytes.
    wide = body.replace(b"\xa6Friday", b"\xd9\x06Friday")
    signed = envelope.check(wide, ANN.sign(b"parley/ev/1\x00" + wide), first.tid)
    assert signed.event == shaped(Event, msgspec.to_builtins(first, builtin_types=(bytes,)))
    assert not event_data.is_self_certified(signed)
