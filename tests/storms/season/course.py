"""The course of a season: whose lot stays away, who does not come, whose result is late, who withdraws. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FEWEST_MEMBERS = 6
"""Below this a Swiss of three rounds has too few pairs left once somebody is out."""
FEWEST_ROUNDS = 2
"""Somebody leaves after one of them, and plays no more."""
LOT_MISSING = 2
"""In one season of so many somebody's lot does not come."""


@dataclass(frozen=True, slots=True)
class Course:
    """What the members of a season do beside playing; rounds count from 0, the organiser is the first name.

    `lotless` reads the closed list too late. `absent` does not come in round `absent_in`, and with `drops` the
    organiser takes them out for good. `leaver` plays round `leaves_after` and withdraws. One table of round
    `late_in` is played after the round has ended.
    """

    names: tuple[str, ...]
    rounds: int
    lotless: str
    absent: str
    absent_in: int
    drops: bool
    leaver: str
    leaves_after: int
    late_in: int

    @property
    def organiser(self) -> str:
        """Who founds the club and holds the tournament."""
        return self.names[0]

    def entrants(self, number: int) -> frozenset[str]:
        """Give whom round `number` pairs."""
        gone = {self.lotless}
        gone |= {self.leaver} if number > self.leaves_after else set()
        gone |= {self.absent} if self.drops and number > self.absent_in else set()
        return frozenset(self.names) - gone


def most_rounds(members: int) -> int:
    """Give how many rounds can be paired for sure though three of the members are out in the end.

    >>> most_rounds(6), most_rounds(8), most_rounds(16)
    (2, 3, 7)
    """
    return (members - 3) // 2 + 1


def drawn(seed: int, members: int, rounds: int) -> Course:
    """Draw the course of a season; seeds alone decide. Raise `ValueError` for too few members, or other rounds."""
    if members < FEWEST_MEMBERS or not FEWEST_ROUNDS <= rounds <= most_rounds(members):
        raise ValueError(members, rounds)
    rng = Random(f"course {seed}")
    names = tuple(f"m{number}" for number in range(members))
    lotless, absent, leaver = rng.sample(names[1:], 3)
    return Course(
        names,
        rounds,
        lotless=lotless if seed % LOT_MISSING else "",
        absent=absent,
        absent_in=rng.randrange(rounds),
        drops=rng.random() < 0.5,
        leaver=leaver,
        leaves_after=rng.randrange(rounds - 1),
        late_in=rng.randrange(rounds),
    )
