"""All members of a club in a storm: who is at a table, what all have heard of, how long it takes until all agree."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from random import Random

from tests.storms.program import Event, Stuck
from tests.storms.season.member import Member
from tests.storms.season.told_values import rounds_of

CUP = "cup"
"""The tournament's name."""
SHOW, STANDINGS, LADDER = ("show", "last"), ("standings", "last", CUP), ("ladder", "last")
PASSES = 12
"""How often everybody brings the club up to date until all agree, at most."""


async def all_of(works: Iterable[Coroutine[None, None, object]]) -> None:
    """Do works at once; the first that fails ends the others."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Company:
    """The members, the organiser first; `say` hears how far they are."""

    def __init__(self, people: Sequence[Member], rng: Random, say: Callable[[str], None]) -> None:
        """Begin with everybody free."""
        self.people, self.organiser, self.others = list(people), people[0], list(people[1:])
        self.agreed: dict[str, float] = {}
        """The seconds from each change that all have to know until all told the same."""
        self._rng, self._say = rng, say
        self._turned = asyncio.Condition()

    def named(self, name: str) -> Member:
        """Give a member by name."""
        return next(one for one in self.people if one.name == name)

    def shuffled(self) -> list[Member]:
        """Give all in an order drawn by lot."""
        return self._rng.sample(self.people, len(self.people))

    async def free(self, players: Sequence[Member]) -> Member:
        """Wait until nobody of the players is at a table, and somebody else is free to open; all of them are busy then.

        Gives who opens.
        """
        async with self._turned:
            while True:
                free = [one for one in self.shuffled() if not one.busy and one not in players]
                if free and not any(one.busy for one in players):
                    break
                await self._turned.wait()
            for one in (free[0], *players):
                one.busy = True
            return free[0]

    async def leave(self, *people: Member) -> None:
        """Let people be free again."""
        async with self._turned:
            for one in people:
                one.busy = False
            self._turned.notify_all()

    async def known(self, what: str, missing: Callable[[Event], Iterable[Member]]) -> None:
        """Wait until the organiser knows something of everybody; those of whom it is missing sync again."""
        names: list[str] = []
        for _ in range(PASSES):
            await self.organiser.sync()
            lacking = list(missing(await self.organiser.look()))
            names = [one.name for one in lacking]
            if not lacking:
                self._say(f"{what}: the organiser knows all")
                return
            await all_of(one.sync() for one in lacking)
        raise Stuck(f"{what}: the organiser never hears of {names}")

    async def known_results(self, number: int, awaited: Sequence[int]) -> None:
        """Wait until the organiser knows the results of tables; the players of those that lack sync again."""
        lacking: list[int] = []
        for _ in range(PASSES):
            await self.organiser.sync()
            told = rounds_of(await self.organiser.look(*STANDINGS))[number]["tables"]
            lacking = [at for at in awaited if told[at]["result"] is None]
            if not lacking:
                return
            pids = {pid for at in lacking for pid in told[at]["players"]}
            await all_of(one.sync() for one in self.others if one.pid in pids)
        raise Stuck(f"round {number + 1}: the results of the tables {lacking} do not come to the organiser")

    async def known_to_leave(self, leaver: Member) -> None:
        """Bring a withdrawal to the organiser."""
        for _ in range(PASSES):
            await leaver.sync()
            await self.organiser.sync()
            said = await self.organiser.say("club", *SHOW, calm=True)
            if f"no more: {leaver.name}" in said.text:
                return
        raise Stuck(f"the withdrawal of {leaver.name} does not come to the organiser")

    async def agree(self, what: str, *asked: Sequence[str]) -> list[list[Event]]:
        """Let everybody bring the club up to date until all tell the same; give what each tells, as it was `asked`.

        The time begins when the organiser has left everything at the broker.
        """
        await self.organiser.sync()
        began, lagging = time.monotonic(), self.others
        for _ in range(PASSES):
            await all_of(one.sync() for one in lagging)
            told = await asyncio.gather(*(self._told(one, asked) for one in self.people))
            lagging = [one for one, said in zip(self.people, told, strict=True) if said != told[0]]
            if not lagging and all(told[0]):
                self.agreed[what] = time.monotonic() - began
                self._say(f"{what}: all agree after {self.agreed[what]:.1f} s")
                return told
            await self.organiser.sync()
        raise Stuck(f"{what}: {[one.name for one in lagging]} never tell the same as the organiser")

    async def _told(self, one: Member, asked: Sequence[Sequence[str]]) -> list[Event]:
        return [await one.look(*words) for words in asked]
