"""The door for guests in browsers: whoever has a link sits at one room, each in a confined program of their own.

A request is judged before anything of it is looked at: by its `Host`, its `Origin` and its token. Everything else is
that of the door for SSH clients: homes, keys, marks, programs.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import pty
import termios
from typing import TYPE_CHECKING

from aiohttp import web

from core.fault import Fault, sentence
from net.transport.rate_limit import RateLimit
from tui.cli.door.ssh_homes import SshHomes
from tui.cli.door.terminal_request import USUAL_TERM, TerminalRequest
from tui.cli.door.visit_end import Departure, VisitEnd
from tui.cli.door.visit_fork import VisitFork, watch
from tui.cli.web.guest_links import QUERY, Guest, GuestLinks
from tui.cli.web.guest_listener import GuestListener
from tui.cli.web.guest_session import MESSAGE_BYTES, GuestSession
from tui.cli.web.page_files import FULL, dress, entrance, files, language_of, page, policy
from tui.cli.web.web_server import STRANGE
from tui.i18n.translation import speaking, tr

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

    from net.wire.invitation import Invitation
    from tui.cli.door.visit_limits import Limits
    from tui.cli.web.allowed_hosts import AllowedHosts

ASK = sentence("This page is for guests with a link: ask the host for yours.")
OFTEN = sentence("You have come very often just now: load this page again in a minute.")

COOKIE = "parley-guest"
"""The cookie with a guest's token."""
SIZE_DIGITS = 5
COOKIE_SECONDS = 180 * 24 * 3600
HEARTBEAT_SECONDS = 15
"""How often a silent page is asked whether it is there; it has half of that to answer."""
VISITS, MINUTE_MS = 30, 60_000
"""How often one guest may come in a minute."""


class GuestDoor:
    """An open door for guests. `open` it once, `close` it once."""

    def __init__(self, room: Invitation, hosts: AllowedHosts, name: str, limits: Limits, home: Path) -> None:
        """Lead to `room` as the door of `name`, for requests to `hosts`, and keep what it keeps under `home`."""
        self.links = GuestLinks(home)
        self._hosts = hosts
        self._name = name
        self._limits = limits
        self._homes = SshHomes(home, limits.people)
        self._fork = VisitFork(room, limits.memory)
        self._files = files()
        self._packed = {path: gzip.compress(data) for path, (data, _) in self._files.items()}
        self._comings: dict[str, RateLimit] = {}
        self._closing = False
        self._runner: web.AppRunner | None = None
        self._listener: GuestListener | None = None

    async def open(self, bind: str, port: int) -> int:
        """Listen, and make ready what visits are forked from; give the port. Raise `Fault`."""
        self._homes.secret()
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=2, keepalive_timeout=5)
        await self._runner.setup()
        assert self._runner.server is not None
        self._listener = GuestListener(self._runner.server, self._limits.login, fronted=bool(self._hosts.public))
        self._listener.open(bind, port)
        self._fork.open()  # nobody is let in meanwhile: the loop stands still
        return self._listener.port

    async def close(self) -> None:
        """Let nobody in any more, end all visits and wait for them."""
        self._closing = True
        if self._listener is not None:
            self._listener.close()
        await self._homes.visitors.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=1)
        application.router.add_route("*", "/{path:.*}", self._answer)
        application.on_response_prepare.append(dress)
        return application

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        """Judge a request, then do what it asks for."""
        language = language_of(request.headers.get("Accept-Language", ""))
        if not self._is_ours(request):
            return _refused(403, STRANGE, language)
        token = request.query.get(QUERY)
        try:
            guest = self.links.guest_of(request.cookies.get(COOKIE, "") if token is None else token)
        except Fault:
            guest = None
        if guest is None:
            return _refused(403, ASK, language)
        if request.method != "GET":
            raise web.HTTPMethodNotAllowed(request.method, ["GET"])
        if request.path in self._files:
            return self._file(request)
        if request.path == "/ws":
            return await self._terminal(request, guest, language)
        if request.path != "/":
            raise web.HTTPNotFound
        return self._index(request, guest, language) if token is None else self._enter(token, language)

    def _is_ours(self, request: web.Request) -> bool:
        """Tell whether a request is to this server and of no other one's page; a websocket has to say of which."""
        hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
        here = request.transport.get_extra_info("sockname") if request.transport is not None else None
        if len(hosts) != 1 or here is None or not self._hosts.asks_here(hosts[0], here[:2]):
            return False
        if request.path == "/ws" and not origins:
            return False
        return all(self._hosts.comes_from_here(origin, here[:2]) for origin in origins)

    def _enter(self, token: str, language: str) -> web.Response:
        """Take the token out of the address and into a cookie that no script reads and no other site's page sends."""
        response = web.Response(text=entrance(language), content_type="text/html")
        secure = self._hosts.public.startswith("https:")
        response.set_cookie(
            COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict", secure=secure, path="/"
        )
        return response

    def _index(self, request: web.Request, guest: Guest, language: str) -> web.Response:
        """Give the page of the terminal, if there is a place."""
        visitors = self._homes.visitors
        if visitors.full_for(guest.name):
            return _refused(503, FULL, language, n=visitors.limit)
        socket = f"{self._hosts.sockets(request.headers['Host'])}/ws"
        response = web.Response(text=page(socket, language), content_type="text/html")
        response.headers["Content-Security-Policy"] = policy(socket)
        return response

    def _file(self, request: web.Request) -> web.Response:
        """Give one of the few files there are."""
        data, kind = self._files[request.path]
        response = web.Response(headers={"Content-Type": kind, "Cache-Control": "private, max-age=3600"})
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            data = self._packed[request.path]
            response.headers["Content-Encoding"] = "gzip"
        response.body = data
        return response

    async def _terminal(self, request: web.Request, guest: Guest, language: str) -> web.StreamResponse:
        """Show a guest their screens. Whoever is here already ends there and goes on here."""
        visitors = self._homes.visitors
        now = int(asyncio.get_running_loop().time() * 1000)
        if self._closing or visitors.full_for(guest.name):
            return _refused(503, FULL, language, n=visitors.limit)
        if not self._comings.setdefault(guest.name, RateLimit(VISITS, MINUTE_MS)).use(now):
            return _refused(429, OFTEN, language)
        shown = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, max_msg_size=MESSAGE_BYTES, compress=False)
        if not shown.can_prepare(request).ok:
            return _refused(400, STRANGE, language)
        await shown.prepare(request)
        assert self._listener is not None
        self._listener.entered(request.transport)
        departure = Departure()
        if await visitors.show(guest.name, departure, lambda: self._show(request, shown, guest, departure)) is None:
            await shown.close()  # another page of theirs came before this one could begin
        return shown

    async def _show(
        self, request: web.Request, shown: web.WebSocketResponse, guest: Guest, departure: Departure
    ) -> bool:
        """Run a guest's program to its end, and say on the page why it ended. Return that it was so."""
        language = language_of(request.headers.get("Accept-Language", ""))
        master, slave = pty.openpty()
        session = GuestSession(shown, request.transport, master, self._limits.idle, language)
        try:
            try:
                process = self._program(master, slave, guest, _terminal_of(request, language))
                watching = asyncio.create_task(watch(process, departure))
                departure.ask(await session.over(watching))
                end = await watching
            except (OSError, Fault):
                end = (1, VisitEnd.BROKEN)
            finally:
                os.close(slave)
            await session.end(*end)
        finally:
            session.let_go()
            os.close(master)
        return True

    def _program(self, master: int, slave: int, guest: Guest, asked: TerminalRequest) -> ForkServerProcess:
        """Start a guest's program on their terminal; raise `OSError` and `Fault`."""
        termios.tcsetwinsize(master, (asked.rows, asked.columns))
        home = self._homes.home_of(guest.name, guest.key)
        return self._fork.program(os.ttyname(slave), home, self._homes.mark_of(home, self._name), asked)


def _terminal_of(request: web.Request, language: str) -> TerminalRequest:
    """Read what a page says of its terminal."""
    told = (request.query.get(name, "") for name in ("width", "height"))
    columns, rows = (int(size) if size.isdecimal() and len(size) <= SIZE_DIGITS else 0 for size in told)
    return TerminalRequest.of(USUAL_TERM, (columns, rows), {"LANG": language, "COLORTERM": "truecolor"})


def _refused(status: int, why: str, language: str, **fields: object) -> web.Response:
    with speaking(language):
        return web.Response(status=status, text=f"{tr(why, **fields)}\n")
