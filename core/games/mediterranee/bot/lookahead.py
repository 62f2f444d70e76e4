"""Look ahead on the map: what a displacement leads to, through its combats and the displacements that follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.bots.bot import Budget
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.bot.appraisal import Appraiser
from core.games.mediterranee.bot.combat_play import Stake, Terms
from core.games.mediterranee.rules import combat
from core.games.mediterranee.rules.combat import Stage, Verdict
from core.games.mediterranee.rules.movement import Force, Legs, ends, far_ends, infantry, marching, second_ends
from core.games.mediterranee.rules.phase import Phase
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import end, force

Scored = tuple[float, Legs]
"""The expected worth of a displacement, and its legs; no legs means to stay."""


class Lookahead:
    """Searches the map with one appraiser, within a budget of positions."""

    def __init__(self, appraiser: Appraiser, budget: Budget) -> None:
        """Search within a budget whose nodes are set."""
        self.appraiser, self._budget = appraiser, budget
        self._share, self.spent = 1.0, False
        self.glances: list[Scored] = []

    def until(self, share: float) -> None:
        """Continue until this share of all positions is used."""
        self._share, self.spent = share, False

    @property
    def looks(self) -> int:
        """How many positions were weighed."""
        return self.appraiser.looks

    def over(self) -> bool:
        """Tell whether to stop."""
        if not self.spent:
            self.spent = self.looks >= self._share * (self._budget.nodes or 0) or self._budget.stop()
        return self.spent

    def outlook(self, state: State, depth: int, width: int) -> float:
        """Give what a position is worth to the searching side, with its combats at their average."""
        if state.outcome is not None:
            return self.appraiser.value(state)
        if state.phase is Phase.ORDER:
            values = [self.outlook(combat.fought(state, clash), depth, width) for clash in state.clashes]
            return max(values) if self._ours(state.seat) else min(values)
        if state.battle is not None:
            return self._fought(state, depth, width)
        if depth <= 0 or self.over():
            return self.appraiser.value(state)
        return self.ranked(replace(state, owed=None, draws=0), width, depth)[0][0]

    def ranked(self, state: State, width: int, depth: int, *, far: bool = False) -> list[Scored]:
        """Give the displacements of the seat in turn, best for it first; only the first `width` are searched deeper.

        Each pass looks one displacement further than the one before, until the budget is spent. A displacement that the
        last pass did not finish does not count. `far`: only those that need the paid forced march. `glances` then holds
        all of them as they looked at first.
        """
        army = force(state, state.seat)
        found = self._glanced(state, army, far=far)
        if far:
            found = [one for one in found if marches(army, one[1])]
        glances = found
        for ahead in range(1, depth):
            deep = self._deeper(state, army, found[:width], ahead, width)
            found = deep or found
            if self.over():
                break
        self.glances = glances
        return found

    def _deeper(self, state: State, army: Force, found: list[Scored], depth: int, width: int) -> list[Scored]:
        """Search behind some displacements to a depth, as far as the budget goes, and sort them."""
        deep = list[Scored]()
        for _, legs in found:
            value = self.outlook(after(state, army, legs), depth, width)
            if self.over():
                break
            deep.append((value, legs))
        return self._sorted(state, deep)

    def _glanced(self, state: State, army: Force, *, far: bool) -> list[Scored]:
        """Give what each displacement leads to at first glance, as far as the budget goes, the best first."""
        found = list[Scored]()
        for legs in singles(army, far=far):
            if found and self.over():
                break
            found.append((self.outlook(after(state, army, legs), 0, 0), legs))
        found = self._sorted(state, found)
        for legs in couples(army, found, far=far):
            if self.over():
                break
            found.append((self.outlook(after(state, army, legs), 0, 0), legs))
        return self._sorted(state, found)

    def _sorted(self, state: State, found: list[Scored]) -> list[Scored]:
        """Sort displacements by the preference of the seat in turn."""
        sign = 1.0 if self._ours(state.seat) else -1.0
        return sorted(found, key=lambda one: -sign * one[0])

    def verdicts(self, state: State, depth: int, width: int) -> tuple[float, float, float]:
        """Give what each end of a combat is worth to the searching side: attacker wins, defender wins, parted."""
        assert state.battle is not None
        ended = []
        for verdict in (Verdict.ATTACKER, Verdict.DEFENDER, Verdict.PARTED):
            battle = state.battle._replace(stage=Stage.OVER, verdict=verdict)
            ended.append(self.outlook(combat.settled(replace(state, battle=battle)), depth, width))
        return ended[0], ended[1], ended[2]

    def _fought(self, state: State, depth: int, width: int) -> float:
        battle = state.battle
        assert battle is not None
        won, lost, parted = self.verdicts(state, depth, width)
        sign = 1.0 if self._ours(battle.seats[0]) else -1.0
        stake = Stake(sign * (won - parted), sign * (lost - parted))
        at = 0 if sign > 0 else 1
        return parted + self.appraiser.fight(Terms(battle.kinds, battle.sizes), stake, battle.seats, at)

    def _ours(self, seat: int) -> bool:
        return self.appraiser.rules.sides[seat] == self.appraiser.side


def after(state: State, army: Force, legs: Legs) -> State:
    """Give the state after a displacement, or a pass."""
    return combat.displace(state, army, legs) if legs else end(state, state.board)


def singles(army: Force, *, far: bool) -> Iterator[Legs]:
    """Give the choice to stay and every displacement of one piece; `far` adds those of a forced march."""
    yield ()
    for piece in army.living():
        for to in members(ends(army, piece) | (far_ends(army, piece) if far else 0)):
            yield ((piece, army.board.at[piece], to),)


def marches(army: Force, legs: Legs) -> bool:
    """Tell whether a displacement is one that a forced march pays for (R15, R16)."""
    if len(legs) == 1:
        piece, _, to = legs[0]
        return bool(far_ends(army, piece) >> to & 1)
    return bool(legs) and marching(legs[0][0], legs[1][0])


COUPLED = 9
"""How many of the best single displacements are tried in pairs."""


def couples(army: Force, glances: list[Scored], *, far: bool) -> list[Legs]:
    """Give displacements of two pieces, combined from the best single ones; `far`: in a forced march."""
    best = [legs[0] for _, legs in glances if legs and ends(army, legs[0][0]) >> legs[0][2] & 1][:COUPLED]
    found: list[Legs] = []
    for first in best:
        for second in best:
            together = infantry(first[0], second[0]) or (far and marching(first[0], second[0]))
            if together and second_ends(army, first[0], first[2], second[0]) >> second[2] & 1:
                found.append((first, second))
    return found
