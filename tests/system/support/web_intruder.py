"""What somebody tries at a door of `parley web --room` who wants more than to play: one function a try.

Each gives what came of it: refused, let in as every guest is, or cut off. Whether the door still opens is asked for
afterwards (`tests/system/command_line/test_web_attacks.py`).
"""

from __future__ import annotations

import json
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from enum import Enum
from hashlib import sha256

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.system.support.browser import PATIENCE
from tests.system.support.web_guest import GuestServer, WebGuest, asked, fresh_address, line_to, opened
from tui.cli.door.visit_end import VisitEnd
from tui.cli.web.guest_door import ASK, COOKIE
from tui.cli.web.guest_listener import OF_ONE, WAITING
from tui.cli.web.web_server import STRANGE

CROWD = 300
WINDOWS = 8
GUESSES = 100
KEYS = 600_000
PATHS = ("/", "/ws", "/static/textual.js", "/static/page.css", "/nowhere")


class Outcome(Enum):
    """What came of a try."""

    REFUSED = "refused"
    PLAYS = "let in like every guest, with nothing gained"
    CUT = "cut off"


Try = Callable[[GuestServer], Outcome]
TRIES: dict[str, tuple[Try, Outcome]] = {}
"""Every try by its name, with what has to come of it."""


def named(name: str, wanted: Outcome = Outcome.REFUSED) -> Callable[[Try], Try]:
    """List a try under a name, with what has to come of it."""

    def listed(tried: Try) -> Try:
        TRIES[name] = tried, wanted
        return tried

    return listed


def _all_refused(server: GuestServer, why: str, cookie: str = "", **headers: str) -> Outcome:
    """Ask for everything there is; nothing but one sentence may come."""
    for path in PATHS:
        answer = asked(server, path, cookie, **({"Origin": f"http://{server.host}"} | headers))
        assert (answer.status, answer.text) == (403, f"{why}\n"), path
        assert "Set-Cookie" not in answer.headers
    return Outcome.REFUSED


def _no_terminal(server: GuestServer, token: str, *, origin: str = "", host: str = "") -> Outcome:
    """Open the websocket, which may not be."""
    with pytest.raises(InvalidStatus) as refused:
        opened(server, token, origin=origin, host=host)
    assert refused.value.response.status_code == 403
    return Outcome.REFUSED


@named("no link at all")
def without(server: GuestServer) -> Outcome:
    """Ask for the page, its files and its websocket."""
    return _all_refused(server, ASK)


@named("a token that is wrong in one sign, empty, or the hash that the host keeps")
def wrong(server: GuestServer) -> Outcome:
    """Ask with what is nearly a token."""
    token = server.token()
    other = "A" if token[-1] != "A" else "B"
    for tried in (token[:-1] + other, token[:-1], "é", sha256(token.encode()).hexdigest()):
        assert asked(server, f"/?guest={tried.encode().hex() if not tried.isascii() else tried}").status == 403
        _all_refused(server, ASK, tried.encode("ascii", "ignore").decode() or "x")
    assert asked(server, "/?guest=", token).status == 403
    return Outcome.REFUSED


@named("a hundred guesses")
def guesses(server: GuestServer) -> Outcome:
    """Guess tokens over one connection after the other."""
    assert all(asked(server, f"/?guest={number:022}").status == 403 for number in range(GUESSES))
    return Outcome.REFUSED


@named("another machine's name in `Host`, with a guest's cookie")
def strange_host(server: GuestServer) -> Outcome:
    """Ask as a browser does that was told that this is somebody else's server."""
    for name in (
        "evil.example",
        f"evil.example:{server.port}",
        f"127.0.0.1.evil.example:{server.port}",
        "127.0.0.1:1",
        "",
    ):
        _all_refused(server, STRANGE, server.token(), Host=name)
    return Outcome.REFUSED


@named("DNS rebinding: a foreign name that has come to mean this machine, in `Host` and `Origin`")
def rebinding(server: GuestServer) -> Outcome:
    """Ask as a foreign page whose name was pointed here."""
    own = f"evil.example:{server.port}"
    _all_refused(server, STRANGE, server.token(), Host=own, Origin=f"http://{own}")
    return _no_terminal(server, server.token(), host=own, origin=f"http://{own}")


@named("a foreign page's websocket, with a guest's cookie")
def strange_origin(server: GuestServer) -> Outcome:
    """Open the websocket as pages of other origins do."""
    for origin in ("http://evil.example", "null", f"https://{server.host}", "http://127.0.0.1:1"):
        assert _no_terminal(server, server.token(), origin=origin) is Outcome.REFUSED
    return Outcome.REFUSED


@named("a websocket that does not say of which page it is")
def no_origin(server: GuestServer) -> Outcome:
    """Open the websocket as no browser does."""
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    answer = asked(server, "/ws", server.token(), **headers, **{"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="})
    assert (answer.status, answer.text) == (403, f"{STRANGE}\n")
    return Outcome.REFUSED


@named("the page in a frame of a foreign page, or its script there")
def framing(server: GuestServer) -> Outcome:
    """Look at what every answer tells a browser to refuse."""
    for path in PATHS:
        told = asked(server, path, server.token()).headers
        assert told["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in told["Content-Security-Policy"]
        assert told["Cross-Origin-Resource-Policy"] == "same-origin"
        assert (told["X-Content-Type-Options"], told["Referrer-Policy"]) == ("nosniff", "no-referrer")
    return Outcome.REFUSED


@named("a source of another server on the page")
def outside(server: GuestServer) -> Outcome:
    """Look for addresses of others in all that is served, and for what the policy lets in."""
    page = asked(server, "/", server.token())
    policy = dict(part.strip().partition(" ")[::2] for part in page.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == f"ws://{server.host}/ws"
    assert "https:" not in str(policy)
    for text in (page.text, asked(server, "/static/page.css", server.token()).text):
        assert set(re.findall(r"(?:https?|wss?)://([^/\"')]+)", text)) <= {server.host}
    return Outcome.REFUSED


@named("a token in what the door prints, keeps and shows")
def told_token(server: GuestServer) -> Outcome:
    """Make the door stumble over requests that hold a token, then look for it. What it printed is read at its end."""
    token = server.token()
    for request in (
        f"GET /?guest={token}\r\n\r\n",
        f"GET /?guest={token} HTTP/1.1\r\n bad\r\n\r\n",
        f"GET /?guest={token} HTTP/9.9\r\nHost: {server.host}\r\n\r\n",
        f"GET /{token} HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: {token}\r\n\r\n",
    ):
        _raw(server, request.encode())
    first = asked(server, f"/?guest={token}")
    assert token not in first.text
    for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in first.headers["Set-Cookie"]
    assert token not in asked(server, "/", token).text
    kept = [path.read_bytes() for path in server.home.rglob("*") if path.is_file()]
    assert len(kept) > 2
    assert not any(token.encode() in data for data in kept)
    return Outcome.REFUSED


def _raw(server: GuestServer, data: bytes) -> bytes:
    """Send bytes and give all that comes until the connection is closed."""
    with line_to(server) as line:
        with suppress(ConnectionError):
            line.sendall(data)
        return b"".join(_rest(line))


def _rest(line: socket.socket) -> Iterator[bytes]:
    with suppress(ConnectionError):
        while data := line.recv(65_536):
            yield data


@named("paths out of the folder of files")
def traversal(server: GuestServer) -> Outcome:
    """Ask for files that are not served, in all the ways to write it."""
    up = ("../" * 8, "..%2f" * 8, "%2e%2e/" * 8, "%252e%252e%252f" * 8, "..\\" * 8, "/" * 2)
    for way in (
        *(f"/static/{one}etc/hostname" for one in up),
        "/static/",
        "/static/page.js%00",
        "/static/mono.ttf/..",
        "//",
    ):
        assert asked(server, way, server.token()).status == 404, way
    return Outcome.REFUSED


@named("another guest's seat by names and numbers that are no secret")
def another(server: GuestServer) -> Outcome:
    """Come as one guest and name another one; what is got is one's own seat, or nothing."""
    other = server.token(1)
    for told in ("1", sha256(other.encode()).hexdigest(), "guest", ""):
        assert asked(server, f"/?guest={told}", server.token()).status == 403
        assert asked(server, f"/ws?guest={told}", server.token(), Origin=f"http://{server.host}").status == 403
    for path in ("/download/1", "/guests", f"/{other}", "/ws/1"):
        assert asked(server, path, server.token()).status == 404
    return Outcome.REFUSED


@named("methods that change or trace something")
def methods(server: GuestServer) -> Outcome:
    """Ask in other ways than a page is asked for."""
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"):
        assert asked(server, "/", server.token(), method).status == 405
    return Outcome.REFUSED


@named("two requests that a proxy takes for one")
def smuggling(server: GuestServer) -> Outcome:
    """Send a request with two lengths, and one with two hosts."""
    cookie = f"Cookie: {COOKIE}={server.token()}\r\n"
    two = f"Host: {server.host}\r\n{cookie}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"
    for request in (
        f"GET / HTTP/1.1\r\n{two}Connection: close\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: evil.example\r\nHost: {server.host}\r\n{cookie}Connection: close\r\n\r\n",
    ):
        assert re.match(rb"HTTP/1.[01] 40[03] ", _raw(server, request.encode())), request
    return Outcome.REFUSED


@named("a cookie of a megabyte")
def long_header(server: GuestServer) -> Outcome:
    """Send more than anybody has to say."""
    said = _raw(server, f"GET / HTTP/1.1\r\nHost: {server.host}\r\nCookie: {'x' * 1_000_000}\r\n\r\n".encode())
    assert re.match(rb"(HTTP/1\.[01] 400 |$)", said)
    return Outcome.REFUSED


def _said(server: GuestServer, message: str | bytes, number: int = 0) -> Outcome:
    """Send a message on a guest's page; tell whether that ended the visit."""
    with WebGuest(server, number) as guest:
        guest.shows("Your name")
        try:
            guest.socket.send(message)
            guest.press("Zoe")
            while True:
                guest.socket.recv(timeout=PATIENCE)
        except ConnectionClosed:
            return Outcome.CUT


@named("a message of a megabyte", Outcome.CUT)
def huge_message(server: GuestServer) -> Outcome:
    """Press a megabyte at once."""
    return _said(server, json.dumps(["stdin", "x" * 1_000_000]))


@named("a frame that says it has four exabytes", Outcome.CUT)
def huge_frame(server: GuestServer) -> Outcome:
    """Begin a frame that never ends."""
    with WebGuest(server) as guest:
        guest.shows("Your name")
        guest.socket.socket.sendall(b"\x81\xff" + (1 << 62).to_bytes(8, "big") + b"maskxxxx")
        guest.ends()
    return Outcome.CUT


@named("messages that no page sends", Outcome.CUT)
def odd_messages(server: GuestServer) -> Outcome:
    """Send what is no message, each on a page of its own."""
    for odd in (
        "",
        "{}",
        '["stdin"',
        '["stdin", 1]',
        '["resize", {"width": -1, "height": 9}]',
        "[[]]",
        b"M\0\0\0\x0f{}",
    ):
        assert _said(server, odd) is Outcome.CUT, odd
    return Outcome.CUT


@named("a window of nothing, of a billion columns, and a terminal's own packets", Outcome.PLAYS)
def odd_windows(server: GuestServer) -> Outcome:
    """Ask for sizes that no window has; what is unknown is passed over."""
    with WebGuest(server) as guest:
        guest.shows("Your name")
        for width, height in ((0, 0), (100_000, 100_000), (1, 1), (100, 30)):
            guest.socket.send(json.dumps(["resize", {"width": width, "height": height}]))
        for odd in ('["quit"]', '["deliver_file_start", "/etc/hostname"]', '["open_url", "x"]', '["blur"]'):
            guest.socket.send(odd)
        guest.press("Zoe")
        guest.shows("Zoe")
        assert b"hostname" not in guest.raw
    return Outcome.PLAYS


@named("more keys than any program takes", Outcome.PLAYS)
def many_keys(server: GuestServer) -> Outcome:
    """Press more than a program can take, and have somebody else come meanwhile."""
    with WebGuest(server) as busy:
        busy.shows("Your name")
        for _ in range(KEYS // 15_000):
            busy.press("\x1b[A" * 5_000)
        _comes(server, 1)
        busy.cut()
    return Outcome.PLAYS


def _comes(server: GuestServer, number: int) -> None:
    """Let a guest come and play."""
    with WebGuest(server, number) as guest:
        guest.shows("Your name")
        guest.press("Zoe")
        guest.shows("Zoe")


@named("a page that reads nothing", Outcome.PLAYS)
def slow_page(server: GuestServer) -> Outcome:
    """Have the screen painted over and over and take none of it; somebody else comes meanwhile."""
    with WebGuest(server) as slow:
        slow.shows("Your name")
        for number in range(12):
            slow.socket.send(json.dumps(["resize", {"width": 300 + number % 2, "height": 100}]))
        _comes(server, 1)
        slow.cut()
    return Outcome.PLAYS


@named("the same link in many windows", Outcome.PLAYS)
def windows(server: GuestServer) -> Outcome:
    """Open one link again and again: the last window plays, the others are over; one that had begun says why."""
    with ExitStack() as stack:
        first = stack.enter_context(WebGuest(server))
        first.shows("Your name")
        pages = [stack.enter_context(WebGuest(server)) for _ in range(WINDOWS)]
        pages[-1].shows("Your name")
        assert VisitEnd.ELSEWHERE in first.ends()
        for page in pages[:-1]:
            page.ends()
    return Outcome.PLAYS


@named("hundreds of connections that say nothing", Outcome.CUT)
def half_open(server: GuestServer) -> Outcome:
    """Open connections, many of one address and some of each of many: some may wait, a guest comes in meanwhile."""
    addresses = [f"127.0.2.{number % 200 + 1}" if sys.platform == "linux" else "" for number in range(CROWD)]
    one = [line_to(server, "127.0.3.1" if sys.platform == "linux" else "") for _ in range(2 * OF_ONE)]
    many = [line_to(server, address) for address in addresses]
    assert len(one) + len(many) > 2 * WAITING
    _comes(server, 1)
    for line in (*one, *many):
        with line:
            assert not b"".join(_rest(line))
    return Outcome.CUT


@named("a request whose end never comes", Outcome.CUT)
def slow_request(server: GuestServer) -> Outcome:
    """Send the beginning of a request and wait."""
    assert not _raw(server, f"GET / HTTP/1.1\r\nHost: {server.host}\r\nCookie: ".encode())
    return Outcome.CUT


@named("files asked for and not read", Outcome.CUT)
def slow_reader(server: GuestServer) -> Outcome:
    """Ask for the largest file many times over one connection, with hardly any room for it, until it is cut."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.bind((fresh_address(), 0))
        line.connect(("127.0.0.1", server.port))
        head = f"Host: {server.host}\r\nCookie: {COOKIE}={server.token()}\r\n\r\n"
        request = f"GET /static/textual.js HTTP/1.1\r\n{head}".encode()
        try:
            while True:
                line.sendall(request * 1000)
        except ConnectionError:
            return Outcome.CUT


@named("a link that the host has taken back")
def taken_back(server: GuestServer) -> Outcome:
    """Come by a link whose line is gone, while the door is open."""
    path = server.home / "door/guests.list"
    before = path.read_text("ascii")
    digest = sha256(server.token(2).encode()).hexdigest()
    assert asked(server, "/", server.token(2)).status == 200
    path.write_text("".join(line for line in before.splitlines(keepends=True) if digest not in line), "ascii")
    try:
        return _all_refused(server, ASK, server.token(2))
    finally:
        path.write_text(before, "ascii")
