"""The plateau of a load: what was seen second by second, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.burden import Burden
from benchmarks.figure import Figure
from benchmarks.spread import quantile, rise
from benchmarks.tally import Tally

GOAL_MS = 100.0
"""p99 from a decision to all seats."""
FLAT = 5.0
"""By how much memory may grow from the beginning of the plateau to its end, in percent."""
EDGE = 0.1
"""The part of a plateau that counts as its beginning, and as its end."""
BRISK = 0.95
"""The part of the moves that were due that has to be made: a driver that cannot keep pace measures nothing."""
MEBIBYTE = 1 << 20
SPEED = "p99, decision to all seats"


@dataclass(frozen=True, slots=True)
class Mark:
    """What the drivers and the broker had cost at a time (seconds of a clock that never goes back)."""

    time: float
    drivers: Burden
    broker: Burden


@dataclass(frozen=True, slots=True)
class Second:
    """One second of a plateau: moves, milliseconds, bytes resident, processor seconds a second."""

    at: int
    moves: int
    p50: float
    p99: float
    drivers_rss: int
    broker_rss: int
    drivers_cpu: float
    broker_cpu: float

    @classmethod
    def between(cls, at: int, taken: list[float], before: Mark, now: Mark) -> Second:
        """Tell of the second between two marks, in which moves have taken so many milliseconds."""
        lasted = max(0.001, now.time - before.time)
        drivers, broker = now.drivers.cpu - before.drivers.cpu, now.broker.cpu - before.broker.cpu
        spread = quantile(taken, 0.5), quantile(taken, 0.99)
        return cls(at, len(taken), *spread, now.drivers.rss, now.broker.rss, drivers / lasted, broker / lasted)


@dataclass(slots=True)
class Plateau:
    """What a plateau shows, from its first mark on; `asked` are the moves a second that are due."""

    asked: float
    first: Mark
    last: Mark
    tally: Tally = field(default_factory=Tally)
    seconds: list[Second] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def add(self, taken: list[float], late: list[float], now: Mark) -> Second:
        """Take in what was seen since the last mark."""
        self.seconds.append(Second.between(len(self.seconds), taken, self.last, now))
        self.taken += taken
        self.late += late
        self.last = now
        return self.seconds[-1]

    def figures(self) -> list[Figure]:
        """Give what it comes to beside the goals."""
        return [*self._speed(), *self._traffic(), *self._cost(), *self._memory()]

    @property
    def _moves(self) -> int:
        return max(1, len(self.taken))

    @property
    def _lasted(self) -> float:
        return max(0.001, self.last.time - self.first.time)

    def _speed(self) -> list[Figure]:
        return [
            Figure("moves a second", len(self.taken) / self._lasted, "/s", self.asked * BRISK),
            Figure("p50, decision to all seats", quantile(self.taken, 0.5), "ms"),
            Figure(SPEED, quantile(self.taken, 0.99), "ms", GOAL_MS, more_is_better=False),
            Figure("longest", quantile(self.taken, 1.0), "ms"),
            Figure("p99, how late a move was made", quantile(self.late, 0.99), "ms"),
        ]

    def _traffic(self) -> list[Figure]:
        tally, moves = self.tally, self._moves
        return [
            Figure("messages in, a move", tally.heard / moves, ""),
            Figure("messages out, a move", tally.sent / moves, ""),
            Figure("bytes in, a move", tally.heard_bytes / moves, "B"),
            Figure("bytes out, a move", tally.sent_bytes / moves, "B"),
            Figure("of these for rooms, a move", tally.lobby_bytes / moves, "B"),
        ]

    def _cost(self) -> list[Figure]:
        drivers = self.last.drivers.cpu - self.first.drivers.cpu
        broker = self.last.broker.cpu - self.first.broker.cpu
        return [
            Figure("broker, processor time a move", 1000 * broker / self._moves, "ms"),
            Figure("broker, share of a core", 100 * broker / self._lasted, "%"),
            Figure("four peers, processor time a move", 1000 * drivers / self._moves, "ms"),
            Figure("drivers, share of a core", 100 * drivers / self._lasted, "%"),
        ]

    def _memory(self) -> list[Figure]:
        edge, figures = max(1, int(len(self.seconds) * EDGE)), []
        parts = self.seconds[:edge], self.seconds[-edge:]
        for who, field_name in (("drivers", "drivers_rss"), ("broker", "broker_rss")):
            first, last = ([getattr(one, field_name) / MEBIBYTE for one in part] for part in parts)
            figures += [
                Figure(f"{who}, memory at first", sum(first) / max(1, len(first)), "MiB"),
                Figure(f"{who}, memory at last", sum(last) / max(1, len(last)), "MiB"),
                Figure(f"{who}, memory grew by", 100 * rise(first, last), "%", FLAT, more_is_better=False),
            ]
        return figures
