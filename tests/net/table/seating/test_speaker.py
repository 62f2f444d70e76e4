"""Whose words: a line stays with the person and the seat that said it, whatever becomes of their seats."""

from __future__ import annotations

import pytest

from core.game import Seat
from net.view.table_view import TableView
from tests.net.support.toy_games.toy_table import Room, install
from tests.net.table.duty.test_substitutes import accept, agree
from tui.table.seat_names import named


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def evening() -> Room:
    """Seat two people and a bot of the first one's, and let somebody watch."""
    room = Room.open(2, players="3")
    for number, bot in ((0, ""), (1, ""), (0, "2")):
        room.say(number, room.table(number).sit(None, f"nick{number}", bot))
    room.say(0, room.table(0).talk("red speaks"))
    room.say(0, room.table(0).talk("yellow speaks", seat=Seat(2)))
    room.sitters.append(room.late())
    return room


def told(view: TableView) -> list[tuple[Seat | None, str, str]]:
    """Give who said what, as a face names them."""
    return [(line.seat, line.nick, line.text) for line in named(view).talk]


def test_words_stay_with_the_person_whose_seat_is_taken_over() -> None:
    room = evening()
    agree(room, 0, 0, 1)
    accept(room)
    room.say(0, room.table(0).talk("red has gone"))
    for number in range(3):
        assert told(room.view(number)) == [
            (Seat(0), "nick0", "red speaks"),
            (Seat(2), "level 2", "yellow speaks"),
            (None, "nick0", "red has gone"),
        ]
    assert len({room.view(number).talk_digest for number in range(3)}) == 1


def test_a_bot_keeps_its_words_when_somebody_has_its_seat() -> None:
    room = evening()
    agree(room, 2, 0, 1)
    accept(room)
    assert told(room.view(2))[1] == (Seat(2), "level 2", "yellow speaks")
    (change,) = named(room.view(2)).handovers
    assert (change.former, change.bot, change.nick) == ("level 2", "2", "Hal")
    (note,) = [one for one in room.view(2).notes if "takes over" in one.template]
    assert dict(note.fields) == {"nick": "Hal", "seat": "yellow", "former": "nick0", "bot": "2"}


def test_who_has_brought_a_bot_is_known_beside_its_name() -> None:
    view = named(evening().view(1))
    assert [(seat.nick, seat.owner) for seat in view.seats] == [("nick0", ""), ("nick1", ""), ("level 2", "nick0")]
