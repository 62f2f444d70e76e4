"""Looking ahead: what each player in turn would do for themselves, narrow but deep.

Rivals are expected to strike, to take power, to save their chiefs, or to do nothing that matters (a skipped turn stands
for all quiet ones). Each rival takes what serves its own chance best, and dislikes the thinking seat's chance by its
grudge: 0 is everyone for themselves, a large number is all against one.

With a stance, blows and promises count too (`TurnCost`). A toll is what a turn costs its player, or is worth to them,
apart from the chances.

`roots` lists the turns open to the thinking seat, each judged: first every piece and goal, then more places for the
best.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf
from random import Random
from typing import TYPE_CHECKING

from core.bots.bot import Budget
from core.bots.weights import weights_for
from core.games.djambi.bot.candidate import ALL, DEPOSE, Aim, TurnCandidate, aims, follow, strokes
from core.games.djambi.bot.chief_danger import chief_in_reach
from core.games.djambi.bot.weights import DjambiWeights
from core.games.djambi.bot.win_chance import chances
from core.games.djambi.rules.board import CORPSE, EMPTY
from core.games.djambi.rules.field import NOBODY, Field
from core.games.djambi.rules.path import Cells
from core.games.djambi.rules.state import State

if TYPE_CHECKING:
    from core.bots.stance import Stance
    from core.games.djambi.rules.state import State


BELIEVED = 0.2
"""From this price on a promise is believed: a chief is in no danger from the seat that gave it."""

Blow = tuple[int, list[int]]
"""A piece that died, and the seats that owned or commanded it."""


class TurnCost:
    """The tolls of one search, from the stance of the thinking seat."""

    def __init__(self, stance: Stance, state: State) -> None:
        """Begin at the start of the search, where the pieces stand that somebody has promised to spare."""
        names = state.rules.board.lattice.names
        there = dict(zip(names, state.field.cells, strict=True))
        self.strikes = stance.strikes
        self.vows = [(vow, there.get(vow.spot, EMPTY) if vow.spot else None) for vow in stance.vows]
        self.concerned = {seat for seat, joys in enumerate(stance.strikes) if any(joys)} | {v.by for v in stance.vows}
        self.believed: dict[int, frozenset[tuple[int, int]]] = {}

    def of(self, before: State, after: State, ahead: int) -> float:
        """Give what the turn between two states is worth to its player, `ahead` turns after the first."""
        assert before.turn is not None
        player = before.turn.player
        blows = struck(before, after) if player in self.concerned else []
        if not blows:
            return 0.0
        joys = self.strikes[player]
        joy = sum([joys[seat] for _, seats in blows for seat in seats])
        return joy - self._price(player, before.field, blows, ahead)

    def sworn(self, ahead: int) -> frozenset[tuple[int, int]]:
        """Give which seats are believed not to strike which, in the turn `ahead` turns after the first."""
        known = self.believed.get(ahead)
        if known is None:
            held = (vow for vow, spared in self.vows if spared is None and (vow.lines is None or ahead < vow.lines))
            known = frozenset((vow.by, vow.victim) for vow in held if vow.price >= BELIEVED)
            self.believed[ahead] = known
        return known

    def forbids(self, before: State, after: State) -> bool:
        """Tell whether the first turn, between two states, breaks a promise of its player."""
        return before.turn is not None and self._price(before.turn.player, before.field, struck(before, after), 0) > 0

    def _price(self, player: int, field: Field, blows: list[Blow], ahead: int) -> float:
        """Give the price of the dearest promise that a player's blows break; 0 if they break none."""
        prices = [
            vow.price
            for vow, spared in self.vows
            if vow.by == player and (vow.lines is None or ahead < vow.lines) and vow.victim in field.active
            for code, seats in blows
            if vow.victim in seats and spared in (None, code)
        ]
        return max(prices, default=0.0)

    def binds(self, player: int, field: Field) -> bool:
        """Tell whether a player has promised not to strike somebody who is still in the lists."""
        return any(vow.by == player and vow.victim in field.active for vow, _ in self.vows)


def struck(before: State, after: State) -> list[Blow]:
    """List what the turn between two states struck."""
    if after.quiet or before.turn is None:
        return []
    cells, left, command = before.field.cells, after.field.cells, before.field.command
    player = before.turn.player
    gone = {code for code, now in zip(cells, left, strict=True) if code != now and code > CORPSE}
    blows = []
    for code in sorted(gone):
        if cells.count(code) > left.count(code):
            colour = (code >> 3) - 1
            blows.append((code, [seat for seat in {colour, command[colour]} if seat not in (player, NOBODY)]))
    return blows


Values = tuple[float, ...]
"""The chance of each seat."""

PLACES = 2
"""How many places for a victim are tried below the root."""

AIMS = 16
"""How many aims are tried below the root."""

DOUBT = 0.05
"""How much worse a turn must be for a rival to be a third as likely to choose it."""

PASS: Cells = ()
"""The path of a skipped turn."""


@dataclass(slots=True)
class Branch:
    """A turn that was looked at: its path, the state after it, what it promises and what should follow.

    `toll` is what it is worth to its player apart from that. `dues` are the tolls of the thinking seat's own turns in
    the line.
    """

    path: Cells
    state: State
    values: Values
    line: tuple[Cells, ...] = ()
    toll: float = 0.0
    dues: float = 0.0


class Lookahead:
    """What one seat sees ahead; `nodes` counts the positions judged, up to the budget's limit."""

    def __init__(
        self, seat: int, weights: Values, grudges: Values, budget: Budget, toll: TurnCost | None = None
    ) -> None:
        """Begin with no nodes used; `weights` say how much each seat's chance counts for this one."""
        self.worth = weights_for(DjambiWeights, budget.weights)
        self.seat = seat
        self.weights = weights
        self.grudges = grudges
        self.toll = toll
        self.most = budget.nodes or 0
        self.stop = budget.stop
        self.nodes = 0
        self.stopped = False

    def good(self, player: int, values: Values) -> float:
        """Give how much a player likes the values."""
        if player == self.seat:
            return sum([weight * value for weight, value in zip(self.weights, values, strict=True)])
        return values[player] - self.grudges[player] * values[self.seat]

    def liking(self, player: int, branch: Branch) -> float:
        """Give how much a player likes a turn."""
        liked = self.good(player, branch.values) + branch.toll
        return liked + branch.dues if player == self.seat else liked

    def branch(self, before: State, path: Cells, after: State, ahead: int = 0) -> Branch:
        """Judge the turn between two states, `ahead` turns after the first."""
        toll = self.toll.of(before, after, ahead) if self.toll is not None else 0.0
        return Branch(path, after, self.judge(after, ahead + 1), toll=toll)

    def judge(self, state: State, ahead: int) -> Values:
        """Give the chances in a state, whose turn is `ahead` turns after the first, and count the position."""
        self.nodes += 1
        if not self.nodes & 15 and self.stop():
            self.stopped = True
        return chances(state, self.worth) if self.toll is None else chances(state, self.worth, self.toll.sworn(ahead))

    def spent(self) -> bool:
        """Whether the nodes are used up."""
        return self.stopped or self.nodes >= self.most

    def open(self, branch: Branch) -> bool:
        """Whether there is more to see: the match goes on, and the thinking seat is still in it."""
        return branch.state.outcome is None and branch.values[self.seat] > 0 and not self.spent()

    def look(self, state: State, depth: int, breadth: int, ahead: int = 1) -> tuple[Values, tuple[Cells, ...], float]:
        """Give what a state `ahead` turns on promises after `depth` more turns, those turns, and their dues.

        `breadth` turns are tried each time.
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
        """Give what a rival's choice promises; the less it likes a turn, the less that turn counts."""
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
        """List the turns of the player to move that matter, each judged, and the skipped turn."""
        assert state.turn is not None
        pressed = chief_in_reach(state, state.turn.player)
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


WHOLE = 90
"""Up to this many turns that touch a chief are all tried."""


def roots(outlook: Lookahead, state: State, rng: Random, places: int, wide: int) -> list[Branch]:
    """Give the turns worth a look, best first; empty only if each would need an extra move that was not looked at.

    Every aim is tried with `places` places for its victim. The best aims, and those that touch a chief, are tried with
    `wide` more, some of them chosen at random.
    """
    found: dict[Cells, Branch] = {}
    ranked: list[tuple[float, int, Aim]] = []
    for number, aim in enumerate(aims(state)):
        if outlook.spent() and found:
            break
        best = max([_add(outlook, state, found, stroke) for stroke in strokes(aim.mover, aim.to, places)], default=-1.0)
        ranked.append((best, number, aim))
    ranked.sort(key=lambda entry: (entry[2].weight < DEPOSE, -entry[0], entry[1]))
    for _, _, aim in [entry for entry in ranked if entry[2].weight][:wide]:
        limit = wide if aim.mover.outstays(aim.to) else ALL
        more = [stroke for stroke in strokes(aim.mover, aim.to, limit) if stroke.path not in found]
        more = more if aim.weight >= DEPOSE and len(more) <= WHOLE else rng.sample(more, min(wide, len(more)))
        for stroke in more:
            if outlook.spent():
                break
            _add(outlook, state, found, stroke)
    return _ranked(outlook, list(found.values()), rng)


def _ranked(outlook: Lookahead, branches: list[Branch], rng: Random) -> list[Branch]:
    """Sort the best first, equals at random; leave out what a faithful seat never does, if anything else remains."""
    rng.shuffle(branches)
    branches.sort(key=lambda branch: -outlook.liking(outlook.seat, branch))
    honest = [branch for branch in branches if branch.toll > -inf]
    return honest or branches


def _add(outlook: Lookahead, state: State, found: dict[Cells, Branch], stroke: TurnCandidate) -> float:
    branch = found[stroke.path] = outlook.branch(state, stroke.path, follow(state, stroke))
    return outlook.liking(outlook.seat, branch)
