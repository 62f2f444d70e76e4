"""The mark of a door: it is signed for one person, everybody at the table reads it, and it is no line of talk."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity.identity import Identity
from net.table.seating.door_visitors import TRIES_LIMIT, DoorVisitors, marked
from net.view.table_view import english
from net.wire.door_mark import VERB, DoorMark
from net.wire.event import Kind
from net.wire.event_data import data_of
from tests.net.support.event_signer import event
from tests.net.support.sample_journal import ANN, BEN
from tests.net.support.toy_games.toy_table import Room, install

DOOR = Identity.new(b"d" * 32)
MARK = DoorMark.made(DOOR, "Nora", ANN.public)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def heard(*marks: DoorMark, author: Identity = ANN) -> str:
    """Give by which door an author is known to play after they have told of marks."""
    visitors = DoorVisitors()
    for seq, mark in enumerate(marks, 1):
        visitors.hear(event(author, seq, kind=Kind.TALK, data=data_of(marked(mark))))
    return visitors.door_of(author.public)


def test_a_mark_is_read_as_it_was_made() -> None:
    assert DoorMark.read(MARK.words, ANN.public) == MARK
    assert DoorMark.parse(str(MARK), ANN.public) == MARK
    assert DoorMark.among(("watch", str(MARK)), ANN.public) == MARK
    assert DoorMark.among(("watch",), ANN.public) is None
    assert all(len(word) <= 64 for word in MARK.words)
    odd = DoorMark.made(DOOR, "a:b c", ANN.public)
    assert DoorMark.parse(str(odd), ANN.public) == odd


def test_a_mark_that_is_not_signed_for_its_author_is_none() -> None:
    assert heard(MARK) == "Nora"
    assert heard(MARK, author=BEN) == ""
    assert heard(replace(MARK, name="Olga")) == ""
    assert heard(replace(MARK, sig=bytes(64))) == ""
    assert heard(replace(MARK, public=BEN.public)) == ""
    assert heard(DoorMark.made(DOOR, "", ANN.public)) == ""
    assert heard(replace(MARK, name="\x1b[2J")) == ""


def test_the_first_mark_stays_and_so_many_are_looked_at() -> None:
    other, wrong = DoorMark.made(DOOR, "Olga", ANN.public), replace(MARK, sig=bytes(64))
    assert heard(MARK, other) == "Nora"
    assert heard(*[wrong] * (TRIES_LIMIT - 1), MARK) == "Nora"
    assert heard(*[wrong] * TRIES_LIMIT, MARK) == ""


@given(st.lists(st.text(max_size=9) | st.integers() | st.none(), max_size=6))
def test_no_data_brings_it_down(data: list[object]) -> None:
    visitors = DoorVisitors()
    visitors.hear(event(ANN, 1, kind=Kind.TALK, data=("", [VERB, *data])))
    assert visitors.marks == {}
    assert DoorMark.parse(":".join(map(str, data)), ANN.public) is None


def test_everybody_at_a_table_sees_by_which_door_somebody_plays() -> None:
    room = Room.playing(3)
    visitor = room.sitters[1].identity.public
    room.table(1).come_by(DoorMark.made(DOOR, "Nora", visitor))
    (told,) = room.table(1).duties()
    assert told.kind is Kind.TALK
    assert room.table(1).duties() == ()
    room.say(1, told)
    for number in range(3):
        view = room.view(number)
        assert [seat.door for seat in view.seats if seat.nick == "nick1"] == ["Nora"]
        assert [seat.door for seat in view.seats if seat.nick != "nick1"] == ["", ""]
        assert "nick1 plays by the door of Nora, whose host could act for them." in [
            english(note.template, note.fields) for note in view.notes
        ]
        assert view.talk == ()
    room.table(1).come_by(DoorMark.made(DOOR, "Nora", visitor))
    assert room.table(1).duties() == ()


def test_a_table_is_told_of_a_door_as_soon_as_somebody_sits_there() -> None:
    room = Room.open(2)
    visitor = room.sitters[1].identity.public
    room.table(1).come_by(DoorMark.made(DOOR, "Nora", visitor))
    assert room.table(1).duties() == ()
    room.say(1, room.table(1).sit(None, "Ben"))
    assert [seat.door for seat in room.view().seats if seat.nick == "Ben"] == ["Nora"]
