"""A broker that keeps back what some people say, until it is told to pass it on."""

from __future__ import annotations

from core.game import Seat
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase
from tui.bots.seat_driver import Seated
from tui.session.rooms import Rooms
from tui.table.table_plan import ME, OPEN, Plan, defaults, seated


class HoldingBroker(MemoryBroker):
    """A broker between people."""

    def __init__(self) -> None:
        """Keep nothing back yet."""
        super().__init__(local=False)
        self.held: set[str] = set()
        self._back: list[tuple[str, bytes, bool]] = []

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Pass a message on, or keep it back."""
        if any(pid in topic for pid in self.held):
            self._back.append((topic, payload, retain))
        else:
            super().publish(topic, payload, retain=retain)

    def release(self) -> None:
        """Pass on what was kept back, and everything from now on."""
        self.held.clear()
        back, self._back = self._back, []
        for topic, payload, retain in back:
            super().publish(topic, payload, retain=retain)


async def two_play(here: Rooms, there: Rooms, game: str = "epaminondas") -> tuple[Seated, Seated, HoldingBroker]:
    """Let two people, each with rooms of their own, begin a game over one broker; the first has the first seat."""
    broker = HoldingBroker()
    here._memory = there._memory = broker
    options = defaults(game)
    plan = Plan(game, options, {}, "Evening", seated(game, options, ME, OPEN))
    own = await here.open_table(await here.local(), plan)
    other = await there.sit_down(await there.local(), own.handle.tid)
    await other.ask_seat()
    for one in (own, other):
        await one.handle.until(lambda view: view.phase is Phase.PLAYING)
    return own, other, broker


async def end_unheard(own: Seated, broker: HoldingBroker) -> None:
    """Let the first of them give up; the other does not hear of it."""
    broker.held.add(own.handle.view.seats[0].pid)
    await own.handle.declare(Seat(0), "resign")
    assert own.handle.view.unsettled
