"""Rooms: everything one profile is connected to: a room of its own inside this process, rooms by invitation, and the
broker of an evening hosted here. Both faces, the screens and the text mode, open their tables through it.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.fault import Fault
from net.invite import Invitation
from net.memory import MemoryBroker
from tui.solo import Seated, seat_everybody

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from net.broker import RunningBroker
    from net.peer import Peer, TableHandle
    from net.profile import Profile
    from tui.plan import Plan

HERE = "memory"
"""The host in the invitations of tables that never leave this process."""

SOLO = "solo"
"""The name of the room inside this process."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A table kept on this machine: its id (hexadecimal), title, game, room and invitation; `local` for solo tables."""

    tid: str
    title: str
    game: str
    room: str
    invitation: str
    local: bool


class Rooms:
    """The rooms of one profile. Everything here may raise a `Fault` that says what is not possible."""

    def __init__(self, root: Path, name: str, nick: str = "") -> None:
        """Belong to the profile `name` in the folder `root`; nothing is opened yet."""
        self.root = root
        self.name = name
        self.nick = nick
        self.seated: list[Seated] = []
        self._profile: Profile | None = None
        self._memory = MemoryBroker()
        self._peers: dict[str, Peer] = {}
        self._broker: RunningBroker | None = None

    @property
    def profile(self) -> Profile:
        """The profile, opened (and thereby locked) at its first use."""
        if self._profile is None:
            from net.profile import Profile  # noqa: PLC0415 (keys are heavy; the home screen needs none)

            self._profile = Profile.open(self.root, self.name)
        return self._profile

    async def local(self) -> Peer:
        """Give the peer of the room inside this process."""
        return await self.enter(Invitation(HERE, SOLO, bytes(16)))

    async def enter(self, invitation: Invitation) -> Peer:
        """Give the peer of the invitation's room, started; the same one for the same room."""
        from net.peer import Peer  # noqa: PLC0415

        room = replace(invitation, tid=None, table_key=None)
        key = str(room)
        if key not in self._peers:
            peer = Peer(self.profile, room, self._connector(room), nick=self.nick)
            await peer.start()
            self._peers[key] = peer
        return self._peers[key]

    async def host(self, bind: str = "127.0.0.1", room: str = "parley") -> Peer:
        """Start a broker in a process of its own and give the peer of its room."""
        from net.broker import start_broker  # noqa: PLC0415

        key = secrets.token_bytes(16)
        blank = Invitation(bind, room, key, user=room)
        if self._broker is None:
            self._broker = await start_broker(bind=bind, user=blank.user, password=blank.broker_password)
            self._hosted = replace(blank, host=self._broker.host, port=self._broker.port)
        return await self.enter(self._hosted)

    async def open_table(self, peer: Peer, plan: Plan) -> Seated:
        """Open the plan's table in the peer's room and seat everybody it names."""
        handle = await peer.open_table(plan.game, plan.options, plan.terms, plan.title)
        seated = await seat_everybody(handle, plan.sitters)
        self.seated.append(seated)
        return seated

    async def join(self, text: str) -> tuple[Peer, Seated | None]:
        """Enter by a pasted invitation: the peer of its room and, where it names a table, that table."""
        invitation = Invitation.parse(text)
        peer = await self.enter(invitation)
        return peer, None if invitation.tid is None else await self.sit_down(peer, invitation)

    async def sit_down(self, peer: Peer, table: Invitation | bytes) -> Seated:
        """Come to a table, or back to it: the seats this profile had given to bots are theirs again."""
        handle = await peer.join(table)
        seated = Seated(handle)
        seated.wake()
        self.seated.append(seated)
        return seated

    async def leave(self, seated: Seated) -> None:
        """Leave a table: its bots end, its seats stay this profile's."""
        if seated in self.seated:
            self.seated.remove(seated)
        await seated.close()
        with suppress(Fault):
            await seated.handle.close()

    async def close(self) -> None:
        """Leave everything: children, connections, broker, profile."""
        for seated in tuple(self.seated):
            await self.leave(seated)
        for peer in self._peers.values():
            await peer.stop()
        self._peers.clear()
        if self._broker is not None:
            await self._broker.stop()
            self._broker = None
        if self._profile is not None:
            self._profile.close()
            self._profile = None
