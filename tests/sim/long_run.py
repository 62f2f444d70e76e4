"""Many evenings over several processes: until all are spent or the time is up; told once a minute."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice

from tests.sim.evening import Report
from tests.sim.menu import missing

MINUTE = 60.0
ENOUGH = 3_000
"""So many evenings, and everything on the menu has happened; else the simulator has gone soft."""


@dataclass
class Tally:
    """What came of all evenings so far; `broken` are seeds with what they broke."""

    evenings: int = 0
    plies: int = 0
    slowest_ms: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    broken: dict[int, str] = field(default_factory=dict)

    def add(self, report: Report) -> None:
        """Count one evening."""
        self.evenings += 1
        self.plies += report.plies
        self.slowest_ms = max(self.slowest_ms, report.settled_ms)
        self.happened.update(report.happened)
        if report.broken:
            self.broken[report.seed] = f"{report.game}: {report.broken}"

    @property
    def failed(self) -> bool:
        """Whether a promise was broken, or something never happened in so many evenings."""
        return bool(self.broken) or (self.evenings >= ENOUGH and bool(missing(self.happened)))

    def lines(self) -> Iterator[str]:
        """Tell all of it."""
        for what, count in sorted(self.happened.items()):
            yield f"  {what}: {count}"
        for what in missing(self.happened):
            yield f"  NEVER: {what}"
        for seed, broken in sorted(self.broken.items()):
            yield f"seed {seed}: {broken}"
        yield (
            f"{self.evenings} evenings, {len(self.broken)} broken promises, {self.plies} plies, "
            f"the slowest agreed {self.slowest_ms / 1000} s after the weather had cleared"
        )


def run(seeds: range, spend: Callable[[int], Report], tell: Callable[[str], None], jobs: int, minutes: float) -> Tally:
    """Spend the evenings of these seeds, `jobs` at a time, for at most so many minutes; what has begun is finished."""
    tally, began = Tally(), time.monotonic()
    told, end, coming = began, began + MINUTE * minutes, iter(seeds)
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[Report]] = {pool.submit(spend, seed) for seed in islice(coming, jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                report = one.result()
                tally.add(report)
                if report.broken:
                    tell(f"seed {report.seed}: {tally.broken[report.seed]}")
            if (now := time.monotonic()) < end:
                running |= {pool.submit(spend, seed) for seed in islice(coming, len(done))}
            if now >= told + MINUTE:
                told = now
                tell(
                    f"{(now - began) / MINUTE:.0f} min: {tally.evenings} evenings, {len(tally.broken)} broken promises"
                )
    return tally
