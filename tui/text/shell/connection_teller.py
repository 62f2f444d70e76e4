"""What a conversation says of its connections: that a broker is lost or turns it away, and that it is reached again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tui.i18n.translation import tr
from tui.session.connection_news import Connection, Table, news

if TYPE_CHECKING:
    from net.wire.invitation import Invitation
    from tui.text.shell.console import Console


class Connections(Protocol):
    """The rooms of a profile."""

    @property
    def peers(self) -> Sequence[Connection]:
        """One for each room that was entered."""
        ...

    @property
    def seated(self) -> Sequence[Table]:
        """The open tables."""
        ...


class ConnectionTeller:
    """Tells of each room with others when its connection has changed."""

    def __init__(self, console: Console, rooms: Connections) -> None:
        """Tell `console` of `rooms`; a room is taken to be reached when it is entered."""
        self._console, self._rooms = console, rooms
        self._lost: dict[Invitation, str] = {}

    def look(self) -> None:
        """Say what has changed since the last look."""
        for one in news(self._rooms.peers, self._lost, self._rooms.seated):
            self._console.say(tr("NOTE {text}", text=one.text))
