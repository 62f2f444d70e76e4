"""How large a season is, and how it went."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from tests.storms.season.blow import Blow


def without_port(sentence: str) -> str:
    """Give the beginning of a sentence without the port it may name, so that alike ones can be counted.

    >>> without_port("Nobody answers at 127.0.0.1:37299.")
    'Nobody answers at 127.0.0.1:PORT.'
    """
    return re.sub(r"(127\.0\.0\.1:)\d+", r"\1PORT", sentence.strip())[:100]


@dataclass(frozen=True, slots=True)
class Terms:
    """How large a season is, over which broker, how many commands and tables at once, how strong the storm."""

    broker: str
    members: int = 16
    rounds: int = 5
    at_once: int = 2
    strength: float = 1.0


@dataclass(slots=True)
class SeasonResult:
    """How one season went; `agreed` are the seconds from each change that all have to know until all tell the same.

    `returns` counts those who came back to a table after its end, for others who had not heard of it.
    """

    seed: int
    terms: Terms
    games: int = 0
    minutes: float = 0.0
    struck: Counter[Blow] = field(default_factory=Counter)
    agreed: dict[str, float] = field(default_factory=dict)
    longest: float = 0.0
    returns: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    digests: dict[str, str] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Give its line."""
        terms, worst = self.terms, max(self.agreed.values(), default=0.0)
        head = f"{self.seed:5} {terms.members} members x {terms.rounds} rounds {terms.broker:9}"
        done = f"{self.games} games, {self.struck.total()} blows, agreed in {worst:.1f} s at worst"
        more = f"{self.returns} came back after an end, longest command {self.longest:.1f} s, {self.minutes:.1f} min"
        return "\n".join((f"{head} {done}, {more}", *(f"      BROKEN: {one}" for one in self.broken)))
