"""The weather of an evening: which faults a seed brings, how often and how hard."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random


class Fault(StrEnum):
    """What may go wrong on the way, on a disk or in a head; the whole menu."""

    LOSS = "loss"
    TWICE = "twice"
    DELAY = "delay"
    CLOG = "clog"
    CUT = "cut"
    ONE = "partition: one"
    HALVES = "partition: halves"
    RING = "partition: ring"
    ONE_WAY = "partition: one way"
    OUTAGE = "broker down"
    FORGET = "broker forgets"
    CRASH = "crash"
    TORN = "torn disk"
    EMPTY = "empty disk"
    PAUSE = "pause"
    SKEW = "skew"
    JUMP = "clock jumps"
    SLOW = "slow consumer"
    TWIN = "two of one identity"
    CHEAT = "cheat"


SUDDEN = (
    Fault.CLOG,
    Fault.CUT,
    Fault.ONE,
    Fault.HALVES,
    Fault.RING,
    Fault.ONE_WAY,
    Fault.OUTAGE,
    Fault.FORGET,
    Fault.CRASH,
    Fault.TORN,
    Fault.EMPTY,
    Fault.PAUSE,
    Fault.JUMP,
    Fault.TWIN,
)
"""The faults that happen at a moment; the others last the whole evening."""

RARE = {Fault.TORN: 0.3, Fault.EMPTY: 0.15, Fault.TWIN: 0.3}
"""How much rarer than the others some are: they cost a person more."""

LOSSES = (0.05, 0.15, 0.3)
TWICES = (0.05, 0.2)
DELAYS_MS = (5.0, 60.0, 400.0, 1500.0, 5000.0)
SKEW_MS = 288_000
CHEATS = 0.2
"""The part of the evenings at which somebody cheats."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What one evening brings: probabilities, mean delay in milliseconds, and which faults happen at moments.

    `ordered` keeps what one broker sends to one person in its order, as MQTT does; without it messages overtake.
    """

    loss: float
    twice: float
    delay_ms: float
    skewed: bool
    slow: bool
    sudden: tuple[Fault, ...]
    every_ms: int
    cheat: bool
    ordered: bool

    @property
    def lasting(self) -> tuple[Fault, ...]:
        """The faults that last the whole evening, but for those that are counted message by message."""
        lasts = {Fault.DELAY: self.delay_ms > DELAYS_MS[0], Fault.SKEW: self.skewed, Fault.SLOW: self.slow}
        return tuple(fault for fault, there in lasts.items() if there)


def forecast(rng: Random) -> Weather:
    """Draw the weather; a third of the evenings bring one kind of fault alone, so that faults do not hide each other.

    A disk that loses what it had written comes with a broker that keeps its order and its memory: where both forget,
    nobody can tell an honest person what he signed before (docs/reliability.md).
    """
    menu = [Fault.LOSS, Fault.TWICE, Fault.DELAY, Fault.SKEW, Fault.SLOW, *SUDDEN]
    chosen = {rng.choice(menu)} if rng.random() < 1 / 3 else {fault for fault in menu if rng.random() < _often(fault)}
    lying = bool(chosen & {Fault.TORN, Fault.EMPTY})
    if lying:
        chosen.discard(Fault.FORGET)
    return Weather(
        loss=rng.choice(LOSSES) if Fault.LOSS in chosen else 0.0,
        twice=rng.choice(TWICES) if Fault.TWICE in chosen else 0.0,
        delay_ms=rng.choice(DELAYS_MS[1:]) if Fault.DELAY in chosen else DELAYS_MS[0],
        skewed=Fault.SKEW in chosen,
        slow=Fault.SLOW in chosen,
        sudden=tuple(fault for fault in SUDDEN if fault in chosen),
        every_ms=rng.choice((4_000, 10_000, 25_000)),
        cheat=rng.random() < CHEATS,
        ordered=lying or rng.random() < 1 / 2,
    )


def _often(fault: Fault) -> float:
    return 0.4 * RARE.get(fault, 1.0)
