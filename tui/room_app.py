"""An app with the rooms of a profile: opened at their first use, left before the terminal is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.dress import DressedApp
from tui.settings import LAN, Settings, home

if TYPE_CHECKING:
    from pathlib import Path

    from net.peer.peer import Peer
    from tui.rooms import Rooms


class RoomApp(DressedApp):
    """An app that a profile enters rooms with."""

    def __init__(self, settings: Settings, profile: str) -> None:
        """Dress by `settings`; no room is entered yet."""
        super().__init__(settings, profile)
        self._rooms: Rooms | None = None
        self._quitting = False
        self.warned = False
        self.followed: set[bytes] = set()

    @property
    def rooms(self) -> Rooms:
        """The rooms of this profile, read at their first use."""
        if self._rooms is None:
            from tui.rooms import Rooms

            self._rooms = Rooms(home(), self.profile, self.settings.nick, announce=self.settings.lan == LAN[0])
        return self._rooms

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The peers of the rooms that were entered."""
        return self._rooms.peers if self._rooms is not None else ()

    def keep(self, settings: Settings) -> None:
        """Take these settings and write them; a new name is the name at tables to come."""
        super().keep(settings)
        if self._rooms is not None:
            self._rooms.nick, self._rooms.announce = settings.nick, settings.lan == LAN[0]

    def settle(self) -> None:
        """Bring the ends of games that were left early to those who have not received them, in the background."""
        self.rooms.settle()

    def look_again(self) -> None:
        """Look at one's own files, and at the tables that are settled in the background."""
        super().look_again()
        if self._rooms is not None:
            from tui.aftermath import look_back

            look_back(self, self._rooms.followed)

    def wreckage(self) -> tuple[dict[str, str], Path | None]:
        """Give the records of the tables that are open, and the journal."""
        return self._rooms.wreckage() if self._rooms is not None else ({}, None)

    async def action_quit(self) -> None:
        """Leave everything, then the terminal; whoever asks again while that goes on waits for nothing.

        Where somebody has not received the end of a game, whether to leave is asked first, once.
        """
        from tui.screens.farewell import holds_back

        if self._quitting or holds_back(self, self.peers):
            return
        self._quitting = True
        try:
            if self._rooms is not None:
                await self._rooms.close()
        finally:
            self.exit()
