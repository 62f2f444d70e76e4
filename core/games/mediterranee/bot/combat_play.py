"""Decisions in a combat: which cards, whether to declare a spy, and which cards the spy returns with (§6.5, §6.6).

Both fighters put down cards at the same time, in a game where one wins what the other loses. Each fighter has some
possible hands and mixes the plays of each. A play is its total and its price. So it can be weighed against all plays of
the other side at once, by how often each total comes. A tie is worth the middle between a win and a loss. A spy against
a spy is worth nothing.

The method is regret matching plus: two players learn from what they did not play, until neither could do better. The
mean of a learner's mixes tends to the equilibrium. Later rounds are nearer to it, so they count more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import mul
from random import Random
from typing import NamedTuple

from core.bots.bot import never
from core.games.mediterranee.bot.belief import Belief
from core.games.mediterranee.cards.card_face import ZERO, Faces, without
from core.games.mediterranee.rules.action import Action, Word, cards, lone
from core.games.mediterranee.rules.combat import SPY, Battle, Stage, total
from core.games.mediterranee.rules.state import State


class RegretMatcher:
    """Learns how to choose among a number of choices."""

    __slots__ = ("_regrets", "_rounds", "_sum", "mix")

    def __init__(self, count: int) -> None:
        """Start with all choices alike; `mix` is the chance of each in the next round."""
        self._regrets = [0.0] * count
        self._sum = [0.0] * count
        self._rounds = 0
        self.mix = [1.0 / count] * count

    def learn(self, payoffs: Sequence[float]) -> None:
        """Learn from what each choice would have gained in this round."""
        mix = self.mix
        self._rounds += 1
        weight = self._rounds
        self._sum = [old + weight * chance for old, chance in zip(self._sum, mix, strict=True)]
        got = sum(map(mul, payoffs, mix))
        regrets = [max(0.0, old + payoff - got) for old, payoff in zip(self._regrets, payoffs, strict=True)]
        self._regrets = regrets
        whole = sum(regrets)
        self.mix = [regret / whole for regret in regrets] if whole > 0.0 else [1.0 / len(regrets)] * len(regrets)

    def mean(self) -> list[float]:
        """Give the chance of each choice over all rounds."""
        whole = sum(self._sum)
        return [chance / whole for chance in self._sum] if whole > 0.0 else list(self.mix)


def equilibrium(matrix: Sequence[Sequence[float]], rounds: int) -> tuple[list[float], list[float], float]:
    """Solve a matrix game: the first player wins `matrix[i][j]` and the second loses it.

    Gives the mix of the first, the mix of the second, and what the first wins by them. More rounds come nearer.

    >>> first, second, value = equilibrium(((1.0, -1.0), (-1.0, 1.0)), 200)
    >>> [round(chance, 2) for chance in (*first, *second, value)]
    [0.5, 0.5, 0.5, 0.5, 0.0]
    """
    columns = list(zip(*matrix, strict=True))
    one, other = RegretMatcher(len(matrix)), RegretMatcher(len(columns))
    for _ in range(rounds):
        one.learn([sum(map(mul, row, other.mix)) for row in matrix])
        other.learn([-sum(map(mul, column, one.mix)) for column in columns])
    first, second = one.mean(), other.mean()
    value = sum(chance * sum(map(mul, row, second)) for chance, row in zip(first, matrix, strict=True))
    return first, second, value


TOTALS = 46
"""One more than the highest possible total."""

AMPLE, SCANT = 65.0, 20.0
"""A card costs its face times the first number, over the second plus the hand's sum; a rich hand spends lightly."""

LISTED = 4096
"""How many exchanges are cached."""


class Stake(NamedTuple):
    """What a fighter gets, in points of cards, if it wins, if it loses, or if both put down only zeros."""

    gain: float
    loss: float
    parted: float = 0.0

    @property
    def other(self) -> Stake:
        """What the other fighter gets."""
        return Stake(-self.loss, -self.gain, -self.parted)

    def of(self, mine: int, theirs: int) -> float:
        """Give what the fighter gets for two totals."""
        if mine == theirs:
            return (self.gain + self.loss) / 2 if mine else self.parted
        return self.gain if mine > theirs else self.loss


class Terms(NamedTuple):
    """The terms of an exchange: kinds and numbers of cards of attacker and defender, and whether spies may appear."""

    kinds: tuple[str, str]
    sizes: tuple[int, int]
    spies: bool = True


def price(faces: Faces, hand: Faces) -> float:
    """Give the cost, in points, of spending some cards of a hand.

    >>> price((4, 10), (0, 0, 4, 6, 10)), price((10, 10), (0, 0, 10, 10, 40))
    (22.75, 16.25)
    """
    return sum(faces) * AMPLE / (SCANT + sum(hand))


class Holding:
    """One possible hand of a fighter: its plays, their totals and prices, and what a spy among them gains."""

    def __init__(self, hand: Faces, terms: Terms, at: int, stake: Stake) -> None:
        """List the plays of a hand for the fighter `at` (0 attacks)."""
        kind, against, size = terms.kinds[at], terms.kinds[1 - at], terms.sizes[at]
        self.plays = sorted(set(combinations(hand, size)))
        self.totals = [total(kind, against, faces) for faces in self.plays]
        self.prices = [price(faces, hand) for faces in self.plays]
        self.spies: dict[int, list[float]] = {}
        self.mixer = RegretMatcher(len(self.plays))
        for place, faces in enumerate(self.plays):
            if terms.spies and sum(faces) == SPY:
                rest = without(hand, [face for face in faces if face != ZERO])
                fresh = [(total(kind, against, new), price(new, hand)) for new in set(combinations(rest, size))]
                self.spies[place] = _answers(fresh, self.totals[place], stake)

    def payoffs(self, base: Sequence[float], front: Front) -> list[float]:
        """Give what each play gains against a front, less its price."""
        found = [base[worth] - cost for worth, cost in zip(self.totals, self.prices, strict=True)]
        for place, answers in self.spies.items():
            found[place] = sum(map(mul, answers, front.often)) - self.prices[place]
        return found


def _answers(fresh: list[tuple[int, float]], kept: int, stake: Stake) -> list[float]:
    """Give a spy's best result against each total: to keep its cards, or the best of the new ones (totals, prices)."""
    cheapest: dict[int, float] = {}
    for worth, cost in fresh:
        cheapest[worth] = min(cost, cheapest.get(worth, cost))
    return [
        max(stake.of(kept, theirs), *[stake.of(worth, theirs) - cost for worth, cost in cheapest.items()])
        for theirs in range(TOTALS)
    ]


class Front:
    """How often a fighter shows each total, what its spies do to each total of the other, and what it spends."""

    def __init__(self, holdings: Sequence[Holding], mixes: Sequence[Sequence[float]]) -> None:
        """Sum the mixes of all possible hands of the fighter."""
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
        """Give what each total gains against this front, for a stake."""
        gain, loss, even = stake.gain, stake.loss, stake.parted
        below, above, found = 0.0, sum(self.often), []
        for chance, spied in zip(self.often, self.spied, strict=True):
            above -= chance
            found.append(gain * below + loss * above + even * chance + spied)
            below += chance
            even = (gain + loss) / 2
        return found


class Solution(NamedTuple):
    """The plays of one's hand, how often to make each, what each gains, and what the whole is worth."""

    plays: tuple[Faces, ...]
    mix: tuple[float, ...]
    payoffs: tuple[float, ...]
    value: float

    def drawn(self, rng: Random) -> int:
        """Draw a play by the mix, leaving out plays that are hardly ever made."""
        least = max(self.mix) * RARE
        weights = [chance if chance >= least else 0.0 for chance in self.mix]
        return rng.choices(range(len(weights)), weights)[0]


RARE = 0.05
"""How often a play must come, relative to the most frequent one, to count as more than noise."""


class Exchange:
    """An exchange that both fighters learn to play, with all their possible hands; `stake` is the attacker's."""

    def __init__(self, terms: Terms, stake: Stake, hands: tuple[tuple[Faces, ...], tuple[Faces, ...]]) -> None:
        """List the plays; `hands` are those of attacker and defender."""
        self._stakes = (stake, stake.other)
        self._fighters = [[Holding(hand, terms, at, self._stakes[at]) for hand in hands[at]] for at in (0, 1)]
        self._front = Front(self._fighters[1], [holding.mixer.mix for holding in self._fighters[1]])

    def learn(self) -> None:
        """Play a round: the attacker learns from the defender's mixes, then the defender from the attacker's."""
        for at in (0, 1):
            base = self._front.against(self._stakes[at])
            for holding in self._fighters[at]:
                holding.mixer.learn(holding.payoffs(base, self._front))
            self._front = Front(self._fighters[at], [holding.mixer.mix for holding in self._fighters[at]])

    def solution(self, at: int) -> Solution:
        """Give what was learnt for the first hand of the fighter `at`."""
        rivals, mine = self._fighters[1 - at], self._fighters[at][0]
        front = Front(rivals, [holding.mixer.mean() for holding in rivals])
        payoffs = [payoff + front.spent for payoff in mine.payoffs(front.against(self._stakes[at]), front)]
        mix = mine.mixer.mean()
        return Solution(tuple(mine.plays), tuple(mix), tuple(payoffs), sum(map(mul, payoffs, mix)))


@lru_cache(LISTED)
def worth(
    terms: Terms, stake: Stake, hands: tuple[tuple[Faces, ...], tuple[Faces, ...]], at: int, rounds: int
) -> float:
    """Give what an exchange is worth to the fighter `at` with its first hand, after some rounds of learning."""
    exchange = Exchange(terms, stake, hands)
    for _ in range(rounds):
        exchange.learn()
    return exchange.solution(at).value


Judged = tuple[float, Action]
"""What an action is worth in points of cards, and the action."""


@dataclass(frozen=True, slots=True)
class CombatPlay:
    """One combat, seen by a seat that owes cards or a word; `stake` is the attacker's."""

    state: State
    seat: int
    stake: Stake
    belief: Belief
    rounds: int
    stop: Callable[[], bool] = never

    @property
    def battle(self) -> Battle:
        """The combat."""
        assert self.state.battle is not None
        return self.state.battle

    def decided(self, rng: Random) -> tuple[list[Judged], Action]:
        """Give every decision with its worth, best first, and the one drawn from the best mix."""
        battle = self.battle
        at = battle.seats.index(self.seat)
        if battle.speaks(self.seat):
            return self._spoken(at)
        rival = battle.table[1 - at]
        if battle.stage is Stage.FRESH and rival is not None:
            return self._fresh(at, rival)
        return self._exchanged(at, rng)

    def _exchanged(self, at: int, rng: Random) -> tuple[list[Judged], Action]:
        """Solve the exchange and mix the plays; the other side's cards are still secret."""
        battle = self.battle
        tie = battle.stage is Stage.TIE
        terms = Terms(battle.kinds, (1, 1) if tie else battle.sizes, not tie)
        first, second = [self.belief.hands(seat) for seat in battle.seats]
        exchange = Exchange(terms, self.stake, (first, second))
        for _ in range(self.rounds):
            if self.stop():
                break
            exchange.learn()
        found = exchange.solution(at)
        drawn = cards(found.plays[found.drawn(rng)])
        judged = [(payoff, cards(play)) for play, payoff in zip(found.plays, found.payoffs, strict=True)]
        chances = dict(zip(found.plays, found.mix, strict=True))
        judged.sort(key=lambda one: (-round(chances[one[1].faces], 2), -one[0], str(one[1])))
        return judged, drawn

    def _fresh(self, at: int, rival: Faces) -> tuple[list[Judged], Action]:
        """Answer cards that lie open."""
        plays = self.state.cards.plays(self.seat, self.battle.sizes[at])
        judged = [(self._answer(at, play, rival), cards(play)) for play in plays]
        judged.sort(key=lambda one: (-one[0], str(one[1])))
        return judged, judged[0][1]

    def _answer(self, at: int, play: Faces, rival: Faces) -> float:
        return self._own(at).of(*self._totals(at, play, rival)) - price(play, self.belief.mine)

    def _totals(self, at: int, play: Faces, rival: Faces) -> tuple[int, int]:
        one, other = self.battle.kinds[at], self.battle.kinds[1 - at]
        return total(one, other, play), total(other, one, rival)

    def _own(self, at: int) -> Stake:
        return self.stake if at == 0 else self.stake.other

    def _spoken(self, at: int) -> tuple[list[Judged], Action]:
        """Weigh a spy against the cards on the table; if both may speak, as a game of two words each."""
        battle = self.battle
        mine, theirs = battle.table[at], battle.table[1 - at]
        assert mine is not None
        assert theirs is not None
        keep = self._own(at).of(*self._totals(at, mine, theirs))
        spy = max(self._answer(at, play, theirs) for play in self.state.cards.plays(self.seat, battle.sizes[at]))
        if battle.sealed:
            answered = self._answered(at, mine)
            _, replies, _ = equilibrium(((0.0, spy), (answered, keep)), self.rounds)
            spy, keep = replies[1] * spy, replies[0] * answered + replies[1] * keep
        judged = [(spy, lone(Word.SPY)), (keep, lone(Word.KEEP))]
        judged.sort(key=lambda one: (-one[0], str(one[1])))
        return judged, judged[0][1]

    def _answered(self, at: int, mine: Faces) -> float:
        """Give what it is worth to keep one's cards while the other's spy returns."""
        rivals = self.belief.hands(self.battle.seats[1 - at])
        size = self.battle.sizes[1 - at]
        worth = 0.0
        for hand in rivals:
            worth -= max(self._theirs(at, play, mine) - price(play, hand) for play in set(combinations(hand, size)))
        return worth / len(rivals)

    def _theirs(self, at: int, play: Faces, mine: Faces) -> float:
        return self._own(1 - at).of(*self._totals(1 - at, play, mine))
