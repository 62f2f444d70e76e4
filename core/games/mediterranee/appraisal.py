"""What a position is worth to a side, in points of cards: pieces and where they stand, capitals, what may be struck.

Only the board is weighed, not the hands: what a search spends is counted where it is spent.
"""

from __future__ import annotations

from functools import cache

from core.games.mediterranee.belief import Belief
from core.games.mediterranee.chart import Chart, members
from core.games.mediterranee.distance import FAR, lanes, roads
from core.games.mediterranee.exchange import Stake, Terms, worth
from core.games.mediterranee.movement import ends
from core.games.mediterranee.piece import BOAT, KINDS, PIECES, STATE
from core.games.mediterranee.state import State
from core.games.mediterranee.turn import force, plays

WIN = 1000.0
"""What a game won is worth."""

PIECE = {"E": 22.0, "C": 20.0, "F": 16.0, "B": 16.0}
"""What a piece is worth."""

STEP = 0.7
"""What each step away from the nearest enemy capital costs a piece."""

LONGEST = 9
"""Steps after which it costs no more."""

CAPITAL = 24.0
"""What an enemy capital that one occupies is worth."""

BOTH = 60.0
"""What both are worth beside that."""

SPECIAL = 8.0
"""What a special card is worth that was not played yet."""

TEMPO = (0.75, 0.45, 0.3, 0.2)
"""How much of its best stroke counts for the seat that plays next, the one after it, and so on."""

ROUNDS = 24
"""How often the fighters of an imagined combat learn."""

GUARD = 6.0
"""What it is worth that one's capital is not empty."""


@cache
def places(chart: Chart, teams: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    """Give for each piece what it is worth in each city; where it is gone (the last) nothing."""
    found = []
    for piece in range(PIECES):
        kind, side = KINDS[piece], teams[STATE[piece]]
        tables = [(lanes if kind == BOAT else roads)(chart, own) for own, team in enumerate(teams) if team != side]
        row = []
        for ways in zip(*tables, strict=True):
            near, far = sorted(LONGEST if way == FAR else min(way, LONGEST) for way in ways)
            row.append(PIECE[kind] - STEP * (near + 0.25 * far))
        found.append((*row, 0.0))
    return tuple(found)


class Appraiser:
    """Weighs positions of one game for one side, with what is believed of the hands."""

    def __init__(self, state: State, belief: Belief, width: int) -> None:
        """Weigh for the side of the belief's seat; `width` is how many hands of each are thought of in a combat."""
        self.rules, self.belief = state.rules, belief
        self.side = state.rules.sides[belief.seat]
        self._places = places(state.rules.chart, state.rules.teams)
        self._hands = tuple(belief.hands(seat)[:width] for seat in range(state.rules.players))
        self._odds: dict[tuple[int, ...], float] = {}
        self._capitals = tuple(1 << city for city in state.rules.chart.capitals)
        self.looks = 0

    def value(self, state: State) -> float:
        """Give what a position at the beginning of a turn is worth to the side."""
        self.looks += 1
        over = state.outcome
        if over is not None:
            return 0.0 if not over.winners else WIN if self.belief.seat in over.winners else -WIN
        rules, board = state.rules, state.board
        worth = [0.0, 0.0]
        for side, pieces in enumerate(rules.forces):
            at, table = board.at, self._places
            worth[side] = sum([table[piece][at[piece]] for piece in pieces])
        for bit, team in zip(self._capitals, rules.teams, strict=True):
            if board.held[1 - team] & bit:
                worth[1 - team] += CAPITAL
            elif board.held[team] & bit:
                worth[team] += GUARD
        for seat, held in enumerate(state.specials):
            worth[rules.sides[seat]] += SPECIAL * held.bit_count()
        for side in (0, 1):
            citadels = rules.citadels[1 - side]
            if board.held[side] & citadels == citadels:
                worth[side] += BOTH
        self._strokes(state, worth)
        return worth[self.side] - worth[1 - self.side]

    def _strokes(self, state: State, worth: list[float]) -> None:
        """Add a part of the best stroke of each seat, in the order in which they play."""
        players = state.rules.players
        for after in range(players):
            seat = (state.seat + after) % players
            if plays(state, seat):
                worth[state.rules.sides[seat]] += TEMPO[after] * self.stroke(state, seat)

    def stroke(self, state: State, seat: int) -> float:
        """Give what the best stroke of a seat would bring it, were it its turn."""
        rules, board = state.rules, state.board
        army = force(state, seat)
        foe = army.foe
        citadels = rules.citadels[1 - army.side]
        empty = citadels & ~foe & ~army.own
        best = 0.0
        for piece in army.living():
            reach = ends(army, piece)
            if reach & empty:
                best = max(best, CAPITAL)
            if reach & foe:
                for city in members(reach & foe):
                    prey = board.on(city, rules.forces[1 - army.side])
                    best = max(best, self.odds(state, piece, prey))
        return best

    def odds(self, state: State, piece: int, prey: int) -> float:
        """Give what it would bring a piece's side to attack an enemy's, about."""
        rules = state.rules
        city = state.board.at[prey]
        one, other = rules.owner[STATE[piece]], rules.owner[STATE[prey]]
        guards = city in rules.chart.capitals
        sizes = (self.size(state, one), self.size(state, other))
        key = (one, ord(KINDS[piece]), sizes[0], other, ord(KINDS[prey]), sizes[1], guards)
        found = self._odds.get(key)
        if found is None:
            gain = PIECE[KINDS[prey]] + (CAPITAL if guards else 0.0)
            stake = Stake(gain, -PIECE[KINDS[piece]])
            found = max(0.0, self.fight(Terms((KINDS[piece], KINDS[prey]), sizes), stake, (one, other), 0))
            self._odds[key] = found
        return found

    def size(self, state: State, seat: int) -> int:
        """Give how many cards a seat puts down: one while a capital of its own is occupied (R23)."""
        enemies = state.board.held[1 - state.rules.sides[seat]]
        return 1 if any(enemies & self._capitals[own] for own in state.rules.seats[seat]) else 2

    def fight(self, terms: Terms, stake: Stake, seats: tuple[int, int], at: int) -> float:
        """Give what an imagined combat is worth to the fighter `at`; the stake is the attacker's."""
        hands = (self._hands[seats[0]], self._hands[seats[1]])
        even = Stake(*[round(each / GRAIN) * GRAIN for each in stake])
        return worth(terms, even, hands, at, ROUNDS)


GRAIN = 4.0
"""Stakes of imagined combats are rounded to this many points, so that they are met again."""
