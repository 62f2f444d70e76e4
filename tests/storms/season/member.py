"""A member of a club in a storm: their profile, their way to the broker, and the commands they say until they are done.

Like a person they say a command again after it was killed, but look first whether it was done; and after a refusal they
bring the club up to date first.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from net.storage.profile import Profile
from net.wire.invitation import Invitation
from tests.storms.faults.faulty_link import FaultyLink
from tests.storms.program import Event, Stuck
from tests.storms.season.blow import Blow, Schedule
from tests.storms.season.errand import Said, run
from tests.storms.season.season_result import without_port

BREATH = 0.5
"""Seconds after which somebody says a refused command again."""
TRIES = 40
"""How often."""

Done = Callable[[Event], bool]
"""Whether a deed is done, by what `parley club show --json` tells."""


@dataclass(slots=True)
class Weather:
    """What all members share: when blows fall, how many commands run at once, what was refused and what failed."""

    schedule: Schedule
    gate: asyncio.Semaphore
    refused: Counter[str] = field(default_factory=Counter)
    wrecks: list[str] = field(default_factory=list)
    longest: float = 0.0
    """Seconds that a command took at most."""


class Member:
    """One member; one program at a time has their profile."""

    def __init__(self, name: str, home: Path, weather: Weather, link: FaultyLink, room: Invitation) -> None:
        """Reach the `room` by `link`; with the name `m0` they are the organiser."""
        self.name, self.home = name, home
        self.busy = False
        """Whether a program of theirs is at a table."""
        with Profile.open(home, name) as profile:
            self.key, self.pid = profile.identity.public.hex(), profile.identity.pid
        self._weather = weather
        self._room = replace(room, host=link.host, port=link.port)
        self._kind = Blow.KILL_ORGANISER if name == "m0" else Blow.KILL_DEED

    def at(self, invitation: Invitation | None = None) -> str:
        """Give an invitation, the room's if none, by this member's own way."""
        return str(replace(invitation or self._room, host=self._room.host, port=self._room.port))

    async def say(self, *words: str, calm: bool = False) -> Said:
        """Run one command of this profile once; unless `calm` it may be killed."""
        schedule = self._weather.schedule
        async with self._weather.gate:
            kill_after = None if calm else schedule.of_deed(self._kind)
            began = asyncio.get_running_loop().time()
            said = await run(self.home, *words, "--profile", self.name, kill_after=kill_after)
        self._weather.longest = max(self._weather.longest, asyncio.get_running_loop().time() - began)
        if said.killed:
            schedule.struck[self._kind] += 1
        if said.wreck:
            self._weather.wrecks.append(f"{self.name}: {' '.join(words[:3])}: {said.wreck}")
        elif said.status and not said.killed:
            self._weather.refused[f"{words[1]}: {without_port(said.error)}"] += 1
        return said

    async def look(self, *words: str) -> Event:
        """Give what `parley club ... --json` tells, empty while the club is not known here."""
        return (await self.say("club", *(words or ("show", "last")), "--json", calm=True)).value

    async def do(self, *words: str, done: Done | None = None, first: str = "") -> Event:
        """Say a command until it is done; raise `Stuck`.

        After a kill or a refusal it is only said again if `done` does not hold (without `done`: always). Before that
        comes a `sync` if `first` says so.
        """
        said = Said(1, "")
        for _ in range(TRIES):
            said = await self.say("club", *words, "--json")
            if said.status == 0:
                return said.value
            if done is not None and done(await self.look()):
                return {}
            if not said.killed:
                await asyncio.sleep(BREATH)
                if first:
                    await self.say("club", "sync", "last", self.at(), "--json")
        raise Stuck(f"{self.name} cannot {' '.join(words)}: {said.error or said.status}")

    async def sync(self) -> Event:
        """Bring the club up to date at the broker; raise `Stuck`."""
        return await self.do("sync", "last", self.at())
