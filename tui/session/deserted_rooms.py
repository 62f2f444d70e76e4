"""The rooms from which tables have gone on elsewhere: they are left, and told later where they had not heard it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.wire.invitation import Invitation

if TYPE_CHECKING:
    from collections.abc import Callable

    from net.peer.move_herald import MoveHerald
    from net.peer.table_handle import TableHandle
    from net.transport.transport import Connector


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
