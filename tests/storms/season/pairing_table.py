"""One table of a round: somebody opens it, two play it to its settled end, and their programs are killed meanwhile."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from net.wire.invitation import Invitation
from tests.storms.faults.faulty_link import FaultyLink
from tests.storms.faults.jumping_clock import JumpingClock
from tests.storms.participant import Participant, final_words
from tests.storms.program import Cast, Event, Stuck
from tests.storms.season.blow import Blow, Kill, Schedule
from tests.storms.season.member import Member

SEATED = (sys.executable, "-P", "-m", "tests.storms.season.seated_member")
"""What starts the program of somebody at the board."""
OPEN_AT = 1
"""Which of the words of `parley open` says where."""
QUIET_SECONDS = 150.0
"""Without a word from anybody for so long, a table is stuck."""
MISSED_SECONDS = 45.0
"""After so long without a word those who have left come back: the broker may have forgotten what they said last."""
PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played for a place of the tournament: the table's id and each player's share, by pid."""

    tid: str
    players: tuple[str, ...]
    winners: frozenset[str]


class PairingTable:
    """A table from its opening until all three programs have ended by themselves."""

    def __init__(self, home: Path, schedule: Schedule, link: FaultyLink, seed: int, place: str) -> None:
        """Prepare; the profiles lie in `home`, where programs also leave their errors, named after the `place`."""
        self.cast, self._place = Cast(home), place
        self.people: list[Participant] = []
        self._schedule, self._link, self._seed = schedule, link, seed
        self._tasks: list[asyncio.Task[None]] = []
        self.returns = 0
        """How many came back for others after the end."""

    async def play(self, opener: Member, pairing: str, players: Sequence[Member]) -> Played:
        """Play the table of a pairing; raise `Stuck`."""
        try:
            host = self._person(opener, "open", opener.at(), "--club", "last", "--pairing", pairing)
            await self._begin(host)
            self._strike(host, Blow.KILL_OPENER)
            await self.cast.until(lambda: bool(host.program.all("opened")), alive=False, patience=QUIET_SECONDS)
            table = Invitation.parse(str(host.program.all("opened")[-1].event["invitation"]))
            words = list(host.program.words)
            words[OPEN_AT] = opener.at(table)  # else a host who is started again opens another table
            host.program.words = tuple(words)
            for one in players:
                options = ("--seed", str(self._seed), "--pause", str(PAUSE_SECONDS))
                person = self._person(one, one.at(table), *options)
                person.program.command = SEATED
                await self._begin(person)
                self._strike(person, Blow.KILL_PLAYER)
            await self._ended()
            return self._played(table, players)
        finally:
            await self._close()

    def _person(self, one: Member, *words: str) -> Participant:
        program = self.cast.add(one.name, *words)
        program.errors = self.cast.folder / f"{self._place}-{one.name}.errors"
        person = Participant(program, self._link, JumpingClock(self.cast.folder / f"{one.name}.clock"))
        self.people.append(person)
        return person

    async def _begin(self, person: Participant) -> None:
        await person.program.start()
        self._tasks.append(asyncio.create_task(person.keep()))

    def _strike(self, person: Participant, kind: Blow) -> None:
        self._tasks.append(asyncio.create_task(self._kill(person, kind, self._schedule.of_table(kind))))

    async def _kill(self, person: Participant, kind: Blow, kills: Sequence[Kill]) -> None:
        passed = 0.0
        for kill in kills:
            await asyncio.sleep(max(0.0, kill.after - passed))
            passed = kill.after + kill.away
            if person.program.running and not person.done:
                self._schedule.struck[kind] += 1
                await person.kill_for(kill.away)

    async def _ended(self) -> None:
        """Wait until everybody has told a settled end and gone by themselves.

        Whoever left with a settled end, while the others were killed and the broker forgot, comes back once for them.
        """
        try:
            try:
                await self.cast.until(self._all_gone, alive=False, patience=MISSED_SECONDS)
            except Stuck:
                for one in self.people:
                    self.returns += one.done and not one.program.running
                    one.come_back()
                await self.cast.until(self._all_gone, alive=False, patience=QUIET_SECONDS)
        except Stuck as error:
            sentences = [f"{one.name}: {said}" for one in self.people for said in one.sentences]
            raise Stuck(f"{error}; {sentences}") from error
        for one in self.people:
            await one.program.end()

    def _all_gone(self) -> bool:
        return all(one.done and not one.program.running for one in self.people)

    def _played(self, table: Invitation, players: Sequence[Member]) -> Played:
        ends = [final_words(one.program)[-1] for one in self.people]
        if len({(str(end["digest"]), str(end["outcome"])) for end in ends}) != 1:
            raise Stuck(f"the programs of a table tell different ends: {ends}")
        outcome = ends[0]["outcome"]
        if not isinstance(outcome, dict):
            raise Stuck(f"a table has ended without an outcome: {ends[0]}")
        seats = self._seats()
        winners = frozenset(seats[seat] for seat in outcome["winners"])
        return Played((table.tid or b"").hex(), tuple(one.pid for one in players), winners)

    def _seats(self) -> dict[int, str]:
        started: list[Event] = [told.event for one in self.people for told in one.program.all("started")]
        seats = started[0]["seats"] if started else []
        assert isinstance(seats, list)
        return {int(seat["seat"]): str(seat["pid"]) for seat in seats}

    async def _close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.cast.close()

    @property
    def sentences(self) -> list[str]:
        """What programs have ended with before they should."""
        return [said for one in self.people for said in one.sentences]

    @property
    def wrecks(self) -> list[str]:
        """What programs wrote that failed in a way that no sentence tells."""
        found = []
        for one in self.people:
            path = one.program.errors
            said = path.read_text("utf-8", "replace") if path is not None and path.exists() else ""
            if "Traceback" in said:
                found.append(f"{one.name} at a table: {said.strip().splitlines()[-1]}")
        return found
