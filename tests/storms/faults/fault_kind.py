"""The faults of a chaos storm by kind, and how each of them strikes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from enum import StrEnum
from random import Random

from tests.net.support.brokers.proxy import Way
from tests.storms.faults import jumping_clock
from tests.storms.faults.forgetful_broker import ForgetfulBroker
from tests.storms.participant import Participant

Strike = Coroutine[None, None, None]
JUMPS = (-86_400, -3600, -288, -61, -2, 2, 61, 80, 288, 3600, 86_400)
"""Seconds by which a clock jumps."""
LONGEST_AWAY = (45.0, 60.0)
"""Seconds after which the others have long been able to go on, where the table's patience is short."""


class FaultKind(StrEnum):
    """What befalls programs, networks, clocks, disks and brokers."""

    CUT = "cut"
    """A connection breaks."""
    HOLE = "hole"
    """Nothing passes in either direction, and nobody is told."""
    HOLE_UP = "one-way hole, up"
    """What one sends goes nowhere, what the others send arrives."""
    HOLE_DOWN = "one-way hole, down"
    """The other way round."""
    SLOW = "slow"
    """One direction takes seconds."""
    HALVES = "halves"
    """Half of the programs reach another broker, which knows nothing: each half hears itself alone."""
    RING = "ring"
    """A hole wanders from each program to the next: at any time one of them is in it."""
    KILL_ONE = "kill one"
    KILL_TWO = "kill two"
    KILL_HOST = "kill the host"
    """Whoever opened the table."""
    KILL_ALL = "kill all"
    STOP_ONE = "stop one"
    """A program is stopped as a lid that is closed does (SIGSTOP)."""
    STOP_ALL = "stop all"
    BROKER = "broker forgets"
    """The broker is killed with its memory, for 1 to 15 s."""
    CLOCK = "clock jumps"
    """One program's clock is set, by two seconds or a day."""
    DISK = "full disk"
    """Nothing more can be written under one profile."""
    AWAY = "long away"
    """A program is killed and stays away until the others may have gone on: at impatient tables alone."""


WEIGHTS = {
    FaultKind.CUT: 3,
    FaultKind.HOLE: 3,
    FaultKind.HOLE_UP: 2,
    FaultKind.HOLE_DOWN: 2,
    FaultKind.SLOW: 3,
    FaultKind.HALVES: 2,
    FaultKind.RING: 1,
    FaultKind.KILL_ONE: 3,
    FaultKind.KILL_TWO: 2,
    FaultKind.KILL_HOST: 2,
    FaultKind.KILL_ALL: 1,
    FaultKind.STOP_ONE: 2,
    FaultKind.STOP_ALL: 1,
    FaultKind.BROKER: 3,
    FaultKind.CLOCK: 2,
    FaultKind.DISK: 1,
}
"""How often each is drawn."""
GENTLE = (FaultKind.CUT, FaultKind.HOLE_UP, FaultKind.HOLE_DOWN, FaultKind.SLOW, FaultKind.CLOCK, FaultKind.DISK)
"""Those that leave programs running: one that is killed begins to wait anew for whoever is away."""


def draw(rng: Random, kinds: Sequence[FaultKind] = tuple(WEIGHTS)) -> FaultKind:
    """Draw the next fault; clocks jump only where libfaketime is installed."""
    able = [kind for kind in kinds if kind is not FaultKind.CLOCK or jumping_clock.library() is not None]
    return rng.choices(able, [WEIGHTS.get(kind, 1) for kind in able])[0]


class Strikes:
    """How each fault strikes those of one game; the host comes first among them, who looks on last."""

    def __init__(
        self, rng: Random, people: Sequence[Participant], broker: ForgetfulBroker, other: ForgetfulBroker
    ) -> None:
        """Strike `people` and `broker`; `other` is where half of them are led at times."""
        self._rng, self._people, self._broker, self._other = rng, people, broker, other
        self._ways: dict[FaultKind, Callable[[], Strike]] = {
            FaultKind.CUT: self._cut,
            FaultKind.HOLE: lambda: self._hole(Way.UP, Way.DOWN),
            FaultKind.HOLE_UP: lambda: self._hole(Way.UP),
            FaultKind.HOLE_DOWN: lambda: self._hole(Way.DOWN),
            FaultKind.SLOW: self._slow,
            FaultKind.HALVES: self._halves,
            FaultKind.RING: self._ring,
            FaultKind.KILL_ONE: lambda: self._kill(self._some(1)),
            FaultKind.KILL_TWO: lambda: self._kill(self._some(2)),
            FaultKind.KILL_HOST: lambda: self._kill(self._people[:1]),
            FaultKind.KILL_ALL: lambda: self._kill(self._people),
            FaultKind.STOP_ONE: lambda: self._stop(self._some(1), 6),
            FaultKind.STOP_ALL: lambda: self._stop(self._people, 3),
            FaultKind.BROKER: self._forget,
            FaultKind.CLOCK: self._jump,
            FaultKind.DISK: self._fill,
            FaultKind.AWAY: lambda: self._rng.choice(self._people[:-1]).kill_for(self._rng.uniform(*LONGEST_AWAY)),
        }

    async def strike(self, kind: FaultKind) -> None:
        """Let a fault strike and pass; one that is cancelled leaves nothing stopped, and nobody dead."""
        await self._ways[kind]()

    def _some(self, count: int) -> Sequence[Participant]:
        return self._rng.sample(self._people, count)

    async def _cut(self) -> None:
        self._some(1)[0].link.cut()

    async def _hole(self, *ways: Way) -> None:
        link, lost = self._some(1)[0].link, self._rng.random() < 0.5
        link.silence(*ways)
        await asyncio.sleep(self._rng.uniform(1, 7))
        link.heal(lost=lost)

    async def _slow(self) -> None:
        link, way = self._some(1)[0].link, self._rng.choice(tuple(Way))
        link.delay(way, self._rng.uniform(0.3, 3))
        await asyncio.sleep(self._rng.uniform(2, 6))
        link.heal()

    async def _halves(self) -> None:
        await self._other.back()
        half = self._some(len(self._people) // 2)
        try:
            for one in half:
                one.link.lead_to(self._other.port)
            await asyncio.sleep(self._rng.uniform(2, 6))
        finally:
            for one in half:
                one.link.lead_to(self._broker.port)

    async def _ring(self) -> None:
        for one in self._some(len(self._people)):
            one.link.silence()
            await asyncio.sleep(self._rng.uniform(0.5, 1.5))
            one.link.heal(lost=self._rng.random() < 0.5)

    async def _forget(self) -> None:
        await self._broker.forget(1 + 14 * self._rng.random() ** 3)  # mostly short: while it is away nothing else bites

    async def _kill(self, people: Sequence[Participant]) -> None:
        seconds = [self._rng.uniform(0, 3) for _ in people]
        await asyncio.gather(*(one.kill_for(away) for one, away in zip(people, seconds, strict=True)))

    async def _stop(self, people: Sequence[Participant], longest: float) -> None:
        seconds = [self._rng.uniform(0.5, longest) for _ in people]
        await asyncio.gather(*(one.stop_for(away) for one, away in zip(people, seconds, strict=True)))

    async def _jump(self) -> None:
        self._some(1)[0].clock.jump(self._rng.choice(JUMPS))

    async def _fill(self) -> None:
        owner = next((one for one in self._people if one.disk is not None), self._people[-1])
        await owner.fill_disk_for(self._rng.uniform(2, 6))
