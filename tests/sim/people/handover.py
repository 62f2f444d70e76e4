"""Handovers: a player asks that a spectator takes a seat over; the others agree, refuse, or take back their yes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from core.fault import Fault as Refusal
from net.peer.table_session import TableSession
from net.view.table_view import OfferKind, OfferView, Phase, TableView
from tests.sim.people.person import THINK_MS, Person
from tests.sim.world.clock import Clock

OFTEN = 0.3
"""The part of the evenings at which a seat may change hands."""
SINCE = 1_800_000
"""The first seed at whose evening any may: those before it are kept as they were drawn."""
PLIES = (2, 30)
"""Between which plies somebody asks for it."""
ASKS = 6
"""How often it is asked for at one evening."""
FOR_OTHERS = 0.3
"""How often the seat is somebody else's."""
AGREES = 0.93
"""How often the players say yes to anything, and the spectator does at last."""
HOLDS_MS = 6_000
"""How long nobody decides anything once it is asked for: a move overtakes it."""
REGRETS = 0.05
"""How often somebody takes back their yes each time they look at the table."""

HANDED, REGRETTED = "a seat was handed over", "a yes to a substitute was taken back"
HAPPENINGS = (HANDED, REGRETTED)
"""What the menu has of handovers."""


def hands_over(seed: int) -> bool:
    """Tell whether a seat may change hands at the evening of a seed."""
    return seed >= SINCE and Random(f"hands over {seed}").random() < OFTEN


@dataclass(slots=True)
class Plan:
    """What is asked for: from that ply on, by whom, that whose seat goes to whom, by their numbers."""

    ply: int
    author: int
    holder: int
    heir: int
    made: bool = False


class Handovers:
    """What is asked for at one evening, and who takes over what."""

    def __init__(
        self, seed: int, people: list[Person], seats: int, clock: Clock, happen: Callable[[str], None]
    ) -> None:
        """Draw everything by a generator of its own; the first `seats` of the people play, the others look on."""
        self._rng = Random(f"handovers {seed}")
        self._people, self._clock, self._happen = people, clock, happen
        self._plans = [self._plan(seats) for _ in range(ASKS)]
        self._handed: set[tuple[int, int]] = set()
        self._told: set[str] = set()
        for person in people:
            person.yes = AGREES

    def _plan(self, seats: int) -> Plan:
        author, heir = self._rng.randrange(seats), self._rng.randrange(seats, len(self._people))
        holder = self._rng.randrange(seats) if self._rng.random() < FOR_OTHERS else author
        return Plan(self._rng.randint(*PLIES), author, holder, heir)

    def look(self, person: Person) -> None:
        """Let somebody hold what the table says that they hold, and see whether they ask, answer or regret."""
        view = person.view
        if view is None or view.match is None or view.phase is Phase.OVER:
            return
        self._sit(person, view)
        for plan in self._plans:
            if not plan.made and plan.author == person.number and view.match.ply >= plan.ply:
                plan.made = True
                self._after(person, partial(self._ask, plan))
        for offer in view.offers:
            if offer.kind is OfferKind.SUBSTITUTE:
                self._hold(offer)
                self._answer(person, view, offer)

    def _sit(self, person: Person, view: TableView) -> None:
        held = next(iter(view.mine), None)
        if held is not None and person.seat is None and (person.number, int(held)) not in self._handed:
            self._handed.add((person.number, int(held)))
            self._happen(HANDED)
        person.seat = held

    def _hold(self, offer: OfferView) -> None:
        if offer.id not in self._told:
            self._told.add(offer.id)
            for person in self._people:
                person.holds_until = self._clock.now + HOLDS_MS

    def _answer(self, person: Person, view: TableView, offer: OfferView) -> None:
        if offer.asked:
            yes = self._rng.random() < AGREES
            self._after(person, lambda desk: person.speak(desk, (desk.table.answer(offer.id, offer.seat, yes=yes),)))
        elif set(view.mine) & set(offer.accepted) and self._rng.random() < REGRETS:
            self._happen(REGRETTED)
            self._after(person, lambda desk: person.speak(desk, (desk.table.answer(offer.id, offer.seat, yes=False),)))

    def _ask(self, plan: Plan, desk: TableSession) -> None:
        author, holder, heir = (self._people[number] for number in (plan.author, plan.holder, plan.heir))
        if holder.seat is not None:
            author.speak(desk, (desk.table.substitute(holder.seat, heir.identity.public, heir.name),))

    def _after(self, person: Person, deed: Callable[[TableSession], None]) -> None:
        """Let somebody do something after some thought, if their program still runs then."""
        life = person.life

        def act() -> None:
            may = person.alive and person.life == life and person.playing and self._clock.now >= person.paused_until
            if may and person.desk is not None and person.desk.failure is None:
                with suppress(Refusal):
                    deed(person.desk)
                person.changed(person)

        self._clock.after(int(self._rng.expovariate(1 / THINK_MS)), act)
