"""The page that shows a terminal in a browser, what it needs, and what it may do: nothing comes from other servers.

The emulator of a terminal and its font are those of textual-serve, which not everybody has.
"""

from __future__ import annotations

from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.i18n.translation import speaking, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aiohttp.web import Request, StreamResponse

NO_LIBRARY = sentence("`parley web` needs textual-serve: install parley-table[web].")
FULL = sentence("All places here are taken ({n}): load this page again when somebody has left.")
WAIT = sentence("Parley begins …")
OVER = sentence("The visit is over.")
AGAIN = sentence("Go on")
ENTER = sentence("Come in")

SCRIPT, STYLE, FONT = "text/javascript", "text/css", "font/ttf"
FILES = {
    "/static/page.css": ("tui.cli.web", "page.css", STYLE),
    "/static/page.js": ("tui.cli.web", "page.js", SCRIPT),
    "/static/xterm.css": ("textual_serve", "static/css/xterm.css", STYLE),
    "/static/textual.js": ("textual_serve", "static/js/textual.js", SCRIPT),
    "/static/mono.ttf": ("textual_serve", "static/fonts/RobotoMono-VariableFont_wght.ttf", FONT),
}
"""All that is served besides pages: the path, where its bytes are, and what they are."""

HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), clipboard-read=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""What goes with every answer, whatever it is."""


def policy(socket: str) -> str:
    """Give what our pages may fetch and do: what this server gives, its one websocket, and no frame around them.

    The emulator of the terminal puts its styles into the page itself.
    """
    connected = socket or "'none'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:; "
        f"connect-src {connected}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def files() -> Mapping[str, tuple[bytes, str]]:
    """Read the bytes and the type of each file by its path; raise `Fault` without the library."""
    try:
        return {
            path: (resources.files(home).joinpath(name).read_bytes(), kind)
            for path, (home, name, kind) in FILES.items()
        }
    except (ModuleNotFoundError, FileNotFoundError):
        raise Fault(NO_LIBRARY) from None


def page(socket: str, language: str) -> str:
    """Give the page whose terminal is at the address of a websocket."""
    text = resources.files("tui.cli.web").joinpath("page.html").read_text("utf-8")
    with speaking(language):
        return text.format(
            language=escape(language), socket=escape(socket), wait=tr(WAIT), over=tr(OVER), again=tr(AGAIN)
        )


def entrance(language: str) -> str:
    """Give the page that leads from a link to the page of the terminal, so that the link stays in no history.

    A redirect would not do: a cookie for this site alone is not sent where another site's page has led here.
    """
    with speaking(language):
        return (
            f'<!DOCTYPE html><html lang="{escape(language)}"><meta charset="utf-8"><title>Parley</title>'
            f'<meta http-equiv="refresh" content="0;url=/"><p><a href="/">{tr(ENTER)}</a></p></html>\n'
        )


def language_of(accepted: str) -> str:
    """Give the language of those we speak that a browser's `Accept-Language` names first.

    >>> language_of("fr-CA,fr;q=0.9,en;q=0.8"), language_of("de, fr;q=0.5"), language_of("")
    ('fr', 'fr', 'en')
    """
    named = (one.strip()[:2].lower() for one in accepted.split(","))
    return next((one for one in named if one in {"en", "fr"}), "en")


def is_secure(request: Request) -> bool:
    """Tell whether a page is asked for over TLS, as far as a server in front says."""
    return "https" in {request.scheme, request.headers.get("X-Forwarded-Proto")}


async def dress(request: Request, response: StreamResponse) -> None:
    """Put the headers on an answer that go with all of them."""
    del request
    response.headers["Server"] = "Parley"
    for name, value in {"Content-Security-Policy": policy(""), **HEADERS}.items():
        response.headers.setdefault(name, value)
