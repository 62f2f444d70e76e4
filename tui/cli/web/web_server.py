"""The screens in a browser: the same app, one process a visitor, on this machine alone unless a token is required.

Each visitor plays with a profile of their own, unless the host names one for all pages. No other page may speak to it:
both the requested address and the origin of a connection must be its own.
"""

from __future__ import annotations

import asyncio
import errno
import secrets
import shlex
import signal
import sys
from dataclasses import dataclass, replace
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from core.fault import Fault, sentence
from tui.cli.door.visitors import Visitors
from tui.cli.web.guest_listener import NO_ADDRESS, TAKEN
from tui.cli.web.page_files import NO_LIBRARY, dress, entrance, is_secure
from tui.i18n.translation import language, tr
from tui.settings.settings import home
from tui.settings.visit import ONCE, Unknown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from aiohttp.web import Application, AppRunner, Request, StreamResponse

AT = sentence("Parley is at {url} (Ctrl-C ends it)")
ASK = sentence("This Parley asks for its token: open the address that `parley web` printed.")
STRANGE = sentence("This Parley is for pages of its own address only.")

COOKIE = "parley-token"
TOKEN_BYTES = 16


@dataclass(frozen=True, slots=True)
class Wish:
    """Where to listen, the token (generated if one is needed and none is given), and what the pages show.

    `profile` plays on every page; without one, each visitor has a profile of their own. At most `people` are here at a
    time. Each page begins at `invitation`, if there is one.
    """

    bind: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    profile: str = ""
    people: int = 20
    invitation: str = ""


def is_loopback(bind: str) -> bool:
    """Tell whether only this machine reaches an address.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    try:
        return ip_address(bind).is_loopback
    except ValueError:
        return bind == "localhost"


def refusal(token: str, bind: str, given: str, host: str, origin: str | None) -> str:
    """Give why a request is refused, empty if it is not.

    `given` is the token that came along, `host` the address asked for, `origin` the page that asks, if it says so.

    >>> refusal("", "127.0.0.1", "", "127.0.0.1:8000", None)
    ''
    >>> refusal("", "127.0.0.1", "", "evil.example:8000", None) == STRANGE
    True
    """
    if origin is not None and urlsplit(origin).netloc != host:
        return STRANGE
    if token:
        return "" if secrets.compare_digest(given.encode(), token.encode()) else ASK
    return "" if is_loopback(urlsplit(f"//{host}").hostname or "") or not is_loopback(bind) else STRANGE


def guarded(application: Application, wish: Wish) -> Application:
    """Give the application with a guard before every page (token, address, origin), and its headers."""
    from aiohttp import web

    @web.middleware
    async def guard(request: Request, handler: Callable[[Request], Awaitable[StreamResponse]]) -> StreamResponse:
        asked = request.query.get("token", "")
        given = asked or request.cookies.get(COOKIE, "")
        why = refusal(wish.token, wish.bind, given, request.host, request.headers.get("Origin"))
        if why:
            return web.Response(status=403, text=f"{tr(why)}\n")
        if not wish.token or not asked:
            return await handler(request)
        response = web.Response(text=entrance(language()), content_type="text/html")
        response.set_cookie(COOKIE, wish.token, httponly=True, samesite="Strict", secure=is_secure(request))
        return response

    application.middlewares.append(guard)
    application.on_response_prepare.append(dress)
    return application


def command(wish: Wish, place: Path | None, why: Unknown | None = None) -> str:
    """Give the command line of one visitor's process: of the profile of the host's choice, or at home in `place`.

    `why` says why they will not be known again, if that is so.

    >>> command(Wish(), Path("/srv/a b")).partition(" exec ")[0]
    "PARLEY_HOME='/srv/a b'"
    """
    words = [sys.executable, "-P", "-m", "tui", "play", *([wish.invitation] if wish.invitation else [])]
    if place is None:
        return f"exec {shlex.join([*words, '--profile', wish.profile])}"
    once = f"{ONCE}={why.value} " if why is not None else ""
    return f"PARLEY_HOME={shlex.quote(str(place))} {once}exec {shlex.join(words)}"


async def start(wish: Wish) -> tuple[AppRunner, str]:
    """Listen; give the running server and the address to open. Raises `Fault` without the library or a free address."""
    try:
        from aiohttp import web

        from tui.cli.web.web_pages import Pages
    except ImportError:
        raise Fault(NO_LIBRARY) from None
    from net.broker.broker_process import reachable

    pages = Pages(Visitors(home(), wish.people, wish.profile), partial(command, wish))
    application = guarded(await pages.application(), wish)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=2)
    await runner.setup()
    try:
        await web.TCPSite(runner, wish.bind, wish.port).start()
    except (OSError, ValueError) as problem:
        await runner.cleanup()
        if getattr(problem, "errno", None) == errno.EADDRINUSE:
            raise Fault(TAKEN, bind=wish.bind, port=wish.port) from None
        why = getattr(problem, "strerror", None) or problem
        raise Fault(NO_ADDRESS, bind=wish.bind, port=wish.port, why=why) from None
    port = runner.addresses[0][1]
    address = reachable(wish.bind)
    host = f"[{address}]" if ":" in address else address
    return runner, f"http://{host}:{port}/" + (f"?token={wish.token}" if wish.token else "")


async def serve(wish: Wish) -> None:
    """Serve until a signal ends it; raise `Fault`."""
    runner, url = await start(wish)
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    try:
        sys.stdout.write(f"{tr(AT, url=url)}\n")
        sys.stdout.flush()
        await ended.wait()
    finally:
        await runner.cleanup()


def run(wish: Wish) -> int:
    """Serve the screens. A token is generated if others can come and none was given. Raises `Fault`."""
    if wish.invitation:
        from net.wire.invitation import Invitation

        Invitation.parse(wish.invitation)
    token = wish.token or ("" if is_loopback(wish.bind) else secrets.token_urlsafe(TOKEN_BYTES))
    asyncio.run(serve(replace(wish, token=token)))
    return 0
