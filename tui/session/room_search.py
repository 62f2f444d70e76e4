"""`parley join`: find rooms on the local network and the way into one of them."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from core.fault import Fault, sentence
from net.room.announcement import NO_OPENING, Announcement, opened
from net.wire.passcode import BadCode
from tui.i18n.translation import tr
from tui.session.invitations import is_code
from tui.session.lan_rooms import open_listener, place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from net.wire.invitation import Invitation

NOBODY = sentence(
    "No room was heard on the local network in {seconds} s. Many a Wi-Fi keeps announcements to itself: "
    "ask the host for the invitation."
)
NO_ROOM = sentence("No room called {name} was heard; there are {allowed}.")
WHICH = sentence("Which one? Its number: ")
NO_NUMBER = sentence("There is no room number {given}.")
CODE = sentence("The code that the host's screen shows, or the room's key: ")
NO_ANSWER = sentence("There is no terminal to ask for the code in: give it with --code; --json lists the rooms.")
MANY = sentence("Several rooms were heard: name one of {allowed}.")


LISTEN_SECONDS = 3.0
"""How long to listen on the local network by default."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which room, by name or none, or what a code opens; its code if known; how long to listen.

    `json` says whether a program reads the answer.
    """

    room: str = ""
    code: str = ""
    wait: float = LISTEN_SECONDS
    json: bool = False


class Says(Protocol):
    """Reports events to a program, as a report does."""

    def say(self, event: str, **fields: object) -> None:
        """Say an event with its fields."""
        ...


async def listen(seconds: float) -> tuple[Announcement, ...]:
    """Give the rooms heard within some seconds, and the private tables in them; raise `NoLan`."""
    ear = await open_listener(lambda: None)
    try:
        await asyncio.sleep(seconds)
        return ear.said
    finally:
        await ear.close()


async def opening(code: str, seconds: float) -> Invitation:
    """Give the invitation that a code opens as soon as it is heard, within some seconds; raise `Fault`."""
    changed, tried = asyncio.Event(), set[Announcement]()
    ear = await open_listener(changed.set)
    try:
        async with asyncio.timeout(seconds):
            while True:
                fresh = [one for one in ear.said if one not in tried]
                tried |= {*fresh}
                with suppress(BadCode):
                    return await asyncio.to_thread(opened, code, fresh)
                await changed.wait()
                changed.clear()
    except TimeoutError:
        raise BadCode(NO_OPENING) if tried else Fault(NOBODY, seconds=f"{seconds:g}") from None
    finally:
        await ear.close()


def chosen(rooms: Sequence[Announcement], wish: Wish, ask: Callable[[str], str] | None = None) -> Announcement:
    """Give the room that is meant; `ask` puts a question if that is unclear. Raises `Fault`."""
    rooms = [one for one in rooms if not one.tid]
    if not rooms:
        raise Fault(NOBODY, seconds=f"{wish.wait:g}")
    found = [one for one in rooms if one.room == wish.room] or [one for one in rooms if one.room.startswith(wish.room)]
    if not found:
        raise Fault(NO_ROOM, name=wish.room, allowed=", ".join(sorted({one.room for one in rooms})))
    if wish.room and len(found) == 1:
        return found[0]
    if ask is None:
        if len(found) == 1:
            return found[0]
        raise Fault(MANY, allowed=", ".join(place(one) for one in found))
    for number, one in enumerate(found, 1):
        sys.stdout.write(f"{number}  {place(one)}\n")
    given = ask(tr(WHICH)).strip()
    if not given.isdecimal() or not 0 < int(given[:9]) <= len(found):
        raise Fault(NO_NUMBER, given=given)
    return found[int(given) - 1]


def tell(rooms: Sequence[Announcement], wish: Wish, report: Says) -> None:
    """Report each room to a program and, with a code, the invitation to the one that is meant. Raises `Fault`."""
    for said in rooms:
        where = {"host": said.host, "port": said.port, "via": said.via.value}
        table = {"table": said.tid.hex()} if said.tid else {}
        report.say("heard", room=said.room, **where, **table, mark=said.mark.hex(), code=bool(said.sealed))
    if code := _code(rooms, wish):
        report.say("way", url=str(opened(code, rooms)))
    elif wish.code:
        report.say("way", url=str(_opened(rooms, chosen(rooms, wish), wish.code)))


def _code(rooms: Sequence[Announcement], wish: Wish) -> str:
    """Give a code that stands alone, or in place of a room's name if no room has that name; empty for none."""
    named = any(one.room.startswith(wish.room) for one in rooms)
    given = wish.room if wish.room and not named else wish.code if not wish.room else ""
    return given if rooms and is_code(given) else ""


def _opened(rooms: Sequence[Announcement], said: Announcement, given: str) -> Invitation:
    """Give the invitation to a room, or to whatever else a code opens; raise `Fault`."""
    try:
        return said.opened(given)
    except BadCode:
        if not is_code(given):
            raise
        return opened(given, rooms)


def way(rooms: Sequence[Announcement], wish: Wish) -> Invitation:
    """Ask for what is missing, if there is a person to answer; raise `Fault`."""
    if code := _code(rooms, wish):
        return opened(code, rooms)
    answers = sys.stdin is not None and sys.stdin.isatty()
    said = chosen(rooms, wish, input if answers else None)
    if not wish.code and not answers:
        raise Fault(NO_ANSWER)
    return _opened(rooms, said, wish.code or input(f"{place(said)}\n{tr(CODE)}"))
