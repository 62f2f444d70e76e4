"""A whole game of each kind in a browser, from the menu to the end card: by typed notation and by mouse in turns."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.game import Seat, Spot
from core.match.match import Match
from net.view.table_view import Phase
from tests.gallery.fixed_table import FixedTable, FixedTableApp, view_of
from tests.system.support.browser import PROGRAM, Browser
from tests.system.support.served import served
from tests.tui.support.short_games import TALES, Tale, decisions, told
from tui.i18n.local_letters import spelled
from tui.screens.table.table_screen import TableScreen
from tui.session.rooms import Rooms
from tui.table.table_plan import hot_seat

pytest.importorskip("textual_serve", reason="textual-serve is not installed")

CURTAIN = "Pass the screen to"
LONG = "PARLEY_LONG" in os.environ
PLAYED = [tale for tale in TALES if LONG or tale.game == "megiddo"]
"""The shortest game, or all of them: each decision costs a browser half a second of two processors."""


async def prepare(home: Path) -> dict[str, Match]:
    """Keep a table of each game that nobody has moved at; give their matches."""
    rooms = Rooms(home, "default", "Ann")
    matches = {}
    for tale in PLAYED:
        seated = await rooms.open_table(await rooms.local(), hot_seat(tale.game, tale.options))
        view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
        assert view.match is not None
        matches[tale.game] = view.match
    await rooms.close()
    return matches


async def middles(match: Match, size: tuple[int, int]) -> dict[Spot, tuple[int, int]]:
    """Give the cell of a terminal of that size, counted from 1, in the middle of each spot."""
    table = TableScreen(FixedTable(view_of(match, talk=False)))
    async with FixedTableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        board = table.board
        left, top = board.content_region.offset
        regions = {Spot(cell.spot): board.region_of(cell.spot) for cell in match.state.scene().cells}
    return {
        spot: (left + region.x + region.width // 2 + 1, top + region.y + region.height // 2 + 1)
        for spot, region in regions.items()
    }


def clicks(match: Match, path: Sequence[Spot], seat: Seat) -> list[Spot]:
    """Give the spots to click for an action: the last once more where it could go on."""
    return [*path, path[-1]] if match.state.next_spots(seat, tuple(path)) else list(path)


def play(browser: Browser, tale: Tale, match: Match) -> None:
    """Play a tale at the table that is open, each second decision by the mouse where it is on the board."""
    size = (browser.columns, browser.rows)
    where = asyncio.run(middles(match, size))
    secret = any(option.secret for option in match.game.options)
    log = decisions(tale)
    for at, (seat, text) in enumerate(log):
        if secret and (at == 0 or log[at - 1][0] != seat):
            browser.shows(CURTAIN)
            browser.press("\r")
            browser.shows("q Leave")
        path = match.state.parse(seat, text).path
        if at % 2 and where.keys() >= set(path):
            for spot in clicks(match, path, seat):
                browser.click(*where[spot])
        else:
            browser.press(f":{text}\r")
        match = match.seal(text, seat).deal()
        if not secret:
            browser.shows(rf" {match.ply} \S {re.escape(spelled(text)[:12])}|digest")
        elif at + 1 < len(log) and log[at + 1][0] == seat:
            browser.shows(rf"turn {match.ply + 1}\b|digest")
    assert match.digest() == told(tale).digest()
    browser.shows(f"digest {match.digest()[:16]}")


@pytest.mark.skipif(not PROGRAM, reason="there is no chromium here")
def test_a_whole_game_of_each_kind_is_played_in_a_browser(tmp_path: Path) -> None:
    matches = asyncio.run(prepare(tmp_path / "parley"))
    with served(tmp_path, "--profile", "default") as url, Browser(tmp_path / "browser") as browser:
        assert browser.open(url) == 200
        browser.shows("Commands")
        browser.press("4")
        browser.shows("Open the table")
        browser.press("\x1b")
        browser.shows("P A R L E Y")
        for tale in PLAYED:
            browser.press("5")
            browser.shows("· this machine")
            browser.click(*place(browser, matches[tale.game].game.title))
            browser.shows("q Leave|" + CURTAIN)
            play(browser, tale, matches[tale.game])
            browser.press("6")
            browser.shows("P A R L E Y")
        browser.click(*place(browser, "Hot-seat"))
        browser.click(*place(browser, "Open the table"))
        browser.shows("the game begins")
        browser.press("\t\t\r")
        browser.shows(" cells ")
        browser.press("\t\r")
        browser.shows("turn 2")
        browser.press("q")
        browser.shows("What becomes of")
        browser.press("1")


def place(browser: Browser, mark: str) -> tuple[int, int]:
    """Give column and row where a text stands on the page, once it does."""
    browser.shows(mark)
    rows = enumerate(str(browser.page).split("\n"), 1)
    return next((row.index(mark) + 1, at) for at, row in rows if mark in row)
