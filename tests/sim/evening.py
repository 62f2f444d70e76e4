"""One evening from one seed: people, a game, weather, perhaps a cheat; at its end everybody is asked what he saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from core.game import Seat
from core.games import find
from core.option import settle
from net.desk import Desk
from net.event import Draft, Kind
from net.invite import Invitation
from net.kinds import tid_of
from net.table import genesis
from net.terms import settle_terms
from net.view import OfferKind
from tests.sim.cheat import Cheat
from tests.sim.clock import Clock
from tests.sim.judge import RESTLESS_MS, Broken, Judge
from tests.sim.network import Network
from tests.sim.person import Person
from tests.sim.program import Program
from tests.sim.weather import SKEW_MS, SUDDEN, Fault, Weather, forecast

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
WITNESSED = 0.7
LENGTH_MS = (30_000, 180_000)
LASTS_MS = (1_000, 30_000)
WATCHERS = (0, 0, 1, 2)
STEP_MS = 500
IMPATIENT = 0.3
"""The part of the evenings at which whoever does not answer is soon passed over."""


@dataclass
class Report:
    """What came of an evening: how long its game was, what went wrong on the way, and which promise was broken."""

    seed: int
    game: str
    plies: int = 0
    lines: int = 0
    settled_ms: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    broken: str = ""


class Evening:
    """The evening of one seed; `trace` is told in words what happens."""

    def __init__(self, seed: int, folder: Path, trace: Callable[[str], None] = lambda _line: None) -> None:
        """Draw everything; nothing happens before `spend`."""
        self.rng = Random(f"evening {seed}")
        self.clock = Clock(self.rng)
        self.weather: Weather = forecast(self.rng)
        self.game, self.options, seats = self.rng.choice(GAMES)
        self.report = Report(seed, f"{self.game} {' '.join(self.options.values())}")
        self.report.happened.update(str(fault) for fault in self.weather.lasting)
        self.network = Network(self.clock, self.weather, self._happen)
        self.judge = Judge()
        self._trace = trace
        room = Invitation("127.0.0.1", "parlour", self.rng.randbytes(16), port=1883)
        watchers = self.rng.choice(WATCHERS)
        self.people = [Person(number, self.clock, self.network, room, folder) for number in range(seats + watchers)]
        for person in self.people:
            person.changed = self._look
            person.seat = Seat(person.number) if person.number < seats else None
            person.skew = self.rng.randint(-SKEW_MS, SKEW_MS) if self.weather.skewed else 0
            person.slow = self.weather.slow and self.rng.random() < 0.5
        self.terms = {"talk": "on", "takebacks": "ask"} | self._clock(Random(f"clock {seed}"), seats)
        self.impatient = self.rng.random() < IMPATIENT or "clock" in self.terms
        self.twins: list[Person] = []
        others = [person.number for person in self.people[1:seats] + self.people[seats:]]
        self.cheat = self._cheat(seats, others) if self.weather.cheat and seats > 1 else None

    def _clock(self, rng: Random, seats: int) -> dict[str, str]:
        """Draw a clock for some evenings, and a witness among those who only watch; `rng` is nobody else's."""
        if rng.random() >= TIMED:
            return {}
        witnesses = [person.identity.pid for person in self.people[seats:]]
        flag = f"witness:{witnesses[0]}" if witnesses and rng.random() < WITNESSED else "honour"
        self._happen("clocks")
        return {"clock": rng.choice(CLOCKS), "flag": flag}

    def _cheat(self, seats: int, others: list[int]) -> Cheat:
        person = self.people[self.rng.randrange(1, seats)]
        return Cheat(person, [0, *(number for number in others if number != person.number)], self._happen)

    def spend(self) -> Report:
        """Let the evening happen and judge it."""
        try:
            self._open()
            self._storm()
            self._calm()
        except Broken as fault:
            self.report.broken = str(fault)
        for person in self.people:
            desk = person.desk
            if desk is not None:
                self.report.happened.update({f"refused: {flaw}": count for flaw, count in desk.flaws.items()})
                view = desk.table.view()
                if view.match is not None:
                    self.report.plies = max(self.report.plies, view.match.ply)
                    self.report.happened["taken back"] += len(view.takebacks)
                    steps = desk.table.history()
                    if "clock" in self.terms:
                        self.report.happened["waits ended, with a clock"] += sum(
                            one.kind is Kind.FINAL for one in steps
                        )
                        self.report.happened["receipts"] += self._receipts(desk)
                    self.report.happened["pauses"] += sum(step.line.text == OfferKind.PAUSE for step in steps)
                self.report.lines = max(self.report.lines, len(view.talk))
            if person.alive:
                person.journal.close()
        return self.report

    @staticmethod
    def _receipts(desk: Desk) -> int:
        """Count the receipts of a witness that somebody has."""
        known = (signed for author in desk.feed.authors() for signed in desk.feed.events(author))
        return sum(signed.event.kind == Kind.SEEN for signed in known)

    def _open(self) -> None:
        self._tell(f"{self.report.game}, {len(self.people)} people, {self.weather}")
        for person in self.people:
            person.start()
        invitation = self.people[0].host(self._genesis, "An evening", self.game)
        for person in self.people[1:]:
            self.clock.after(int(self.rng.expovariate(1 / 2_000)), partial(person.come, invitation))

    def _genesis(self, host: Program) -> tuple[Draft, bytes]:
        found = find(self.game)
        options, terms = settle(found, self.options), settle_terms(self.terms)
        draft = genesis(found, options, terms, title="An evening", nick=host.name, salt=self.rng.randbytes(16))
        return draft, tid_of(host.identity.public, draft.data)

    def _storm(self) -> None:
        """Play through the weather."""
        end = self.clock.now + self.rng.randint(*LENGTH_MS)
        while self.clock.now < end:
            self.clock.run(min(end, self.clock.now + int(self.rng.expovariate(1 / self.weather.every_ms))))
            if self.weather.sudden:
                self._strike(self.rng.choice(self.weather.sudden))
            if self.cheat is not None:
                self.cheat.act()

    def _calm(self) -> None:
        """Heal everything, let nobody begin anything new, and wait until all agree."""
        self._tell("the weather clears")
        self.network.heal()
        for person in self.people:
            person.playing = False
            person.slow, person.paused_until = False, 0
            if not person.alive:
                person.start()
        began = self.clock.now
        differ = "nobody was asked"
        while self.clock.now < began + RESTLESS_MS:
            self.clock.run(self.clock.now + STEP_MS)
            differ = self.judge.agree(self.people, self.dishonest)
            if not differ:
                self.report.settled_ms = self.clock.now - began
                return
        raise Broken(differ)

    def _strike(self, fault: Fault) -> None:
        """Let something go wrong with somebody, and be put right after a while."""
        person, lasts = self.rng.choice(self.people), self.rng.randint(*LASTS_MS)
        if not self._hit(fault, person, lasts):
            return
        self._tell(f"{fault} hits {person.name} for {lasts} ms")
        self._happen(fault)

    def _hit(self, fault: Fault, person: Person, lasts: int) -> bool:
        network, now = self.network, self.clock.now
        if fault in {Fault.OUTAGE, Fault.FORGET}:
            if not network.up:
                return False
            network.stop(forget=fault is Fault.FORGET)
            self.clock.after(lasts, lambda: setattr(network, "up", True))
        elif fault is Fault.CLOG:
            network.clogged[person.number] = now + lasts
        elif fault is Fault.CUT:
            network.cut(person.number)
        elif fault in WALLS:
            network.wall = WALLS[fault](person.number, len(self.people))
            self.clock.after(lasts, lambda: setattr(network, "wall", lambda _a, _b: False))
        elif fault is Fault.PAUSE:
            person.paused_until = now + 2 * lasts
        elif fault is Fault.JUMP:
            person.jump(self.rng.randint(-SKEW_MS, SKEW_MS))
        else:
            return self._fell(fault, person, lasts)
        return True

    def _fell(self, fault: Fault, person: Person, lasts: int) -> bool:
        """Let a program die, perhaps with its disk, and come back."""
        known = person.desk is not None and person.desk.table.course is not None
        if not person.alive or (fault in {Fault.TORN, Fault.EMPTY, Fault.TWIN} and not known):
            return False
        if fault is Fault.TWIN:
            return self._double(person)
        person.crash()
        if fault is Fault.TORN:
            person.tear()
        elif fault is Fault.EMPTY:
            person.wipe()
        if fault in {Fault.TORN, Fault.EMPTY}:
            self.judge.forget(person)
        self.clock.after(lasts, lambda: None if person.alive else person.start())
        return True

    def _double(self, person: Person) -> bool:
        """Start a second program with the key and the disk of the first."""
        if self.twins or person.seat is None or self.cheat is not None:
            return False
        twin = Person(len(self.people), self.clock, self.network, person.room, person.folder.parent)
        twin.become(person)
        self.twins = [person, twin]
        self.people.append(twin)
        twin.start()
        return True

    @property
    def dishonest(self) -> list[Person]:
        """Those to whom nothing is promised: a cheat, and two programs with one key."""
        return [*self.twins, *([self.cheat.person] if self.cheat else [])]

    def _look(self, person: Program) -> None:
        if not self.impatient and person not in self.dishonest:
            self.judge.look(person, {one.identity.public for one in self.dishonest})

    def _happen(self, what: str) -> None:
        self.report.happened[str(what)] += 1

    def _tell(self, line: str) -> None:
        self._trace(f"{(self.clock.now - 1_000_000_000) / 1000:9.3f} {line}")


def _one(struck: int, _count: int) -> Callable[[int, int], bool]:
    return lambda sender, receiver: struck in {sender, receiver}


def _halves(_struck: int, count: int) -> Callable[[int, int], bool]:
    return lambda a, b: a >= 0 <= b and (2 * a < count) != (2 * b < count)


def _ring(_struck: int, count: int) -> Callable[[int, int], bool]:
    return lambda a, b: a >= 0 <= b and (b - a) % count not in {0, 1, count - 1}


def _one_way(struck: int, _count: int) -> Callable[[int, int], bool]:
    return lambda _sender, receiver: receiver == struck


WALLS = {Fault.ONE: _one, Fault.HALVES: _halves, Fault.RING: _ring, Fault.ONE_WAY: _one_way}
"""Who does not hear whom in each kind of partition (sender, receiver); -1 is the broker."""

assert set(WALLS) < set(SUDDEN)
