"""Seats of one's own are told apart: bots by their names, people at one keyboard by their colours."""

from __future__ import annotations

from dataclasses import replace

from core.game import Seat
from net.view.table_view import TalkLine
from tui.i18n import translation
from tui.session.rooms import Rooms
from tui.table.player_desk import PlayerDesk
from tui.table.seat_names import NamedTable, named
from tui.table.seat_view import talkers
from tui.table.table_plan import hot_seat, plan_against_bots
from tui.text.repl import converse
from tui.text.shell.console import Script


async def test_bots_have_their_names_and_the_one_by_hand_keeps_his(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), plan_against_bots("greedy", options={"players": "3"}))
    table = NamedTable(seated.handle)
    assert [seat.nick for seat in seated.handle.view.seats] == ["Ann"] * 3
    assert [seat.nick for seat in table.view.seats] == ["Ann", "greedy #2", "greedy #3"]
    assert table.view is table.view
    with translation.speaking("fr"):
        assert [seat.nick for seat in table.view.seats] == ["Ann", "glouton #2", "glouton #3"]


async def test_people_at_one_keyboard_have_their_colours(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), hot_seat(options={"players": "3"}))
    view = seated.handle.view
    assert [seat.nick for seat in named(view).seats] == ["Red", "Green", "Yellow"]
    strangers = replace(view, seats=tuple(replace(seat, mine=False) for seat in view.seats))
    assert named(strangers) is strangers


async def test_what_a_bot_says_and_one_bot_alone(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), plan_against_bots("random", options={"players": "3"}))
    view = seated.handle.view
    bots = ("", "./bots/mine --depth 3", "random")
    said = tuple(
        TalkLine(0, Seat(seat), view.seats[0].pid, "Ann", "peace?", None, 0, seat, bots[seat]) for seat in (0, 1)
    )
    seats = tuple(replace(seat, bot=bot) for seat, bot in zip(view.seats, bots, strict=True))
    told = named(replace(view, seats=seats, talk=said))
    assert [seat.nick for seat in told.seats] == ["Ann", "mine", "random"]
    assert [line.nick for line in told.talk] == ["Ann", "mine"]
    desk = PlayerDesk()
    desk.view = told
    (bot,) = desk.talkers
    assert [line.pid == bot for line in told.talk] == [False, True], "what one bot says can be muted alone"


async def test_a_bot_that_somebody_else_brought_does_not_speak_as_that_person(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), plan_against_bots("1/avenger", options={"players": "3"}))
    view = seated.handle.view
    bots = ("", "1/avenger", "")
    pids = (view.seats[0].pid, view.seats[0].pid, "b" * 64)
    seats = tuple(
        replace(seat, mine=pid != pids[0], bot=bot, pid=pid)
        for seat, bot, pid in zip(view.seats, bots, pids, strict=True)
    )
    said = tuple(TalkLine(0, Seat(seat), pids[0], "Ann", "peace?", None, 0, seat, bots[seat]) for seat in (0, 1))
    told = named(replace(view, seats=seats, talk=said))
    assert [seat.nick for seat in told.seats] == ["Ann", "avenger", "Ann"]
    assert [line.nick for line in told.talk] == ["Ann", "avenger"]
    assert talkers(told) == {pids[0]: "Ann"}, "whoever is muted is muted with their bots"


async def test_the_text_mode_names_them(rooms: Rooms) -> None:
    said: list[str] = []
    await converse(Script(["2", "players=3", "seats", "quit", "7"]), said.append, rooms)
    assert any(line.startswith("SEAT 2 ▲ Green: Green, your seat") for line in said)
    assert not any("Ann" in line for line in said if line.startswith("SEAT"))


async def test_seats_by_number_have_their_colours_before_any_screen_has_named_them(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), hot_seat("megiddo"))
    translation.call(translation.Called())
    assert [seat.nick for seat in named(seated.handle.view).seats] == ["Red", "Blue"]
    assert translation.seat_title("0") == "Seat 0", "the names are called so there alone"
