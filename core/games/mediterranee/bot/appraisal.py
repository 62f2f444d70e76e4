"""What a position is worth to a side, in points of cards: pieces and their places, capitals, threatened strokes.

Only the board counts here, not the hands: a search counts the cards it spends where it spends them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import copysign, exp, log

from core.bots.weights import weights_for
from core.games.mediterranee.board.chart import FAR, Chart, lanes, roads
from core.games.mediterranee.board.city_set import members
from core.games.mediterranee.board.piece import BOAT, KINDS, STATE
from core.games.mediterranee.bot.belief import Belief
from core.games.mediterranee.bot.combat_play import Stake, Terms, worth
from core.games.mediterranee.bot.weights import MediterraneeWeights
from core.games.mediterranee.rules.movement import Board, ends
from core.games.mediterranee.rules.state import State
from core.games.mediterranee.rules.turn import force, plays

WIN = 1000.0
"""What a won game is worth."""

LONGEST = 9
"""The number of steps beyond which distance costs nothing more."""

ROUNDS = 20
"""How many rounds the fighters of an imagined combat learn for."""


@cache
def places(chart: Chart, goals: int, last: int, weights: MediterraneeWeights) -> dict[str, tuple[float, ...]]:
    """Give for each kind of piece its worth in each city; the last entry, for a piece that is gone, is 0.

    `goals` has a bit for each state whose capital the piece should approach. `last` has those that are the only ones
    missing; the piece is drawn more strongly towards them.
    """
    found = {}
    for kind, piece in weights.pieces.items():
        ways = lanes if kind == BOAT else roads
        rows = [-weights.step * _far(each) for each in zip(*[ways(chart, own) for own in members(goals)], strict=True)]
        for own in members(last):
            rows = [
                worth + weights.pull * (LONGEST - min(way, LONGEST))
                for worth, way in zip(rows, ways(chart, own), strict=True)
            ]
        found[kind] = (*[piece + worth for worth in rows], 0.0)
    return found


def _far(ways: Sequence[int]) -> float:
    """Weigh some distances: the least, plus a quarter of the greatest."""
    steps = [LONGEST if way == FAR else min(way, LONGEST) for way in ways]
    return min(steps) + 0.25 * max(steps)


def foes(teams: tuple[int, ...], side: int) -> int:
    """Give the states that are not on a side, as bits."""
    return sum(1 << own for own, team in enumerate(teams) if team != side)


class Appraiser:
    """Weighs positions of one game for one side, given a belief about the hands."""

    def __init__(
        self, state: State, belief: Belief, thrift: float = 1.0, weights: MediterraneeWeights | None = None
    ) -> None:
        """Weigh for the side of the belief's seat; `thrift` scales the price of a card to points."""
        self.weights = weights_for(MediterraneeWeights, weights)
        self._pieces, self._tempo = self.weights.pieces, self.weights.tempo
        self.rules, self.belief, self.thrift = state.rules, belief, thrift
        self.side = state.rules.sides[belief.seat]
        self._rows: dict[tuple[int, int], list[tuple[int, tuple[float, ...]]]] = {}
        self._hands = tuple(belief.hands(seat)[:1] for seat in range(state.rules.players))
        self._odds: dict[tuple[object, ...], float] = {}
        self._capitals = tuple(1 << city for city in state.rules.chart.capitals)
        self.looks = 0

    def value(self, state: State) -> float:
        """Give what a position at the start of a turn is worth to the side."""
        self.looks += 1
        over = state.outcome
        if over is not None:
            return 0.0 if not over.winners else WIN if self.belief.seat in over.winners else -WIN
        rules, board, weights = state.rules, state.board, self.weights
        worth = [0.0, 0.0]
        at = board.at
        for side in (0, 1):
            worth[side] = sum([row[at[piece]] for piece, row in self._army(side, self._wanting(board, side))])
        ahead = weights.lead * (worth[0] - worth[1]) / (worth[0] + worth[1])
        worth = [worth[0] + ahead, worth[1] - ahead]
        full = len(rules.forces[0])
        for bit, team in zip(self._capitals, rules.teams, strict=True):
            if board.held[1 - team] & bit:
                worth[1 - team] += weights.capital
            elif board.held[team] & bit:
                worth[team] += weights.guard * board.held[1 - team].bit_count() / full
        for seat, held in enumerate(state.specials):
            worth[rules.sides[seat]] += weights.special * held.bit_count()
        for side in (0, 1):
            citadels = rules.citadels[1 - side]
            if board.held[side] & citadels == citadels:
                worth[side] += weights.both
        self._strokes(state, worth)
        patience = 1.0 - state.quiet / (rules.draw_rounds * rules.players + 1)
        return (worth[self.side] - worth[1 - self.side]) * patience

    def _wanting(self, board: Board, side: int) -> int:
        """Give the one enemy state whose capital a side still lacks, as a bit; 0 if it holds none or both."""
        goals = foes(self.rules.teams, side)
        missing = [own for own in members(goals) if not board.held[side] & self._capitals[own]]
        return 1 << missing[0] if len(missing) == 1 else 0

    def _army(self, side: int, last: int) -> list[tuple[int, tuple[float, ...]]]:
        """Give each piece of a side with its worth in each city."""
        found = self._rows.get((side, last))
        if found is None:
            table = places(self.rules.chart, foes(self.rules.teams, side), last, self.weights)
            found = [(piece, table[KINDS[piece]]) for piece in self.rules.forces[side]]
            self._rows[side, last] = found
        return found

    def _strokes(self, state: State, worth: list[float]) -> None:
        """Add a part of the best stroke of each seat, in the order in which they play."""
        players, sides = state.rules.players, state.rules.sides
        sizes = [self.size(state, seat) for seat in range(players)]
        for after in range(players):
            seat = (state.seat + after) % players
            if plays(state, seat):
                worth[sides[seat]] += self._tempo[after] * self.stroke(state, seat, sizes)

    def stroke(self, state: State, seat: int, sizes: list[int]) -> float:
        """Give what the best stroke of a seat, an attack or an entered capital, would gain if it were its turn."""
        army = force(state, seat)
        at, foe = state.board.at, army.foe
        empty = self.rules.citadels[1 - army.side] & ~foe & ~army.own
        best = 0.0
        for piece in army.living():
            reach = ends(army, piece)
            if reach & empty:
                best = max(best, self.weights.capital)
            for city in members(reach & foe):
                best = max(best, self.odds(piece, at.index(city), city, sizes))
        return best

    def odds(self, piece: int, prey: int, city: int, sizes: list[int]) -> float:
        """Estimate what a piece's side would gain by attacking an enemy piece in a city."""
        owner, kinds = self.rules.owner, (KINDS[piece], KINDS[prey])
        one, other = owner[STATE[piece]], owner[STATE[prey]]
        guards = city in self.rules.chart.capitals
        key = (one, kinds, sizes[one], other, sizes[other], guards)
        found = self._odds.get(key)
        if found is None:
            stake = Stake(self._pieces[kinds[1]] + (self.weights.capital if guards else 0.0), -self._pieces[kinds[0]])
            found = max(0.0, self.fight(Terms(kinds, (sizes[one], sizes[other])), stake, (one, other), 0))
            self._odds[key] = found
        return found

    def size(self, state: State, seat: int) -> int:
        """Give how many cards a seat puts down: one while a capital of its own is occupied (R23)."""
        enemies = state.board.held[1 - state.rules.sides[seat]]
        return 1 if any(enemies & self._capitals[own] for own in state.rules.seats[seat]) else 2

    def fight(self, terms: Terms, stake: Stake, seats: tuple[int, int], at: int) -> float:
        """Give what an imagined combat is worth to the fighter `at`; the stake is the attacker's."""
        hands = (self._hands[seats[0]], self._hands[seats[1]])
        even = Stake(*[rounded(each) / self.thrift for each in stake])
        return self.thrift * worth(terms, even, hands, at, ROUNDS)


GRAIN = 0.25
"""Stakes of imagined combats are rounded to powers of e with this step, so that the cache finds them again."""


def rounded(stake: float) -> float:
    """Round a stake to one of a few values.

    >>> rounded(0.3), round(rounded(20.0), 1), round(rounded(-21.0), 1)
    (0.0, 20.1, -20.1)
    """
    if abs(stake) < 1.0:
        return 0.0
    return copysign(exp(round(log(abs(stake)) / GRAIN) * GRAIN), stake)
