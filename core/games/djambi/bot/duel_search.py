"""The search for two players: what one gains the other loses, so every answer is searched, with growing depth."""

from __future__ import annotations

from collections.abc import Iterator

from core.bots.bot import Budget
from core.bots.weights import weights_for
from core.games.djambi.bot.candidate import aims, follow, strokes
from core.games.djambi.bot.lookahead import Branch
from core.games.djambi.bot.weights import DjambiWeights
from core.games.djambi.bot.win_chance import chances
from core.games.djambi.rules.path import Cells
from core.games.djambi.rules.state import State

PLACES = 3
"""How many places for a victim are tried below the root."""

DEEPEST = 12
"""The most turns that are ever searched."""

LOST, WON = 0.0, 1.0
"""The chances that are not estimates."""

Key = tuple[object, ...]


class Spent(Exception):
    """The nodes are used up, or the search was stopped."""


class DuelSearch:
    """A search for one of two players; `nodes` counts the positions judged, up to the budget's limit."""

    def __init__(self, seat: int, budget: Budget, nodes: int = 0) -> None:
        """Begin with the nodes already used."""
        self.seat = seat
        self.worth = weights_for(DjambiWeights, budget.weights)
        self.most = budget.nodes or 0
        self.stop = budget.stop
        self.nodes = nodes
        self.known: dict[Key, tuple[int, float, float]] = {}
        self.first: dict[Key, Cells] = {}

    def judge(self, state: State) -> float:
        """Give the seat's chance in a state and count the position; raise `Spent`."""
        self.nodes += 1
        if self.nodes > self.most or (not self.nodes & 15 and self.stop()):
            raise Spent
        return chances(state, self.worth)[self.seat]

    def deepen(self, branches: list[Branch]) -> int:
        """Search the root's branches deeper turn by turn, best first; give the depth that was searched completely."""
        depth = 1
        try:
            while branches and depth < DEEPEST and LOST < branches[0].values[self.seat] < WON:
                self._search_root(branches, depth)
                depth += 1
        except Spent:
            pass
        return depth

    def _search_root(self, branches: list[Branch], depth: int) -> None:
        best = -1.0
        values: dict[Cells, float] = {}
        try:
            for branch in branches:
                value = self.search(branch.state, depth, best, 2.0)
                values[branch.path] = value
                best = max(best, value)
        finally:
            done = len(values)
            head, tail = branches[:done], branches[done:]
            for branch in head:
                branch.values = self._pair(branch, values[branch.path])
            head.sort(key=lambda branch: -values[branch.path])
            lost = bool(head) and values[head[0].path] == LOST
            branches[:] = tail + head if lost else head + tail

    def _pair(self, branch: Branch, value: float) -> tuple[float, ...]:
        """Give the seat its value and the other seat the rest."""
        other = sum(branch.values) - branch.values[self.seat]
        scale = (1.0 - value) / other if other else 0.0
        return tuple([value if seat == self.seat else part * scale for seat, part in enumerate(branch.values)])

    def search(self, state: State, depth: int, low: float, high: float) -> float:
        """Give the seat's chance after `depth` more turns, as far as it lies between `low` and `high`."""
        if depth == 0 or state.outcome is not None:
            return self.judge(state)
        key = key_of(state)
        seen = self.known.get(key)
        if seen is not None and seen[0] >= depth and (seen[1] == seen[2] or seen[1] >= high or seen[2] <= low):
            return seen[1] if seen[1] >= high or seen[1] == seen[2] else seen[2]
        value = self._branch(state, key, depth, low, high)
        floor, ceiling = (value if value > low else LOST), (value if value < high else WON)
        self.known[key] = (depth, floor, ceiling)
        return value

    def _branch(self, state: State, key: Key, depth: int, low: float, high: float) -> float:
        assert state.turn is not None
        mine = state.turn.player == self.seat
        best = -1.0 if mine else 2.0
        for path, after in self._ordered(state, key, depth):
            value = self.search(after, depth - 1, low, high)
            if (value > best) if mine else (value < best):
                best = value
                self.first[key] = path
                if mine:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low >= high:
                    break
        return best if LOST <= best <= WON else self.judge(state)

    def _ordered(self, state: State, key: Key, depth: int) -> Iterator[tuple[Cells, State]]:
        """Give the turns: lazily at the last turn, before that the best known first, then by what they promise."""
        if depth == 1:
            yield from self._turns(state)
            return
        assert state.turn is not None
        sign = -1.0 if state.turn.player == self.seat else 1.0
        first = self.first.get(key)
        judged: list[tuple[bool, float, int, Cells, State]] = []
        for path, after in self._turns(state):
            value = self.judge(after)
            if after.outcome is not None and value == (WON if sign < 0 else LOST):
                yield path, after
                return
            judged.append((path != first, sign * value, len(judged), path, after))
        judged.sort(key=lambda entry: entry[:3])
        for _, _, _, path, after in judged:
            yield path, after

    def _turns(self, state: State) -> Iterator[tuple[Cells, State]]:
        for aim in aims(state):
            for stroke in strokes(aim.mover, aim.to, PLACES):
                yield stroke.path, follow(state, stroke)


def key_of(state: State) -> Key:
    """Give the key of a state for the table of searched positions."""
    field = state.field
    return field.cells, field.status, field.owner, state.turn, state.marker
