"""Decisions in a combat: which cards, whether a spy speaks, and with which cards he comes back (§6.5, §6.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random

from core.bots.bot import never
from core.games.mediterranee.action import Action, Word, cards, lone
from core.games.mediterranee.battle import Battle, Stage, total
from core.games.mediterranee.belief import Belief
from core.games.mediterranee.exchange import Exchange, Stake, Terms, price
from core.games.mediterranee.faces import Faces
from core.games.mediterranee.regret import equilibrium
from core.games.mediterranee.state import State

Judged = tuple[float, Action]
"""What an action is worth in points of cards, and the action."""


@dataclass(frozen=True, slots=True)
class Melee:
    """One combat as a seat sees it that owes cards or a word; `stake` is the attacker's."""

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
        """Give every decision with its worth, best first, and the one that is drawn from the best mix."""
        battle = self.battle
        at = battle.seats.index(self.seat)
        if battle.speaks(self.seat):
            return self._spoken(at)
        rival = battle.table[1 - at]
        if battle.stage is Stage.FRESH and rival is not None:
            return self._fresh(at, rival)
        return self._exchanged(at, rng)

    def _exchanged(self, at: int, rng: Random) -> tuple[list[Judged], Action]:
        """Mix the plays as the exchange is solved; what the other side has put down is a secret still."""
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
        """Weigh a spy against what lies on the table; where both may speak, as a game of two words each."""
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
        """Give what it is worth to keep one's cards while the other's spy comes back."""
        rivals = self.belief.hands(self.battle.seats[1 - at])
        size = self.battle.sizes[1 - at]
        worth = 0.0
        for hand in rivals:
            worth -= max(self._theirs(at, play, mine) - price(play, hand) for play in set(combinations(hand, size)))
        return worth / len(rivals)

    def _theirs(self, at: int, play: Faces, mine: Faces) -> float:
        return self._own(1 - at).of(*self._totals(1 - at, play, mine))
