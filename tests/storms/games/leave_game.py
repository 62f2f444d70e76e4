"""One game from which somebody goes away: at its end, in the middle, for ever, to another table, with the terminal."""

from __future__ import annotations

import asyncio
import signal
import time
import traceback
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from subprocess import run

from core.game import DEALER
from net.storage.journal import Journal
from net.storage.profile import JOURNAL
from net.wire.invitation import Invitation
from tests.net.support.brokers.proxy import Way
from tests.storms.games.forecast import plies_of
from tests.storms.participant import SETTLE, Participant
from tests.storms.program import PARLEY, Stuck
from tests.storms.storm_table import Play, StormTable

PLAYS = {
    "djambi": Play(("players=3", "quiet=6"), 3, pause=0.1),
    "epaminondas": Play(("size=8x8",), 2, "greedy", pause=0.1),
    "megiddo": Play(("players=2", "target=1"), 2, pause=0.1),
    "mediterranee": Play(("players=2", "draw_rounds=1", "placement=standard"), 2, pause=0.1),
}
"""Every game with as few as it takes, for the last of two who goes leaves nobody who could tell of the end."""
SLOW_SECONDS = 1.5
"""What the way to the broker takes, where it is slow."""
LAST_PLIES = 4
"""Before the end from which the way is slow: a whole game would take minutes."""
PATIENCE = 1
"""Of the tables, in seconds: after half a minute more the others go on without somebody."""
DOWN = (2.5, 6.0)
"""Seconds for which a broker is away: longer than a program stays that takes the end for settled."""
LOOK = 0.2
"""Seconds between two looks at a journal."""
QUIET = 45.0
RETURNS = 2
ENDED_BY = (signal.SIGTERM, signal.SIGHUP)
OTHER_GAME = "epaminondas"


class Parting(StrEnum):
    """How somebody goes."""

    LOST = "last move lost"
    """Nobody goes but by the program's own end; what ended the game is lost on the way, and the broker forgets."""
    TERMINAL = "terminal closed"
    """The terminal is closed 0 to 10 s after the end."""
    MIDDLE = "in the middle"
    """Somebody goes in the middle, and comes back after some seconds."""
    FOREVER = "for ever"
    """Somebody goes in the middle and never comes back: the others go on."""
    OTHER = "to another table"
    """Somebody goes at the end and starts again for another table."""


@dataclass(frozen=True, slots=True)
class Departure:
    """What one game is to show: who goes how, whether the ways to the broker are slow, and whether it forgets then."""

    game: str
    broker: str
    parting: Parting
    slow: bool
    forgets: bool


@dataclass(slots=True)
class Farewell:
    """How one game went; `agreed` are the seconds from the first word of the end to everybody's final word."""

    seed: int
    departure: Departure
    plies: int = 0
    seconds: float = 0.0
    agreed: float | None = None
    returns: int = 0
    sentences: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Give its line."""
        one, agreed = self.departure, "never" if self.agreed is None else f"in {self.agreed:.1f} s"
        how = ", ".join((one.parting, *(["slow"] if one.slow else []), *(["broker forgets"] if one.forgets else [])))
        head = f"{self.seed:5} {one.game:13} {one.broker:9} {how:40}"
        done = f"{self.plies:4} plies, agreed {agreed}, {self.returns} returns, {self.seconds:.0f} s"
        return "\n".join((f"{head} {done}", *(f"      BROKEN: {one}" for one in self.broken)))


@cache
def settles() -> bool:
    """Tell whether the program has a command that settles what was left too early."""
    return not run([*PARLEY, SETTLE, "--help"], capture_output=True, check=False).returncode


def drawn(seed: int, game: str, broker: str) -> Departure:
    """Draw how somebody goes."""
    rng = Random(f"departure {seed}")
    parting = tuple(Parting)[seed % len(Parting)]
    lost = parting is Parting.LOST
    return Departure(game, broker, parting, slow=lost or rng.random() < 0.5, forgets=lost or rng.random() < 0.5)


class LeaveGame:
    """One game from its first seat to an end on which all agree."""

    def __init__(self, seed: int, departure: Departure, folder: Path) -> None:
        """Prepare; nothing runs yet."""
        self.rng = Random(seed)
        self.departure, self.play = departure, PLAYS[departure.game]
        self.result = Farewell(seed, departure)
        self.table = StormTable(folder, departure.broker)
        self.gone, self.silent = set[str](), set[str]()
        """Who has gone for ever, and whose own words of the end are not waited for."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def spend(self) -> Farewell:
        """Play the game to its end and hold everybody to it; what is broken stands in the result."""
        began, table = time.monotonic(), self.table
        try:
            await table.gather(self.departure.game, self.play, self.result.seed, PATIENCE)
            await table.started()
            await self._slow_down()
            await self._part()
            await table.done(QUIET, RETURNS, self.gone | self.silent)
            for name in self.silent:
                await self._brought_on(name)
            await table.done(QUIET, RETURNS, self.gone, silent=self.silent)
            self.result.agreed = max((*table.ends(), self._told_at())) - self._told_at()
            verdict = await table.judged(self.gone, self.silent)
            self.result.plies = table.plies
            self.result.broken += verdict.broken
        except Stuck as error:
            self.result.broken.append(str(error))
        except Exception:  # noqa: BLE001 whatever a game is kept as, the other games go on
            self.result.broken.append(traceback.format_exc())
        finally:
            self.result.seconds = time.monotonic() - began
            await self._end()
        return self.result

    async def _slow_down(self) -> None:
        """Let the ways up be slow from a few plies before the end, where it is known when that comes."""
        if not self.departure.slow:
            return
        last = plies_of(self.departure.game, self.play, self.result.seed)
        await self._played(last - LAST_PLIES)
        for one in self.table.people:
            one.link.delay(Way.UP, SLOW_SECONDS)
        self.table.note("ways are slow")

    async def _part(self) -> None:
        """Let somebody go as this game is to show it."""
        players = self.table.people[:-1]
        match self.departure.parting:
            case Parting.MIDDLE | Parting.FOREVER:
                await self._played(self.rng.randint(1, 4))
                await self.table.cast.until(lambda: self._decided() or self._over(), alive=False)
                self._forget()
                await self._go(self.rng.choice(players))
            case Parting.LOST:
                await self.table.cast.until(self._over, alive=False)
                self._forget()
            case Parting.TERMINAL | Parting.OTHER:
                one = self.rng.choice(players)
                await self.table.cast.until(self._over, alive=False)
                self._forget()
                await self.table.cast.until(lambda: bool(one.program.all("over")), alive=False)
                await asyncio.sleep(self.rng.uniform(0, 10))
                await self._close(one)

    async def _go(self, one: Participant) -> None:
        """Let somebody go in the middle."""
        number = self.rng.choice(ENDED_BY)
        self.table.note(f"{one.name} goes by {number.name}")
        if self.departure.parting is Parting.FOREVER:
            self.gone.add(one.name)
            self._tasks.add(asyncio.create_task(self._leave(one, float("inf"), number)))
        else:
            await self._leave(one, self.rng.uniform(0.5, 8), number)

    async def _close(self, one: Participant) -> None:
        """Close somebody's terminal after the end; what is not settled is taken up again by whatever starts next."""
        number, away = self.rng.choice(ENDED_BY), self.rng.uniform(0.5, 5)
        self.table.note(f"{one.name} goes by {number.name}")
        if not one.program.running or one.done:
            return
        if self.departure.parting is Parting.OTHER and settles():
            self.silent.add(one.name)
            at = Invitation.parse(one.program.words[1]).to_room()
            await self._leave(one, away, number, "open", str(at), "--game", OTHER_GAME)
        elif settles() and self.rng.random() < 0.5:
            await self._leave(one, away, number, SETTLE, "--json")
        else:
            await self._leave(one, away, number)

    async def _leave(self, one: Participant, away: float, number: signal.Signals, *words: str) -> None:
        life, unsettled = one.program.life, bool(one.program.all("over")) and not one.done
        status = await one.leave_for(away, number, *words)
        if status:
            self.result.broken.append(f"{one.name} ended with status {status} by {number.name}")
        if unsettled and not one.done and not one.program.all("left", life):
            self.result.broken.append(f"{one.name} has gone before the end was settled and has not said so")

    async def _brought_on(self, name: str) -> None:
        """Wait until a program that was started for another table has settled this one; raise `Stuck`."""
        last = time.monotonic() + QUIET
        while True:
            with Journal(self.table.folder / "profiles" / name / JOURNAL) as journal:
                row = journal.table(self.table.tid)
            if row is not None and row.over and not row.unsettled:
                return
            if time.monotonic() > last:
                raise Stuck(f"{name} has not settled what was left, though it runs for another table")
            await asyncio.sleep(LOOK)

    def _forget(self) -> None:
        if self.departure.forgets:
            self.table.note("the broker forgets")
            self._tasks.add(asyncio.create_task(self.table.broker.forget(self.rng.uniform(*DOWN))))

    async def _end(self) -> None:
        await self.table.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.result.returns, self.result.sentences = self.table.returns, self.table.sentences()
        if self.result.broken:
            self.table.write_down()
        await self.table.end()

    async def _played(self, plies: int) -> None:
        await self.table.cast.until(lambda: self._ply() >= plies or self._over(), alive=False)

    def _ply(self) -> int:
        programs = self.table.cast.programs
        return max((int(str(told.event["ply"])) for program in programs for told in program.all("move")), default=0)

    def _decided(self) -> bool:
        """Tell whether everybody has seen a decision: before the first one a start is undone, and no game ends."""
        moves = (program.all("move") for program in self.table.cast.programs)
        return all(any(told.event["seat"] != DEALER for told in one) for one in moves)

    def _over(self) -> bool:
        return any(program.all("over") for program in self.table.cast.programs)

    def _told_at(self) -> float:
        return min(told.at for program in self.table.cast.programs for told in program.all("over"))
