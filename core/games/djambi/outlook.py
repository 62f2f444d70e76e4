"""Looking ahead: what each player in turn would do for himself, narrow but deep.

Rivals are seen to strike, to take power, to save their chiefs, or to do nothing that matters (a turn skipped, which
stands for all quiet ones). Each takes what serves his own chance best, and dislikes the seat that thinks by his grudge:
0 is everyone for himself, a great number is all against one. In company blows and promises count too (`Toll`), for
whoever strikes or breaks them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from core.bots.bot import Budget
from core.games.djambi.danger import hunted
from core.games.djambi.path import Cells
from core.games.djambi.state import State
from core.games.djambi.stroke import aims, follow, strokes
from core.games.djambi.toll import Toll
from core.games.djambi.worth import chances

Values = tuple[float, ...]
"""The chance of each seat."""

PLACES = 2
"""How many places for a victim are looked at below the root."""

AIMS = 16
"""How many aims are looked at below the root."""

DOUBT = 0.05
"""How much worse a rival likes a turn that he is thought to choose a third as often."""

PASS: Cells = ()
"""The path of a turn that is skipped."""


@dataclass(slots=True)
class Branch:
    """A turn that was looked at: its path, the state after it, what it promises and what should follow.

    `toll` is what it is worth to its player besides, `dues` what its own turns in the line are worth so to the seat
    that thinks.
    """

    path: Cells
    state: State
    values: Values
    line: tuple[Cells, ...] = ()
    toll: float = 0.0
    dues: float = 0.0


class Outlook:
    """What one seat sees ahead; `nodes` counts the positions judged, up to those of the budget."""

    def __init__(self, seat: int, weights: Values, grudges: Values, budget: Budget, toll: Toll | None = None) -> None:
        """Begin with nothing spent; `weights` say how much each seat's chance counts for this one."""
        self.seat = seat
        self.weights = weights
        self.grudges = grudges
        self.toll = toll
        self.most = budget.nodes or 0
        self.stop = budget.stop
        self.nodes = 0
        self.stopped = False

    def good(self, player: int, values: Values) -> float:
        """Say how much a player likes the values."""
        if player == self.seat:
            return sum([weight * value for weight, value in zip(self.weights, values, strict=True)])
        return values[player] - self.grudges[player] * values[self.seat]

    def liking(self, player: int, branch: Branch) -> float:
        """Say how much a player likes to take a turn."""
        liked = self.good(player, branch.values) + branch.toll
        return liked + branch.dues if player == self.seat else liked

    def branch(self, before: State, path: Cells, after: State, ahead: int = 0) -> Branch:
        """Judge the turn between two states, `ahead` turns after the first."""
        toll = self.toll.of(before, after, ahead) if self.toll is not None else 0.0
        return Branch(path, after, self.judge(after, ahead + 1), toll=toll)

    def judge(self, state: State, ahead: int) -> Values:
        """Give the chances in a state, the turn in which is `ahead` turns after the first, and count it."""
        self.nodes += 1
        if not self.nodes & 15 and self.stop():
            self.stopped = True
        return chances(state) if self.toll is None else chances(state, self.toll.sworn(ahead))

    def spent(self) -> bool:
        """Whether there is nothing left to spend."""
        return self.stopped or self.nodes >= self.most

    def open(self, branch: Branch) -> bool:
        """Whether there is something left to see: the match goes on, and the seat that thinks is in it."""
        return branch.state.outcome is None and branch.values[self.seat] > 0 and not self.spent()

    def look(self, state: State, depth: int, breadth: int, ahead: int = 1) -> tuple[Values, tuple[Cells, ...], float]:
        """Give what a state `ahead` turns on promises after `depth` more, these turns, and the dues of them.

        `breadth` of each are tried.
        """
        branches = self.branches(state, ahead)
        assert state.turn is not None
        player = state.turn.player
        branches.sort(key=lambda branch: -self.liking(player, branch))
        if depth > 1:
            branches = branches[:breadth]
            for branch in branches:
                if self.open(branch):
                    below = self.look(branch.state, depth - 1, max(1, breadth - 1), ahead + 1)
                    branch.values, branch.line, branch.dues = below
        branches.sort(key=lambda branch: -self.liking(player, branch))
        best = branches[0]
        line = (best.path, *best.line)
        if player == self.seat:
            return best.values, line, best.toll + best.dues
        values, dues = self.mixed(player, branches[:breadth])
        return values, line, dues

    def mixed(self, player: int, branches: list[Branch]) -> tuple[Values, float]:
        """Give what a rival's choice promises, the less he likes a turn the less it counts: nobody is sure of him."""
        if len(branches) == 1:
            return branches[0].values, branches[0].dues
        likes = [self.liking(player, branch) for branch in branches]
        parts = [exp((like - likes[0]) / DOUBT) for like in likes]
        total = sum(parts)
        values = tuple(
            sum(part * value for part, value in zip(parts, column, strict=True)) / total
            for column in zip(*(branch.values for branch in branches), strict=True)
        )
        return values, sum([part * branch.dues for part, branch in zip(parts, branches, strict=True)]) / total

    def branches(self, state: State, ahead: int = 1) -> list[Branch]:
        """List what the player to move may do that matters, each judged, and to do nothing."""
        assert state.turn is not None
        pressed = hunted(state, state.turn.player)
        skipped = state.complete_turn(state.field, state.quiet + 1)
        found = [Branch(PASS, skipped, self.judge(skipped, ahead + 1))]
        for aim in aims(state)[: None if pressed else AIMS]:
            if not (aim.weight or pressed):
                break
            found += [
                self.branch(state, stroke.path, follow(state, stroke), ahead)
                for stroke in strokes(aim.mover, aim.to, PLACES)
            ]
        return found
