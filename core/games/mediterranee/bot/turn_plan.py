"""What to do in one's turn: displacements, forced marches, special cards and the order of combats, weighed together.

The module also ranks what comes before the first turn: where to place pieces, and which special card to take (§4, §5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from core.game import Seat, Spot
from core.games.mediterranee.board.piece import BOAT, GONE, KINDS, STATE
from core.games.mediterranee.bot.appraisal import foes, places
from core.games.mediterranee.bot.combat_play import price
from core.games.mediterranee.bot.lookahead import Lookahead, Scored, singles
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.rules.action import Action, Word, lone, pay
from core.games.mediterranee.rules.movement import Legs, ends
from core.games.mediterranee.rules.phase import SEDITION, TREASON, Phase
from core.games.mediterranee.rules.placement_phase import following
from core.games.mediterranee.rules.staged_choice import BETRAY, REVOLT, few, has
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import force, occupier


class JudgedAction(NamedTuple):
    """The worth of an action in points of cards, the action, and the expected continuation."""

    value: float
    action: Action
    line: tuple[str, ...] = ()


PARTS = (0.45, 0.8)
"""The share of the budget spent after displacements, and after marches; the rest is for special cards."""

BETRAYALS = 2
"""How many treasons are searched deeper."""


class TurnPlanner:
    """Judges what a seat may do in its turn."""

    def __init__(self, campaign: Lookahead, depth: int, width: int) -> None:
        """Look so many displacements ahead, and into so many at each step."""
        self.campaign, self.depth, self.width = campaign, depth, width
        self._glances: list[Scored] = []

    def judged(self, state: State, seat: Seat) -> list[JudgedAction]:
        """Give actions with their worth, best first."""
        if state.phase is Phase.ORDER:
            found = [
                JudgedAction(self._outlook(state, seat, action, self.depth - 1), action) for action in few(state, seat)
            ]
        elif state.phase is Phase.MARCH:
            found = self._moves(state, seat, self.campaign.ranked(state, self.width, self.depth, far=True))
            self._glances = self.campaign.glances
        else:
            found = self._acts(state, seat)
        found.sort(key=lambda one: (-one.value, str(one.action)))
        if found and not found[0].line:
            found[0] = found[0]._replace(line=self._reply(state.play(seat, found[0].action)))
        return found

    def others(self, state: State, seat: Seat, judged: list[JudgedAction]) -> list[JudgedAction]:
        """Give the displacements that `judged` has only glanced at, no better than the last of those it holds.

        A deep search says only that they are no better; how much worse they are comes from the glance.
        """
        if not judged or not self._glances:
            return []
        known = {str(one.action) for one in judged}
        nearest, best, least = self._glances[0][0], judged[0].value, judged[-1].value
        guesses = [(min(least, best - (nearest - value)), legs) for value, legs in self._glances]
        return [one for one in self._moves(state, seat, guesses) if str(one.action) not in known]

    def _reply(self, state: State) -> tuple[str, ...]:
        """Give the expected action of the next seat, if its turn follows at once."""
        if state.outcome is not None or state.phase is not Phase.ACT:
            return ()
        ready = replace(state, owed=None, draws=0)
        replies = self._moves(ready, Seat(ready.seat), self.campaign.ranked(ready, 0, 1))
        return (str(replies[0].action),) if replies else ()

    def _outlook(self, state: State, seat: Seat, action: Action, depth: int) -> float:
        return self.campaign.outlook(state.play(seat, action), depth, self.width)

    def _acts(self, state: State, seat: Seat) -> list[JudgedAction]:
        self.campaign.until(PARTS[0])
        found = self._moves(state, seat, self.campaign.ranked(state, self.width, self.depth))
        self._glances = self.campaign.glances
        self.campaign.until(PARTS[1])
        found += self._march(state, seat)
        self.campaign.until(1.0)
        if has(state, seat, SEDITION):
            for own in state.rules.seats[seat]:
                city = state.rules.chart.capitals[own]
                if occupier(state, city) != GONE:
                    action = Action(Word.SEDITION, (REVOLT, Spot(state.rules.chart.names[city])))
                    found.append(JudgedAction(self._outlook(state, seat, action, self.depth), action))
        if has(state, seat, TREASON):
            found += self._treasons(state, seat)
        return found

    def _moves(self, state: State, seat: Seat, ranked: list[Scored]) -> list[JudgedAction]:
        """Give the displacements that are legal in the order found, as actions."""
        found: list[JudgedAction] = []
        for value, legs in ranked:
            action = state.complete(seat, _path(state, legs)) if legs else lone(Word.SKIP)
            if action is not None and (legs or state.phase is Phase.ACT):
                found.append(JudgedAction(value, action))
        return found

    def _march(self, state: State, seat: Seat) -> list[JudgedAction]:
        """Judge the cheapest payment by the best march that it buys; nobody gains by a card to spare."""
        payments = state.cards.exact_payments(seat)
        if not payments:
            return []
        paid_with = min(payments, key=lambda faces: (sum(faces), faces))
        action = pay(paid_with)
        if not state.is_legal(seat, action):
            return []
        paid = state.play(seat, action)
        cost = self.campaign.appraiser.thrift * price(paid_with, self.campaign.appraiser.belief.mine)
        marches = self._moves(paid, seat, self.campaign.ranked(paid, self.width, self.depth, far=True))
        if not marches:
            return []
        best = max(marches, key=lambda one: one.value)
        return [JudgedAction(best.value - cost, action, (str(best.action),))]

    def _treasons(self, state: State, seat: Seat) -> list[JudgedAction]:
        """Judge treasons with one piece: all at a glance, the best as deep as everything else."""
        glances = [
            JudgedAction(self._outlook(state, seat, action, 1), action) for action in self._betrayals(state, seat)
        ]
        glances.sort(key=lambda one: (-one.value, str(one.action)))
        if self.depth == 1:
            return glances
        best = [one.action for one in glances[:BETRAYALS]]
        return [JudgedAction(self._outlook(state, seat, action, self.depth), action) for action in best]

    def _betrayals(self, state: State, seat: Seat) -> Iterator[Action]:
        """Give the treasons that make one piece leave a capital or attack."""
        names, capitals = state.rules.chart.names, state.rules.chart.capitals
        for enemy in state.rules.enemies(seat):
            army = force(state, enemy)
            for legs in singles(army, far=False):
                if not legs or self.campaign.over():
                    continue
                _, start, to = legs[0]
                if start in capitals or army.foe >> to & 1:
                    action = state.complete(seat, (BETRAY, Spot(names[start]), Spot(names[to])))
                    if action is not None:
                        yield action


def _path(state: State, legs: Legs) -> tuple[Spot, ...]:
    names = state.rules.chart.names
    return tuple([Spot(names[city]) for _, start, to in legs for city in (start, to)])


GUARD = "F"
"""The kind of piece that keeps the capital."""

KEPT = 9.0
"""What that piece is worth in the capital."""

BARRED = 5.0
"""What another piece in the capital costs; it is wanted outside."""

EXPOSED = 2.0
"""What it costs to stand where an enemy can attack."""

CLOSE = 0.5
"""Differences of worth below this are left to chance."""

JudgedPlacement = tuple[float, Action]


def rank_placements(state: State, seat: int, rng: Random, weights: MediterraneeWeights) -> list[JudgedPlacement]:
    """Rank the special cards to take, or the cities where the next piece may stand, roughly, best first."""
    if few(state, seat)[0].word is Word.TAKE:
        found = [(float(action.path[0] == "treason"), action) for action in few(state, seat)]
    else:
        piece = following(state, seat)
        struck = _struck(state, seat)
        found = [
            (_worth(state, piece, action, struck, weights) + CLOSE * rng.random(), action)
            for action in few(state, seat)
        ]
    return sorted(found, key=lambda one: (-one[0], str(one[1])))


def _worth(state: State, piece: int, action: Action, struck: int, weights: MediterraneeWeights) -> float:
    """Weigh a city for a piece: how near it is to the enemy, whether it keeps the capital or is in danger."""
    chart = state.rules.chart
    city = chart.index[action.path[0]]
    teams = state.rules.teams
    worth = places(chart, foes(teams, teams[STATE[piece]]), 0, weights)[KINDS[piece]][city]
    if city == chart.capitals[STATE[piece]]:
        worth += KEPT if KINDS[piece] == GUARD else -BARRED
    if KINDS[piece] != BOAT and not chart.land[city]:
        worth -= KEPT
    return worth - EXPOSED * (struck >> city & 1)


def _struck(state: State, seat: int) -> int:
    """Give the cities that enemy pieces already on the board can reach."""
    found = 0
    for enemy in state.rules.enemies(seat):
        army = force(state, enemy)
        for piece in army.living():
            if army.board.at[piece] != GONE:
                found |= ends(army, piece)
    return found
