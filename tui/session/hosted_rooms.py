"""The rooms that a profile hosts from the home screen: those that run now, and those that can be hosted again.

A room is kept by its invitation, in the profile's own folder, with the address it listened at. So the same room comes
back with its port and key, and the tables kept from it go on there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.storage.profile import Profile, write_whole
from net.wire.invitation import Invitation
from tui.i18n.translation import tr
from tui.session.playing_bots import has_others
from tui.session.unfinished_table import UnfinishedTable

if TYPE_CHECKING:
    from pathlib import Path

    from net.peer.peer import Peer
    from tui.bots.seat_driver import Seated
    from tui.session.hosted_broker import HostedBroker

FILE, FILE_MODE = "hosted-rooms", 0o600
KEPT = 8
"""How many rooms are kept, the latest ones."""

PORT_TAKEN = sentence(
    "Another program has port {port}, where your room was. The room and its tables come back once that program has "
    "ended; until then you can host a new room, at another port."
)
ENDS = sentence(
    "The room {room}, where a game is going on, ends with Parley, and the others wait. Resume on the home screen hosts "
    "it again."
)
WHICH = sentence("You have hosted a room this way before. Which one shall it be?")
SAME, NEW = "same", "new"
WHICH_WORDS = {
    SAME: sentence("The same room again: its invitation holds, and its tables go on"),
    NEW: sentence("A new room, with an invitation of its own"),
}
"""The answers in order."""


@dataclass(frozen=True, slots=True)
class HostedRoom:
    """A room as it was hosted: the address that its broker listened at, and its invitation."""

    bind: str
    invitation: Invitation


class HostedRooms:
    """Those of one profile in a folder. Only those that run are held; the others are read when they are asked for."""

    def __init__(self, root: Path, name: str, enter: Callable[[Invitation], Awaitable[Peer]]) -> None:
        """Belong to the profile `name` below `root`, which enters rooms by `enter`. Nothing runs yet."""
        self._path = Profile.key_of(root, name).parent / FILE
        self._enter = enter
        self._running: list[tuple[str, HostedBroker]] = []

    @property
    def running(self) -> tuple[Invitation, ...]:
        """The invitations of the rooms that run."""
        return tuple(one.room for _, one in self._running)

    def idle_at(self, bind: str) -> Invitation | None:
        """Give the room hosted last at an address, if none runs there now."""
        if any(where == bind for where, _ in self._running):
            return None
        return next((one.invitation for one in self._kept() if one.bind == bind), None)

    def idle_room_of(self, table: UnfinishedTable) -> HostedRoom | None:
        """Give the room that a kept table is in, if it was hosted here and does not run now."""
        if any(table.is_in_room(str(room)) for room in self.running):
            return None
        return next((one for one in self._kept() if table.is_in_room(str(one.invitation))), None)

    def code(self, room: Invitation) -> str:
        """Give the code by which others on the local network enter a room, empty if there is none."""
        return next((one.code for _, one in self._running if one.room == room), "")

    async def start(self, bind: str, room: str, *, announce: bool, again: Invitation | None) -> Peer:
        """Host a room at an address, or the one of `again`, unless it runs; give the peer there or raise `Fault`.

        If another program hosts the very room of `again`, it is entered there.
        """
        from net.broker.broker_process import IN_USE
        from tui.session.hosted_broker import HostedBroker

        for where, one in self._running:
            if where == bind if again is None else one.room.room_key == again.room_key:
                return await self._enter(one.room)
        try:
            broker = await HostedBroker.start(bind, room, announce=announce, again=again)
        except Fault as fault:
            if again is None or fault.template != IN_USE:
                raise
            with suppress(Fault):
                return await self._enter(again)
            raise Fault(PORT_TAKEN, port=again.port) from None
        self._running.append((bind, broker))
        peer = await self._enter(broker.room)
        self._keep(HostedRoom(bind, broker.room))
        return peer

    async def close(self) -> None:
        """End all that run."""
        while self._running:
            await self._running.pop()[1].close()

    def _kept(self) -> tuple[HostedRoom, ...]:
        """Read the rooms that are kept, the latest first; what cannot be read is none."""
        found = []
        with suppress(OSError, UnicodeDecodeError):
            for line in self._path.read_text("utf-8").splitlines():
                with suppress(Fault):
                    bind, _, text = line.partition(" ")
                    found.append(HostedRoom(bind, Invitation.parse(text)))
        return tuple(found)

    def _keep(self, room: HostedRoom) -> None:
        """Keep a room as the latest one. A folder that cannot be written keeps none: the room runs all the same."""
        older = [one for one in self._kept() if one.invitation.room_key != room.invitation.room_key]
        lines = [f"{one.bind} {one.invitation}\n" for one in (room, *older)[:KEPT]]
        with suppress(OSError):
            write_whole(self._path, "".join(lines).encode(), FILE_MODE)


def ending_rooms(running: Iterable[Invitation], tables: Iterable[Seated]) -> tuple[str, ...]:
    """Say of each of the rooms hosted here in which others play that it ends with Parley."""
    views = [seated.handle.view for seated in tables]
    lively = {Invitation.parse(view.invitation).room_key for view in views if has_others(view)}
    return tuple(tr(ENDS, room=room.room) for room in running if room.room_key in lively)
