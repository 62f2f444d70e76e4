"""On which seat a bot is put: a question where people play in sides, on the screen and in text mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.game import Seat
from core.games import find
from core.match.match import Match
from net.view.table_view import Phase, SeatView, TableView
from tests.gallery.fixed_table import FixedTable, view_of
from tests.tui.support.journey import ROOM, settled, shown
from tui.i18n.translation import calling
from tui.screens.frame.dialog import ChoiceScreen
from tui.table.seat_names import NamedTable, called
from tui.table.table_plan import seat_choice, side_words
from tui.text.shell.console import Console, Script
from tui.text.table.table_dialogue import TableDialogue

Make = Callable[..., Any]


def gathering(game: str, *taken: int, **options: str) -> TableView:
    """Give a table before its start where the seats of these numbers are taken, the first from here."""
    view = view_of(Match.new(find(game), options))
    seats = [
        replace(one, mine=one.seat == taken[0]) if one.seat in taken else SeatView(one.seat, one.name)
        for one in view.seats
    ]
    return replace(view, match=None, phase=Phase.GATHERING, talk=(), seats=tuple(seats))


def asked(view: TableView) -> list[str]:
    with calling(called(view.game, view.options)):
        return list(seat_choice(view).values())


def test_the_seat_is_a_choice_where_open_ones_belong_to_different_sides() -> None:
    nick = view_of(Match.new(find("megiddo"), {"players": "4"})).seats[0].nick
    waiting = gathering("megiddo", 0, players="4")
    assert asked(waiting) == ["Blue 1", f"Red 2, with {nick}", "Blue 2"]
    assert asked(replace(waiting, terms=(("seats", "drawn"),))) == []
    assert asked(gathering("megiddo", 0, 2, players="4")) == []
    assert asked(gathering("megiddo", 0, 1, 2, players="4")) == []
    assert asked(gathering("djambi", 0, players="4")) == []
    assert len(asked(gathering("mediterranee", 0, players="4"))) == 3


async def test_the_key_asks_which_seat(open_table: Make) -> None:
    app = open_table()
    app.handle.view = gathering("megiddo", 0, players="4")
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "a")
        assert isinstance(app.screen, ChoiceScreen)
        assert "On which seat does the bot play?" in shown(app)
        await settled(pilot, "2")
        assert [call[:2] for call in app.handle.calls] == [("sit", Seat(2))]
        await settled(pilot, "a")
        assert not isinstance(app.screen, ChoiceScreen), "both open seats are blue's"


class Seating(FixedTable):
    """A table that notes who is to sit where."""

    def __init__(self, view: TableView) -> None:
        """Begin with nobody."""
        super().__init__(view)
        self.sat: list[tuple[Seat | None, str]] = []

    async def sit(self, seat: Seat | None, bot: str = "") -> None:
        """Note a request."""
        self.sat.append((seat, bot))


@pytest.mark.parametrize(
    ("typed", "sat"),
    [("bot red 2", [(2, "2")]), ("bot red 2 4", [(2, "4")]), ("bot 3 4", [(2, "4")]), ("bot", []), ("bot 4", [])],
)
async def test_text_mode_wants_the_seat_named(typed: str, sat: list[tuple[int, str]]) -> None:
    table, said = Seating(gathering("megiddo", 0, players="4")), list[str]()
    bots = cast("Any", SimpleNamespace(give=lambda *_: None))
    await TableDialogue(NamedTable(table), Console(Script(()), said.append), bots).obey(typed)
    assert table.sat == sat
    refused = "ERROR Say on which seat the bot plays; open are blue 1, red 2, blue 2.\n"
    assert (refused in said) is not bool(sat)


def test_who_plays_with_whom_is_told_where_several_seats_make_a_side() -> None:
    waiting = gathering("mediterranee", 0, players="4", pairing="ns")
    told = side_words(waiting)
    assert told.startswith("Who plays together: ")
    assert told.count(" · ") == 1
    assert told.count(" + ") == 2
    assert side_words(gathering("djambi", 0, players="4")) == ""
    assert side_words(replace(waiting, terms=(("seats", "drawn"),))) == ""


async def test_the_page_that_waits_for_players_and_the_keys_tell_it_too(open_table: Make) -> None:
    app = open_table()
    app.handle.view = gathering("mediterranee", 0, players="4", pairing="ns")
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "Who plays together: " in shown(app)
        await settled(pilot, "?")
        assert "Who plays together: " in "".join(app.screen._hints)
