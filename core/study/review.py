"""Reviews: what seems to deserve a mark is thought about again, until its loss is more than the search's own error.

Every round thinks about what was played and about the best action alike, each time with another seed, and in the end
with more positions. The rounds differ as such thoughts differ: their spread says how far the mean of them can be
trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from core.bots.bot import Thought
from core.bots.level import likeness
from core.game import Action, Seat, State
from core.match.match import Match

GROWTH = (1, 1, 3)
"""For each round, how many times the usual number of positions is thought about; so much it counts, too."""

DOUBT = 0.05
"""How much of a difference may be chance while nothing but the first thoughts is known."""

SPREADS: Mapping[str, float] = MappingProxyType({"djambi": 0.05, "epaminondas": 0.06, "megiddo": 0.12})
"""By game, how far one round of the usual size was found to err, decisions of bots being searched with several seeds.

Of other games, `SPREAD`.
"""

SPREAD, WEIGHT = 0.08, 4
"""What is assumed of a game without a figure, and how many rounds all this counts for before any is known."""

TRUST = 2.5
"""How many standard errors are taken for chance: 97 in 100 errors are smaller, for so few rounds (Student)."""


@dataclass(frozen=True, slots=True)
class SecondLook:
    """A position to be thought about once more: the match, the seat that thinks, and about how many positions.

    `deeper` asks for the next level: a position by itself is judged the better, the deeper it is searched.
    """

    match: Match
    seat: Seat
    nodes: int
    deeper: bool = False


Heard = Mapping[int, Sequence[Sequence[Thought]]]
"""By the number of a decision, the thoughts of each round."""

Wanted = Mapping[int, tuple[SecondLook, ...]]
"""By the number of a decision, what is to be thought about in a round."""


class Round(NamedTuple):
    """What a round has found: the shares of the win after the best action and after the one played, and its size."""

    best: float
    played: float
    size: int = 1

    @property
    def difference(self) -> float:
        """How much better the best action is."""
        return self.best - self.played


@dataclass(frozen=True, slots=True)
class Review:
    """The rounds about one decision; greater ones count more.

    `sure` says that what was played is proved to have lost or won: its mark does not wait for anything.
    """

    rounds: tuple[Round, ...]
    sure: bool = False
    game: str = ""

    @property
    def best(self) -> float:
        """The mean share after the best action."""
        return self._mean([one.best for one in self.rounds])

    @property
    def played(self) -> float:
        """The mean share after what was played."""
        return self._mean([one.played for one in self.rounds])

    @property
    def error(self) -> float:
        """How much of the difference may be chance, by how far the rounds differ.

        >>> [round(Review((Round(0.5, 0.3), Round(other, 0.3, 3))).error, 2) for other in (0.5, 0.7)]
        [0.09, 0.13]
        """
        if self.sure:
            return 0.0
        middle = self.best - self.played
        squares = sum(one.size * (one.difference - middle) ** 2 for one in self.rounds)
        spread = sqrt((WEIGHT * SPREADS.get(self.game, SPREAD) ** 2 + squares) / (WEIGHT + len(self.rounds) - 1))
        return TRUST * spread / sqrt(sum(one.size for one in self.rounds))

    def _mean(self, shares: Sequence[float]) -> float:
        whole = sum(one.size for one in self.rounds)
        return sum(share * one.size for share, one in zip(shares, self.rounds, strict=True)) / whole


def usual(thoughts: Iterable[Thought]) -> int:
    """Give how many positions a thought usually looks at; what is proved at once says nothing of that."""
    found = sorted(one.nodes for one in thoughts if not one.proved)
    return max(1, found[len(found) // 2]) if found else 1


class Twins:
    """The actions of one seat that are one action by the rules: they lead to positions that are alike."""

    def __init__(self, before: Match, seat: Seat) -> None:
        """Begin in a match where the seat decides, as far as it can see."""
        self._state, self._seat = before.seen_by(seat).state, seat
        self._likeness = likeness(before.header.game)

    def after(self, action: Action) -> State[Any]:
        """Give what is equal after actions that are one."""
        return self._likeness(self._state.play(self._seat, action))

    def same(self, one: Action, other: Action) -> bool:
        """Tell whether two actions are one."""
        return one == other or self.after(one) == self.after(other)


def heard(ask: Callable[[SecondLook, int, int], Thought], wanted: Callable[[Heard], Wanted]) -> Heard:
    """Hold every round: `wanted` gives the looks of the next one, `ask` thinks about one in a round of a decision."""
    found: dict[int, list[tuple[Thought, ...]]] = {}
    for number in range(len(GROWTH)):
        for ply, looks in wanted(found).items():
            found.setdefault(ply, []).append(tuple([ask(look, ply, number) for look in looks]))
    return found
