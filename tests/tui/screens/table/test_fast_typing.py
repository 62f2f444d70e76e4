"""Whoever types faster than the screen follows loses no letter, and no letter becomes a command.

Nor does an Enter that was meant for the page before a table place a stone there.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot

from core.game import Seat
from net.view.table_view import OfferKind, OfferView
from tests.tui.screens.table.test_whole_games import until
from tests.tui.support.journey import Make, settled, shown, toasts
from tui.app.app import ParleyApp
from tui.screens.table.table_screen import TableScreen
from tui.settings.settings import Settings
from tui.table.table_plan import hot_seat
from tui.widgets.board_view import BoardView
from tui.widgets.talk_pane import TalkInput

OFFER = OfferView("ab", OfferKind.DRAW, Seat(1), (), (), (Seat(0),))


async def test_letters_behind_the_key_that_opens_a_line_are_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        seated = await app.rooms.open_table(await app.rooms.local(), hot_seat("djambi", {"players": "4"}))
        app.go(lambda: app.show_table(seated))
        while not isinstance(app.screen, TableScreen) or app.screen.desk.seat is None:
            await pilot.pause()
        burst(app, "tdeal: tt?")
        await settled(pilot)
        assert app.screen.query_one(TalkInput).value == "deal: tt?"
        await pilot.press("escape")
        burst(app, ":Mc2-d3\r")
        while (match := app.screen.controller.view.match) is None or not match.ply:
            await pilot.pause()
        assert match.log[0].text == "Mc2-d3"
        await app.action_quit()


async def test_what_confirmed_before_a_table_was_seen_does_nothing_and_the_next_enter_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann", confirm="off"))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await table_shown(app, pilot)
        for key in ("enter", "space", "enter"):
            for before in (60, 0.001):
                at(app, events.Key(key, "\r" if key == "enter" else " "), before)
        again = events.Key("enter", "\r")
        again._set_forwarded()  # the page before had it and did not use it
        at(app, again, 0.001)
        await settled(pilot)
        assert played(table) == 0
        assert (table.desk.held, toasts(app)) == ("", [])
        at(app, events.Key("enter", "\r"), 0)
        await until(pilot, lambda: played(table) == 1)
        await app.action_quit()


async def test_a_button_of_the_mouse_counts_from_the_moment_a_table_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann", confirm="off"))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await table_shown(app, pilot)
        board = table.query_one(BoardView)
        corner, (columns, rows) = board.content_region.offset, board.content_region.size
        x, y = next((x, y) for y in range(rows) for x in range(columns) if board.spot_at(x, y))
        for before, plies in ((1, 0), (0, 1)):
            for kind in (events.MouseDown, events.MouseUp):
                one = kind(None, corner.x + x, corner.y + y, 0, 0, 1, shift=False, meta=False, ctrl=False)
                at(app, one, before if kind is events.MouseDown else 0)
            await settled(pilot)
            await until(pilot, lambda plies=plies: played(table) == plies)  # type: ignore[misc]
        await app.action_quit()


async def test_letters_typed_before_a_table_was_seen_are_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path))
    app = ParleyApp(settings=Settings(nick="Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await table_shown(app, pilot)
        for key, letter in (("t", "t"), ("a", "a"), ("space", " "), ("b", "b"), ("enter", "\r")):
            at(app, events.Key(key, letter), 1)
        await settled(pilot)
        assert table.query_one(TalkInput).value == "a b", "what would have sent it was early"
        await app.action_quit()


def at(app: ParleyApp, event: events.InputEvent, before: float) -> None:
    """Let an event of so many seconds before the table was first painted arrive now."""
    assert isinstance(app.screen, TableScreen)
    assert app.screen._seen_at is not None
    event.time = app.screen._seen_at - before
    app.post_message(event)


def played(table: TableScreen) -> int:
    match = table.controller.view.match
    assert match is not None
    return match.ply


async def table_shown(app: ParleyApp, pilot: Pilot[None]) -> TableScreen:
    """Open a table for two at this keyboard and wait until it can be played at."""
    seated = await app.rooms.open_table(await app.rooms.local(), hot_seat("megiddo", {"players": "2"}))
    app.go(lambda: app.show_table(seated))
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.desk.seat is not None)
    await settled(pilot)
    assert isinstance(app.screen, TableScreen)
    return app.screen


@pytest.mark.parametrize(("key", "yes"), [("y", True), ("n", False)])
async def test_the_answer_behind_the_key_that_leads_to_an_offer_counts_and_moves_nothing(
    make_app: Make, key: str, *, yes: bool
) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        cursor = app.table.board.cursor
        await app.handle.put(replace(app.handle.view, offers=(OFFER,)))
        await settled(pilot)
        burst(app, f"o{key}")
        await settled(pilot)
        assert app.handle.calls == [("answer", "ab", 0, yes)]
        assert app.table.board.cursor == cursor


async def test_it_counts_too_where_the_offer_has_come_while_something_else_was_asked(make_app: Make) -> None:
    app = make_app(hand=(0,))
    async with app.run_test(size=(80, 24)) as pilot:
        cursor = app.table.board.cursor
        await settled(pilot, "o")
        assert "What do you say?" in shown(app)
        await app.handle.put(replace(app.handle.view, offers=(OFFER,)))
        await settled(pilot)
        burst(app, "oy")
        await settled(pilot)
        assert "What do you say?" not in shown(app)
        assert app.handle.calls == [("answer", "ab", 0, True)]
        assert app.table.board.cursor == cursor


def burst(app: App[None], keys: str) -> None:
    """Press keys without waiting for what they do."""
    names = {":": "colon", "\r": "enter"}
    for key in keys:
        app.post_message(events.Key(names.get(key, key if key.isalnum() else "sign"), key))
