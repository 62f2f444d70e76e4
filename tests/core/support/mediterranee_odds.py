"""Combats of Méditerranée between hands of which some are likelier than others, solved for all of them at once.

Neither fighter knows which of its hands the other holds. What a combat comes to can then be asked for one hand of each,
though both have played as if they did not know the other's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple, Self

from core.games.mediterranee.bot.combat_play import TOTALS, Front, Holding, Stake, Terms
from core.games.mediterranee.cards.card_face import Faces


class Shares(NamedTuple):
    """Possible hands, each once, and how likely each is."""

    hands: tuple[Faces, ...]
    shares: tuple[float, ...]

    @classmethod
    def of(cls, hands: Iterable[Faces]) -> Self:
        """Count hands, in the order in which they come first."""
        counts = Counter(hands)
        return cls(tuple(counts), tuple([count / counts.total() for count in counts.values()]))


class WeighedFront(Front):
    """What a fighter shows, some of whose hands are likelier than others."""

    def __init__(self, holdings: Sequence[Holding], mixes: Sequence[Sequence[float]], shares: Sequence[float]) -> None:
        """Sum the mixes of all possible hands of the fighter."""
        often, spied, spent = [0.0] * TOTALS, [0.0] * TOTALS, 0.0
        for holding, mix, share in zip(holdings, mixes, shares, strict=True):
            spent += share * sum(map(mul, mix, holding.prices))
            for place, (worth, chance) in enumerate(zip(holding.totals, mix, strict=True)):
                if place not in holding.spies:
                    often[worth] += share * chance
                elif chance > 0.0:
                    each = share * chance
                    spied = [old - each * answer for old, answer in zip(spied, holding.spies[place], strict=True)]
        self.often, self.spied, self.spent = often, spied, spent


class Fighting:
    """A combat that both fighters have learnt to play; the attacker is 0, the defender 1."""

    def __init__(self, terms: Terms, stake: Stake, first: Shares, second: Shares, rounds: int) -> None:
        """Let all hands of both learn for some rounds; `stake` is the attacker's."""
        self._stakes, self._shares = (stake, stake.other), (first.shares, second.shares)
        self._fighters = [
            [Holding(hand, terms, at, self._stakes[at]) for hand in each.hands]
            for at, each in enumerate((first, second))
        ]
        self._learn(rounds)
        self._means = [[holding.mixer.mean() for holding in each] for each in self._fighters]
        self._fronts = [WeighedFront(self._fighters[at], self._means[at], self._shares[at]) for at in (0, 1)]

    def _learn(self, rounds: int) -> None:
        front = self._front(1)
        for _ in range(rounds):
            for at in (0, 1):
                base = front.against(self._stakes[at])
                for holding in self._fighters[at]:
                    holding.mixer.learn(holding.payoffs(base, front))
                front = self._front(at)

    def _front(self, at: int) -> Front:
        return WeighedFront(self._fighters[at], [holding.mixer.mix for holding in self._fighters[at]], self._shares[at])

    def gains(self, at: int) -> tuple[float, ...]:
        """Give what each total gains for a fighter against what the other shows."""
        return tuple(self._fronts[1 - at].against(self._stakes[at]))

    def hopes(self, at: int) -> list[float]:
        """Give what the combat is worth to a fighter with each of its hands, all it knows of the other's."""
        front = self._fronts[1 - at]
        base = front.against(self._stakes[at])
        return [self._worth(at, own, front, base) for own in range(len(self._fighters[at]))]

    def ends(self, pairs: Iterable[tuple[int, int]]) -> list[float]:
        """Give what it comes to for the attacker, if the two hold hands of these places without the other's knowing.

        One's gain is the other's loss, so each pair is looked at from the side that shows more hands.
        """
        wanted = list(pairs)
        at = int(len({own for own, _ in wanted}) < len({own for _, own in wanted}))
        fronts: dict[int, tuple[WeighedFront, list[float]]] = {}
        found: dict[tuple[int, int], float] = {}
        for pair in wanted:
            own, other = pair[at], pair[1 - at]
            if other not in fronts:
                front = WeighedFront([self._fighters[1 - at][other]], [self._means[1 - at][other]], (1.0,))
                fronts[other] = front, front.against(self._stakes[at])
            if pair not in found:
                found[pair] = self._worth(at, own, *fronts[other]) * (1.0 if at == 0 else -1.0)
        return [found[pair] for pair in wanted]

    def _worth(self, at: int, own: int, front: WeighedFront, base: list[float]) -> float:
        payoffs = self._fighters[at][own].payoffs(base, front)
        gained: float = sum(map(mul, payoffs, self._means[at][own]))
        return front.spent + gained


@lru_cache(512)
def fighting(terms: Terms, stake: Stake, first: Shares, second: Shares, rounds: int) -> Fighting:
    """Let two fighters learn a combat; the same one is learnt once."""
    return Fighting(terms, stake, first, second, rounds)
