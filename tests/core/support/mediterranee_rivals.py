"""Determinised searches for Méditerranée, by name: what level 5 is compared with.

`worlds` imagines hands that are all equally likely, `weighed` hands that are the likelier the better they explain what
was put down. Both search several such worlds at once (`tests.core.support.mediterranee_worlds`) and put down cards
against all that they imagine. `level` changes only the hands: it is level 5 with those of `weighed`. They have the
thrift, the width and the depth of level 5, and know of a match what their seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random
from typing import cast

from core.bots.bot import Budget, walk
from core.bots.weights import weights_for
from core.game import Seat
from core.games.mediterranee.bot.appraisal import Appraiser
from core.games.mediterranee.bot.belief import Belief, Hands, sample_hands
from core.games.mediterranee.bot.combat_play import CombatPlay, Stake
from core.games.mediterranee.bot.lookahead import Lookahead
from core.games.mediterranee.bot.thinker import HAND, PLANS, think, veiled
from core.games.mediterranee.bot.turn_plan import TurnPlanner
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.cards.card_face import Faces, joined
from core.games.mediterranee.cards.card_state import Cards
from core.games.mediterranee.rules.action import Action
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.match.match import Match
from tests.core.support.mediterranee_witness import imagined, witnessed
from tests.core.support.mediterranee_worlds import WorldAppraiser, WorldHands, WorldLookahead

LEVEL = 5
"""The level whose search is compared."""

CANDIDATES = 80
"""How many deals are imagined and weighed."""

WORLDS = 6
"""How many of them are searched."""

RUMOURS = 3
"""How many hands the rivals imagine for the thinking seat there, beside its own."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search does: whether it weighs hands by what was put down, and in how many worlds it looks at the map."""

    weighs: bool
    worlds: int


SEARCHES = {
    "worlds": Search(weighs=False, worlds=WORLDS),
    "weighed": Search(weighs=True, worlds=WORLDS),
    "level": Search(weighs=True, worlds=0),
}
"""The searches by name."""


class WeighedBelief(Belief):
    """What a seat believes: deals drawn as often as they are likely, each as often as it was drawn."""

    def __init__(self, match: Match, seat: Seat, rng: Random, count: int, *, weighs: bool) -> None:
        """Draw `count` deals from what a seat may know of a match, which is shown as the seat sees it."""
        state = cast("State", match.state)
        super().__init__(state.cards, seat, rng, 0)
        own = state.cards.view(seat)
        self.deals = drawn(own, match, seat, rng, count, weighs=weighs)
        public = own.view(None)
        self.rumours: list[Faces] = []
        if own.hands[seat].hidden:
            self.rumours = [deal[seat] for deal in drawn(public, match, None, rng, count, weighs=weighs)]

    def hands(self, seat: int) -> tuple[Faces, ...]:
        """Give the possible hands of a seat as often as they were drawn; for one's own, the true one first."""
        return (self.mine, *self.rumours) if seat == self.seat else tuple([deal[seat] for deal in self.deals])


def drawn(cards: Cards, match: Match, viewer: int | None, rng: Random, count: int, *, weighs: bool) -> list[Hands]:
    """Draw deals as somebody may imagine them: all alike as level 5 does, or by all that the match tells of them."""
    if not any(hand.unknown for hand in cards.hands):
        return [sample_hands(cards, rng)] * count
    if not weighs:
        return [sample_hands(cards, rng) for _ in range(count)]
    told = witnessed(match)
    found = [deal for _ in range(CANDIDATES) if (deal := imagined(told, viewer, rng, weighs=True)) is not None]
    if not found:
        return [sample_hands(cards, rng) for _ in range(count)]
    best = max(deal.likely for deal in found)
    deals = [
        tuple(
            [
                joined(hand.located if hand.unknown == 0 else hand.known, hidden)
                for hand, hidden in zip(cards.hands, deal.hidden, strict=True)
            ]
        )
        for deal in found
    ]
    return evenly(deals, [exp(deal.likely - best) for deal in found], rng, count)


def evenly(deals: list[Hands], weights: list[float], rng: Random, count: int) -> list[Hands]:
    """Draw deals by their weights, no deal more than once above or below what its weight says; in any order."""
    step = sum(weights) / count
    point, passed, picked = rng.random() * step, 0.0, list[Hands]()
    for deal, weight in zip(deals, weights, strict=True):
        passed += weight
        while point < passed and len(picked) < count:
            picked.append(deal)
            point += step
    picked += [deals[-1]] * (count - len(picked))
    rng.shuffle(picked)
    return picked


def choose(name: str, match: Match, seat: Seat, rng: Random, budget: Budget) -> Action:
    """Give the action that a search chooses; `budget.nodes` must be given. Raises `IllegalAction` like `think`."""
    seen = veiled(match.seen_by(seat), seat)
    state = cast("State", seen.state)
    if state.phase in {Phase.SPECIAL, Phase.PLACE}:
        return cast("Action", think(match, seat, LEVEL, rng, budget).action)
    spare = cast("Action", walk(state, seat, rng))
    if budget.stop():
        return spare
    plan, weights, search = PLANS[LEVEL], weights_for(MediterraneeWeights, budget.weights), SEARCHES[name]
    most = budget.nodes or 0
    belief = WeighedBelief(seen, seat, rng, max(1, min(plan.hands, most // HAND)), weighs=search.weighs)
    if search.worlds:
        appraiser = WorldAppraiser(state, belief, _worlds(belief, search, state), plan.thrift, weights)
        campaign: Lookahead = WorldLookahead(appraiser, budget)
    else:
        campaign = Lookahead(Appraiser(state, belief, plan.thrift, weights), budget)
    if state.phase is not Phase.COMBAT:
        judged = TurnPlanner(campaign, plan.depth, plan.width).judged(state, seat)
        return judged[0].action if judged else spare
    won, lost, parted = campaign.verdicts(state, plan.depth - 1, plan.width)
    battle = state.battle
    assert battle is not None
    sign = 1.0 if state.rules.sides[battle.seats[0]] == state.rules.sides[seat] else -1.0
    stake = Stake(sign * (won - parted) / plan.thrift, sign * (lost - parted) / plan.thrift)
    return CombatPlay(state, seat, stake, belief, min(plan.rounds, most), budget.stop).decided(rng)[1]


def _worlds(belief: WeighedBelief, search: Search, state: State) -> list[WorldHands]:
    """Give the hands of each seat in the worlds that are searched."""
    deals = belief.deals[: search.worlds]
    return [
        WorldHands.of([deal[seat] for deal in deals], belief.rumours[:RUMOURS] if seat == belief.seat else ())
        for seat in range(state.rules.players)
    ]
