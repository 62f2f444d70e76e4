"""Cards put down at the same time, as a game in which one wins what the other loses (§6.5, §6.6).

Each fighter has some hands that it may have and mixes the plays of each (`core.games.mediterranee.regret`). A play is
its total and its price, so that it is weighed against all plays of the other side at once, by how often each total
comes. A tie is worth the middle between a win and a loss; a spy against a spy is worth nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import mul
from random import Random
from typing import NamedTuple

from core.games.mediterranee.battle import SPY, total
from core.games.mediterranee.faces import ZERO, Faces, without
from core.games.mediterranee.regret import Mixer

TOTALS = 46
"""One more than the highest total there is."""

AMPLE, SCANT = 65.0, 20.0
"""A card costs its face times the first over the second and the hand's sum: who has many points spends them lightly."""

LISTED = 4096
"""How many exchanges are remembered."""


class Stake(NamedTuple):
    """What a fighter gets, in points of cards, if it wins, loses, or both put down nothing but zeros."""

    gain: float
    loss: float
    parted: float = 0.0

    @property
    def other(self) -> Stake:
        """What the other fighter gets."""
        return Stake(-self.loss, -self.gain, -self.parted)

    def of(self, mine: int, theirs: int) -> float:
        """Give what two totals bring."""
        if mine == theirs:
            return (self.gain + self.loss) / 2 if mine else self.parted
        return self.gain if mine > theirs else self.loss


class Terms(NamedTuple):
    """How the exchange is fought: kinds and numbers of cards of attacker and defender, and whether spies may come."""

    kinds: tuple[str, str]
    sizes: tuple[int, int]
    spies: bool = True


def price(faces: Faces, hand: Faces) -> float:
    """Give what it costs to spend some cards of a hand, in points.

    >>> price((4, 10), (0, 0, 4, 6, 10)), price((10, 10), (0, 0, 10, 10, 40))
    (22.75, 16.25)
    """
    return sum(faces) * AMPLE / (SCANT + sum(hand))


class Holding:
    """One hand that a fighter may have: its plays, their totals and prices, and what a spy among them brings."""

    def __init__(self, hand: Faces, terms: Terms, at: int, stake: Stake) -> None:
        """Lay out the plays of a hand for the fighter `at` (0 attacks)."""
        kind, against, size = terms.kinds[at], terms.kinds[1 - at], terms.sizes[at]
        self.plays = sorted(set(combinations(hand, size)))
        self.totals = [total(kind, against, faces) for faces in self.plays]
        self.prices = [price(faces, hand) for faces in self.plays]
        self.spies: dict[int, list[float]] = {}
        self.mixer = Mixer(len(self.plays))
        for place, faces in enumerate(self.plays):
            if terms.spies and sum(faces) == SPY:
                rest = without(hand, [face for face in faces if face != ZERO])
                fresh = [(total(kind, against, new), price(new, hand)) for new in set(combinations(rest, size))]
                self.spies[place] = _answers(fresh, self.totals[place], stake)

    def payoffs(self, base: Sequence[float], front: Front) -> list[float]:
        """Give what each play brings against a front, less its price."""
        found = [base[worth] - cost for worth, cost in zip(self.totals, self.prices, strict=True)]
        for place, answers in self.spies.items():
            found[place] = sum(map(mul, answers, front.often)) - self.prices[place]
        return found


def _answers(fresh: list[tuple[int, float]], kept: int, stake: Stake) -> list[float]:
    """Give what a spy's best is against each total: to keep, or the new cards that pay best (totals and prices)."""
    cheapest: dict[int, float] = {}
    for worth, cost in fresh:
        cheapest[worth] = min(cost, cheapest.get(worth, cost))
    return [
        max(stake.of(kept, theirs), *[stake.of(worth, theirs) - cost for worth, cost in cheapest.items()])
        for theirs in range(TOTALS)
    ]


class Front:
    """How often each total comes from a fighter, what its spies do to each total of the other, and what it spends."""

    def __init__(self, holdings: Sequence[Holding], mixes: Sequence[Sequence[float]]) -> None:
        """Sum the mixes of all hands that the fighter may have."""
        often, spied, spent = [0.0] * TOTALS, [0.0] * TOTALS, 0.0
        share = 1.0 / len(holdings)
        for holding, mix in zip(holdings, mixes, strict=True):
            spent += share * sum(map(mul, mix, holding.prices))
            for place, (worth, chance) in enumerate(zip(holding.totals, mix, strict=True)):
                if place in holding.spies:
                    if chance > 0.0:
                        each = share * chance
                        spied = [old - each * answer for old, answer in zip(spied, holding.spies[place], strict=True)]
                else:
                    often[worth] += share * chance
        self.often, self.spied, self.spent = often, spied, spent

    def against(self, stake: Stake) -> list[float]:
        """Give what each total brings who plays against this front for a stake."""
        gain, loss, even = stake.gain, stake.loss, stake.parted
        below, above, found = 0.0, sum(self.often), []
        for chance, spied in zip(self.often, self.spied, strict=True):
            above -= chance
            found.append(gain * below + loss * above + even * chance + spied)
            below += chance
            even = (gain + loss) / 2
        return found


class Solution(NamedTuple):
    """The plays of one's hand, how often each is to be made, what each brings, and what all of it is worth."""

    plays: tuple[Faces, ...]
    mix: tuple[float, ...]
    payoffs: tuple[float, ...]
    value: float

    def drawn(self, rng: Random) -> int:
        """Draw a play by the mix; those hardly ever made are left out."""
        least = max(self.mix) * RARE
        weights = [chance if chance >= least else 0.0 for chance in self.mix]
        return rng.choices(range(len(weights)), weights)[0]


RARE = 0.05
"""How often a play must come, beside the most frequent one, not to be taken for noise."""


class Exchange:
    """An exchange that both fighters learn to play, with all hands that they may have; `stake` is the attacker's."""

    def __init__(self, terms: Terms, stake: Stake, hands: tuple[tuple[Faces, ...], tuple[Faces, ...]]) -> None:
        """Lay the plays out; `hands` are those of attacker and defender."""
        self._stakes = (stake, stake.other)
        self._fighters = [[Holding(hand, terms, at, self._stakes[at]) for hand in hands[at]] for at in (0, 1)]
        self._front = Front(self._fighters[1], [holding.mixer.mix for holding in self._fighters[1]])

    def learn(self) -> None:
        """Play a round: the attacker learns from the defender's mixes, then the defender from his."""
        for at in (0, 1):
            base = self._front.against(self._stakes[at])
            for holding in self._fighters[at]:
                holding.mixer.learn(holding.payoffs(base, self._front))
            self._front = Front(self._fighters[at], [holding.mixer.mix for holding in self._fighters[at]])

    def solution(self, at: int) -> Solution:
        """Give what was learnt for the first of the hands of the fighter `at`."""
        rivals, mine = self._fighters[1 - at], self._fighters[at][0]
        front = Front(rivals, [holding.mixer.mean() for holding in rivals])
        payoffs = [payoff + front.spent for payoff in mine.payoffs(front.against(self._stakes[at]), front)]
        mix = mine.mixer.mean()
        return Solution(tuple(mine.plays), tuple(mix), tuple(payoffs), sum(map(mul, payoffs, mix)))


@lru_cache(LISTED)
def worth(
    terms: Terms, stake: Stake, hands: tuple[tuple[Faces, ...], tuple[Faces, ...]], at: int, rounds: int
) -> float:
    """Give what an exchange is worth to the fighter `at` with the first of its hands, after so many rounds."""
    exchange = Exchange(terms, stake, hands)
    for _ in range(rounds):
        exchange.learn()
    return exchange.solution(at).value
