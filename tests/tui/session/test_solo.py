"""Tables on this machine alone: bots in child processes, ended with the table; seats handed over."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from core.fault import Fault
from core.game import Seat
from core.games import find
from net.peer.table_handle import NOT_YET
from net.view.table_view import Phase, TableView
from tests.tui.table.test_departure import INK
from tui.app.app import ParleyApp
from tui.app.navigation import leave
from tui.bots.bot_process import BotProcess
from tui.bots.seat_driver import SeatDriver, Seated
from tui.screens.home.home_screen import HomeScreen
from tui.screens.room.new_table_screen import NewTableScreen
from tui.screens.table.table_screen import TableScreen
from tui.screens.table.table_seats import Leave, leave_screen
from tui.session.rooms import Rooms
from tui.study.game_library import Library
from tui.study.game_summary import Result, ending
from tui.table.departure import game_number
from tui.table.table_plan import ME, Plan, defaults, hot_seat, plan_against_bots
from tui.words.event_words import outcome_line


def turn_of_mine(view: TableView) -> bool:
    """Tell whether a seat played by hand owes a decision."""
    return view.match is not None and any(
        view.seats[seat].mine and not view.seats[seat].bot for seat in view.match.state.active
    )


def shown(app: ParleyApp) -> str:
    """Give the name of the screen in front."""
    return type(app.screen).__name__


async def test_bots_play_their_seats_and_their_processes_end_with_the_table(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), plan_against_bots("random", options={"players": "3"}), seed=1)
    view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    await seated.handle.play(Seat(0), str(next(iter(view.match.state.legal(Seat(0))))))  # type: ignore[union-attr]
    view = await seated.handle.until(lambda view: view.match is not None and view.match.ply == 3)
    assert view.match is not None
    assert [line.seat for line in view.match.log] == [0, 1, 2]
    pids = [driver.process for driver in seated.drivers.values()]
    assert len(set(pids)) == 2
    assert all(pid is not None for pid in pids)
    await rooms.leave(seated)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid or 0, 0)


async def test_where_seats_are_drawn_bots_play_those_that_the_lots_give_them(rooms: Rooms) -> None:
    options, sitters = {**defaults("djambi"), "players": "4"}, ("random", ME, "greedy", "random")
    plan, elsewhere = Plan("djambi", options, {"seats": "drawn"}, sitters=sitters), False
    while not elsewhere:
        seated = await rooms.open_table(await rooms.local(), plan, seed=1)
        view = await seated.handle.until(turn_of_mine)
        assert view.match is not None
        mine = view.match.state.active[0]
        await seated.handle.play(mine, str(next(iter(view.match.state.legal(mine)))))
        await seated.handle.until(lambda view: view.match is not None and view.match.ply > 3)
        bots = {Seat(seat.seat): seat.bot for seat in view.seats if seat.bot}
        assert {seat: driver.bot for seat, driver in seated.drivers.items()} == bots
        elsewhere = bool(view.seats[1].bot)
        await rooms.leave(seated)


async def test_a_bot_that_dies_is_started_again(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), hot_seat(options={"players": "3"}))
    view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    seated.give(Seat(1), "random", seed=1)
    seated.give(Seat(2), "random", seed=1)
    for ply in (3, 6):
        assert view.match is not None
        await seated.handle.play(Seat(0), str(next(iter(view.match.state.legal(Seat(0))))))
        view = await seated.handle.until(lambda view, ply=ply: view.match is not None and view.match.ply == ply)  # type: ignore[misc]
        for driver in seated.drivers.values():
            os.kill(driver.process or 0, signal.SIGKILL)


async def test_a_table_that_cannot_be_filled_is_closed_again(rooms: Rooms) -> None:
    plan = Plan("djambi", {**defaults("djambi"), "players": "3"}, {"bots": "no"}, sitters=(ME, "random", "random"))
    with pytest.raises(Fault, match="no bots"):
        await rooms.open_table(await rooms.local(), plan)
    assert rooms.seated == []
    assert rooms.kept() == ()


async def test_a_bot_that_is_being_seated_as_the_table_is_left_does_not_begin() -> None:
    handle: Any = None
    seated = Seated(handle)
    await seated.close()
    seated.give(Seat(1), "random")
    assert not seated.drivers


async def test_the_same_seed_plays_the_same_game(rooms: Rooms) -> None:
    logs = []
    options = {**defaults("djambi"), "players": "3", "quiet": "4"}
    for _ in range(2):
        plan = Plan("djambi", options, sitters=("random", "random", "greedy"))
        seated = await rooms.open_table(await rooms.local(), plan, seed=4)
        view = await seated.handle.until(lambda view: view.phase is Phase.OVER)
        logs.append(view.match.log if view.match else ())
    assert logs[0] == logs[1]
    assert len(logs[0]) >= 4


async def test_a_bot_that_cannot_be_started_is_told(rooms: Rooms) -> None:
    plan = Plan("djambi", {**defaults("djambi"), "players": "3"}, sitters=("/nowhere/bot", ME, ME))
    seated = await rooms.open_table(await rooms.local(), plan)
    told: asyncio.Future[Fault] = asyncio.get_running_loop().create_future()
    seated.on_fault = told.set_result
    assert "/nowhere/bot" in str(await told)


async def test_an_error_of_our_own_beside_a_bot_is_told_too(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(driver: SeatDriver) -> None:
        del driver
        raise ZeroDivisionError

    monkeypatch.setattr(SeatDriver, "run", broken)
    plan = Plan("djambi", {**defaults("djambi"), "players": "3"}, sitters=(ME, ME, ME))
    seated = await rooms.open_table(await rooms.local(), plan)
    told: asyncio.Future[Fault] = asyncio.get_running_loop().create_future()
    seated.on_fault = told.set_result
    seated.give(Seat(0), "random")
    assert str(await told).startswith("A bot has stopped because of an error of Parley's own (ZeroDivisionError")


async def test_a_bot_waits_until_something_may_be_signed_at_its_table(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table was taken up while its broker is away: the bot must not be asked, and refused, and end for good."""
    seated = await rooms.open_table(await rooms.local(), hot_seat(options={"players": "3"}))
    asked: list[Seat] = []

    async def choose(driver: SeatDriver, *_: object) -> NoReturn:
        asked.append(driver.seat)
        raise Fault(NOT_YET)

    monkeypatch.setattr(SeatDriver, "_choose", choose)
    driver = SeatDriver(seated.handle, Seat(0), "random")
    async with BotProcess("random") as bot:
        seated.handle._desk.caught_up = False
        await driver._act(bot)
        assert not asked
        seated.handle._desk.caught_up = True
        with pytest.raises(Fault):
            await driver._act(bot)
        assert asked == [Seat(0)]


async def test_a_hot_seat_has_every_seat_of_the_game() -> None:
    assert hot_seat(options={"players": "5"}).sitters == (ME, ME, ME, ME, ME, "")
    assert plan_against_bots("random", options={"players": "5", "missing": "red"}).sitters[:2] == ("", ME)
    assert len(find("djambi").seats(hot_seat(options={"players": "6"}).options)) == 6


async def test_a_bot_may_take_a_seat_over(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), hot_seat(options={"players": "3", "quiet": "3"}))
    await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    for seat in range(3):
        seated.give(Seat(seat), "random", seed=seat)
    view = await seated.handle.until(lambda view: view.phase is Phase.OVER)
    assert view.outcome is not None
    await seated.take_back()
    assert seated.drivers == {}


async def test_a_game_that_ended_while_a_bot_sat_in_is_kept_until_the_person_comes_back(rooms: Rooms) -> None:
    seated = await rooms.open_table(await rooms.local(), hot_seat(options={"players": "3", "quiet": "3"}))
    await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    for seat in range(3):
        seated.give(Seat(seat), "random", seed=seat)
    rooms.let_play(seated)
    view = await seated.handle.until(lambda view: view.phase is Phase.OVER)
    await rooms.aside._tasks[seated.handle.tid]
    assert rooms.seated == []
    (kept,) = rooms.kept()
    found = await rooms.glance(kept)
    assert found is not None
    assert found.words.startswith(f"over: {found.end} · ")
    assert view.outcome is not None
    assert found.end == outcome_line(view.outcome, tuple(one.name for one in view.seats)).rstrip(".")
    assert (await rooms.resume(kept)).handle.view.outcome == view.outcome
    assert rooms.kept() == ()


async def test_from_home_to_a_move_against_bots_and_back() -> None:
    app = ParleyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        await pilot.pause()
        assert shown(app) == NewTableScreen.__name__
        await pilot.press("f2")
        while shown(app) != TableScreen.__name__:
            await pilot.pause()
        handle = app.rooms.seated[0].handle
        await handle.until(turn_of_mine)
        await handle.play(Seat(0), "Mc1-d1")
        view = await handle.until(lambda view: turn_of_mine(view) and bool(view.match and view.match.ply >= 4))
        assert view.match is not None
        await pilot.pause()
        app.screen.dismiss("keep")
        while shown(app) != HomeScreen.__name__:
            await pilot.pause()
        while app.rooms.seated:
            await pilot.pause()
        (kept,) = app.rooms.kept()
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", kept.name)
        await app.action_quit()


async def test_a_match_on_this_machine_alone_is_given_up_as_a_whole(rooms: Rooms) -> None:
    plan = plan_against_bots("random", "megiddo", {"players": "2", "target": "999"})
    seated = await rooms.open_table(await rooms.local(), plan, seed=1)
    view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    assert "Give the whole match up: Resume offers this table no more" in offered(view)
    (kept,) = rooms.kept()
    view = await seated.handle.until(lambda view: turn_of_mine(view) or bool(view.match and view.match.ply))
    if view.match is not None and not view.match.ply:
        await seated.handle.play(view.mine[0], str(next(iter(view.match.state.legal(view.mine[0])))))
    await rooms.leave(seated)
    assert rooms.kept() == (kept,), "who only leaves comes back"
    library = Library(rooms.profile, rooms.root / "records")
    assert [one.result for one in library.look()] == [Result.RUNNING]
    seated = await rooms.resume(kept)
    app: Any = SimpleNamespace(rooms=rooms, notify=lambda words, **_: told.append(words))
    told: list[str] = []
    await leave(app, seated, Leave.MATCH)
    assert rooms.kept() == ()
    assert [(one.result, ending(one)) for one in library.look()] == [(Result.GIVEN_UP, "given up")]
    assert told == ["The match is given up. What was played of it stays among your games."]
    for game, options in (("epaminondas", {}), ("megiddo", {"target": "1"})):
        seated = await rooms.open_table(await rooms.local(), plan_against_bots("random", game, options), seed=1)
        view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
        assert ("Give the whole match up" in "".join(offered(view))) == bool(game_number(view))


def offered(view: TableView) -> list[str]:
    """Give what may become of the seats of a table that is left."""
    return [words for _, words in leave_screen(INK, view)._answers]
