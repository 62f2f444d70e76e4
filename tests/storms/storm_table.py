"""A table of real programs, each behind a link of its own, from its opening to what all keep of the game."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Container
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path

from net.wire.invitation import Invitation
from tests.net.support.party import ROOM
from tests.storms.faults.faulty_link import FaultyLink
from tests.storms.faults.forgetful_broker import ForgetfulBroker
from tests.storms.faults.jumping_clock import JumpingClock
from tests.storms.faults.small_disk import SmallDisk
from tests.storms.games.kept_game import KeptGame, NotKept, kept_game
from tests.storms.participant import Participant, final_words
from tests.storms.program import Cast, Program, Stuck
from tests.storms.verdict import Verdict, closed_early, judge

WATCHER = "watcher"
OPEN_AGAIN = 1
"""Which of the words of `parley open` says where."""


@dataclass(frozen=True, slots=True)
class Play:
    """How a game is made short: its options, how many play, and which bots; seconds before each decision."""

    options: tuple[str, ...]
    players: int
    bot: str = "random"
    pause: float = 0.2


class StormTable:
    """Players, one who looks on, and their broker; programs that end too early are started again."""

    def __init__(self, folder: Path, broker: str) -> None:
        """Prepare; nothing runs yet."""
        self.folder, self.broker = folder, ForgetfulBroker(broker)
        self.cast = Cast(folder)
        self.people: list[Participant] = []
        self.tid = b""
        self.returns = 0
        """How often people had to be started again who had left, for others lacked what they alone had."""
        self._keepers: list[asyncio.Task[None]] = []
        self._story: list[str] = []

    async def gather(self, game: str, play: Play, seed: int, patience: int, small_disk: str = "") -> None:
        """Open a table and start everybody; the profile `small_disk` is kept on a disk that can be filled."""
        await self.broker.start()
        bot = ("--seed", str(seed), "--pause", str(play.pause))
        options = [word for option in (*play.options, f"patience={patience}") for word in ("--option", option)]
        host = await self._join("p0", "open", ROOM, "--game", game, *options, "--sit", play.bot, *bot)
        await self.cast.until(lambda: bool(host.program.all("opened")))
        table = Invitation.parse(str(host.program.all("opened")[0].event["invitation"]))
        self.tid = table.tid or b""
        words = list(host.program.words)
        words[OPEN_AGAIN] = str(replace(table, port=host.link.port))  # else a host who is done opens another table
        host.program.words = tuple(words)
        for number in range(1, play.players):
            name = f"p{number}"
            await self._join(name, "sit", table, "--bot", play.bot, *bot, small=name == small_disk)
        await self._join(WATCHER, "watch", table)
        self._keepers = [asyncio.create_task(one.keep()) for one in self.people]

    async def started(self) -> None:
        """Wait until the game has begun for everybody."""
        await self.cast.until(lambda: all(program.all("started") for program in self.cast.programs))

    async def _join(self, name: str, word: str, where: Invitation, *words: str, small: bool = False) -> Participant:
        link = await FaultyLink(self.broker.port).start()
        program = self.cast.add(name, word, str(replace(where, host=link.host, port=link.port)), *words)
        disk = SmallDisk(self.folder / "profiles" / name) if small else None
        one = Participant(program, link, JumpingClock(self.folder / f"{name}.clock"), disk)
        program.environment, program.errors = one.clock.environment, self.folder / f"{name}.errors"
        self.people.append(one)
        await program.start()
        return one

    def note(self, what: str) -> None:
        """Remember what happens now, for `write_down`."""
        self._story.append(f"{time.monotonic():.3f} {what}")

    async def done(
        self, quiet: float, returns: int, without: Container[str] = frozenset(), silent: Container[str] = frozenset()
    ) -> None:
        """Wait for everybody's final word; raise `Stuck` where it never comes.

        After so many seconds without a word from anybody those who have left are started again, so many times. Whoever
        waits for nobody but those who have gone for ever (`without`) has no more to tell. The words of the `silent` are
        not waited for, but the others wait for them.
        """
        people = [one for one in self.people if one.name not in without and one.name not in silent]

        def lacking() -> list[str]:
            return [one.name for one in people if not one.done and not one.waits_only_for(without)]

        while lacking():
            try:
                await self.cast.until(lambda: not lacking(), alive=False, patience=quiet)
            except Stuck:
                if self.returns == returns:
                    names = ", ".join(lacking())
                    raise Stuck(f"{names}: no end that is final, although all is well") from None
                self.returns += 1
                self.note("those who have left are started again")
                for one in people:
                    one.come_back()

    def ends(self) -> list[float]:
        """Give when each program told its first end that is final."""
        return [min(times) for program in self.cast.programs if (times := _final_at(program))]

    @property
    def plies(self) -> int:
        """How long the game was, by what the first says who told its end."""
        words = next((words for program in self.cast.programs if (words := final_words(program))), [{"plies": 0}])
        return int(str(words[-1]["plies"]))

    async def judged(self, gone: Container[str] = frozenset(), silent: AbstractSet[str] = frozenset()) -> Verdict:
        """End all programs; compare all that was ever printed and all that is kept, but by those who have `gone`.

        Those who found nothing left to settle need not have told an end themselves: it came while they went.
        """
        await self.close()
        waiting = {one.name for one in self.people if one.waits_only_for(gone) or closed_early(one.program)}
        kept, missing = self._kept(gone, waiting)
        settled = {one.name for one in self.people if one.settled}
        verdict = judge([one.program for one in self.people if one.name not in gone], kept, silent | settled, gone)
        verdict.broken += [*missing, *self._wrecks()]
        return verdict

    def _kept(self, without: Container[str], waiting: Container[str]) -> tuple[list[KeptGame], list[str]]:
        found, missing = [], []
        for program in self.cast.programs:
            try:
                if program.name not in without:
                    found.append(kept_game(self.folder, program.name, self.tid))
            except NotKept:
                missing += [] if program.name in waiting else [f"{program.name} keeps no finished game"]
        return found, missing

    def _wrecks(self) -> list[str]:
        """Give what programs wrote that failed in a way that no sentence tells."""
        wrecks = []
        for program in self.cast.programs:
            said = program.errors.read_text("utf-8", "replace") if program.errors and program.errors.exists() else ""
            if "Traceback" in said:
                wrecks.append(f"{program.name} failed: {said.strip().splitlines()[-1]}")
        return wrecks

    def sentences(self) -> list[str]:
        """Give what programs have ended with before the game did."""
        return [f"{one.name}: {said}" for one in self.people for said in one.sentences]

    async def close(self) -> None:
        """End all programs; what they printed and all profiles keep stays."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await self.cast.close()

    async def end(self) -> None:
        """End everything, and take the small disk away with what is on it."""
        await self.close()
        for one in self.people:
            await one.link.close()
            if one.disk is not None:
                one.disk.close()
        await self.broker.stop()

    def write_down(self) -> None:
        """Leave in the folder what happened when, and what everybody printed."""
        (self.folder / "story.txt").write_text("\n".join(self._story) + "\n", encoding="utf-8")
        for program in self.cast.programs:
            lines = (json.dumps({"at": round(told.at, 3), "life": told.life, **told.event}) for told in program.told)
            (self.folder / f"{program.name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _final_at(program: Program) -> list[float]:
    words = final_words(program)
    return [told.at for told in program.told if any(told.event is word for word in words)]
