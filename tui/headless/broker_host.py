"""`parley host`: start a broker for an evening, tend it, and report where its room is and what goes on."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import sys
import textwrap
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.headless.event_report import Report
from tui.headless.room_visit import run_command
from tui.i18n import translation
from tui.session.hosted_broker import BrokerMonitor, Teller, Wish, inward, keep, open_room, outward, tended
from tui.session.lan_rooms import CODE, RoomAnnouncement, try_to_announce

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from net.broker.broker_process import RunningBroker
    from net.broker.janitor import Figures
    from net.wire.invitation import Invitation

HOSTING = sentence("The broker ({broker}) is at {host}:{port}. The invitation to its room:")
FROM_SHELL = sentence("From a shell one comes by it so, with the quotes:")
ENDS = sentence("It ends with Ctrl-C. Started again with {words}, it is the same room: its tables go on there.")
STATUS = sentence("People: {people}  Tables: {tables}  Messages a second: {rate}")
CONNECTED = sentence("People: {people}  Connections: {connections}  Tables: {tables}  Messages a second: {rate}")
OWN = 1
"""The host's own connection, by which it tends the broker: it is never counted."""
LIVE_SECONDS, SPARSE_SECONDS = 1.0, 60.0
"""How often to report what goes on: on a terminal, and elsewhere."""


def tell(wish: Wish, broker: RunningBroker, invitation: Invitation) -> None:
    """Print where the room is, for a person or for a program."""
    if wish.json:
        Report().say("hosting", url=str(invitation), broker=str(broker.kind))
        return
    head = translation.tr(HOSTING, broker=broker.kind, host=broker.host, port=broker.port)
    play = shlex.join(("parley", "play", str(invitation)))
    way = f"{translation.tr(FROM_SHELL)}\n\n  {play}"
    _print(f"{head}\n\n  {invitation}\n\n{way}\n\n{_wrapped(translation.tr(ENDS, words=same_room(wish, broker.port)))}")


def same_room(wish: Wish, port: int) -> str:
    """Give the options with which another start is the same room, by the same invitation and within the same limits.

    >>> same_room(Wish(room="second", via="tls"), 8883)
    '--port 8883 --room second --tls'
    """
    words = ["--bind", wish.bind] if wish.bind != Wish().bind else []
    words += ["--port", str(port)]
    words += ["--room", wish.room] if wish.room != Wish().room else []
    words += ["--tls"] if wish.via == "tls" else ["--via", wish.via] if wish.via != Wish().via else []
    words += ["--certificate", wish.certificate, "--key", wish.key] if wish.certificate else []
    words += [] if wish.pinned else ["--no-pin"]
    words += ["--public", wish.public] if wish.public is not None else []
    words += ["--broker", wish.broker] if wish.broker != Wish().broker else []
    words += ["--people", str(wish.limits.people)] if wish.limits.people != Wish().limits.people else []
    words += ["--message-size", str(wish.limits.packet)] if wish.limits.packet != Wish().limits.packet else []
    words += [] if wish.announce else ["--quiet"]
    return shlex.join(words)


@asynccontextmanager
async def announced(wish: Wish, invitation: Invitation) -> AsyncIterator[None]:
    """Announce the room as requested and print its code, or why it cannot be announced; report when that ends."""
    heard: RoomAnnouncement | None = None
    why: Fault | None = None
    if wish.announce:
        heard, why = await try_to_announce(invitation, wish.bind)
    if wish.json and heard is not None:
        Report().say("announced", room=invitation.room, code=heard.code)
    elif not wish.json and (heard is not None or why is not None):
        _print(translation.tell(why) if why else translation.tr(CODE, code=heard.code if heard else ""))
    try:
        yield
    finally:
        if heard is not None:
            await heard.close()


def others(port: int) -> int | None:
    """Count the connections to the broker at a port, without the host's own; None if this system does not tell."""
    from net.broker.connection_count import count_connections

    found = count_connections(port)
    return None if found is None else max(0, found - OWN)


def figures_printer(*, json: bool, count: Callable[[], int | None] = lambda: None) -> tuple[Teller, float]:
    """Give the printer of figures, and how often it prints: one line that changes, lines, or JSON.

    `count` gives how many connections are open, None if that is not known.
    """
    live = not json and sys.stdout.isatty()

    def say(figures: Figures) -> None:
        found = {"people": figures.people, "tables": figures.tables, "rate": round(figures.rate, 1)}
        if (connections := count()) is not None:
            found["connections"] = connections
        if json:
            Report().say("status", **found)
            return
        line = translation.tr(STATUS if connections is None else CONNECTED, **found)
        sys.stdout.write(f"\r\x1b[K{line}" if live else f"{line}\n")
        sys.stdout.flush()

    return say, LIVE_SECONDS if live else SPARSE_SECONDS


def _wrapped(text: str) -> str:
    """Break a line between words where a terminal would break it anywhere."""
    return "\n".join(textwrap.wrap(text, shutil.get_terminal_size().columns)) if sys.stdout.isatty() else text


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run(wish: Wish) -> int:
    """Host until a signal; give the exit status."""
    from net.transport.clock import SystemClock
    from net.transport.mqtt_transport import connector

    async def errand() -> None:
        broker, invitation = await open_room(wish)
        keeper = asyncio.ensure_future(keep(wish, broker, invitation))
        try:
            tell(wish, broker, outward(wish, invitation))
            tending = BrokerMonitor(connector(inward(wish, invitation)), invitation.prefix, SystemClock())
            printer = figures_printer(json=wish.json, count=partial(others, broker.port))
            async with announced(wish, invitation), tended(tending, *printer):
                await keeper
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)
            if sys.stdout.isatty():
                _print("")  # below the line that changed until now

    return run_command(errand, Report() if wish.json else Report(lambda _: None))
