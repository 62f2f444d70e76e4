"""`parley join`: the rooms heard on the local network, and the way into one of them."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from tui.headless.report import Report
from tui.proclaiming import listening, place
from tui.speech import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from net.announcement import Announcement
    from net.invite import Invitation
    from tui.play import Play

NOBODY = sentence(
    "No room was heard on the local network in {seconds} s. Many a Wi-Fi keeps announcements to itself: "
    "ask the host for the invitation."
)
NO_ROOM = sentence("No room called {name} was heard; there are {allowed}.")
WHICH = sentence("Which one? Its number: ")
NO_NUMBER = sentence("There is no room number {given}.")
CODE = sentence("The code that the host's screen shows, or the room's key: ")
NO_ANSWER = sentence("Nobody can be asked for the code here: give it with --code; --json lists the rooms.")
MANY = sentence("Several rooms were heard: name one of {allowed}.")


@dataclass(frozen=True, slots=True)
class Wish:
    """Which room, by name or none; its code if it is known; how long to listen; whether a program reads the answer."""

    room: str = ""
    code: str = ""
    wait: float = 3.0
    json: bool = False


async def listen(seconds: float) -> tuple[Announcement, ...]:
    """Give the rooms heard within some seconds; raise `net.lan.NoLan`."""
    ear = await listening(lambda: None)
    try:
        await asyncio.sleep(seconds)
        return tuple(room.said for room in ear.rooms)
    finally:
        await ear.close()


def chosen(rooms: Sequence[Announcement], wish: Wish, ask: Callable[[str], str] | None = None) -> Announcement:
    """Give the room that is meant; `ask` puts a question where that is not clear. Raises `Fault`."""
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


def tell(rooms: Sequence[Announcement], wish: Wish, report: Report) -> None:
    """Say each room for a program and, where a code is given, the way into the one that is meant. Raises `Fault`."""
    for said in rooms:
        where = {"host": said.host, "port": said.port, "via": said.via.value}
        report.say("heard", room=said.room, **where, mark=said.mark.hex(), code=bool(said.sealed))
    if wish.code:
        report.say("way", url=str(chosen(rooms, wish).opened(wish.code)))


def way(rooms: Sequence[Announcement], wish: Wish) -> Invitation:
    """Ask for whatever is missing, as far as somebody can answer; raise `Fault`."""
    answers = sys.stdin is not None and sys.stdin.isatty()
    said = chosen(rooms, wish, input if answers else None)
    if not wish.code and not answers:
        raise Fault(NO_ANSWER)
    return said.opened(wish.code or input(f"{place(said)}\n{tr(CODE)}"))


def run(wish: Wish, play: Play) -> int:
    """List, choose, and play there; give the exit status. Raises `Fault`."""
    from tui.faces import show

    if wish.json:
        from tui.headless.visit import run_errand

        report = Report()

        async def errand() -> None:
            tell(await listen(wish.wait), wish, report)

        return run_errand(errand, report)
    rooms = asyncio.run(listen(wish.wait))
    return show(replace(play, invitation=str(way(rooms, wish))))
