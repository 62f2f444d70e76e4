"""What a wrong client may sign or send: nothing raises, nothing is shown raw, nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.fault import IllegalAction
from net.log.chain import Refused
from net.table.table import Table
from net.view.table_view import Phase
from net.wire.codec import BadMessage, Flaw
from net.wire.envelope import check, event_id, make
from net.wire.event import Dep, Event, Kind, Signed
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.test_table_play import plain, same


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_a_bad_signature_never_reaches_the_table() -> None:
    room = Room.playing(2)
    signed = room.move("1")
    broken = bytes([signed.sig[0] ^ 1]) + signed.sig[1:]
    with pytest.raises(BadMessage) as caught:
        check(signed.body, broken, room.table().tid)
    assert caught.value.flaw is Flaw.SIGNATURE


def test_a_foreign_table_is_refused_by_the_feed() -> None:
    room = Room.playing(2)
    body = replace_event(room.events[-1].event, tid=b"x" * 16)
    foreign = make(room.sitters[1].identity, replace_event(body, author=room.sitters[1].identity.public))
    before = room.view()
    (arrival,) = room.sitters[0].feed.receive(foreign)
    assert isinstance(arrival, Refused)
    assert room.view() is before


def replace_event(event: Event, **fields: Any) -> Event:  # noqa: ANN401  any field
    """Give an event with other fields."""
    return Event(**{**{name: getattr(event, name) for name in event.__struct_fields__}, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": 1},  # another's seat
        {"seat": 15},
        {"seat": None},
        {"ply": 7},
        {"ply": 60_000},
        {"gprev": b"g" * 16},
    ],
)
def test_a_wrong_seat_or_place_is_dropped_silently(fields: dict[str, Any]) -> None:
    room = Room.playing(3)
    before = room.view().match
    room.forge(0, Kind.MOVE, ("1", 0, None), **({"seat": 0} | fields))
    view = room.view(1)
    assert view.match == before
    assert not view.voids
    room.move("2")
    room.move("3")
    assert room.view(1).match is not None
    assert room.view(1).match.ply == 2  # type: ignore[union-attr]
    assert same(room)


def test_a_place_of_the_past_is_dropped() -> None:
    room = Room.playing(2)
    course = room.table().course
    assert course is not None
    room.move("1")
    room.move("1")
    room.forge(0, Kind.MOVE, ("3", 0, None), seat=0, ply=1, gprev=course.places[1])
    assert not room.view(1).voids
    assert course.ply == 2
    assert same(room)


def test_an_illegal_move_is_void_and_its_author_named_and_may_play() -> None:
    room = Room.playing(4)
    room.forge(0, Kind.MOVE, ("9", 0, None), seat=0)
    room.forge(0, Kind.MOVE, ("\x1b[31mxx\x1b[0m\u202e", 0, None), seat=0)
    room.forge(0, Kind.MOVE, ("draw", 0, None), seat=0)
    room.forge(0, Kind.DECLARE, ("draw",), seat=0)
    room.forge(0, Kind.DECLARE, ("1",), seat=0)
    room.forge(0, Kind.MOVE, (4, "x"), seat=0)
    room.forge(0, Kind.TAKE, ((),), seat=0)
    for number in range(4):
        view = room.view(number)
        assert [(void.text, void.nick, void.seat, void.ply) for void in view.voids] == [
            ("9", "nick0", 0, 0),
            ("xx", "nick0", 0, 0),
            ("draw", "nick0", 0, 0),
            ("draw", "nick0", 0, 0),
            ("1", "nick0", 0, 0),
            ("", "nick0", 0, 0),
            ("", "nick0", 0, 0),
        ]
        assert all("\x1b" not in void.reason and "\u202e" not in void.reason for void in view.voids)
    first = room.view().voids[0]
    assert "Add 1, 2 or 3" in first.reason
    assert first.template.format(**dict(first.fields)) == first.reason
    room.move("2")
    assert room.view(2).match is not None
    assert room.view(2).match.ply == 1  # type: ignore[union-attr]


def test_of_two_moves_at_one_place_the_first_in_the_chain_counts() -> None:
    room = Room.playing(2)
    course = room.table().course
    assert course is not None
    place = {"ply": 0, "gprev": course.gprev, "seat": 0}
    room.move("1")
    room.forge(0, Kind.MOVE, ("3", 0, None), **place)
    view = room.view(1)
    assert [line.text for line in view.match.log] == ["1"]  # type: ignore[union-attr]
    assert [void.text for void in view.voids] == ["3"]
    assert plain(room.late(reversed(room.events)).view) == plain(view)


def test_ansi_in_names_and_talk_is_not_shown() -> None:
    room = Room.open(2, players="2")
    room.forge(1, Kind.SIT, (1, "\x1b]0;owned\x07Eve\x1b[31m", "\x1b[2Jbot"))
    room.forge(1, Kind.TALK, ("a\x1b[31mb\u202ec\n\x07d" + "e" * 900, ("propose", "\x1b[1mtruce")))
    view = room.view()
    assert view.seats[1].nick == "Eve"
    assert view.seats[1].bot == "bot"
    assert view.talk[0].text.startswith("abc d")
    assert len(view.talk[0].text) == 500
    assert view.talk[0].act == ("propose", "truce")
    assert "\x1b" not in repr(view)
    assert not any(ord(c) in range(32) for note in view.notes for _, value in note.fields for c in value)


def test_talk_without_words_and_unknown_verbs() -> None:
    room = Room.playing(2)
    room.forge(0, Kind.TALK, ("\x1b[31m\u200b", None))
    room.forge(0, Kind.TALK, ("hi", ("whisper", "red")))
    room.forge(0, Kind.TALK, ("x" * 3000, None))
    room.forge(0, Kind.TALK, (5, None))
    assert [(line.text, line.act) for line in room.view(1).talk] == [("hi", None)]


def test_talk_beyond_the_known_line_stands_at_its_end_for_all() -> None:
    room = Room.playing(2)
    room.forge(1, Kind.TALK, ("far", None), ply=60_000, gprev=b"q" * 16)
    room.say(0, room.table().talk("near"))
    assert [(line.text, line.ply) for line in room.view().talk] == [("near", 0), ("far", 0)]
    assert same(room)


def test_a_state_that_differs_names_its_author() -> None:
    room = Room.playing(3)
    room.forge(0, Kind.MOVE, ("1", 0, None), seat=0, state=b"w" * 16)
    notes = [note for note in room.view(2).notes if "sees another position" in note.template]
    assert [dict(note.fields) for note in notes] == [{"nick": "nick0", "turn": "1"}]
    assert room.view(2).match.ply == 1  # type: ignore[union-attr]


def test_newer_kinds_are_noted_once() -> None:
    room = Room.playing(2)
    for _ in range(3):
        room.forge(1, 99, ("?",))
        room.forge(1, 4711, ())
        room.forge(1, Kind.SUBSTITUTE, (b"x",))  # a kind that is known, and no consent
    told = [note.template for note in room.view().notes if "version" in note.template]
    assert len(told) == 1
    assert room.view().phase is Phase.PLAYING


def _fork(room: Room, number: int) -> tuple[Signed, Signed]:
    """Sign two events with one number in the chain of a sitter."""
    sitter = room.sitters[number]
    first = sitter.feed.draft(sitter.identity, sitter.table.talk("one"), 1)
    second = sitter.feed.draft(sitter.identity, sitter.table.talk("two"), 1)
    return first, second


def test_two_histories_freeze_the_table_and_are_proved_to_all() -> None:
    room = Room.playing(4)
    one, two = _fork(room, 3)
    room.sitters[0].take(one)
    room.sitters[0].take(two)
    room.sitters[1].take(one)
    room.sitters[2].take(two)
    room.settle()
    for number in range(3):
        view = room.view(number)
        assert view.phase is Phase.FROZEN
        guilty = [dict(note.fields) for note in view.notes if "two histories" in note.template]
        assert guilty == [{"nick": "nick3"}]
        with pytest.raises(IllegalAction, match="frozen"):
            room.table(number).move(room.seat_of(number), "1")
    assert sum(signed.event.kind == Kind.FRAUD for signed in room.events) == 1


def test_fraud_that_proves_nothing_is_ignored_and_a_proof_counts_whoever_publishes_it() -> None:
    room = Room.playing(3)
    spectator = room.late()
    room.sitters.append(spectator)
    one, two = _fork(room, 1)
    forged = bytes(64)
    room.forge(0, Kind.FRAUD, (one.body, one.sig, one.body, one.sig))
    room.forge(0, Kind.FRAUD, (one.body, one.sig, two.body, forged))
    room.forge(0, Kind.FRAUD, (one.body, one.sig))
    assert room.view(2).phase is Phase.PLAYING
    room.forge(3, Kind.FRAUD, (one.body, one.sig, two.body, two.sig))
    assert {room.view(number).phase for number in range(4)} == {Phase.FROZEN}
    again = [signed.event.author for signed in room.events if signed.event.kind == Kind.FRAUD][4:]
    assert set(again) <= {room.sitters[0].identity.public, room.sitters[2].identity.public}
    assert again, "a player publishes what only a spectator has published"


def test_a_second_genesis_and_a_false_one_change_nothing() -> None:
    room = Room.playing(2)
    before = room.view()
    room.forge(0, Kind.GENESIS, room.events[0].event.data)
    room.forge(1, Kind.GENESIS, room.events[0].event.data)
    assert plain(room.view()) == plain(before)


LEAF = st.one_of(
    st.none(), st.booleans(), st.integers(-(1 << 63), (1 << 63) - 1), st.text(max_size=12), st.binary(max_size=33)
)
DATA = st.lists(st.one_of(LEAF, st.lists(LEAF, max_size=4).map(tuple)), max_size=6).map(tuple)
SHAPED = st.one_of(
    DATA,
    st.tuples(st.integers(0, 5), st.sampled_from(["", "A" * 16]), st.binary(min_size=32, max_size=32)),
    st.tuples(st.binary(min_size=16, max_size=16), st.binary(min_size=32, max_size=32)),
    st.tuples(st.binary(min_size=32, max_size=32)),
    st.tuples(st.text(max_size=40), st.integers(0, 9), st.none()),
    st.tuples(st.sampled_from(["draw", "return", "abandon red", "resign", "1"]), st.just("")),
    st.tuples(st.lists(st.binary(min_size=32, max_size=32), max_size=3).map(tuple)),
)


@st.composite
def noise(draw: st.DrawFn) -> dict[str, Any]:
    """Give the fields of an event of a wrong client."""
    return {
        "kind": draw(st.one_of(st.integers(0, 30), st.integers(0, (1 << 63) - 1))),
        "data": draw(SHAPED),
        "seat": draw(st.one_of(st.none(), st.integers(0, 5))),
        "ply": draw(st.one_of(st.integers(0, 3), st.integers(0, (1 << 63) - 1))),
        "here": draw(st.booleans()),
        "author": draw(st.integers(0, 3)),
        "lam": draw(st.integers(0, 1 << 62)),
    }


@settings(max_examples=150, deadline=None)
@given(events=st.lists(noise(), max_size=12), started=st.booleans())
def test_no_signed_event_raises(events: list[dict[str, Any]], *, started: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        room = Room.playing(2) if started else Room.open(2, players="2")
        table = Table(room.sitters[0].tid, room.sitters[0].identity.public, bytes(32))
        for signed in room.events:
            table.receive(signed)
        template = room.events[-1].event
        for number, fields in enumerate(events):
            here = fields.pop("here")
            author = (room.sitters[0].identity.public, room.sitters[1].identity.public, b"q" * 32, b"r" * 32)
            gprev = table.course.gprev if here and table.course else b"g" * 16
            extra = {"author": author[fields.pop("author")], "gprev": gprev, "seq": 100 + number}
            event = replace_event(template, deps=(Dep(b"qq", 3, bytes(8)),), **fields, **extra)
            body = repr(event).encode()
            table.receive(Signed(body, bytes(64), event_id(body), event))
            table.view()
            table.duties()
        assert table.view().tid == table.tid.hex()
