"""One game of programs that each stand behind a link of their own, in a weather of all kinds of faults."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.storms.faults.fault_kind import GENTLE, WEIGHTS, FaultKind, Strikes, draw
from tests.storms.faults.forgetful_broker import ForgetfulBroker
from tests.storms.program import Stuck
from tests.storms.storm_table import Play, StormTable

GAPS, WIDER_GAPS = (0.7, 2.0), (2.0, 4.0)
"""Seconds from one fault to the next; the wider ones while somebody is waited for who is long away."""
AFTERWARDS = 6.0
"""Faults go on for so many seconds at most after somebody has told the end."""
QUIET = 30.0
"""Seconds without a word from anybody after which those who have left are started again."""
RETURNS = 3
"""How often."""
UNSEATED = 4
"""In one game of so many the storm does not wait until all are seated."""
DISK = "p1"
"""The profile whose disk is a small one."""


PLAYS = {
    "djambi": Play(("quiet=12",), 4),
    "epaminondas": Play(("size=8x8",), 2, "greedy"),
    "megiddo": Play(("players=4", "target=1"), 4),
    "mediterranee": Play(("draw_rounds=2", "placement=standard"), 4),
}
"""Every game with as many players as it takes, up to four: Epaminondas is a game of two."""


@dataclass(frozen=True, slots=True)
class Climate:
    """What one game has to go through: so many faults of these kinds; an `impatient` table goes on without people."""

    game: str
    broker: str
    faults: int = 60
    impatient: bool = False
    kinds: tuple[FaultKind, ...] = tuple(WEIGHTS)

    @property
    def patience(self) -> int:
        """The table's patience in seconds; an impatient table can go on without somebody after half a minute."""
        return 3 if self.impatient else 120


@dataclass(slots=True)
class Outcome:
    """How one game went.

    `stormy` tells whether the end came before the last fault; `agreed` are the seconds from when all was well again,
    and somebody had told the end, to everybody's final word;
    `returns` tells how often people had to be started again who had left; `sentences` are those with which programs
    ended on the way.
    """

    seed: int
    climate: Climate
    plies: int = 0
    faults: Counter[FaultKind] = field(default_factory=Counter)
    seconds: float = 0.0
    agreed: float | None = None
    stormy: bool = False
    returns: int = 0
    certified: int = 0
    excused: int = 0
    sentences: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Give its line."""
        climate, agreed = self.climate, "never" if self.agreed is None else f"in {self.agreed:.1f} s"
        more = "".join(f", {count} {name}" for count, name in self._rarities() if count)
        end = "in the storm" if self.stormy else "after it"
        done = f"{self.plies:4} plies, {self.faults.total():3} faults, over {end}, agreed {agreed}{more}"
        head = f"{self.seed:5} {climate.game:13} {climate.broker:9} patience {climate.patience:3}"
        return "\n".join((f"{head} {done}, {self.seconds:.0f} s", *(f"      BROKEN: {one}" for one in self.broken)))

    def _rarities(self) -> tuple[tuple[int, str], ...]:
        return (self.returns, "returns"), (self.certified, "certificates"), (self.excused, "steps excused")


class ChaosGame:
    """One game from its first seat to its end."""

    def __init__(self, seed: int, climate: Climate, folder: Path) -> None:
        """Prepare; nothing runs yet."""
        self.rng = Random(seed)
        self.climate = climate
        self.result = Outcome(seed, climate)
        self.table = StormTable(folder, climate.broker)
        self.other = ForgetfulBroker(climate.broker)
        self._strikes = Strikes(self.rng, self.table.people, self.table.broker, self.other)
        self._tasks: set[asyncio.Task[None]] = set()

    async def spend(self) -> Outcome:
        """Play the game to its end and hold everybody to it; what is broken stands in the result."""
        began, climate, table = time.monotonic(), self.climate, self.table
        try:
            await table.gather(climate.game, PLAYS[climate.game], self.result.seed, climate.patience, DISK)
            if self.result.seed % UNSEATED:
                await table.started()
            await self._storm()
            await self._heal()
            await self._agree()
        except Stuck as error:
            self.result.broken.append(str(error))
        except Exception:  # noqa: BLE001 whatever a game is kept as, the other games go on
            self.result.broken.append(traceback.format_exc())
        finally:
            self.result.seconds = time.monotonic() - began
            await self._end()
        return self.result

    async def _storm(self) -> None:
        """Let a fault strike every second or two, and as soon as somebody tells the end, until a while after that."""
        away = self._strike(FaultKind.AWAY) if self.climate.impatient else None
        over = asyncio.create_task(self.table.cast.until(self._over, alive=False))
        self._tasks.add(over)
        last = float("inf")
        for _ in range(self.climate.faults):
            gentle = away is not None and not away.done()
            pause = asyncio.create_task(asyncio.sleep(self.rng.uniform(*(WIDER_GAPS if gentle else GAPS))))
            await asyncio.wait({pause} if over.done() else {pause, over}, return_when=asyncio.FIRST_COMPLETED)
            pause.cancel()
            if over.done() and not self.result.stormy:
                self.result.stormy = True
                last = time.monotonic() + self.rng.uniform(0, AFTERWARDS)
            if time.monotonic() > last:
                return
            self._strike(draw(self.rng, GENTLE if gentle else self.climate.kinds))
        if away is not None:
            await self.table.cast.until(lambda: away.done() or self._over(), alive=False)

    def _strike(self, kind: FaultKind) -> asyncio.Task[None]:
        self.result.faults[kind] += 1
        self.table.note(kind)
        task = asyncio.create_task(self._strikes.strike(kind))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self.table.cast.wake())
        return task

    async def _heal(self) -> None:
        """Let all be well again; clocks stay wrong."""
        await self._pass()
        await self.table.broker.back()
        for one in self.table.people:
            one.link.lead_to(self.table.broker.port)
            one.link.heal(lost=self.rng.random() < 0.5)
        self.table.note("healed")

    async def _agree(self) -> None:
        """Wait for everybody's final word, then compare all that was ever printed and all that is kept."""
        healed = time.monotonic()
        await self.table.done(QUIET, RETURNS)
        ends = self.table.ends()
        self.result.agreed = max(0.0, max(ends) - max(healed, min(ends)))
        self.result.plies = self.table.plies
        verdict = await self.table.judged()
        self.result.certified, self.result.excused = verdict.certified, verdict.excused
        self.result.broken += verdict.broken

    async def _pass(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _end(self) -> None:
        await self._pass()
        await self.table.close()
        self.result.returns, self.result.sentences = self.table.returns, self.table.sentences()
        if self.result.broken:
            self.table.write_down()
        await asyncio.gather(self.table.end(), self.other.stop())

    def _over(self) -> bool:
        return any(program.all("over") for program in self.table.cast.programs)
