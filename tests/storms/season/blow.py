"""The blows of a season by kind, and when the next one falls. Pure: the lots are a parameter."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random


class Blow(StrEnum):
    """What befalls the programs of a club and its broker."""

    KILL_PLAYER = "kill a player"
    """The program of somebody at the board."""
    KILL_OPENER = "kill an opener"
    """The program that has opened the table."""
    KILL_DEED = "kill a deed"
    """`parley club ...` of a member."""
    KILL_ORGANISER = "kill the organiser"
    """The same of who holds the tournament."""
    BROKER = "broker forgets"
    """The broker is killed with its memory."""


DEED_KILLED = {Blow.KILL_DEED: 0.12, Blow.KILL_ORGANISER: 0.25}
"""How likely a deed is killed."""
DEED_SECONDS = (0.1, 1.1)
"""When: from before it has read anything until after most have ended."""
MOST_KILLS = {Blow.KILL_PLAYER: 2, Blow.KILL_OPENER: 1}
"""How often a program at a table is killed at most."""
TABLE_SECONDS = (0.3, 15.0)
"""When, from its beginning."""
AWAY_SECONDS = (0.0, 3.0)
"""How long it is away then."""
CALM_SECONDS = (15.0, 45.0)
"""From one loss of the broker's memory to the next."""
DOWN_SECONDS = (0.3, 5.0)
"""How long the broker is away."""


@dataclass(frozen=True, slots=True)
class Kill:
    """A kill: seconds after the beginning, and seconds until the program is started again."""

    after: float
    away: float


@dataclass(slots=True)
class Schedule:
    """The blows of one season: drawn by `rng`, and as many as have struck by kind. `strength` 0 is calm weather."""

    rng: Random
    strength: float = 1.0
    struck: Counter[Blow] = field(default_factory=Counter)

    def of_deed(self, kind: Blow) -> float | None:
        """Give after how many seconds a deed is to be killed, if at all."""
        return self.rng.uniform(*DEED_SECONDS) if self.rng.random() < DEED_KILLED[kind] * self.strength else None

    def of_table(self, kind: Blow) -> tuple[Kill, ...]:
        """Give when a program at a table is to be killed, in this order."""
        count = self.rng.randint(0, round(MOST_KILLS[kind] * self.strength))
        times = sorted(self.rng.uniform(*TABLE_SECONDS) for _ in range(count))
        return tuple(Kill(after, self.rng.uniform(*AWAY_SECONDS)) for after in times)

    def of_broker(self) -> Kill:
        """Give when the broker is to forget next."""
        return Kill(self.rng.uniform(*CALM_SECONDS), self.rng.uniform(*DOWN_SECONDS))
