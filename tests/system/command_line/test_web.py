"""The screens in a browser: nobody else's page may speak to them, and elsewhere than here a token is asked for."""

from __future__ import annotations

import asyncio
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server
from urllib.parse import urlsplit

import pytest

from core.fault import Fault
from tests.system.support.served import served
from tui.cli.web import web_server

pytest.importorskip("textual_serve", reason="textual-serve is not installed")


def asked(url: str, path: str = "/", **headers: str) -> tuple[int, str, str]:
    """Ask for a page; give the status, the cookies and the text."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        return answer.status, "\n".join(answer.msg.get_all("Set-Cookie", [])), text
    finally:
        connection.close()


def test_only_its_own_page_speaks_to_it(tmp_path: Path) -> None:
    with served(tmp_path) as url:
        here = urlsplit(url).netloc
        assert asked(url)[0] == 200
        assert asked(url, Origin=f"http://{here}")[0] == 200
        assert asked(url, "/ws", Origin="http://evil.example")[0] == 403
        assert asked(url, Host="evil.example")[0] == 403


def test_behind_tls_the_page_connects_with_tls(tmp_path: Path) -> None:
    with served(tmp_path, "--token", "abc") as url:
        front = {"Host": "play.example", "X-Forwarded-Proto": "https"}
        status, _, page = asked(url, "/?token=abc", **front)
        assert (status, "data-session-websocket-url" in page) == (200, False)
        status, cookies, page = asked(url, Cookie=f"{web_server.COOKIE}=abc", **front)
        assert status == 200
        assert 'data-session-websocket-url="wss://play.example/ws"' in page
        assert "Secure" in next(cookie for cookie in cookies.split("\n") if cookie.startswith("parley-visitor"))


def test_another_address_asks_for_a_token(tmp_path: Path) -> None:
    with served(tmp_path, "--bind", "0.0.0.0") as url:  # noqa: S104 - what is tested
        token = urlsplit(url).query
        assert urlsplit(url).hostname != "0.0.0.0"  # noqa: S104 - nobody can open that
        assert token.startswith("token=")
        assert len(token) > 20
        for path in ("/", "/ws", "/static/js/textual.js", "/?token=", "/?token=wrong"):
            assert asked(url, path)[0] == 403, path
        status, cookies, _ = asked(url, f"/?{token}")
        assert status == 200
        cookie = next(cookie for cookie in cookies.split("\n") if cookie.startswith(web_server.COOKIE))
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert asked(url, "/", Cookie=cookie.partition(";")[0])[0] == 200


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Fault, match=rf"Port {port} at 127\.0\.0\.1 is in use: --port"):
            asyncio.run(web_server.start(web_server.Wish(port=port)))


@pytest.mark.parametrize(
    ("asked_for", "came", "why"),
    [
        (("", "127.0.0.1"), ("", "localhost:8000", None), ""),
        (("", "::1"), ("", "[::1]:8000", "http://[::1]:8000"), ""),
        (("", "127.0.0.1"), ("", "127.0.0.1:8000", "http://127.0.0.1:9"), web_server.STRANGE),
        (("", "127.0.0.1"), ("", "", None), web_server.STRANGE),
        (("abc", "0.0.0.0"), ("abc", "table.example", "https://table.example"), ""),  # noqa: S104
        (("abc", "0.0.0.0"), ("abc", "table.example", "null"), web_server.STRANGE),  # noqa: S104
        (("abc", "127.0.0.1"), ("", "127.0.0.1:8000", None), web_server.ASK),
        (("é", "0.0.0.0"), ("ê", "table.example", None), web_server.ASK),  # noqa: S104
    ],
)
def test_who_is_let_in(asked_for: tuple[str, str], came: tuple[str, str, str | None], why: str) -> None:
    given, host, origin = came
    assert web_server.refusal(*asked_for, given, host, origin) == why
