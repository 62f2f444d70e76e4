"""What a conversation says of its connections: that a broker is lost or refuses it, and that it is reached again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from core.fault import Fault, sentence
from net.transport.transport import AccessRefused
from tui.i18n.translation import tell, tr
from tui.table.controller import is_alone

if TYPE_CHECKING:
    from net.wire.invitation import Invitation
    from tui.text.shell.console import Console

LOST = sentence("NOTE {why} Parley keeps trying; what you play and say waits here until then.")
LOOKING = sentence("NOTE {why} Parley keeps trying; until then you can only look.")
BACK = sentence("NOTE The broker at {host}:{port} is reached again.")
LOOK_SECONDS = 1.0


class Connection(Protocol):
    """What is asked of the peer of a room."""

    @property
    def invitation(self) -> Invitation:
        """The way to the room."""
        ...

    @property
    def online(self) -> bool:
        """Whether the broker is reached."""
        ...

    @property
    def holds(self) -> bool:
        """Whether what is played and said there waits here until then."""
        ...

    @property
    def fault(self) -> Fault | None:
        """Why it is not."""
        ...


class Connections(Protocol):
    """The rooms of a profile."""

    @property
    def peers(self) -> Sequence[Connection]:
        """One for each room that was entered."""
        ...


class ConnectionTeller:
    """Tells of each room with others when its connection has changed."""

    def __init__(self, console: Console, rooms: Connections) -> None:
        """Tell `console` of `rooms`; a room is taken to be reached when it is entered."""
        self._console, self._rooms = console, rooms
        self._lost: dict[Invitation, str] = {}

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Look once a second until this ends."""
        task = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(LOOK_SECONDS)

    def look(self) -> None:
        """Say what has changed since the last look."""
        for peer in self._rooms.peers:
            at = peer.invitation
            if peer.online and at in self._lost:
                del self._lost[at]
                self._console.say(tr(BACK, host=at.host, port=at.port))
            elif not peer.online and peer.fault is not None and self._is_news(at, peer.fault):
                self._lost[at] = peer.fault.template
                self._console.say(tr(LOST if peer.holds else LOOKING, why=tell(peer.fault)))

    def _is_news(self, at: Invitation, fault: Fault) -> bool:
        """Tell whether a connection is lost only now, or refused from now on."""
        if at not in self._lost:
            return not is_alone(str(at))
        return isinstance(fault, AccessRefused) and fault.template != self._lost[at]
