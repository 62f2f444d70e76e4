"""Stand-ins: everybody reads for whom a bot plays on and when it stops, and nothing in a talk's tail brings it down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import Seat
from net.table.seating.stand_in import CHANGES_LIMIT, VERB, StandIns, standing_in
from net.view.table_view import english
from net.wire.event import Kind
from net.wire.event_data import data_of
from tests.net.support.event_signer import event
from tests.net.support.sample_journal import ANN, BEN
from tests.net.support.toy_games.toy_table import Room, install


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


SEAT = Seat(1)


def heard(*bots: str, seat: Seat | None = SEAT) -> StandIns:
    """Give what Ann's program has said of a seat, one bot after the other."""
    found = StandIns()
    for seq, bot in enumerate(bots, 1):
        found.hear(event(ANN, seq, kind=Kind.TALK, data=data_of(standing_in(bot)), seat=seat))
    return found


def test_the_last_word_about_a_seat_counts() -> None:
    assert heard("greedy").of(ANN.public, SEAT) == "greedy"
    assert heard("greedy").of(ANN.public, Seat(0)) == heard("greedy").of(BEN.public, SEAT) == ""
    assert heard("greedy", "").of(ANN.public, SEAT) == ""
    assert heard("greedy", seat=None).of(ANN.public, SEAT) == ""
    assert [one.bot for one in heard("", "2", "2", "", "2").changes()] == ["2", "", "2"]


def test_so_many_words_count_and_no_more() -> None:
    assert heard(*["2", ""] * (CHANGES_LIMIT // 2), "2").of(ANN.public, SEAT) == ""


@given(st.lists(st.text(max_size=9) | st.integers() | st.none(), max_size=4))
def test_no_data_brings_it_down(data: list[object]) -> None:
    found = StandIns()
    found.hear(event(ANN, 1, kind=Kind.TALK, data=("", [VERB, 5, *data]), seat=Seat(0)))
    assert list(found.changes()) == []


def test_everybody_at_a_table_reads_for_whom_a_bot_plays_on() -> None:
    room = Room.playing(3)
    assert room.table(1).duties() == ()
    (seat,) = room.view(1).mine
    room.table(1).stand_in(seat, "random")
    (told,) = room.table(1).duties()
    assert told.kind is Kind.TALK
    assert room.table(1).duties() == ()
    room.say(1, told)
    for number in range(3):
        view = room.view(number)
        assert [one.stand_in for one in view.seats] == ["random" if one.seat == seat else "" for one in view.seats]
        assert [one.bot for one in view.seats] == ["", "", ""]
        assert view.talk == ()
    room.table(1).stand_in(seat, "")
    room.say(1, *room.table(1).duties())
    assert room.table(1).duties() == ()
    for number in range(3):
        view = room.view(number)
        assert [one.stand_in for one in view.seats] == ["", "", ""]
        told_here = [english(note.template, note.fields) for note in view.notes][-2:]
        name = view.seats[seat].name
        assert told_here == [
            f"A bot plays on for nick1 ({name}), as long as their Parley runs: random.",
            f"No bot plays for nick1 ({name}) any more.",
        ]
