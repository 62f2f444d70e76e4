"""A visitor of `parley web` without a browser: the page, its cookie, and the websocket that a browser would open."""

from __future__ import annotations

import json
import re
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from time import monotonic
from typing import Self
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from tests.system.support.browser import PATIENCE, Page


class Visitor:
    """Somebody whose browser keeps one cookie, and shows one page at a time; a context manager that closes the page."""

    def __init__(self, url: str, cookie: str = "") -> None:
        """Come to the address for the first time, or with the cookie of an earlier visit."""
        parts = urlsplit(url)
        self.host = parts.netloc
        self.cookie = cookie
        self.page = Page()
        self._socket: ClientConnection | None = None
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=30)
        connection.request("GET", "/", headers={"Cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        self.status, self.text = answer.status, answer.read().decode()
        for name, morsel in SimpleCookie(answer.getheader("Set-Cookie") or "").items():
            self.cookie = f"{name}={morsel.value}"
        connection.close()

    def __enter__(self) -> Self:
        """Open the websocket of the page."""
        self._socket = connect(
            f"ws://{self.host}/ws?width=100&height=30",
            origin=f"http://{self.host}",  # type: ignore[arg-type] # the library has a name of its own for such texts
            additional_headers={"Cookie": self.cookie},
            max_size=None,
            proxy=None,
        )
        self.page = Page()
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
            except TimeoutError:
                raise AssertionError(f"{mark} is not on the page:\n{self.page}") from None
            self.page.paint(said.decode("utf-8", "replace") if isinstance(said, bytes) else "")

    def press(self, text: str) -> None:
        """Type characters, as a terminal sends them."""
        self.socket.send(json.dumps(["stdin", text]))
