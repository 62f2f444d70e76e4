"""The screens in a browser: by keys and by mouse; nobody else's page may speak to them; elsewhere a token is asked."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from core.match import Match
from net.view import Phase
from tests.system.browser import PROGRAM, Browser, place
from tests.system.command import PARLEY, newcomer
from tui import settings, web
from tui.plan import hot_seat
from tui.rooms import Rooms
from tui.screens.table import TableScreen
from tui.still import StillApp, StillTable, view_of

pytest.importorskip("textual_serve", reason="textual-serve is not installed")


@contextmanager
def served(tmp_path: Path, *words: str) -> Iterator[str]:
    """Serve the screens of somebody who has played before; give the address."""
    environ = newcomer(tmp_path)
    home = tmp_path / "parley"
    settings.save(home / "settings.toml", settings.Settings(nick="Ann"))
    with subprocess.Popen(
        [*PARLEY, "web", "--port", "0", *words],
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        try:
            assert told.startswith("Parley is at http://"), told
            yield told.split()[3]
        finally:
            process.terminate()
            _, said = process.communicate(timeout=30)
        assert (process.returncode, said) == (0, "")


GAME = ["C3", "D4", "C3-C4", "F1", "D6", "A6", "B3", "E2", "B5", "D3"]
"""A short game of Megiddo."""


async def prepare(home: Path) -> Match:
    """Keep a table that nobody has moved at; give its match."""
    rooms = Rooms(home, "default", "Ann")
    plan = hot_seat("megiddo", {"players": "2", "target": "1", "slide": "yes"})
    seated = await rooms.open_table(await rooms.local(), plan)
    view = await seated.handle.until(lambda view: view.phase is Phase.PLAYING)
    await rooms.close()
    assert view.match is not None
    return view.match


async def middles(match: Match, size: tuple[int, int]) -> dict[str, tuple[int, int]]:
    """Give the cell of a terminal of that size, counted from 1, in the middle of each spot."""
    table = TableScreen(StillTable(view_of(match, talk=False)))
    async with StillApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        board = table.board
        left, top = board.content_region.offset
        regions = {cell.spot: board.region_of(cell.spot) for cell in match.state.scene().cells}
    return {
        spot: (left + region.x + region.width // 2 + 1, top + region.y + region.height // 2 + 1)
        for spot, region in regions.items()
    }


@pytest.mark.skipif(not PROGRAM, reason="there is no chromium here")
def test_a_whole_game_is_played_in_a_browser_by_keys_and_by_mouse(tmp_path: Path) -> None:
    match = asyncio.run(prepare(tmp_path / "parley"))
    with served(tmp_path) as url, Browser(tmp_path / "browser") as browser:
        assert browser.open(url) == 200
        said = browser.until("Commands")
        browser.click(*place(said, "Hot-seat"))
        browser.until("Open the table")
        browser.press("\x1b")
        browser.until("P A R L E Y")
        browser.press("5")
        browser.until("Megiddo")
        browser.press("\r")
        browser.until("Your turn")
        where = asyncio.run(middles(match, (browser.columns, browser.rows)))
        for ply, text in enumerate(GAME, 1):
            if ply % 2:
                browser.press(f":{text}\r")
            else:
                browser.click(*where[text])
            match = match.play(text)
            over = match.state.outcome is not None
            browser.shows(f"digest {match.digest()[:16]}" if over else f"{ply} {'●■'[match.log[-1].seat]} {text}")
        browser.press("4")
        browser.shows("P A R L E Y")
        browser.until("")
        browser.press("4")
        browser.click(*place(browser.until("Open the table"), "Open the table"))
        browser.shows("the lots are drawn")
        browser.press("\t\t\r")
        browser.shows(" cells ")
        browser.press("\t\r")
        browser.shows("turn 2")
        browser.press("q")
        browser.shows("What becomes of")
        browser.press("1")


def asked(url: str, path: str = "/", **headers: str) -> tuple[int, str]:
    """Ask for a page; give the status and the cookie."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.getheader("Set-Cookie") or ""
    finally:
        connection.close()


def test_only_its_own_page_speaks_to_it(tmp_path: Path) -> None:
    with served(tmp_path) as url:
        here = urlsplit(url).netloc
        assert asked(url)[0] == 200
        assert asked(url, Origin=f"http://{here}")[0] == 200
        assert asked(url, "/ws", Origin="http://evil.example")[0] == 403
        assert asked(url, Host="evil.example")[0] == 403


def test_another_address_asks_for_a_token(tmp_path: Path) -> None:
    with served(tmp_path, "--bind", "0.0.0.0") as url:  # noqa: S104 - what is tested
        token = urlsplit(url).query
        assert token.startswith("token=")
        assert len(token) > 20
        for path in ("/", "/ws", "/static/js/textual.js", "/?token=", "/?token=wrong"):
            assert asked(url, path)[0] == 403, path
        status, cookie = asked(url, f"/?{token}")
        assert status == 200
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert asked(url, "/", Cookie=cookie.partition(";")[0])[0] == 200


@pytest.mark.parametrize(
    ("asked_for", "came", "why"),
    [
        (("", "127.0.0.1"), ("", "localhost:8000", None), ""),
        (("", "::1"), ("", "[::1]:8000", "http://[::1]:8000"), ""),
        (("", "127.0.0.1"), ("", "127.0.0.1:8000", "http://127.0.0.1:9"), web.STRANGE),
        (("", "127.0.0.1"), ("", "", None), web.STRANGE),
        (("abc", "0.0.0.0"), ("abc", "table.example", "https://table.example"), ""),  # noqa: S104
        (("abc", "0.0.0.0"), ("abc", "table.example", "null"), web.STRANGE),  # noqa: S104
        (("abc", "127.0.0.1"), ("", "127.0.0.1:8000", None), web.ASK),
        (("é", "0.0.0.0"), ("ê", "table.example", None), web.ASK),  # noqa: S104
    ],
)
def test_who_is_let_in(asked_for: tuple[str, str], came: tuple[str, str, str | None], why: str) -> None:
    given, host, origin = came
    assert web.refusal(*asked_for, given, host, origin) == why
