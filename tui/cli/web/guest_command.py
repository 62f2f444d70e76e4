"""The run of `parley web --room`: a door for guests with links, open until a signal ends it, and one more link."""

from __future__ import annotations

import asyncio
import logging
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.bootstrap.signals import until_signal
from tui.cli.door.door_name import named
from tui.cli.door.room_check import looking_at
from tui.cli.door.visit_limits import Limits
from tui.cli.web.allowed_hosts import AllowedHosts
from tui.cli.web.guest_links import GuestLinks, link
from tui.cli.web.page_files import NO_LIBRARY
from tui.cli.web.web_server import AT
from tui.i18n.translation import ntr, tr
from tui.settings.settings import home

if TYPE_CHECKING:
    from net.wire.invitation import Invitation

HERE = sentence("It listens at {bind}:{port}.")
GUEST = sentence("Guest {number}: {url}")
ONCE = sentence("Each link is shown this once: give each to one person, who comes back by it.")
NO_GUESTS = sentence("Nobody has a link yet: --guests N makes the first ones.")
NEVER_OPEN = sentence("There is no door for guests here yet: open one with `parley web --room INVITATION --guests N`.")


@dataclass(frozen=True, slots=True)
class GuestWish:
    """The room's invitation, where to listen, the address that others open, whose door it is, and for how many."""

    room: str
    bind: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    name: str = ""
    guests: int = 0
    limits: Limits = field(default_factory=Limits)


def run(wish: GuestWish) -> int:
    """Serve guests until a signal ends it; raise `Fault`."""
    from net.wire.invitation import Invitation

    serving = _serve(wish, Invitation.parse(wish.room), AllowedHosts.of(wish.public_url))
    asyncio.run(until_signal(serving, last=True))
    return 0


def add_link() -> int:
    """Print a link for one more guest, which a door that is open takes at once; raise `Fault`."""
    links = GuestLinks(home())
    if not (url := links.url()):
        raise Fault(NEVER_OPEN)
    sys.stdout.write("".join(f"{line}\n" for line in _given(links, url, 1)))
    return 0


async def _serve(wish: GuestWish, room: Invitation, hosts: AllowedHosts) -> None:
    try:
        from tui.cli.web.guest_door import GuestDoor
    except ImportError:
        raise Fault(NO_LIBRARY) from None
    from net.broker.broker_process import reachable

    for name in ("aiohttp", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what they would tell of a request may be a link
    name, mark = named(wish.name)
    door = GuestDoor(room, hosts, name, wish.limits, home())
    try:
        port = await door.open(wish.bind, wish.port)
        address = reachable(wish.bind)
        url = hosts.public or f"http://{f'[{address}]' if ':' in address else address}:{port}"
        door.links.keep_url(url)
        have = len(door.links.guests())
        lines = [tr(AT, url=url)] + ([tr(HERE, bind=wish.bind, port=port)] if hosts.public else [])
        lines += [mark]
        lines += _given(door.links, url, max(0, wish.guests - have))
        if have:
            told = ntr("{n} guest has a link already.", "{n} guests have their links already.", have)
            lines.append(told)
        elif not wish.guests:
            lines.append(tr(NO_GUESTS))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()
        async with looking_at(room):
            await asyncio.Event().wait()
    finally:
        await door.close()


def _given(links: GuestLinks, url: str, count: int) -> list[str]:
    """Make so many links, and the lines that tell them."""
    made = links.add(count) if count else []
    return [tr(GUEST, number=number, url=link(url, token)) for number, token in made] + ([tr(ONCE)] if made else [])
