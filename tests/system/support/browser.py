"""A headless browser driven by its own protocol: open a page, press keys, click cells, hear what the page is sent."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from time import monotonic
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from websockets.sync.client import ClientConnection, connect

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
"""The browser there is, empty without one."""

PATIENCE = 60
"""Seconds that a page may take until it shows what is awaited."""

_PARTS = re.compile(r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[[0-9;?<>]*[A-Za-z]|(?P<sign>[^\x1b])")
_CODES = re.compile(r"\x1b\[[0-9;?<>]*[A-Za-z]")


class Page:
    """What stands on the page's terminal: what was painted last in each cell."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._cells: dict[tuple[int, int], str] = {}
        self._row = self._column = 1
        self._rest = ""

    def paint(self, said: str) -> None:
        """Paint what the page was sent; a code cut in two waits for its end."""
        text = self._rest + said
        cut = text.rfind("\x1b")
        whole = cut < 0 or _CODES.match(text, cut) is not None
        self._rest = "" if whole else text[cut:]
        for part in _PARTS.finditer(text if whole else text[:cut]):
            if part["row"]:
                self._row, self._column = int(part["row"]), int(part["column"])
            elif part["sign"] == "\n":
                self._row += 1
            elif part["sign"] == "\r":
                self._column = 1
            elif part["sign"]:
                self._cells[self._row, self._column] = part["sign"]
                self._column += 1

    def __str__(self) -> str:
        """Give the lines."""
        rows: dict[int, dict[int, str]] = {}
        for (row, column), sign in self._cells.items():
            rows.setdefault(row, {})[column] = sign
        return "\n".join(
            "".join(rows[row].get(column, " ") for column in range(1, max(rows[row]) + 1)) for row in sorted(rows)
        )


class Browser:
    """One page of a browser of its own; a context manager."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1100, 800)) -> None:
        """Start the browser with everything of its in `folder`."""
        self._process = subprocess.Popen(
            [
                PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
                "--no-first-run", "--disable-background-networking", f"--window-size={size[0]},{size[1]}",
                f"--user-data-dir={folder}", "about:blank",
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stderr is not None
        line = next(line for line in self._process.stderr if line.startswith("DevTools listening on "))
        self._socket: ClientConnection = connect(line.split()[-1], max_size=None, proxy=None)
        self._number = 0
        self._session = ""
        self.page = Page()
        self.columns = self.rows = self._status = 0
        self.errors: list[str] = []
        self._loaded = False
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = str(self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        self._ask("Network.enable")
        self._ask("Emulation.setFocusEmulationEnabled", enabled=True)

    def __enter__(self) -> Self:
        """Give the browser."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._socket.close()
        self._process.kill()
        self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def open(self, url: str) -> int:
        """Open an address; give the status of the answer."""
        self._ask("Page.enable")
        self._ask("Page.navigate", url=url)
        while not self._status:
            self._hear()
        return self._status

    def load(self, url: str) -> None:
        """Open an address and wait until all of the page is there; hear of `errors` from then on."""
        for domain in ("Page", "Runtime", "Log"):
            self._ask(f"{domain}.enable")
        self._loaded = False
        self._ask("Page.navigate", url=url)
        while not self._loaded:
            self._hear()

    def value(self, expression: str) -> Any:  # noqa: ANN401 - whatever the page gives
        """Give the value of an expression of the page's; a promise is awaited."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        found = self._ask("Runtime.evaluate", **asked)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def strike(self, name: str, code: int) -> None:
        """Press a key without a character, by its name and its code."""
        for kind in ("rawKeyDown", "keyUp"):
            self._ask("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code)

    def prefer(self, scheme: str, width: int, *, still: bool = False) -> None:
        """Prefer `dark` or `light`, be so wide, and move nothing if it is to be `still`."""
        motion = "reduce" if still else "no-preference"
        wanted = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
        features = [{"name": name, "value": value} for name, value in wanted.items()]
        self._ask("Emulation.setEmulatedMedia", features=features)
        self._ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600
        )

    def shows(self, mark: str) -> None:
        """Wait until what a pattern tells stands on the page, on one line; what comes too late is a failure."""
        end = monotonic() + PATIENCE
        while not re.search(mark, str(self.page)):
            try:
                self._hear()
            except TimeoutError:
                end = 0
            assert monotonic() < end, f"{mark} is not on the page:\n{self.page}"

    def press(self, text: str) -> None:
        r"""Type characters; `\r` is Enter, `\t` Tab, `\x1b` Escape."""
        named = {"\r": ("Enter", 13), "\t": ("Tab", 9), "\x1b": ("Escape", 27)}
        for sign in text:
            name, code = named.get(sign, (sign, ord(sign.upper()) if sign.isalnum() else 0))
            typed = {} if sign in "\t\x1b" else {"text": sign}
            self._ask("Input.dispatchKeyEvent", type="keyDown", key=name, windowsVirtualKeyCode=code, **typed)
            self._ask("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    def click(self, column: int, row: int) -> None:
        """Click a character cell, counted from 1."""
        found = self._ask(
            "Runtime.evaluate",
            returnByValue=True,
            expression="(() => { const box = document.querySelector('.xterm-screen').getBoundingClientRect();"
            " return [box.left, box.top, box.width, box.height]; })()",
        )
        box = found["result"]["value"]
        x = box[0] + (column - 0.5) * box[2] / self.columns
        y = box[1] + (row - 0.5) * box[3] / self.rows
        self._ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path) -> None:
        """Put what is seen in a file."""
        path.write_bytes(base64.b64decode(self._ask("Page.captureScreenshot")["data"]))

    def _ask(self, method: str, **parameters: object) -> dict[str, Any]:
        self._number += 1
        asked: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        self._socket.send(json.dumps(asked))
        while (heard := self._hear()).get("id") != self._number:
            pass
        assert "error" not in heard, heard
        result: dict[str, Any] = heard["result"]
        return result

    def _hear(self) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads(self._socket.recv(timeout=20))
        method, parameters = heard.get("method"), heard.get("params", {})
        if method == "Network.webSocketCreated":
            asked = parse_qs(urlsplit(parameters["url"]).query)
            self.columns, self.rows = int(asked["width"][0]), int(asked["height"][0])
        elif method == "Network.responseReceived" and parameters["type"] == "Document":
            self._status = int(parameters["response"]["status"])
        elif method == "Page.loadEventFired":
            self._loaded = True
        elif _is_wrong(method, parameters):
            self.errors.append(json.dumps(parameters))
        elif method == "Network.webSocketFrameReceived":
            told = parameters["response"]
            binary = told["opcode"] == 2
            said = base64.b64decode(told["payloadData"]).decode("utf-8", "replace") if binary else ""
            self.page.paint(said)
        return heard


def _is_wrong(method: str | None, parameters: dict[str, Any]) -> bool:
    """Tell whether a browser reports an error or a warning of the page's."""
    if method == "Log.entryAdded":
        return parameters["entry"]["level"] in {"error", "warning"}
    if method == "Runtime.consoleAPICalled":
        return parameters["type"] in {"error", "assert", "warning"}
    return method == "Runtime.exceptionThrown"
