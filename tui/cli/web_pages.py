"""The pages of `parley web`: what textual-serve answers, but with a process of each visitor's own.

It imports textual-serve, which not everybody has; `tui.cli.web_server` imports it when it serves.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

from core.fault import sentence
from tui.i18n.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tui.cli.door.visitors import Visitors

FULL = sentence("All places here are taken ({n}): load this page again when somebody has left.")

COOKIE = "parley-visitor"
"""The cookie with the secret that leads a browser back to its own profile."""
COOKIE_SECONDS = 180 * 24 * 3600
SECRET_BYTES = 16
HEARTBEAT_SECONDS = 15
END_SECONDS = 10
"""How long a visitor's process may take to end by itself."""

READY = """<script>
new MutationObserver((_, watch) => {
  const field = document.querySelector(".xterm-helper-textarea");
  if (field) { watch.disconnect(); field.focus(); }
}).observe(document, {childList: true, subtree: true});
</script>"""
"""The script that focuses the terminal as soon as there is one: the library waits for a click."""


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

    def __init__(self, visitors: Visitors, command: Callable[[Path | None], str]) -> None:
        """Serve `visitors`; `command` gives the command line of the process of a visitor with a home."""
        super().__init__("", title="Parley")
        self.visitors = visitors
        self.command_at = command

    async def application(self) -> web.Application:
        """Give the application that answers."""
        return await self._make_app()

    async def on_startup(self, _: web.Application) -> None:
        """Print nothing: the address is not known yet."""

    async def handle_index(self, request: web.Request) -> web.StreamResponse:
        """Give the page for the address at which it was requested, the visitor's cookie, and focus the terminal."""
        secret = request.cookies.get(COOKIE) or secrets.token_urlsafe(SECRET_BYTES)
        if self.visitors.full_for(self.visitors.called(secret)):
            return web.Response(status=503, text=f"{tr(FULL, n=self.visitors.limit)}\n")
        secure = "https" in {request.scheme, request.headers.get("X-Forwarded-Proto")}
        self.public_url = f"{'https' if secure else 'http'}://{request.host}"
        page = await super().handle_index(request)
        assert isinstance(page, web.Response)
        page.text = f"{page.text}{READY}"
        if not self.visitors.shared:
            page.set_cookie(COOKIE, secret, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=secure)
        return page

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the visitor's process. A browser that keeps no cookie has a new profile each time."""
        name = self.visitors.called(request.cookies.get(COOKIE) or secrets.token_urlsafe(SECRET_BYTES))
        if self.visitors.full_for(name):
            raise web.HTTPServiceUnavailable(text=tr(FULL, n=self.visitors.limit))
        command = self.command_at(self.visitors.home_of(name))
        shown = await self.visitors.show(name, lambda: self._run(request, command))
        if shown is None:
            raise web.HTTPConflict
        return shown

    async def _run(self, request: web.Request, command: str) -> web.WebSocketResponse:
        """Connect a page with a process, until either of them ends or the page is taken away."""
        page = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS)
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
        try:
            await service.start(width, height)
            await self._process_messages(page, service)
        except asyncio.CancelledError:
            await page.close()
        finally:
            await service.stop()
        return page
