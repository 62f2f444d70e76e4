"""The screens in a browser: by keys and by mouse; nobody else's page may speak to them; elsewhere a token is asked."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.system.browser import PROGRAM, Browser, place
from tests.system.command import PARLEY, newcomer
from tui import settings, web

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


@pytest.mark.skipif(not PROGRAM, reason="there is no chromium here")
def test_a_game_is_begun_in_a_browser_by_keys_and_by_mouse(tmp_path: Path) -> None:
    with served(tmp_path) as url, Browser(tmp_path / "browser") as browser:
        assert browser.open(url) == 200
        said = browser.until("Commands")
        browser.click(*place(said, "Hot-seat"))
        browser.until("Open the table")
        browser.press("\x1b")
        browser.until("P A R L E Y")
        browser.press("4")
        browser.click(*place(browser.until("Open the table"), "Open the table"))
        browser.until("the lots are drawn")
        browser.press("\t\t\r")
        browser.until(" cells ")
        browser.press("\t\r")
        browser.until("turn 2")
        browser.press("q")
        browser.until("What becomes of")
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
