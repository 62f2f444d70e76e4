"""One evening from one seed: people, a game, weather, perhaps a cheat; at its end everybody is asked what he saw."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import NoReturn
from unittest.mock import patch

from core.game import Seat
from core.games import find
from core.option import settle
from net.peer import table_registry
from net.table.fold.table_terms import settle_terms
from net.table.table import genesis
from net.view.table_view import OfferKind
from net.wire.event import Draft, Kind
from net.wire.event_data import tid_of
from net.wire.invitation import Invitation
from tests.sim.club_evening import ClubEvening, gathers
from tests.sim.haste import Haste, in_haste, told_once
from tests.sim.judge import PROMPT_MS, RESTLESS_MS, Broken, Judge
from tests.sim.manner import PLAIN, manner_of
from tests.sim.overheard import Overheard
from tests.sim.people.cheat import FIRST, Cheat, Trick
from tests.sim.people.departure import PATIENCE, Departures, leaves
from tests.sim.people.handover import Handovers, hands_over
from tests.sim.people.person import Person
from tests.sim.program import Program
from tests.sim.version import Version
from tests.sim.world.clock import Clock
from tests.sim.world.network import Network
from tests.sim.world.strikes import Strikes
from tests.sim.world.weather import SKEW_MS, Weather, forecast

GAMES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("djambi", {"players": "3"}, 3),
    ("djambi", {"players": "4"}, 4),
    ("djambi", {"players": "6"}, 6),
    ("megiddo", {"players": "2"}, 2),
    ("megiddo", {"players": "3", "variant": "cleopatra"}, 3),
    ("megiddo", {"players": "4"}, 4),
    ("epaminondas", {"size": "8x8"}, 2),
    ("mediterranee", {"players": "2", "placement": "standard"}, 2),
    ("mediterranee", {"players": "3", "placement": "standard"}, 3),
    ("mediterranee", {"players": "4", "placement": "standard"}, 4),
    ("mediterranee", {"players": "4", "placement": "standard", "match": "yes"}, 4),
)
CLOCKS = ("8+1", "15", "3/3x4", "60+2", "1d")
TIMED = 0.3
TALKS = ("5", "20/2")
TALKING = 0.1
WITNESSED = 0.7
LENGTH_MS = (30_000, 180_000)
WATCHERS = (0, 0, 1, 2)
MILD_MS = 20_000
"""How long good weather lasts at the beginning, where there is any: until the game has begun, or so long."""
STEP_MS = 500
IMPATIENT = 0.3
"""The part of the evenings at which whoever does not answer is soon passed over."""
ENDLESS_S = 300.0
"""Seconds of the processor after which an evening has to be over: it usually needs a few."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `Broken` as soon as what happens here has used so many seconds of the processor; main thread only."""

    def stop(*_: object) -> NoReturn:
        raise Broken(f"P8: nothing comes to an end in {seconds:g} seconds of the processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass
class Report:
    """What came of an evening: how long its game was, what went wrong on the way, and which promise was broken.

    `settled_ms` is how long after the weather had cleared all agreed; `plies` counts the lines of the match.
    """

    seed: int
    game: str
    plies: int = 0
    lines: int = 0
    settled_ms: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    broken: str = ""


class Evening:
    """The evening of one seed; `trace` is told in words what happens.

    A `plain` one is spent as the first ones were, before there were other manners of spending it, a `short` one has
    little time: many of these fit into a run of the tests.
    """

    def __init__(
        self,
        seed: int,
        folder: Path,
        trace: Callable[[str], None] = lambda _line: None,
        *,
        plain: bool = False,
        short: bool = False,
    ) -> None:
        """Draw everything; nothing happens before `spend`."""
        self.rng = Random(f"evening {seed}")
        self.clock = Clock(self.rng)
        self.weather: Weather = forecast(self.rng)
        self.manner = PLAIN if plain else manner_of(seed, self.weather, short=short)
        self.game, self.options, seats = self.rng.choice(GAMES)
        self.report = Report(seed, f"{self.game} {' '.join(self.options.values())}")
        self.report.happened.update(map(str, (*self.weather.lasting, *self.manner.hastes)))
        self.network = Network(self.clock, self.weather, self._happen)
        self._trace = trace
        room = Invitation("127.0.0.1", "parlour", self.rng.randbytes(16), port=1883)
        watchers = self.rng.choice(WATCHERS)
        watchers = watchers if self.manner.watchers is None else self.manner.watchers
        handing = not plain and hands_over(seed)
        watchers = max(watchers, 1) if handing else watchers
        self.people = [Person(number, self.clock, self.network, room, folder) for number in range(seats + watchers)]
        self.judge = Judge(self.network, self.people)
        self._dress(seats, Random(f"versions {seed}"))
        self.terms = {"talk": "on", "takebacks": "ask"} | self._clock(Random(f"clock {seed}"), seats)
        self.terms |= self._negotiation(Random(f"negotiation {seed}"))
        self.departures = None
        if not plain and leaves(seed):
            self.departures = Departures(seed, self.people, self.clock, self.network, self._happen)
            self.terms |= {"patience": PATIENCE}
        told = self._happen
        self.handovers = Handovers(seed, self.people, seats, self.clock, told) if handing else None
        self.club = ClubEvening(seed, self.people, folder, self._happen) if not plain and gathers(seed) else None
        self.terms |= {"bots": "no"} if self.club is not None else {}
        self.impatient = self.rng.random() < IMPATIENT or "clock" in self.terms or Haste.FINALS in self.manner.hastes
        self.strikes = Strikes(self.clock, self.network, self.people, self.judge)
        others = [person.number for person in self.people[1:seats] + self.people[seats:]]
        self.cheat = self._cheat(seats, others) if self.weather.cheat and seats > 1 else None

    def _dress(self, seats: int, rng: Random) -> None:
        """Give everybody what he brings: a seat he would like, a clock, a version; `rng` is nobody else's."""
        for person in self.people:
            person.changed, person.signs = self._look, self.judge.signatures.sign
            person.seat = Seat(person.number) if person.number < seats else None
            person.skew = self.rng.randint(-SKEW_MS, SKEW_MS) if self.weather.skewed else 0
            person.slow = self.weather.slow and self.rng.random() < 1 / 2
            person.batch_ms = self.manner.batch_ms
            person.version = rng.choice(self.manner.versions)
            if person.version is not Version.PRESENT:
                self._happen(person.version)

    def _clock(self, rng: Random, seats: int) -> dict[str, str]:
        """Draw a clock for some evenings, and a witness among those who only watch; `rng` is nobody else's."""
        if rng.random() >= TIMED:
            return {}
        witnesses = [person.identity.pid for person in self.people[seats:]]
        flag = f"witness:{witnesses[0]}" if witnesses and rng.random() < WITNESSED else "honour"
        self._happen("clocks")
        return {"clock": rng.choice(CLOCKS), "flag": flag}

    def _negotiation(self, rng: Random) -> dict[str, str]:
        """Let the players of some evenings talk before a round; `rng` is nobody else's."""
        if rng.random() >= TALKING:
            return {}
        self._happen("negotiation phases")
        return {"negotiation": rng.choice(TALKS)}

    def _cheat(self, seats: int, others: list[int]) -> Cheat:
        person = self.people[self.rng.randrange(1, seats)]
        menu = tuple(Trick) if self.manner is not PLAIN else FIRST
        audience = [0, *(number for number in others if number != person.number)]
        return Cheat(person, audience, self._happen, menu)

    def spend(self) -> Report:
        """Let the evening happen and judge it."""
        with in_haste(self.manner.hastes), told_once(), patch.object(table_registry, "TableSession", Overheard):
            try:
                with within(ENDLESS_S):
                    self._open()
                    self._begin()
                    self._storm()
                    self._calm()
                    if self.club is not None:
                        self.club.spend(self.people, self.people[0].room)
            except Broken as fault:
                self.report.broken = str(fault)
            for person in self.people:
                person.tell()
                self.report.happened.update(person.happened)
                self._sum_up(person)
                if person.alive:
                    person.journal.close()
        return self.report

    def _sum_up(self, person: Person) -> None:
        view, desk, happened = person.view, person.desk, self.report.happened
        if view is None or desk is None:
            return
        self.report.lines = max(self.report.lines, len(view.talk))
        if view.match is not None:
            self.report.plies = max(self.report.plies, view.match.ply)
            steps = desk.table.history()
            happened["taken back"] += len(view.takebacks)
            happened["pauses"] += sum(step.line.text == OfferKind.PAUSE for step in steps)
            happened["talks cut short"] += sum(0 < step.spent_ms < step.free_ms for step in steps)
            if "clock" in self.terms:
                happened["waits ended, with a clock"] += sum(one.kind is Kind.FINAL for one in steps)
                known = (signed for author in desk.feed.authors() for signed in desk.feed.events(author))
                happened["receipts"] += sum(signed.event.kind == Kind.SEEN for signed in known)

    def _open(self) -> None:
        self._tell(f"{self.report.game}, {len(self.people)} people, {self.weather}, {self.manner}")
        for person in self.people:
            person.start()
        invitation = self.people[0].host(self._genesis, "An evening", self.game)
        for person in self.people[1:]:
            self.clock.after(int(self.rng.expovariate(1 / 2_000)), partial(person.come, invitation))

    def _genesis(self, host: Program) -> tuple[Draft, bytes]:
        found = find(self.game)
        options, terms = settle(found, self.options), settle_terms(self.terms)
        salt = self.rng.randbytes(16)
        salt = self.club.salt if self.club is not None else salt
        draft = genesis(found, options, terms, title="An evening", nick=host.name, salt=salt)
        return draft, tid_of(host.identity.public, draft.data)

    def _begin(self) -> None:
        """Have good weather in most evenings until the game has begun: else many never come so far."""
        if not self.manner.mild:
            return
        self.network.calm, end = True, self.clock.now + MILD_MS
        while self.clock.now < end and not all(person.desk and person.desk.table.course for person in self.people):
            self.clock.run(self.clock.now + STEP_MS)
        self.network.calm = False

    def _storm(self) -> None:
        """Play through the weather."""
        end = self.clock.now + self.rng.randint(*LENGTH_MS) // self.manner.hurry
        while self.clock.now < end and not self._long_enough():
            self.clock.run(min(end, self.clock.now + int(self.rng.expovariate(1 / self.weather.every_ms))))
            if self.weather.sudden:
                fault = self.rng.choice(self.weather.sudden)
                if told := self.strikes.hit(fault, doubles=self.cheat is None):
                    self._tell(told)
                    self._happen(fault)
            if self.cheat is not None:
                for _ in range(self.manner.tricks):
                    self.cheat.act()

    def _long_enough(self) -> bool:
        courses = [person.desk.table.course for person in self.people if person.desk]
        longest = max((course.ply for course in courses if course), default=0)
        return self.manner.plies is not None and longest >= self.manner.plies

    def _calm(self) -> None:
        """Heal everything, let nobody begin anything new, and wait until all agree."""
        self._tell("the weather clears")
        self.network.heal()
        for person in self.people:
            person.playing = False
            person.slow = False  # who is paused stays so: what came meanwhile waits for the end of it
            if not person.alive and not person.gone:
                person.start()
        began, together = self.clock.now, None
        differ = "P4: nobody was asked"
        while self.clock.now < (began + RESTLESS_MS if together is None else together + PROMPT_MS):
            self.clock.run(self.clock.now + STEP_MS)
            awake = max(self.network.held_until, *(person.paused_until for person in self.people))
            here = [person for person in self.people if not person.gone]
            if together is None and self.clock.now >= awake and all(person.online for person in here):
                together = self.clock.now
            differ = self.judge.agree(here, self.dishonest, self.network.retained, self.people[0])
            if not differ:
                self.report.settled_ms = self.clock.now - began
                self.judge.audit(here, self.dishonest, self.report.seed)
                return
        raise Broken(differ)

    @property
    def dishonest(self) -> list[Person]:
        """Those to whom nothing is promised: a cheat, and two programs with one key."""
        return [*self.strikes.twins, *([self.cheat.person] if self.cheat else [])]

    def _look(self, person: Program) -> None:
        if self.departures is not None and isinstance(person, Person):
            self.departures.look(person)
        if self.handovers is not None and isinstance(person, Person):
            self.handovers.look(person)
        self.judge.settle(person, lying=bool(self.dishonest) or any(one.disk.torn for one in self.people))
        if not self.impatient and person not in self.dishonest:
            self.judge.look(person, {one.identity.public for one in self.dishonest})

    def _happen(self, what: str) -> None:
        self.report.happened[str(what)] += 1

    def _tell(self, line: str) -> None:
        self._trace(f"{(self.clock.now - 1_000_000_000) / 1000:9.3f} {line}")
