"""The faults that happen at a moment: each hits somebody, and is put right after a while."""

from __future__ import annotations

from collections.abc import Callable

from tests.sim.judge import Judge
from tests.sim.people.person import Person
from tests.sim.world.clock import Clock
from tests.sim.world.network import Network
from tests.sim.world.weather import SKEW_MS, SUDDEN, Fault

LASTS_MS = (1_000, 30_000)

__all__ = ["Strikes"]


class Strikes:
    """What goes wrong with the people of one evening."""

    def __init__(self, clock: Clock, network: Network, people: list[Person], judge: Judge) -> None:
        """Let nothing go wrong yet; `people` grows where somebody starts a second program."""
        self.twins: list[Person] = []
        self._clock, self._network, self._people, self._judge = clock, network, people, judge

    def hit(self, fault: Fault, *, doubles: bool) -> str:
        """Let something go wrong with somebody; tell in words what, or nothing where it could not.

        `doubles` tells whether somebody may start a second program with his key.
        """
        rng = self._clock.rng
        person, lasts = rng.choice(self._people), rng.randint(*LASTS_MS)
        if fault is Fault.TWIN and not doubles:
            return ""
        return f"{fault} hits {person.name} for {lasts} ms" if self._hit(fault, person, lasts) else ""

    def _hit(self, fault: Fault, person: Person, lasts: int) -> bool:
        network, now = self._network, self._clock.now
        if fault in {Fault.OUTAGE, Fault.FORGET}:
            if not network.up:
                return False
            network.stop(forget=fault is Fault.FORGET)
            self._clock.after(lasts, lambda: setattr(network, "up", True))
        elif fault is Fault.CLOG:
            network.clogged[person.number] = now + lasts
        elif fault is Fault.CUT:
            network.cut(person.number)
        elif fault in WALLS:
            network.wall = WALLS[fault](person.number, len(self._people))
            self._clock.after(lasts, lambda: setattr(network, "wall", lambda _a, _b: False))
        elif fault is Fault.PAUSE:
            person.paused_until = max(person.paused_until, now + 2 * lasts)
        elif fault is Fault.JUMP:
            person.jump(self._clock.rng.randint(-SKEW_MS, SKEW_MS))
        else:
            return self._fell(fault, person, lasts)
        return True

    def _fell(self, fault: Fault, person: Person, lasts: int) -> bool:
        """Let a program die, perhaps with its disk, and come back."""
        known = person.desk is not None and person.desk.table.course is not None
        if not person.alive or (fault in {Fault.TORN, Fault.EMPTY, Fault.TWIN} and not known):
            return False
        if fault is Fault.TWIN:
            return self._double(person)
        person.crash()
        if fault is Fault.TORN:
            person.disk.tear()
        elif fault is Fault.EMPTY:
            person.disk.wipe()
        if fault in {Fault.TORN, Fault.EMPTY}:
            self._judge.forget(person)
        self._clock.after(lasts, lambda: None if person.alive else person.start())
        return True

    def _double(self, person: Person) -> bool:
        """Start a second program with the key and the disk of the first."""
        if self.twins or person.seat is None:
            return False
        twin = Person(len(self._people), self._clock, self._network, person.room, person.disk.folder.parent)
        twin.become(person)
        self.twins = [person, twin]
        self._people.append(twin)
        twin.start()
        return True


def _one(struck: int, _count: int) -> Callable[[int, int], bool]:
    return lambda sender, receiver: struck in {sender, receiver}


def _halves(_struck: int, count: int) -> Callable[[int, int], bool]:
    return lambda a, b: a >= 0 <= b and (2 * a < count) != (2 * b < count)


def _ring(_struck: int, count: int) -> Callable[[int, int], bool]:
    return lambda a, b: a >= 0 <= b and (b - a) % count not in {0, 1, count - 1}


def _one_way(struck: int, _count: int) -> Callable[[int, int], bool]:
    return lambda _sender, receiver: receiver == struck


WALLS = {Fault.ONE: _one, Fault.HALVES: _halves, Fault.RING: _ring, Fault.ONE_WAY: _one_way}
"""Who does not hear whom in each kind of partition (sender, receiver); -1 is the broker."""

assert set(WALLS) < set(SUDDEN)
