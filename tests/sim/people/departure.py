"""Departures: people who close their program at the end, in the middle or for ever, and how they come back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tests.sim.people.person import Person
from tests.sim.world.clock import Clock
from tests.sim.world.network import Network

OFTEN = 0.3
"""The part of the evenings at which people leave."""
SINCE = 400_000
"""The first seed at whose evening anybody may leave: those before it are kept as they were drawn."""
LINGER_MS = 10_000
"""How long after the end a terminal is closed at most."""
AWAY_MS = (1_000, 60_000)
FORGETS_MS = (1_000, 15_000)
PLIES = (6, 24)
"""Between which plies somebody leaves in the middle, and from which on people give up."""
WEARY = 0.3
"""How often somebody who is to decide gives up then: so that most games end."""
PATIENCE = "10"
"""Seconds after which nobody is waited for at such a table."""


class Departure(StrEnum):
    """Who leaves when; a closed set."""

    END = "left at the end"
    MIDDLE = "left in the middle"
    EVER = "left for ever"


ELSEWHERE = "came back for another table"
FORGOT = "the broker forgot as somebody left"
UNSETTLED = "left before the end was settled"
HAPPENINGS = (*map(str, Departure), ELSEWHERE, FORGOT, UNSETTLED)
"""What the menu has of departures."""

MENU = (Departure.END, Departure.END, Departure.END, Departure.MIDDLE, Departure.EVER, None, None)


@dataclass(slots=True)
class Plan:
    """What somebody is going to do: leave so, from that ply on, after and for so long, and come back for what."""

    departure: Departure | None
    ply: int
    after_ms: int
    away_ms: int
    elsewhere: bool
    forgets_ms: int
    begun: bool = False


def leaves(seed: int) -> bool:
    """Tell whether people leave at the evening of a seed."""
    return seed >= SINCE and Random(f"leaves {seed}").random() < OFTEN


class Departures:
    """Who leaves at one evening, and how."""

    def __init__(
        self, seed: int, people: list[Person], clock: Clock, network: Network, happen: Callable[[str], None]
    ) -> None:
        """Draw everything by a generator of its own."""
        rng = Random(f"departures {seed}")
        self._clock, self._network, self._happen = clock, network, happen
        self._plans = {person.number: _plan(rng) for person in people}
        weary = rng.randint(*PLIES)
        for person in people:
            person.weary_from, person.weary = weary, WEARY

    def look(self, person: Person) -> None:
        """See whether it is time for somebody to leave."""
        plan = self._plans.get(person.number)
        if plan is None or plan.begun or plan.departure is None or not person.alive or person.desk is None:
            return
        course, life = person.desk.table.course, person.life
        over = course is not None and course.over
        if over or (plan.departure is Departure.MIDDLE and course is not None and course.ply >= plan.ply):
            plan.begun = True
            self._clock.after(plan.after_ms if over else 0, lambda: self._go(person, plan, life))

    def _go(self, person: Person, plan: Plan, life: int) -> None:
        if not person.alive or person.life != life or self._network.calm or plan.departure is None:
            return
        self._happen(plan.departure)
        if person.view is not None and person.view.unsettled:
            self._happen(UNSETTLED)
        person.go()
        if plan.forgets_ms and self._network.up:
            self._happen(FORGOT)
            self._network.stop(forget=True)
            self._clock.after(plan.forgets_ms, lambda: setattr(self._network, "up", True))
        person.gone = plan.departure is Departure.EVER
        person.elsewhere = plan.elsewhere and plan.departure is Departure.END
        if not person.gone:
            self._clock.after(plan.away_ms, lambda: self._back(person))

    def _back(self, person: Person) -> None:
        if not person.alive:
            if person.elsewhere:
                self._happen(ELSEWHERE)
            person.start()


def _plan(rng: Random) -> Plan:
    return Plan(
        rng.choice(MENU),
        rng.randint(*PLIES),
        rng.choice((0, rng.randint(0, LINGER_MS))),
        rng.randint(*AWAY_MS),
        rng.random() < 2 / 3,
        rng.choice((0, rng.randint(*FORGETS_MS))),
    )
