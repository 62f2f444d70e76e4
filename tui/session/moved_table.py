"""A table that its host has moved to another broker: the way after it, and what to say of it.

Whoever has come here from where the host's last word leads knows more than that word: that broker may have ended. They
wait here for the host, and are not sent back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from core.fault import Fault, sentence
from net.wire.invitation import Invitation
from tui.i18n.translation import tell, tr
from tui.table.controller import knock_at

if TYPE_CHECKING:
    from net.peer.move_herald import MoveHerald
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from net.storage.profile import Profile
    from net.transport.transport import Connector
    from net.view.table_view import TableView

GOES_ON = sentence("The table goes on at {host}, and here no longer: {key[table.follow]} follows it there.")
COMES_TOO = sentence(
    "You wait here for the host, who has to come too. The host's last word leads to {host}, where you have come from: "
    "if that broker answers, the palette goes back there."
)
GOES_ON_SPOKEN = sentence("It goes on there, and here no longer: `follow` goes there.")
COMES_TOO_SPOKEN = sentence(
    "You have come here from there: you wait here for the host, who has to come too. `follow` goes back only if that "
    "broker answers."
)
HERE = sentence("The host has said that the table goes on here.")
STAYS = sentence("{why} You stay at the table here.")
AWAITED = sentence("{why} You stay at the table here: as soon as its host is here too, it goes on here.")


def moved_words(before: TableView | None, view: TableView, *, spoken: bool = False) -> str:
    """Say what is new of where a table goes on, and what to do; empty if nothing is. Text mode has words of its own."""
    was = before.moved if before is not None else ""
    if view.moved == was:
        return ""
    if not view.moved:
        return tr(HERE)
    there = Invitation.parse(view.moved)
    told = (COMES_TOO_SPOKEN if spoken else COMES_TOO) if view.led_back else GOES_ON_SPOKEN if spoken else GOES_ON
    return tr(told, host=f"{there.host}:{there.port}")


class Way(Protocol):
    """The way into rooms."""

    @property
    def profile(self) -> Profile:
        """Who goes there."""
        ...

    async def enter(self, invitation: Invitation, *, patient: bool = False) -> Peer:
        """Enter the room of an invitation; raise `Fault`."""
        ...


async def reach(rooms: Way, place: Invitation) -> None:
    """Enter the room of an invitation; raise `Fault` if its broker does not answer now, also if it once did."""
    peer = await rooms.enter(place)
    if not peer.online:
        await knock_at(place, rooms.profile.identity)


async def reach_moved(view: TableView, way: Callable[[Invitation], Awaitable[object]]) -> None:
    """Reach the room to which a table has moved by a `way`; raise `Fault`, which says that one stays at the table."""
    try:
        await way(Invitation.parse(view.moved))
    except Fault as fault:
        raise Fault(STAYS if view.hosted else AWAITED, why=tell(fault)) from None


class DesertedRooms:
    """What is to be done in rooms that a table has left, with this profile."""

    def __init__(self, way: Callable[[Invitation], Connector]) -> None:
        """Begin with none; `way` gives the connection to the broker of a room."""
        self._way = way
        self._rooms: set[Invitation] = set()
        self._herald: MoveHerald | None = None

    def leave(self, handle: TableHandle) -> None:
        """Leave a room with a table. If this profile has moved the table, its broker is to have that word."""
        here, moved = Invitation.parse(handle.invitation), handle.view.moved
        self._rooms.add(here.to_room())
        if self._herald is not None and moved:
            self._herald.leave(here, Invitation.parse(moved))
        if handle.untold:
            from net.peer.move_herald import MoveHerald

            self._herald = self._herald or MoveHerald(lambda at: self._way(at.to_room()))
            self._herald.send(handle.identity, handle.chain, here)

    def next(self) -> Invitation | None:
        """Give a room that may be left for good; None if there is no more."""
        return self._rooms.pop() if self._rooms else None

    async def close(self) -> None:
        """Tell no more."""
        if self._herald is not None:
            await self._herald.close()
