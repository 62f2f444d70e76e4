"""The five levels of Méditerranée: combats as games for two, search on the map, imagined hidden hands.

Level 1 plays at random, but does not leave its capital to the enemy if it sees a way to avoid that. Level 2 looks one
displacement ahead and mixes its cards roughly. Level 3 looks two ahead and solves its combats. Level 4 looks into more
displacements, imagines more hands and spends its cards less freely. Level 5 does more of all that. All but 5 also play
what they find nearly as good as the best. A level is a number of positions, so the same match, seat and seed give the
same thought.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import cast

from core.bots.bot import Budget, Look, Thought, walk
from core.bots.weights import weights_for
from core.game import Seat
from core.games.mediterranee.bot.appraisal import Appraiser
from core.games.mediterranee.bot.belief import Belief
from core.games.mediterranee.bot.combat_play import CombatPlay, Stake
from core.games.mediterranee.bot.lookahead import Lookahead
from core.games.mediterranee.bot.turn_plan import JudgedAction, TurnPlanner, rank_placements
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.rules.action import Action, Word
from core.games.mediterranee.rules.combat import Stage
from core.games.mediterranee.rules.movement import ends
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import force, plays
from core.match.match import Match


@dataclass(frozen=True, slots=True)
class Plan:
    """How far a level goes.

    It sets the number of positions, the displacements to look ahead and how many of each, and the hands and rounds in
    combat. With some `warmth` a level does not always play what it thinks best: an action worth that many points less
    is played e times less often. The less `thrift`, the more freely it spends its cards.
    """

    nodes: int
    depth: int = 1
    width: int = 0
    hands: int = 1
    rounds: int = 60
    warmth: float = 0.0
    thrift: float = 1.0


PLANS = {
    2: Plan(400, rounds=20, warmth=12.0),
    3: Plan(1_800, depth=2, width=12, hands=10, rounds=100, warmth=4.0),
    4: Plan(6_000, depth=2, width=18, hands=20, rounds=150, warmth=4.0, thrift=2.0),
    5: Plan(12_000, depth=2, width=24, hands=40, rounds=200, thrift=2.2),
}
"""The levels that search."""

TRIES = 6
"""How many random actions are tried to find one that leaves no capital to the enemy."""

SURE = 45.0
"""The lead in points that wins three games in four."""

HAND = 50
"""How many positions of the budget allow one imagined hand in a combat."""

LOOKS = 12
"""How many of the best actions a thought contains, unless the budget asks for more."""


def think(match: Match, seat: Seat, level: int, rng: Random, budget: Budget) -> Thought:
    """Think for `seat` as far as the level goes (`core.bots.level.Thinker`); raise `IllegalAction` out of turn."""
    match = veiled(match.seen_by(seat), seat)
    state = cast("State", match.state)
    spare = cast("Action", walk(state, seat, rng))
    if budget.stop() or budget.nodes == 0:
        return Thought(spare, (Look(spare, 0.5),), 0)
    weights = weights_for(MediterraneeWeights, budget.weights)
    if level == 1:
        return _strayed(state, seat, rng, spare)
    if state.phase in {Phase.SPECIAL, Phase.PLACE}:
        return _told(
            _even([JudgedAction(*one) for one in rank_placements(state, seat, rng, weights)]), 1, most=budget.looks
        )
    return _planned(state, seat, PLANS[level], rng, budget)


def veiled(match: Match, seat: Seat) -> Match:
    """Give the match as it was before the other fighter put down cards that are still secret for this seat."""
    battle = cast("State", match.state).battle
    if battle is None or battle.stage not in {Stage.EXCHANGE, Stage.TIE} or battle.lays(seat) == 0:
        return match
    if battle.table == (None, None) or not match.log or not match.log[-1].text.startswith(Word.CARDS):
        return match
    return match.at(match.ply - 1)


def _strayed(state: State, seat: Seat, rng: Random, spare: Action) -> Thought:
    """Play at random, but leave no capital to the enemy if that can be avoided."""
    looks = 1
    while looks < TRIES and bare(state.play(seat, spare), seat):
        spare = cast("Action", walk(state, seat, rng))
        looks += 1
    return Thought(spare, (Look(spare, 0.5),), looks)


def bare(state: State, seat: Seat) -> bool:
    """Tell whether a capital of a seat is empty and an enemy could enter it by an ordinary displacement."""
    if state.outcome is not None or state.phase in {Phase.SPECIAL, Phase.PLACE}:
        return False
    rules = state.rules
    held = state.board.held[0] | state.board.held[1]
    empty = sum(1 << rules.chart.capitals[own] for own in rules.seats[seat]) & ~held
    if not empty:
        return False
    armies = [force(state, enemy) for enemy in rules.enemies(seat) if plays(state, enemy)]
    return any(ends(army, piece) & empty for army in armies for piece in army.living())


def _planned(state: State, seat: Seat, plan: Plan, rng: Random, budget: Budget) -> Thought:
    """Search as the plan says."""
    weights = weights_for(MediterraneeWeights, budget.weights)
    most = plan.nodes if budget.nodes is None else budget.nodes
    belief = Belief(state.cards, seat, rng, max(1, min(plan.hands, most // HAND)))
    campaign = Lookahead(Appraiser(state, belief, plan.thrift, weights), Budget(most, budget.stop))
    if state.phase is not Phase.COMBAT:
        planner = TurnPlanner(campaign, plan.depth, plan.width)
        judged = planner.judged(state, seat) or [JudgedAction(0.0, cast("Action", walk(state, seat, rng)))]
        drawn = _swayed(judged, plan.warmth, rng) if plan.warmth else None
        more = planner.others(state, seat, judged) if budget.looks > LOOKS else []
        return _told([*judged, *more], campaign.looks, drawn, most=budget.looks)
    won, lost, parted = campaign.verdicts(state, plan.depth - 1, plan.width)
    battle = state.battle
    assert battle is not None
    sign = 1.0 if state.rules.sides[battle.seats[0]] == state.rules.sides[seat] else -1.0
    stake = Stake(sign * (won - parted) / plan.thrift, sign * (lost - parted) / plan.thrift)
    laid, drawn = CombatPlay(state, seat, stake, belief, min(plan.rounds, most), budget.stop).decided(rng)
    laid.sort(key=lambda one: one[1] != drawn)
    return _told([JudgedAction(parted + plan.thrift * value, action) for value, action in laid], campaign.looks)


def _swayed(judged: list[JudgedAction], warmth: float, rng: Random) -> Action:
    """Draw an action; each is e times less often drawn for every `warmth` points that it is worth less."""
    best = max(one.value for one in judged)
    return rng.choices(judged, [exp((one.value - best) / warmth) for one in judged])[0].action


def _even(judged: list[JudgedAction]) -> list[JudgedAction]:
    """Shift worths that ignore the rest of the game, so that the best one counts as an open game."""
    return [one._replace(value=one.value - judged[0].value) for one in judged]


def chance(value: float) -> float:
    """Convert a lead in points to a chance between 0 and 1.

    >>> [round(chance(value), 2) for value in (-1000, 0, 45)]
    [0.0, 0.5, 0.75]
    """
    return 1 / (1 + exp(-max(-LEAST, min(LEAST, THREE_IN_FOUR * value / SURE))))


THREE_IN_FOUR = 1.0986
"""Where the logistic curve passes three quarters."""

LEAST = 30.0
"""Where it is flat."""


def _told(judged: Sequence[JudgedAction], looks: int, drawn: Action | None = None, *, most: int = LOOKS) -> Thought:
    """Put judged actions into a thought, the best first; the best is chosen unless another one was drawn."""
    chosen = judged[0].action if drawn is None else drawn
    told = [one for at, one in enumerate(judged) if at < max(LOOKS, most) or one.action == chosen]
    return Thought(chosen, tuple(Look(one.action, chance(one.value), one.line) for one in told), max(looks, 1))
