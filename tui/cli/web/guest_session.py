"""One guest's page: its websocket on one side, the terminal of their program on the other.

Neither side is read faster than the other one takes it.
"""

from __future__ import annotations

import asyncio
import os
import termios
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import msgspec
from aiohttp import WSMsgType

from tui.cli.door.terminal_request import clamped
from tui.cli.door.visit_end import RESTORED, VisitEnd
from tui.i18n.translation import speaking, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from aiohttp.web import WebSocketResponse

CHUNK = 32 * 1024
"""Bytes read of the program at a time."""
MESSAGE_BYTES = 64 * 1024
"""The longest message of a page; one that is longer ends the visit."""
PRESSED_BYTES, BURST_BYTES = 4 * 1024, 16 * 1024
"""Bytes that may be pressed in a second, and at once: more keys than any program takes would fill its memory."""
STALL_SECONDS = 120
"""How long a page may take nothing at all."""
FAREWELL_SECONDS = 5
"""How long the last words may take to get there."""

Size = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class NewSize(msgspec.Struct):
    """The size of the page's terminal in cells."""

    width: Size
    height: Size


class GuestSession:
    """What goes between a page and a program's terminal, `master`."""

    def __init__(
        self, page: WebSocketResponse, line: asyncio.BaseTransport | None, master: int, idle: float, language: str
    ) -> None:
        """Connect them, the page over `line`; who presses nothing for `idle` seconds has to go."""
        os.set_blocking(master, False)
        self._page = page
        self._line = line
        self._master = master
        self._idle = idle
        self._language = language
        self._loop = asyncio.get_running_loop()
        self._pressed = self._allowed_at = self._loop.time()
        self._allowance = float(BURST_BYTES)
        self._showing = asyncio.create_task(self._show())
        self._others = [asyncio.create_task(task) for task in (self._hear(), self._look_idle())]

    async def over(self, program: asyncio.Task[tuple[int, VisitEnd]]) -> VisitEnd:
        """Wait until the program, the page or the guest's patience with the keys has ended; tell why it is over."""
        await asyncio.wait({program, self._showing, *self._others}, return_when=asyncio.FIRST_COMPLETED)
        return VisitEnd.IDLE if self._others[-1].done() else VisitEnd.LEFT

    async def end(self, status: int, why: VisitEnd) -> None:
        """Show the last of the program, say why it ended, and close the page."""
        for task in self._others:
            task.cancel()
        await asyncio.wait({self._showing}, timeout=FAREWELL_SECONDS)
        self._showing.cancel()
        await asyncio.gather(self._showing, *self._others, return_exceptions=True)
        with speaking(self._language):
            said = (RESTORED if status else "") + (f"\r\n{tr(why)}\r\n" if why else "")
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                if said and not self._page.closed:
                    await self._page.send_bytes(said.encode())
                await self._page.close()

    def let_go(self) -> None:
        """Leave the terminal alone: it can be closed now, and its number may be another one's next."""
        for task in (self._showing, *self._others):
            task.cancel()
        self._loop.remove_reader(self._master)
        self._loop.remove_writer(self._master)

    async def _show(self) -> None:
        """Show what the program paints until its terminal is closed; raise `TimeoutError` if nobody takes it."""
        while shown := await self._painted():
            async with asyncio.timeout(STALL_SECONDS):
                await self._page.send_bytes(shown)

    async def _hear(self) -> None:
        """Pass on what is pressed until the page is closed."""
        async for message in self._page:
            if message.type is not WSMsgType.TEXT:
                return
            try:
                kind, *rest = msgspec.json.decode(message.data, type=list[msgspec.Raw])
                await self._do(msgspec.json.decode(kind, type=str), rest)
            except (msgspec.MsgspecError, ValueError):
                return

    async def _look_idle(self) -> None:
        """Wait until nothing has been pressed for too long."""
        while (left := self._pressed + self._idle - self._loop.time()) > 0:  # noqa: ASYNC110 -- it is time that is awaited
            await asyncio.sleep(left)

    async def _do(self, kind: str, rest: list[msgspec.Raw]) -> None:
        """Do what a page asks for; raise `msgspec.MsgspecError` for what is none of it."""
        if kind == "stdin" and len(rest) == 1:
            self._pressed = self._loop.time()
            await self._press(msgspec.json.decode(rest[0], type=str).encode("utf-8", "replace"))
        elif kind == "resize" and len(rest) == 1:
            size = msgspec.json.decode(rest[0], type=NewSize)
            columns, rows = clamped(size.width, size.height)
            with suppress(OSError):
                termios.tcsetwinsize(self._master, (rows, columns))
        elif kind == "ping" and len(rest) == 1:
            await self._page.send_json(["pong", msgspec.json.decode(rest[0], type=str)[:32]])

    async def _press(self, data: bytes) -> None:
        """Write what was pressed as fast as it may come; meanwhile nothing more is heard of the page."""
        left = memoryview(data)
        while left and self._line is not None and not self._line.is_closing():
            now = self._loop.time()
            self._allowance = min(BURST_BYTES, self._allowance + (now - self._allowed_at) * PRESSED_BYTES)
            self._allowed_at = now
            if self._allowance < 1:
                await asyncio.sleep(1 / 20)
                continue
            try:
                taken = os.write(self._master, left[: int(self._allowance)])
            except BlockingIOError:
                await self._ready(self._loop.add_writer, self._loop.remove_writer)
                continue
            except OSError:  # the program has ended: nobody takes it any more
                return
            self._allowance -= taken
            left = left[taken:]

    async def _painted(self) -> bytes:
        """Read what the program shows next; nothing if its terminal is closed."""
        while True:
            try:
                return os.read(self._master, CHUNK)
            except BlockingIOError:
                await self._ready(self._loop.add_reader, self._loop.remove_reader)
            except OSError:
                return b""

    async def _ready(self, add: Callable[..., object], remove: Callable[[int], object]) -> None:
        """Wait until the terminal can be read or written to, by the loop's functions for that."""
        ready = asyncio.Event()
        add(self._master, ready.set)
        try:
            await ready.wait()
        finally:
            remove(self._master)
