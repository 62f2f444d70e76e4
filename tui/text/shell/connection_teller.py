"""What a conversation says of its connections: that a broker is lost or turns it away, and that it is reached again.

At a table it also says who in the rooms invites the person to another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from tui.i18n.translation import tr
from tui.session.connection_news import Connection, Table, news
from tui.session.invitations import letters_at_table

if TYPE_CHECKING:
    from net.view.room_view import LobbyView
    from net.wire.invitation import Invitation
    from tui.text.shell.console import Console


class Room(Connection, Protocol):
    """The peer of a room, and what is seen there."""

    @property
    def lobby(self) -> LobbyView:
        """The room as it is now."""
        ...


class Connections(Protocol):
    """The rooms of a profile."""

    @property
    def peers(self) -> Sequence[Room]:
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
        self._letters: set[object] = set()

    def look(self) -> None:
        """Say what has changed since the last look."""
        for one in news(self._rooms.peers, self._lost, self._rooms.seated):
            self._console.say(tr("NOTE {text}", text=one.text))
        lobbies = [peer.lobby for peer in self._rooms.peers]
        self._console.say(*letters_at_table(lobbies, self._rooms.seated, self._letters, spoken=True))
