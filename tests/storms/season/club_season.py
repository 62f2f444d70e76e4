"""A season of a club in real programs: founded, joined, a Swiss held and checked, with blows all the time."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from net.wire.invitation import Invitation
from tests.net.support.party import ROOM
from tests.storms.faults.faulty_link import FaultyLink
from tests.storms.faults.forgetful_broker import ForgetfulBroker
from tests.storms.program import Event, Stuck
from tests.storms.season.blow import Blow, Schedule
from tests.storms.season.company import CUP, LADDER, PASSES, SHOW, STANDINGS, Company, all_of
from tests.storms.season.course import Course, drawn
from tests.storms.season.errand import Said, run
from tests.storms.season.member import Member, Weather
from tests.storms.season.pairing_table import PairingTable, Played
from tests.storms.season.season_result import SeasonResult, Terms, without_port
from tests.storms.season.season_verdict import Account, Happened, differing, uncounted, unread, untrue
from tests.storms.season.told_values import asks_or_is_in, cup_of, is_in, rounds_of

GAME = ("--game", "epaminondas", "--option", "size=8x8", "--option", "patience=120")
BOTH_REPORT = 0.3
"""How likely both players of a table report it."""


class ClubSeason:
    """One season from the founding to the check of its file."""

    def __init__(self, seed: int, terms: Terms, folder: Path, say: Callable[[str], None] = lambda _: None) -> None:
        """Prepare; nothing runs yet. `say` hears how far it is."""
        self.course: Course = drawn(seed, terms.members, terms.rounds)
        self.result = SeasonResult(seed, terms)
        self.broker = ForgetfulBroker(terms.broker)
        self._terms, self._say, self._rng = terms, say, Random(seed)
        self._home, self._stranger = folder / "members", folder / "stranger"
        self._schedule = Schedule(Random(f"blows {seed}"), terms.strength)
        self._weather = Weather(self._schedule, asyncio.Semaphore(terms.at_once))
        self._links: list[FaultyLink] = []
        self._games: dict[tuple[int, int], Played] = {}
        self._late: set[tuple[int, int]] = set()
        self._storm: asyncio.Task[None] | None = None

    async def spend(self) -> SeasonResult:
        """Hold the season and judge it; what is broken stands in the result."""
        began = time.monotonic()
        try:
            company = await self._gather()
            self.result.agreed = company.agreed
            self._storm = asyncio.create_task(self._forget())
            await self._found(company)
            await self._list(company)
            await self._draw(company)
            for number in range(self.course.rounds):
                await self._round(company, number)
            await self._judge(company)
        except Stuck as error:
            self.result.broken.append(str(error))
        except Exception:  # noqa: BLE001 whatever a season is kept as, the others go on
            self.result.broken.append(traceback.format_exc())
        finally:
            await self._end()
        self.result.minutes = (time.monotonic() - began) / 60
        self.result.struck, self.result.longest = self._schedule.struck, self._weather.longest
        self.result.refused, self.result.games = self._weather.refused, len(self._games)
        self.result.broken += sorted(set(self._weather.wrecks))
        return self.result

    async def _gather(self) -> Company:
        """Start the broker and give each member a profile and a way of their own."""
        self._home.mkdir(parents=True)
        self._stranger.mkdir()
        await self.broker.start()
        people = []
        for name in self.course.names:
            self._links.append(await FaultyLink(self.broker.port).start())
            people.append(Member(name, self._home, self._weather, self._links[-1], ROOM))
        return Company(people, self._rng, self._say)

    async def _forget(self) -> None:
        while self._terms.strength:
            blow = self._schedule.of_broker()
            await asyncio.sleep(blow.after)
            self._schedule.struck[Blow.BROKER] += 1
            await self.broker.forget(blow.away)

    async def _found(self, company: Company) -> None:
        """Found the club; all others join by its invitation and are let in."""
        chief, others = company.organiser, company.others
        await chief.do("new", "Storm", done=bool)
        await chief.sync()
        told = await chief.do("invite", "last", chief.at())
        at = Invitation.parse(str(told["invitation"]))
        await all_of(self._join(company, one, at) for one in others)
        await company.known("join", lambda shown: (one for one in others if not asks_or_is_in(one.key, shown)))
        for one in others:
            await chief.do("admit", "last", one.key, done=partial(is_in, one.key))
        await company.agree("members", SHOW)

    async def _join(self, company: Company, one: Member, at: Invitation) -> None:
        """Join; where the broker keeps nothing of the club, whoever has it goes there."""
        said = Said(1, "")
        for _ in range(PASSES):
            said = await one.say("club", "join", one.at(at), "--json")
            if said.status == 0 or asks_or_is_in(one.key, await one.look()):
                return
            await company.organiser.sync()
        raise Stuck(f"{one.name} cannot join: {said.error}")

    async def _list(self, company: Company) -> None:
        """Open the tournament, let everybody enter, close the list."""
        chief = company.organiser
        rounds = ("--form", "swiss", "--rounds", str(self.course.rounds))
        await chief.do("open", "last", CUP, *rounds, *GAME, done=lambda shown: bool(shown["tournaments"]))
        await company.agree("tournament", SHOW)
        await all_of(one.do("enter", "last", CUP) for one in company.people)
        await all_of(one.sync() for one in company.others)
        people = company.people
        await company.known("enter", lambda shown: [one for one in people if one.pid not in cup_of(shown)["entered"]])
        await chief.do("close", "last", CUP, done=lambda shown: cup_of(shown)["stage"] != "entry")
        await chief.sync()

    async def _draw(self, company: Company) -> None:
        """Let everybody open their lots; whose lot does not come is left out, and all others draw anew."""
        chief, lotless = company.organiser, self.course.lotless
        drawing = [one for one in company.others if one.name != lotless]

        def owing(shown: Event) -> list[Member]:
            return [one for one in drawing if one.pid in cup_of(shown)["awaited"]]

        await all_of(one.sync() for one in drawing)
        await company.known("lots", owing)
        if lotless:
            if (await chief.say("club", "start", "last", CUP, calm=True)).status == 0:
                self.result.broken.append("a tournament began although a lot was missing")
            await chief.do("draw", "last", CUP, done=lambda shown: cup_of(shown)["attempt"] == 1)
            await chief.sync()
            await all_of(one.sync() for one in drawing)
            await company.known("lots again", owing)
            await company.named(lotless).sync()  # too late
        await chief.do("start", "last", CUP, done=lambda shown: cup_of(shown)["stage"] == "play")

    async def _round(self, company: Company, number: int) -> None:
        """Play a round: everybody learns who meets whom, the tables are played and reported, the organiser ends it."""
        course, absent = self.course, company.named(self.course.absent)
        told = await company.agree(f"round {number + 1}", STANDINGS)
        tables: list[list[str]] = [table["players"] for table in rounds_of(told[0][0])[number]["tables"]]
        played = [at for at, pids in enumerate(tables) if number != course.absent_in or absent.pid not in pids]
        late = self._rng.choice(played) if played and number == course.late_in else -1
        turns = asyncio.Semaphore(self._terms.at_once)
        places = [((number, at), [one for one in company.people if one.pid in tables[at]]) for at in played]
        await all_of(self._table(company, place, players, turns) for place, players in places if place[1] != late)
        if number == course.leaves_after:
            await company.named(course.leaver).do("withdraw", "last", CUP)
            await company.known_to_leave(company.named(course.leaver))
        await company.known_results(number, [at for at in played if at != late])
        words = [f"{at + 1}={absent.key}" for at in range(len(tables)) if at not in played]
        words += [f"{late + 1}=all"] if late >= 0 else []
        words += [f"left={absent.key}"] if course.drops and number == course.absent_in else []
        await self._end_round(company.organiser, number, words)
        self._say(f"round {number + 1} of {course.rounds} has ended")
        if late >= 0:  # the players' programs report by themselves: only a game that is played late comes late
            await company.organiser.sync()
            self._late.add((number, late))
            await all_of(self._table(company, place, players, turns) for place, players in places if place[1] == late)

    async def _end_round(self, chief: Member, number: int, words: Sequence[str]) -> None:
        """End a round; somebody who was killed looks first whether it has ended: else the next one would."""
        said = Said(1, "")
        for _ in range(PASSES):
            said = await chief.say("club", "round", "last", CUP, *words, "--json")
            if said.status == 0 or rounds_of(await chief.look(*STANDINGS))[number]["ended"]:
                return
        raise Stuck(f"round {number + 1} cannot be ended: {said.error}")

    async def _table(
        self, company: Company, place: tuple[int, int], players: Sequence[Member], turns: asyncio.Semaphore
    ) -> None:
        """Play one table, opened by somebody who does not play just now, and report it."""
        number, at = place
        async with turns:
            opener = await company.free(players)
            seed = self._rng.getrandbits(20)
            table = PairingTable(self._home, self._schedule, self._links[0], seed, f"{number + 1}-{at + 1}")
            try:
                self._games[place] = await table.play(opener, f"{CUP}/{number + 1}/{at + 1}", players)
                await company.leave(opener)
                await self._report(company, self._games[place])
            finally:
                await company.leave(*players)
                self._weather.wrecks += table.wrecks
                self.result.returns += table.returns
                self._weather.refused.update(f"at a table: {without_port(one)}" for one in table.sentences)

    async def _report(self, company: Company, played: Played) -> None:
        """Let one of the players report a table, or both."""
        players = [one for one in company.shuffled() if one.pid in played.players]
        for one in players[: 2 if self._rng.random() < BOTH_REPORT else 1]:
            await one.do("result", "last", played.tid)
            await one.sync()

    async def _judge(self, company: Company) -> None:
        """Wait until all agree in the end, then compare what everybody tells, and a stranger's check of a file."""
        await self._calm()
        told = await company.agree("end", SHOW, STANDINGS, LADDER)
        accounts = [Account(one.name, *said) for one, said in zip(company.people, told, strict=True)]
        pids = {one.name: one.pid for one in company.people}
        happened = Happened(self.course, pids, self._games, frozenset(self._late))
        self.result.digests = accounts[0].digests
        self.result.broken += [*differing(accounts), *untrue(happened, accounts[0].standings)]
        self.result.broken += uncounted(happened, accounts[0])
        self.result.broken += await self._checked(self._rng.choice(company.others))

    async def _checked(self, one: Member) -> list[str]:
        """Let somebody export the season, and a stranger check the file with a fresh profile."""
        season = self._stranger / "season.club"
        await one.do("export", "last", str(season))
        parts = [await one.say("club", *words, calm=True) for words in (STANDINGS, LADDER)]
        said = await run(self._stranger, "check", str(season))
        wreck = [f"the stranger's check failed: {said.wreck}"] if said.wreck else []
        status = [f"the stranger's check ended with status {said.status}"] if said.status else []
        return [*wreck, *status, *unread(said.text, *(part.text for part in parts))]

    async def _calm(self) -> None:
        """Let no more blows fall; commands are not killed any more."""
        if self._storm is not None:
            self._storm.cancel()
            await asyncio.gather(self._storm, return_exceptions=True)
        await self.broker.back()
        self._schedule.strength = 0.0

    async def _end(self) -> None:
        await self._calm()
        for link in self._links:
            await link.close()
        await self.broker.stop()
