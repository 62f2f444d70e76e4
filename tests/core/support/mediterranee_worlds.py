"""A search of Méditerranée in several imagined worlds at once: the same board, other hidden cards in each.

The worlds share everything but the hands, so a position is weighed once for all of them, and only its combats differ.
Nobody plays as if they knew the world: the thinking side takes what is best on the average, a rival answers in each
world by what it may know there, its own hand and what is public of the others'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from core.bots.bot import Budget
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.board.piece import KINDS, STATE
from core.games.mediterranee.bot.appraisal import Appraiser, rounded
from core.games.mediterranee.bot.belief import Belief
from core.games.mediterranee.bot.combat_play import Stake, Terms
from core.games.mediterranee.bot.lookahead import Lookahead, Scored, after, couples, singles
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.cards.card_face import Faces
from core.games.mediterranee.rules import combat
from core.games.mediterranee.rules.combat import Stage, Verdict
from core.games.mediterranee.rules.movement import Legs, ends
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import force, plays
from tests.core.support.mediterranee_odds import Fighting, Shares, fighting

Worths = list[float]
"""What something is worth in each world."""

ROUNDS = 15
"""How many rounds the fighters of an imagined combat learn for."""


class WorldHands(NamedTuple):
    """The hands of a seat: those that the others imagine, and for each world the place of the hand held there."""

    imagined: Shares
    held: tuple[int, ...]

    @classmethod
    def of(cls, worlds: Sequence[Faces], more: Sequence[Faces] = ()) -> WorldHands:
        """Gather the hands of the worlds; `more` are others that the rivals imagine beside them."""
        found = Shares.of((*worlds, *more)) if not more else Shares.of((worlds[0], *more))
        return cls(found, tuple([found.hands.index(hand) for hand in worlds]))


class WorldAppraiser(Appraiser):
    """Weighs positions in some worlds."""

    def __init__(
        self, state: State, belief: Belief, hands: Sequence[WorldHands], thrift: float, weights: MediterraneeWeights
    ) -> None:
        """Weigh for the side of the belief's seat; `hands` are those of each seat."""
        super().__init__(state, belief, thrift, weights)
        self.hands, self.count = hands, len(hands[0].held)
        self._swing = [0.0] * self.count
        self._blows: dict[tuple[object, ...], Worths] = {}
        self._none, self._entered = [0.0] * self.count, [self.weights.capital] * self.count

    def worths(self, state: State) -> Worths:
        """Give what a position at the start of a turn is worth to the side in each world."""
        shared = self.value(state)
        if state.outcome is not None:
            return [shared] * self.count
        patience = 1.0 - state.quiet / (state.rules.draw_rounds * state.rules.players + 1)
        return [shared + patience * swing for swing in self._swing]

    def _strokes(self, state: State, worth: list[float]) -> None:
        """Keep a part of the best stroke of each seat apart, since it depends on the world."""
        del worth
        players, sides = state.rules.players, state.rules.sides
        sizes = [self.size(state, seat) for seat in range(players)]
        swing = self._none
        for later in range(players):
            seat = (state.seat + later) % players
            if plays(state, seat):
                share = self._tempo[later] if sides[seat] == self.side else -self._tempo[later]
                swing = [old + share * one for old, one in zip(swing, self._best(state, seat, sizes), strict=True)]
        self._swing = swing

    def _best(self, state: State, seat: int, sizes: list[int]) -> Worths:
        """Give what the best stroke of a seat would gain, as far as it knows, in each world."""
        army = force(state, seat)
        at, foe = state.board.at, army.foe
        empty = self.rules.citadels[1 - army.side] & ~foe & ~army.own
        found = [self._none]
        for piece in army.living():
            reach = ends(army, piece)
            if reach & empty:
                found.append(self._entered)
            found += [self._blow(piece, at.index(city), city, sizes) for city in members(reach & foe)]
        return list(map(max, *found)) if len(found) > 1 else self._none

    def _blow(self, piece: int, prey: int, city: int, sizes: list[int]) -> Worths:
        """Estimate what a piece's side expects of an attack, in each world."""
        owner, kinds = self.rules.owner, (KINDS[piece], KINDS[prey])
        one, other = owner[STATE[piece]], owner[STATE[prey]]
        guards = city in self.rules.chart.capitals
        key = (one, kinds, sizes[one], other, sizes[other], guards)
        found = self._blows.get(key)
        if found is None:
            prize = self.weights.capital if guards else 0.0
            stake = Stake(self._pieces[kinds[1]] + prize, -self._pieces[kinds[0]])
            hopes = self.hopes(Terms(kinds, (sizes[one], sizes[other])), stake, (one, other), 0)
            self._blows[key] = found = [max(0.0, hope) for hope in hopes]
        return found

    def hopes(self, terms: Terms, stake: Stake, seats: tuple[int, int], at: int) -> Worths:
        """Give what a combat is worth to one of its fighters in each world, as far as it knows; the stake is 0's."""
        hopes = self._fought(terms, stake, seats).hopes(at)
        return [self.thrift * hopes[own] for own in self.hands[seats[at]].held]

    def ends(self, terms: Terms, stake: Stake, seats: tuple[int, int]) -> Worths:
        """Give what a combat comes to for the attacker in each world, though neither fighter knows the world."""
        pairs = zip(self.hands[seats[0]].held, self.hands[seats[1]].held, strict=True)
        return [self.thrift * worth for worth in self._fought(terms, stake, seats).ends(pairs)]

    def _fought(self, terms: Terms, stake: Stake, seats: tuple[int, int]) -> Fighting:
        even = Stake(*[rounded(each) / self.thrift for each in stake])
        return fighting(terms, even, self.hands[seats[0]].imagined, self.hands[seats[1]].imagined, ROUNDS)


class Views(NamedTuple):
    """What a position is worth to the searching side in each world: as it comes, and as its rivals see it."""

    comes: Worths
    rivals: Worths


Answer = tuple[float, Legs, Views]
"""The mean worth of a displacement, its legs, and its worth in each world."""


class WorldLookahead(Lookahead):
    """Searches the map in all worlds at once."""

    def __init__(self, appraiser: WorldAppraiser, budget: Budget) -> None:
        """Search within a budget whose nodes are set."""
        super().__init__(appraiser, budget)
        self.worlds = appraiser

    def outlook(self, state: State, depth: int, width: int) -> float:
        """Give what a position is worth to the searching side on the average of the worlds."""
        return mean(self.views(state, depth, width).comes)

    def views(self, state: State, depth: int, width: int) -> Views:
        """Give what a position is worth in each world, its combats at their average."""
        if state.outcome is None:
            if state.phase is Phase.ORDER:
                found = [self.views(combat.fought(state, clash), depth, width) for clash in state.clashes]
                return self.chosen(state.seat, found)
            if state.battle is not None:
                return self._clashed(state, depth, width)
            if depth > 0 and not self.over():
                return self._answered(replace(state, owed=None, draws=0), depth, width)
        worths = self.worlds.worths(state)
        return Views(worths, worths)

    def chosen(self, seat: int, found: list[Views]) -> Views:
        """Choose for a seat: for its side one for all worlds, for a rival one in each world by what it knows there."""
        if self._ours(seat):
            return max(found, key=lambda one: mean(one.comes))
        picked = [min(found, key=lambda one: one.rivals[world]) for world in range(self.worlds.count)]
        return Views(
            [one.comes[world] for world, one in enumerate(picked)],
            [one.rivals[world] for world, one in enumerate(picked)],
        )

    def _answered(self, state: State, depth: int, width: int) -> Views:
        """Let the seat in turn displace, in each world as it likes."""
        army, sign = force(state, state.seat), 1.0 if self._ours(state.seat) else -1.0
        found = list[Answer]()

        def look(legs: Legs) -> None:
            views = self.views(after(state, army, legs), 0, 0)
            found.append((sign * mean(views.comes), legs, views))

        for legs in singles(army, far=False):
            if found and self.over():
                break
            look(legs)
        found.sort(key=lambda one: -one[0])
        scored: list[Scored] = [(worth, legs) for worth, legs, _ in found]
        for legs in couples(army, scored, far=False):
            if self.over():
                break
            look(legs)
        if depth == 1:
            return self.chosen(state.seat, [views for _, _, views in found])
        found.sort(key=lambda one: -one[0])
        return self.chosen(
            state.seat, [self.views(after(state, army, one[1]), depth - 1, width) for one in found[:width]]
        )

    def _clashed(self, state: State, depth: int, width: int) -> Views:
        """Give what a combat comes to: its ends, by the cards that both put down without knowing the world."""
        battle = state.battle
        assert battle is not None
        won, lost, parted = [
            self.views(
                combat.settled(replace(state, battle=battle._replace(stage=Stage.OVER, verdict=verdict))), depth, width
            )
            for verdict in (Verdict.ATTACKER, Verdict.DEFENDER, Verdict.PARTED)
        ]
        ours = self._ours(battle.seats[0])
        sign, even = 1.0 if ours else -1.0, mean(parted.comes)
        stake = Stake(sign * (mean(won.comes) - even), sign * (mean(lost.comes) - even))
        terms = Terms(battle.kinds, battle.sizes)
        comes = self.worlds.ends(terms, stake, battle.seats)
        hopes = self.worlds.hopes(terms, stake, battle.seats, int(ours))
        return Views(
            [old + sign * new for old, new in zip(parted.comes, comes, strict=True)],
            [old - new for old, new in zip(parted.rivals, hopes, strict=True)],
        )


def mean(worths: Worths) -> float:
    """Give the average of some worlds, all equally likely."""
    return sum(worths) / len(worths)
