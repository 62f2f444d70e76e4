"""A table with everybody of this machine at it: seats played by hand, and bots in child processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from core.game import Seat
from net.view.table_view import Phase
from tui.plan import ME, OPEN
from tui.seat_driver import SeatDriver

if TYPE_CHECKING:
    from net.peer.peer import TableHandle

STOPPED = sentence("A bot has stopped because of an error of Parley's own ({what}).")


class Seated:
    """A table and the bots of this machine that play at it."""

    def __init__(self, handle: TableHandle) -> None:
        """Begin with no bot."""
        self.handle = handle
        self.drivers: dict[Seat, SeatDriver] = {}
        self.on_fault: Callable[[Fault], None] = lambda _: None
        self._left = False

    async def ask_seat(self) -> None:
        """Ask for any open seat, unless one is held already or the game has begun."""
        view = self.handle.view
        if view.phase is Phase.GATHERING and not view.mine:
            await self.handle.sit(None)

    def give(self, seat: Seat, bot: str, *, pause: float = 0.0, seed: int | None = None) -> None:
        """Let a bot play `seat` from now on, unless the table has been left; its fault is told to `on_fault`."""
        if self._left or seat in self.drivers:
            return
        driver = SeatDriver(self.handle, seat, bot, pause=pause, seed=seed)
        self.drivers[seat] = driver
        driver.start().add_done_callback(self._ended)

    def wake(self, *, pause: float = 0.0, seed: int | None = None) -> None:
        """Let the bots play the seats that this profile signs for and that carry a bot's name."""
        for view in self.handle.view.seats:
            if view.mine and view.bot:
                self.give(view.seat, view.bot, pause=pause, seed=seed)

    async def take_back(self) -> None:
        """Play by hand again the seats that were handed to a bot; those where a bot sat from the start keep it."""
        by_hand = {view.seat for view in self.handle.view.seats if not view.bot}
        for seat in tuple(self.drivers):
            if seat in by_hand:
                await self.drivers.pop(seat).close()

    async def close(self) -> None:
        """End every bot with its child process, for good: one that was still being seated does not begin."""
        self._left = True
        drivers, self.drivers = tuple(self.drivers.values()), {}
        await asyncio.gather(*(driver.close() for driver in drivers))

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        problem = task.exception()
        if isinstance(problem, Fault):
            self.on_fault(problem)
        elif problem is not None:
            self.on_fault(Fault(STOPPED, what=f"{type(problem).__name__}: {problem}"))


async def seat_everybody(
    handle: TableHandle, sitters: Sequence[str], *, pause: float = 0.0, seed: int | None = None
) -> Seated:
    """Seat the sitters of a plan in seat order (empty words and `open` are left out) and start the bots among them."""
    for number, sitter in enumerate(sitters):
        if sitter and sitter != OPEN:
            await handle.sit(Seat(number), "" if sitter == ME else sitter)
    seated = Seated(handle)
    for number, sitter in enumerate(sitters):
        if sitter and sitter not in {OPEN, ME}:
            seated.give(Seat(number), sitter, pause=pause, seed=seed)
    return seated
