"""A program that its owner closes in order and opens again, perhaps for another table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from net.peer.table_session import TableSession
from net.wire.invitation import Invitation
from tests.sim.program import Program
from tests.sim.world.clock import Clock
from tests.sim.world.network import Network


class Absentee(Program):
    """A program that may be closed. Opened for another table it follows this one in the background, if it has to.

    `elsewhere` tells that it is opened for another table; `closed` that it does not follow this one, because its
    journal says that nobody has to hear of the end any more; `gone` that it is never opened again.
    """

    def __init__(self, number: int, clock: Clock, network: Network, room: Invitation, folder: Path) -> None:
        """Begin as one that stays."""
        super().__init__(number, clock, network, room, folder)
        self.elsewhere = self.closed = self.gone = False

    @property
    def life(self) -> int:
        """A number of its own for each time between a start and an end."""
        return self._life

    def go(self) -> None:
        """Say goodbye and end, as at the end of a command or by a signal."""
        if not self.alive:
            return
        self.tell()
        self._own = self._reach()
        self._batch.clear()
        for desk in self.shelf:
            self._say_last(desk)
        for post in self.hall.farewell():
            self._post(post)
        session, self._session = self._session, None
        if session is not None:
            self.network.close(session, broken=False)
        self.alive, self._life = False, self._life + 1
        self.journal.close()

    def _resume(self) -> None:
        super()._resume()
        at = self.table_at
        self.closed = self.elsewhere and at is not None and at not in self.shelf.owing(self.room, self.now)

    def _attend(self, desk: TableSession, *, fresh: bool = False) -> None:
        if not self.closed:
            super()._attend(desk, fresh=fresh)

    def _work_off(self, life: int) -> None:
        if self.closed:
            self._batch.clear()
        super()._work_off(life)

    def _guard(self, desk: TableSession, work: Callable[[], bool]) -> None:
        super()._guard(desk, work)
        if self.elsewhere and not self.closed and desk.caught_up and not self.shelf.owes(desk):
            self.closed = True
            self._say_last(desk)
            desk.leave()

    def _say_last(self, desk: TableSession) -> None:
        for post in desk.farewell(self.now):
            self._post(post)
