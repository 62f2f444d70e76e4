"""A door of `parley web --room` for as long as a test lasts, and guests who come by their links without a browser."""

from __future__ import annotations

import itertools
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPMessage
from http.cookies import SimpleCookie
from pathlib import Path
from time import monotonic
from typing import Self
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.system.support.browser import PATIENCE, Page
from tests.system.support.command import PARLEY, newcomer
from tui.cli.web.guest_door import COOKIE


@dataclass(frozen=True)
class GuestServer:
    """An open door for guests: its address, their links, the folder it keeps all in, all that it has said."""

    url: str
    links: list[str]
    home: Path
    process: subprocess.Popen[str]
    said: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        """The port at which it listens."""
        listening = [line for line in self.said if line.startswith("It listens at ")]
        return int(listening[0].rpartition(":")[2].rstrip(".\n")) if listening else int(urlsplit(self.url).port or 0)

    @property
    def host(self) -> str:
        """What a browser calls it."""
        return f"127.0.0.1:{self.port}"

    def token(self, number: int = 0) -> str:
        """Give the token of a link, counted from 0."""
        return self.links[number].partition("=")[2]


@contextmanager
def hosted(tmp_path: Path) -> Iterator[str]:
    """Host a room for a while; give its invitation."""
    with subprocess.Popen(
        [*PARLEY, "host", "--quiet", "--json", "--broker", "amqtt"],
        env=newcomer(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()
            process.communicate(timeout=30)


@contextmanager
def guests_of(room: str, tmp_path: Path, *words: str, number: int = 2) -> Iterator[GuestServer]:
    """Open a door for guests of a room; it has to close without a word of them and with status 0."""
    with subprocess.Popen(
        [*PARLEY, "web", "--room", room, "--port", "0", "--guests", str(number), *words],
        env=newcomer(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline()]
        assert said[0].startswith("Parley is at http"), said
        while "once" not in said[-1] and "already" not in said[-1]:
            said.append(process.stdout.readline())
            assert said[-1], said
        links = [line.split()[-1] for line in said if line.startswith("Guest ")]
        server = GuestServer(said[0].split()[3], links, tmp_path / "parley", process, said)
        try:
            yield server
        finally:
            process.terminate()
            told, wrong = process.communicate(timeout=30)
            said.append(told)
        assert (process.returncode, wrong, told) == (0, "", ""), (process.returncode, told, wrong)


_addresses = itertools.count(1)


def fresh_address() -> str:
    """Give an address of this machine's own that nobody has come from yet, where it has more than one."""
    number = next(_addresses)
    return f"127.9.{number >> 8 & 255}.{number & 255}" if sys.platform == "linux" else ""


def line_to(server: GuestServer, at: str = "") -> socket.socket:
    """Connect with a guests' server, from an address if one is given."""
    here = (at or fresh_address(), 0)
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=here)


@dataclass(frozen=True)
class Answer:
    """What a server answers: the status, the headers and the text."""

    status: int
    headers: HTTPMessage
    text: str


def asked(server: GuestServer, path: str = "/", cookie: str = "", method: str = "GET", **headers: str) -> Answer:
    """Ask a guests' server for something, with the cookie of a token if one is given."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(fresh_address(), 0))
    try:
        told = headers | ({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})
        connection.request(method, path, headers=told)
        answer = connection.getresponse()
        return Answer(answer.status, answer.msg, answer.read().decode("utf-8", "replace"))
    finally:
        connection.close()


class WebGuest:
    """Somebody who opens a link, and the page that it leads to; a context manager that closes the page."""

    def __init__(self, server: GuestServer, number: int = 0) -> None:
        """Come by a link, counted from 0."""
        self._server = server
        answer = asked(server, f"/?{urlsplit(server.links[number]).query}")
        assert answer.status == 200, answer
        self.token = SimpleCookie(answer.headers["Set-Cookie"])[COOKIE].value
        self.page = Page()
        self.raw = b""
        self._socket: ClientConnection | None = None

    def __enter__(self) -> Self:
        """Open the websocket of the page."""
        self._socket = opened(self._server, self.token)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the page."""
        self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        """The connection of the page that is open."""
        assert self._socket is not None
        return self._socket

    def shows(self, mark: str) -> None:
        """Wait until a pattern stands on a line of the page; what comes too late is a failure."""
        end = monotonic() + PATIENCE
        while not re.search(mark, str(self.page)):
            try:
                said = self.socket.recv(timeout=max(0.0, end - monotonic()))
            except (TimeoutError, ConnectionClosed):
                raise AssertionError(f"{mark} is not on the page:\n{self.page}") from None
            if isinstance(said, bytes):
                self.raw += said
                self.page.paint(said.decode("utf-8", "replace"))

    def cut(self) -> None:
        """Cut the line, without the farewell of a page that is closed."""
        self.socket.socket.shutdown(socket.SHUT_RDWR)

    def press(self, text: str) -> None:
        """Type characters, as a terminal sends them."""
        self.socket.send(json.dumps(["stdin", text]))

    def ends(self) -> str:
        """Wait for the end of the visit; give all that the page was sent since it was last looked at."""
        end, said = monotonic() + PATIENCE, b""
        while True:
            try:
                told = self.socket.recv(timeout=max(0.0, end - monotonic()))
            except ConnectionClosed:
                return said.decode("utf-8", "replace")
            said += told if isinstance(told, bytes) else b""


def opened(server: GuestServer, token: str, *, origin: str = "", host: str = "") -> ClientConnection:
    """Open the websocket of a page as somebody with a token; raise `InvalidStatus` if it is refused."""
    return connect(
        f"ws://{host or server.host}/ws?width=150&height=40",
        sock=line_to(server),
        origin=origin or f"http://{server.host}",  # type: ignore[arg-type] # the library's own name for such texts
        additional_headers={"Cookie": f"{COOKIE}={token}"} if token else {},
        max_size=None,
        proxy=None,
    )
