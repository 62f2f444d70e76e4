"""One game of programs that each stand behind a link of their own, in a weather of all kinds of faults."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from net.invite import Invitation
from tests.net.party import ROOM
from tests.storms.fault_kind import WEIGHTS, FaultKind, Strikes, draw
from tests.storms.faulty_link import FaultyLink
from tests.storms.forgetful_broker import ForgetfulBroker
from tests.storms.jumping_clock import JumpingClock
from tests.storms.kept_game import KeptGame, NotKept, kept_game
from tests.storms.participant import Participant, final_words
from tests.storms.program import Cast, Program, Stuck
from tests.storms.small_disk import SmallDisk
from tests.storms.verdict import judge

GAPS = (0.7, 2.0)
"""Seconds from one fault to the next."""
AFTERWARDS = 6.0
"""Faults go on for so many seconds at most after somebody has told the end."""
QUIET = 30.0
"""Seconds without a word from anybody after which those who have left are started again."""
RETURNS = 3
"""How often."""
WATCHER = "watcher"
DISK = "p1"
"""The profile whose disk is a small one."""


@dataclass(frozen=True, slots=True)
class Play:
    """How a game is made short: its options, how many play, and the seconds before each decision."""

    options: tuple[str, ...]
    players: int
    pause: float


PLAYS = {
    "djambi": Play(("quiet=16",), 4, 0.25),
    "epaminondas": Play(("size=8x8",), 2, 0.35),
    "megiddo": Play(("players=4", "target=12"), 4, 0.5),
    "mediterranee": Play(("draw_rounds=2", "placement=standard"), 4, 0.5),
}
"""Every game with as many players as it takes, up to four: Epaminondas is a game of two."""


@dataclass(frozen=True, slots=True)
class Climate:
    """What one game has to go through: so many faults of these kinds; an `impatient` table goes on without people."""

    game: str
    broker: str
    faults: int = 18
    impatient: bool = False
    kinds: tuple[FaultKind, ...] = tuple(WEIGHTS)

    @property
    def patience(self) -> int:
        """The table's patience in seconds; an impatient table can go on without somebody after half a minute."""
        return 3 if self.impatient else 120


@dataclass(slots=True)
class Outcome:
    """How one game went.

    `agreed` are the seconds from when all was well again, and somebody had told the end, to everybody's final word;
    `returns` tells how often people had to be started again who had left; `sentences` are those with which programs
    ended on the way.
    """

    seed: int
    climate: Climate
    plies: int = 0
    faults: Counter[FaultKind] = field(default_factory=Counter)
    seconds: float = 0.0
    agreed: float | None = None
    returns: int = 0
    excused: int = 0
    sentences: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Give its line."""
        climate, agreed = self.climate, "never" if self.agreed is None else f"in {self.agreed:.1f} s"
        more = "".join(
            f", {count} {name}" for count, name in ((self.returns, "returns"), (self.excused, "excused")) if count
        )
        done = f"{self.plies:4} plies, {self.faults.total():3} faults, agreed {agreed}{more}, {self.seconds:.0f} s"
        head = f"{self.seed:5} {climate.game:13} {climate.broker:9} patience {climate.patience:3}"
        return "\n".join((f"{head} {done}", *(f"      BROKEN: {one}" for one in self.broken)))


class ChaosGame:
    """One game from its first seat to its end."""

    def __init__(self, seed: int, climate: Climate, folder: Path) -> None:
        """Prepare; nothing runs yet."""
        self.rng = Random(seed)
        self.climate, self.play, self.folder = climate, PLAYS[climate.game], folder
        self.result = Outcome(seed, climate)
        self.cast = Cast(folder)
        self.people: list[Participant] = []
        self.broker, self.other = ForgetfulBroker(climate.broker), ForgetfulBroker(climate.broker)
        self.tid = b""
        self._strikes = Strikes(self.rng, self.people, self.broker, self.other)
        self._tasks: set[asyncio.Task[None]] = set()
        self._keepers: list[asyncio.Task[None]] = []
        self._story: list[str] = []
        self._began = time.monotonic()

    async def spend(self) -> Outcome:
        """Play the game to its end and hold everybody to it; what is broken stands in the result."""
        self._began = time.monotonic()
        try:
            await self._gather()
            await self._storm()
            await self._heal()
            await self._agree()
        except Stuck as error:
            self.result.broken.append(str(error))
        finally:
            self.result.seconds = time.monotonic() - self._began
            await self._end()
        return self.result

    async def _gather(self) -> None:
        """Open a table and start everybody; in some games the storm does not wait until all are seated."""
        await self.broker.start()
        bot = ("--seed", str(self.result.seed), "--pause", str(self.play.pause))
        terms = (*self.play.options, f"patience={self.climate.patience}")
        options = [word for option in terms for word in ("--option", option)]
        host = await self._join(
            "p0", "open", ROOM.to_room(), "--game", self.climate.game, *options, "--sit", "random", *bot
        )
        await self.cast.until(lambda: bool(host.program.all("opened")))
        table = Invitation.parse(str(host.program.all("opened")[0].event["invitation"]))
        self.tid = table.tid or b""
        words = list(host.program.words)
        host.program.words = (
            words[0],
            str(replace(table, port=host.link.port)),
            *words[2:],
        )  # else it opens another one
        for number in range(1, self.play.players):
            await self._join(f"p{number}", "sit", table, "--bot", "random", *bot)
        await self._join(WATCHER, "watch", table)
        for one in self.people:
            self._keepers.append(asyncio.create_task(one.keep()))
        if self.result.seed % 4:
            await self.cast.until(lambda: all(program.all("started") for program in self.cast.programs))

    async def _join(self, name: str, word: str, where: Invitation, *words: str) -> Participant:
        """Start somebody behind a link of their own."""
        link = await FaultyLink(self.broker.port).start()
        at = replace(where, host=link.host, port=link.port)
        program = self.cast.add(name, word, str(at), *words)
        disk = SmallDisk(self.folder / "profiles" / name) if name == DISK else None
        one = Participant(program, link, JumpingClock(self.folder / f"{name}.clock"), disk)
        program.environment, program.errors = one.clock.environment, self.folder / f"{name}.errors"
        self.people.append(one)
        await program.start()
        return one

    async def _storm(self) -> None:
        """Let a fault strike every second or two, until there were enough or a while after the end."""
        until: float | None = None
        away = self._strike(FaultKind.AWAY) if self.climate.impatient else None
        for _ in range(self.climate.faults):
            await asyncio.sleep(self.rng.uniform(*GAPS))
            if until is None and self._over():
                until = time.monotonic() + self.rng.uniform(0, AFTERWARDS)
            if until is not None and time.monotonic() > until:
                return
            self._strike(draw(self.rng, self.climate.kinds))
        if away is not None:
            await self.cast.until(lambda: away.done() or self._over(), alive=False)

    def _strike(self, kind: FaultKind) -> asyncio.Task[None]:
        self.result.faults[kind] += 1
        self._story.append(f"{time.monotonic():.3f} {kind}")
        task = asyncio.create_task(self._strikes.strike(kind))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self.cast.wake())
        return task

    async def _heal(self) -> None:
        """Let all be well again; clocks stay wrong."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.broker.back()
        for one in self.people:
            one.link.lead_to(self.broker.port)
            one.link.heal(lost=self.rng.random() < 0.5)
        self._story.append(f"{time.monotonic():.3f} healed")

    async def _agree(self) -> None:
        """Wait for everybody's final word, then compare all that was ever printed and all that is kept."""
        healed = time.monotonic()
        while not all(one.done for one in self.people):
            try:
                await self.cast.until(lambda: all(one.done for one in self.people), alive=False, patience=QUIET)
            except Stuck:
                if self.result.returns == RETURNS:
                    raise
                self.result.returns += 1
                for one in self.people:
                    one.come_back()
        first = min(_final_at(program)[0] for program in self.cast.programs)
        last = max(_final_at(program)[0] for program in self.cast.programs)
        self.result.agreed = max(0.0, last - max(healed, first))
        await self._close()
        verdict = judge(self.cast.programs, self._kept())
        self.result.excused = verdict.excused
        self.result.broken += [*verdict.broken, *self._wrecks()]
        self.result.plies = int(str(final_words(self.cast.programs[0])[-1]["plies"]))

    def _kept(self) -> list[KeptGame]:
        found = []
        for program in self.cast.programs:
            try:
                found.append(kept_game(self.folder, program.name, self.tid))
            except NotKept:
                self.result.broken.append(f"{program.name} keeps no finished game")
        return found

    def _wrecks(self) -> list[str]:
        """Give what programs wrote that failed in a way that no sentence tells."""
        wrecks = []
        for one in self.people:
            assert one.program.errors is not None
            said = one.program.errors.read_text("utf-8", "replace")
            if "Traceback" in said:
                wrecks.append(f"{one.name} failed: {said.strip().splitlines()[-1]}")
        return wrecks

    async def _close(self) -> None:
        """End all programs; what they printed and all profiles keep stays."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await self.cast.close()

    async def _end(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._close()
        self.result.sentences = [f"{one.name}: {said}" for one in self.people for said in one.sentences]
        if self.result.broken:
            self._write_down()
        for one in self.people:
            await one.link.close()
            if one.disk is not None:
                one.disk.close()
        await asyncio.gather(self.broker.stop(), self.other.stop())

    def _write_down(self) -> None:
        """Leave in the folder what happened when, and what everybody printed."""
        (self.folder / "faults.txt").write_text("\n".join(self._story) + "\n", encoding="utf-8")
        for one in self.people:
            lines = (json.dumps({"at": told.at, "life": told.life, **told.event}) for told in one.program.told)
            (self.folder / f"{one.name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _over(self) -> bool:
        return any(program.all("over") for program in self.cast.programs)


def _final_at(program: Program) -> Sequence[float]:
    """Give when a program told each end that it called final."""
    words = final_words(program)
    return [told.at for told in program.told if any(told.event is word for word in words)]
