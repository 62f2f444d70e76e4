"""Naming: the last name counts, what was said keeps its own, and nothing in a talk's tail brings it down."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.table.seating.nickname import RENAMES_LIMIT, Nicknames, nick_change
from net.view.contact_book import Contact, ContactBook
from net.wire.event import Kind
from net.wire.event_data import data_of
from tests.net.support.event_signer import event
from tests.net.support.sample_journal import ANN, BEN
from tests.net.support.toy_games.toy_table import Room, install

JUNK = st.recursive(st.none() | st.integers() | st.text(max_size=9) | st.binary(max_size=9), st.lists, max_leaves=5)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def chosen(seq: int, nick: str, **changes: object) -> Nicknames:
    naming = Nicknames()
    naming.give(ANN.public, 0, "Ann")
    fields: dict[str, Any] = {"kind": Kind.TALK, "data": data_of(nick_change(nick))} | changes
    naming.hear(event(ANN, seq, **fields))
    return naming


def test_the_last_name_counts_and_earlier_lines_keep_theirs() -> None:
    naming = chosen(5, "Anna\x1b[2J")
    naming.give(ANN.public, 9, "Nan")
    naming.inherit(ANN.public, "the heir")
    assert naming.nicks == {ANN.public: "Nan"}
    assert [naming.at(ANN.public, seq) for seq in (0, 4, 5, 8, 9, 99)] == ["Ann", "Ann", "Anna", "Anna", "Nan", "Nan"]
    assert (naming.chosen_since(ANN.public, 4), naming.chosen_since(ANN.public, 5)) == ("Anna", "")
    assert (naming.at(BEN.public, 3), naming.chosen_since(BEN.public, 0)) == ("", "")


def test_a_stranger_has_no_name_before_he_is_somebody_here() -> None:
    naming = Nicknames()
    naming.hear(event(BEN, 4, kind=Kind.TALK, data=data_of(nick_change("Benny"))))
    assert naming.nicks == {}
    naming.inherit(BEN.public, "Ben")
    assert naming.nicks == {BEN.public: "Benny"}
    assert naming.at(BEN.public, 2) == "Ben"


def test_a_spectator_tells_their_name_before_their_first_line() -> None:
    room = Room.open(2)
    ben = room.table(1)
    name = ben.introduction("Ben")
    assert name is not None
    room.say(1, name)
    room.say(1, ben.talk("I only watch."))
    room.settle()
    (line,) = room.view(0).talk
    assert (line.nick, line.seat, line.text) == ("Ben", None, "I only watch.")
    assert ben.introduction("Ben") is None
    assert room.table(0).introduction("Ada") is None, "the host has a name"


def test_so_many_names_count_and_no_more() -> None:
    naming = chosen(1, "one")
    for seq in range(2, RENAMES_LIMIT + 9):
        naming.hear(event(ANN, seq, kind=Kind.TALK, data=data_of(nick_change(f"name {seq}"))))
    assert naming.nicks[ANN.public] == f"name {RENAMES_LIMIT}"


def test_what_is_no_name_gives_none() -> None:
    for changes in ({"data": ("hello", ("name", "Eve"))}, {"data": ("", ("name", "\x1b[2J"))}, {"kind": Kind.OFFER}):
        assert chosen(5, "Eve", **changes).nicks == {ANN.public: "Ann"}


@given(st.lists(JUNK, max_size=4), st.sampled_from(["name", "say", ""]))
def test_no_data_brings_it_down(data: list[object], verb: str) -> None:
    tail = ["", [verb, *data]] if verb else data
    nick = chosen(5, "", data=tuple(tail)).nicks[ANN.public]
    assert nick == "Ann" or (verb == "name" and len(data) == 1 and isinstance(data[0], str))


def test_another_name_is_said_to_the_table_once_with_the_next_duties() -> None:
    room = Room.playing(3)
    room.table(1).go_by("nick1")
    assert room.table(1).duties() == ()
    room.table(1).go_by("Nancy")
    (told,) = room.table(1).duties()
    assert (told.kind, told.data, told.ply) == (Kind.TALK, data_of(nick_change("Nancy")), room.table(1).line_heads()[0])
    assert room.table(1).duties() == ()
    room.say(1, told)
    assert [room.table(number).annals.nicks[room.sitters[1].identity.public] for number in range(3)] == ["Nancy"] * 3


def test_a_closed_table_and_one_that_knows_nobody_of_the_key_are_told_no_name() -> None:
    room = Room.open(2)
    room.table(1).go_by("Benny")
    assert room.table(1).duties() == ()
    room.say(0, room.table(0).bye())
    room.table(0).go_by("Adam")
    assert room.table(0).duties() == ()


def test_who_is_shunned_is_given_no_seat_by_the_host() -> None:
    room = Room.open(2, players="2")
    ben = room.sitters[1].identity.public
    room.table(0).book = ContactBook([Contact(ben, "Ben", "Ben", blocked=True)])
    room.say(1, room.table(1).sit(None, "Ben"))
    assert not room.table(0).annals.seated
