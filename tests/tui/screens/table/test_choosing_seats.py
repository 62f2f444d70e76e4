"""Before the game: which seat one takes, and which of several one gives up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.widgets import Static

from core.game import Seat
from net.view.request_view import RequestView
from net.view.table_view import Phase, TableView
from tests.tui.support.journey import ROOM, click_on, settled, shown, toasts
from tests.tui.support.table_app import _TableApp
from tests.tui.table.test_bot_seat import gathering
from tui.app.command_palette import ParleyCommands
from tui.screens.frame.dialog import ChoiceScreen

Make = Callable[..., Any]


@pytest.mark.parametrize("pressed", ["4", "click"])
async def test_the_number_of_a_seat_or_a_click_on_it_takes_it(open_table: Make, pressed: str) -> None:
    app = open_table()
    view = gathering("djambi", 1, players="4")
    app.handle.view = replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "1 to 4, or a click: that seat" in shown(app)
        await (click_on(pilot, " 4 ▲ Green") if pressed == "click" else settled(pilot, pressed))
        assert app.handle.calls == [("sit", Seat(3), "")]
        await settled(pilot, "2")
        assert "is taken by" in toasts(app)[-1]
        await settled(pilot, "4")
        assert "is yours already: x gives it up." in toasts(app)[-1]
        assert "1 to 4, or a click: another seat" in shown(app)


async def test_whoever_has_a_seat_moves_to_that_of_a_number(open_table: Make) -> None:
    app = open_table()
    app.handle.view = gathering("megiddo", 2, players="6")
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "5", "2")
        assert app.handle.calls == [], "kept"
        await settled(pilot, "5", "1")
        assert app.handle.calls == [("leave", Seat(2)), ("sit", Seat(4), "")]
        await settled(pilot, "6", "3")
        assert app.handle.calls[2:] == [("sit", Seat(5), "")], "both"
        await settled(pilot, "1", "1")
        assert app.handle.calls[3:] == [], "who plays two seats is not offered to move"


async def test_where_people_play_in_sides_the_key_asks_for_the_seat(open_table: Make) -> None:
    app = open_table()
    view = gathering("megiddo", 0, players="4")
    app.handle.view = replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "s")
        assert "Which seat do you take?" in shown(app)
        await settled(pilot, "3")
        assert app.handle.calls == [("sit", Seat(3), "")]


async def test_where_lots_are_drawn_a_number_says_so(open_table: Make) -> None:
    app = open_table()
    app.handle.view = replace(app.handle.view, terms=(("seats", "drawn"),))
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "2")
        assert app.handle.calls == []
        assert "Lots decide who has which seat" in toasts(app)[-1]
        assert "that seat" not in shown(app)


async def test_of_several_seats_one_chooses_which_to_give_up(open_table: Make) -> None:
    app = open_table()
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "s", "a")
        assert "x: give up one of" in shown(app)
        await settled(pilot, "x")
        assert isinstance(app.screen, ChoiceScreen)
        assert "1  Blue: you" in shown(app)
        assert "2  Yellow: level 2" in shown(app)
        await settled(pilot, "1")
        assert app.handle.calls[-1] == ("leave", Seat(1))
        await settled(pilot, "x")
        assert app.handle.calls[-1] == ("leave", Seat(2)), "the only one is not asked about"


async def test_who_asks_for_a_seat_reads_that_it_is_asked_for_and_that_the_host_is_away(open_table: Make) -> None:
    app = open_table()
    view = gathering("djambi", 1, players="4")
    asked = RequestView((Seat(2),), "Ada", away=True)
    app.handle.view = replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats), asked=asked)
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert shown(app).count("asked for") == 2, "in words and at the seat"
        assert all(
            words in shown(app)
            for words in ("You have asked for a seat. Ada, who hosts the", "is away and seats people once")
        )
        await app.handle.put(replace(app.handle.view, asked=replace(asked, seats=(None,), away=False)))
        await settled(pilot)
        assert "You have asked for a seat; Ada" in shown(app)


async def test_a_question_about_seats_follows_them_and_closes_when_the_game_begins(open_table: Make) -> None:
    app = open_table()
    first = gathering("megiddo", 2, players="6")
    taken = replace(first.seats[4], pid="other", nick="Bela", mine=False, bot="")
    app.handle.view = first
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "5")
        assert "You have a seat already" in shown(app)
        await app.handle.put(replace(first, seats=(*first.seats[:4], taken, first.seats[5])))
        await settled(pilot)
        assert "You have a seat already" not in shown(app)
        assert "is taken by Bela" in toasts(app)[-1]
        await app.handle.put(first)
        await settled(pilot, "s")
        assert "You have a seat already" in shown(app)
        await app.handle.put(replace(first, phase=Phase.STARTING))
        await settled(pilot)
        assert "You have a seat already" not in shown(app)
        assert toasts(app)[-1] == "The game has begun."
        assert app.handle.calls == []


async def test_the_choice_of_a_seat_leaves_out_what_others_take_meanwhile(open_table: Make) -> None:
    app = open_table()
    view = gathering("megiddo", 0, players="4")
    view = replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats))
    app.handle.view = view
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "s")
        before = app.screen._answers
        gone = int(before[0][0])
        seats = tuple(replace(seat, pid="other", nick="Bela") if seat.seat == gone else seat for seat in view.seats)
        await app.handle.put(replace(view, seats=seats))
        await settled(pilot)
        assert [key for key, _ in app.screen._answers] == [key for key, _ in before[1:]]
        await settled(pilot, "1")
        assert app.handle.calls == [("sit", Seat(int(before[1][0])), "")]


def page(app: _TableApp) -> str:
    """Give the text of the page that waits for players, however it is broken over lines."""
    return str(app.table.query_one("#waiting-text", Static).content)


def asked(app: _TableApp) -> str:
    """Give the text of a question, however it is broken over lines."""
    return " ".join(shown(app).replace("│", " ").replace("┃", " ").split())


def at_own_table(game: str, **options: str) -> TableView:
    """Give a full table that one hosts: the second seat is Nora's, who is away, the others are one's own and ready."""
    view = gathering(game, 1, **options)
    held = [replace(seat, pid="me", mine=True, ready=True, present=True) for seat in view.seats]
    held[1] = replace(held[1], pid="nora", nick="Nora", mine=False, ready=False, present=False)
    return replace(view, seats=tuple(held), hosted=True)


@pytest.mark.parametrize("way", ["number", "click", "key"])
async def test_a_host_frees_the_seat_of_somebody_who_is_gone(open_table: Make, way: str) -> None:
    app = open_table()
    app.handle.view = view = at_own_table("djambi", players="4")
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        text = page(app)
        assert "All seats are taken. The table waits for Nora (Blue)." in text
        assert " away" in next(line for line in text.splitlines() if "Nora  " in line)
        assert "Away: Nora (Blue). The game begins only when they are back" in text
        assert "You host the table: x, the number of a seat or a click on it frees it." in text
        if way == "click":
            await click_on(pilot, " 2 ■ Blue")
        else:
            await settled(pilot, "2" if way == "number" else "x")
        if way == "key":
            assert "Which seat do you give up or free?" in shown(app)
            assert "2  Blue: Nora, away" in shown(app)
            await settled(pilot, "2")
        assert "Nora has the seat Blue and is away. If you free it" in asked(app)
        await settled(pilot, "1")
        assert app.handle.calls == [], "left as it is"
        await settled(pilot, "2", "2")
        assert app.handle.calls == [("leave", Seat(1))]
        await app.handle.put(view)
        await settled(pilot, "2")
        assert "If you free it" in asked(app)
        await app.handle.put(replace(view, seats=(*view.seats[:1], replace(view.seats[1], pid=""), *view.seats[2:])))
        await settled(pilot)
        assert not isinstance(app.screen, ChoiceScreen)
        assert toasts(app)[-1] == "Blue is open.", "Nora has left meanwhile"


async def test_a_guest_reads_who_is_awaited_and_that_the_host_can_free_a_seat(open_table: Make) -> None:
    app = open_table()
    app.handle.view = view = replace(at_own_table("djambi", players="4"), hosted=False, host="Gus")
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot, "2")
        text = page(app)
        assert "waits for Nora (Blue)." in text
        assert "Gus, who hosts the table, can free a seat." in text
        assert "frees it" not in text
        assert "is taken by Nora" in toasts(app)[-1]
        await app.handle.put(replace(view, seats=tuple(replace(seat, ready=True) for seat in view.seats)))
        await settled(pilot)
        assert "all are ready. Gus, who hosts the table, begins the game." in page(app)


async def test_a_host_without_a_seat_frees_that_of_somebody_who_is_there(open_table: Make) -> None:
    app = open_table()
    view = at_own_table("megiddo", players="2")
    seats = (replace(view.seats[0], pid="", mine=False, ready=False), replace(view.seats[1], present=True))
    app.handle.view = replace(view, seats=seats)
    async with app.run_test(size=ROOM) as pilot:
        await settled(pilot)
        assert "x: free a seat" in shown(app)
        assert "Give up or free a seat" in {one.name for one in ParleyCommands(app.screen)._keys()}
        assert "away" not in page(app)
        await settled(pilot, "x")
        assert "Which seat do you free?" in shown(app)
        await settled(pilot, "1", "2")
        assert app.handle.calls == [("leave", Seat(1))]
