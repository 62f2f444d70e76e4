"""The pages of `parley web`: what textual-serve answers, but with a process of each visitor's own.

It imports textual-serve, which not everybody has; `tui.cli.web.web_server` imports it when it serves.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from tui.cli.door.visit_end import Departure
from tui.cli.web.page_files import FULL, files, is_secure, language_of, page, policy
from tui.i18n.translation import tr
from tui.settings.visit import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tui.cli.door.visitors import Visitors

COOKIE = "parley-visitor"
"""The cookie with the secret that leads a browser back to its own profile."""
COOKIE_SECONDS = 180 * 24 * 3600
SECRET_BYTES = 16
HEARTBEAT_SECONDS = 15
MESSAGE_BYTES = 1024 * 1024
"""The longest message of a page; one that is longer ends the visit."""
END_SECONDS = 10
"""How long a visitor's process may take to end by itself."""


class Service(AppService):
    """A visitor's process. Stopped means ended: until then it holds the visitor's profile."""

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        process = self._process
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await super().stop()
                    if process is not None and process.stdout is not None:
                        await process.stdout.read()  # the library reads no further once the page is closed
                        await process.wait()
        finally:
            if process is not None and process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()


class Pages(Server):
    """The pages, at whatever address they are requested."""

    def __init__(self, visitors: Visitors, command: Callable[[Path | None, Unknown | None], str]) -> None:
        """Serve `visitors`; `command` gives the command line of the process of a visitor with a home.

        It is told why the visitor will not be known again, if that is so.
        """
        super().__init__("", title="Parley")
        self.visitors = visitors
        self.command_at = command
        self._files = files()

    async def application(self) -> web.Application:
        """Give the application that answers."""
        application = web.Application()
        application.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                web.get("/download/{key}", self.handle_download),
                *(web.get(path, self._file) for path in self._files),
            ]
        )
        return application

    async def _file(self, request: web.Request) -> web.Response:
        """Give one of the few files there are."""
        data, kind = self._files[request.path]
        return web.Response(body=data, headers={"Content-Type": kind, "Cache-Control": "private, max-age=3600"})

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """Give the page for the address at which it was requested, and the visitor's cookie."""
        secret = request.cookies.get(COOKIE) or secrets.token_urlsafe(SECRET_BYTES)
        if self.visitors.full_for(self.visitors.called(secret)):
            return web.Response(status=503, text=f"{tr(FULL, n=self.visitors.limit)}\n")
        secure = is_secure(request)
        socket = f"{'wss' if secure else 'ws'}://{request.host}/ws"
        shown = web.Response(
            text=page(socket, language_of(request.headers.get("Accept-Language", ""))), content_type="text/html"
        )
        shown.headers["Content-Security-Policy"] = policy(socket)
        if not self.visitors.shared:
            shown.set_cookie(COOKIE, secret, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=secure)
        return shown

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the visitor's process. A browser that keeps no cookie has a new profile each time."""
        secret = request.cookies.get(COOKIE)
        name = self.visitors.called(secret or secrets.token_urlsafe(SECRET_BYTES))
        if self.visitors.full_for(name):
            raise web.HTTPServiceUnavailable(text=tr(FULL, n=self.visitors.limit))
        command = self.command_at(self.visitors.home_of(name), None if secret else Unknown.NO_COOKIE)
        departure = Departure()
        shown = await self.visitors.show(name, departure, lambda: self._run(request, command, departure))
        if shown is None:
            raise web.HTTPConflict
        return shown

    async def _run(self, request: web.Request, command: str, departure: Departure) -> web.WebSocketResponse:
        """Connect a page with a process, until either of them ends or the page is taken away."""
        page = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, max_msg_size=MESSAGE_BYTES)
        await page.prepare(request)

        async def close() -> None:
            await page.close()

        service = Service(
            command,
            write_bytes=page.send_bytes,
            write_str=page.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        width, height = (to_int(request.query.get(name, ""), usual) for name, usual in (("width", 80), ("height", 24)))

        async def leave() -> None:
            await departure.wait()
            await page.close()  # nothing more is heard of it then

        leaving = asyncio.create_task(leave())
        try:
            await service.start(width, height)
            await self._process_messages(page, service)
        finally:
            await service.stop()
            if not departure.is_asked:
                leaving.cancel()
            await asyncio.wait({leaving})
        return page
