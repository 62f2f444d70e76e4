"""The ground of a search: what stays the same while one game is searched, and how a stone changes a board.

It also says what the end of a game is worth to each colour: the match, or a chance of it (§7; R28-R31). In a match a
game's points count, not only its winner: a loss by six points is better than one by twenty.
"""

from __future__ import annotations

from math import exp, sqrt

from core.bots.weights import Weights, weights_for
from core.games.megiddo.bot.line_values import LineValues, fits, own_values
from core.games.megiddo.bot.urgency import UrgencyTable
from core.games.megiddo.bot.weights import MegiddoWeights
from core.games.megiddo.rules.board import FULL, LINES, POINTS, listed
from core.games.megiddo.rules.movement import generations, movable, slides
from core.games.megiddo.rules.ruleset import Rules
from core.games.megiddo.rules.score import NOBODY, Reason, Result, champion, judge, level
from core.games.megiddo.rules.state import State

Worth = tuple[float, ...]
"""One number for each colour: 1 for a won match, 0 for a lost one, a share of 1 if it is open or drawn."""

GAIN = 10.0
"""How many points the leader of a match is expected to add in a game."""

SPREAD = 12.0
"""How far one game drives two colours apart: the standard deviation of the difference of their points."""

STEEP = 1.7
"""The factor that brings a logistic curve close to a normal one."""

MASKS = tuple(line.mask for line in LINES)


class OutcomeValue:
    """The worth of every end of one game in a match that stands at `points`; results are remembered."""

    def __init__(self, rules: Rules, points: tuple[int, ...]) -> None:
        """Begin with the points of the games before."""
        self.rules = rules
        self.points = points
        self.draw: Worth = (1.0 / rules.colours,) * rules.colours
        self.share = self.draw if rules.single else chances(points, rules.target)
        """What the match is worth before this game's end."""
        self._known: dict[tuple[int, int, tuple[int, ...]], Worth] = {}
        self._sole = tuple(tuple(float(each == won) for each in range(rules.colours)) for won in range(rules.colours))

    def won(self, colour: int, mine: int, captured: tuple[int, ...]) -> Worth:
        """Give the worth of a game that `colour` has won with its stones `mine` (R29)."""
        if self.rules.single:
            return self._sole[colour]
        lines = 0
        for line in MASKS:
            if mine & line == line:
                lines += 1
        key = (colour, lines, captured)
        worth = self._known.get(key)
        if worth is None:
            result = judge(self.rules, colour, mine, captured)
            assert result is not None, "the game is not won"
            worth = self._known[key] = self._after(result)
        return worth

    def level(self, captured: tuple[int, ...]) -> Worth:
        """Give the worth of a patara (R30)."""
        if self.rules.single:
            return self.draw
        key = (NOBODY, 0, captured)
        worth = self._known.get(key)
        if worth is None:
            worth = self._known[key] = self._after(level(captured, Reason.PATARA))
        return worth

    def sure(self, chance: float) -> bool:
        """Tell whether a worth that a search has proved ends the match, and is no guess about its further course."""
        return chance in {0.0, 1.0} or self.rules.single

    def _after(self, result: Result) -> Worth:
        totals = tuple([sum(pair) for pair in zip(self.points, result.points, strict=True)])
        winner = champion(self.rules, result, totals)
        return chances(totals, self.rules.target) if winner == NOBODY else self._sole[winner]


def chances(totals: tuple[int, ...], target: int) -> Worth:
    """Estimate each colour's chance in a match that goes on from these totals; the chances sum to 1.

    >>> [round(chance, 2) for chance in chances((20, 6), 36)]
    [0.77, 0.23]
    """
    best = max(totals)
    games = 1.0 + max(target - best, 1) / GAIN
    weights = [exp(STEEP * (total - best) / (SPREAD * sqrt(games))) for total in totals]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)


Stones = tuple[int, ...]
"""The points of each colour, as sets."""


class SearchGround:
    """The rules of a position's game, what its ends are worth, and which colour follows which.

    `values` are what lines are worth, if these have a part (`mix`) in the result of a random game.
    """

    def __init__(self, state: State, weights: Weights | None = None) -> None:
        """Take them from the position to be searched; weights of Megiddo replace the game's own."""
        rules = state.rules
        self.rules: Rules = rules
        by = weights_for(MegiddoWeights, weights)
        self.urgency = UrgencyTable(by, rules.edges, reverse=rules.reverse)
        self.rave = max(by.rave, 0.0)
        self.prize = OutcomeValue(rules, state.points)
        self.playing = tuple(colour for colour in range(rules.colours) if colour not in state.resigned)
        following = dict(zip(self.playing, self.playing[1:] + self.playing[:1], strict=True))
        self.mix = min(max(by.mix, 0.0), 1.0) if fits(rules, len(self.playing)) else 0.0
        self.values: LineValues | None = own_values() if self.mix else None
        self.following = tuple(following.get(colour, colour) for colour in range(rules.colours))

    def promise(self, stones: Stones, captured: tuple[int, ...], colour: int) -> Worth:
        """Give the worth of a position of two colours by its lines alone, with `colour` to move."""
        assert self.values is not None, "lines have no part here"
        other = 1 - colour
        own = self.values.chance(stones[colour], stones[other], captured[colour], captured[other])
        return (1.0 - own, own) if colour else (own, 1.0 - own)

    def turns(self, colour: int) -> tuple[int, ...]:
        """Give the colours that play, in turn order, from one of them on."""
        at = self.playing.index(colour)
        return self.playing[at:] + self.playing[:at]

    def taken(self, stones: Stones, colour: int, move: int) -> int:
        """Give the stones that a move takes (`core.games.megiddo.rules.movement`)."""
        mine, foe, point = self.gone(stones, colour, move)
        taken = 0
        for generation in generations(self.rules.windows, mine, foe, point, reverse=self.rules.reverse):
            taken |= generation
        return taken

    def gone(self, stones: Stones, colour: int, move: int) -> tuple[int, int, int]:
        """Give a colour's stones after its move, the stones of all others, and the point of the moved stone."""
        start, point = divmod(move, POINTS)
        mine = stones[colour] | 1 << point
        if start:
            mine &= ~(1 << start - 1)
        foe = 0
        for other, each in enumerate(stones):
            if other != colour:
                foe |= each
        return mine, foe, point

    def after(
        self, stones: Stones, captured: tuple[int, ...], colour: int, move: int, taken: int
    ) -> tuple[Stones, tuple[int, ...]]:
        """Give the stones and the captures after a move that takes `taken`."""
        start, point = divmod(move, POINTS)
        mine = stones[colour] | 1 << point | taken
        if start:
            mine &= ~(1 << start - 1)
        if not taken:
            return (*stones[:colour], mine, *stones[colour + 1 :]), captured
        left = tuple([each & ~taken for each in stones])
        got = captured[colour] + taken.bit_count()
        return (*left[:colour], mine, *left[colour + 1 :]), (*captured[:colour], got, *captured[colour + 1 :])

    def wins(self, mine: int, got: int) -> bool:
        """Tell whether a colour with these stones and captures has won (R26)."""
        if got >= self.rules.arbatta:
            return True
        for line in MASKS:  # noqa: SIM110 - a generator is slower, and this is asked often
            if mine & line == line:
                return True
        return False


def empty_of(stones: Stones) -> int:
    """Give the set of empty points."""
    taken = 0
    for each in stones:
        taken |= each
    return FULL & ~taken


def sliding(stones: Stones, colour: int) -> list[int]:
    """Give a colour's slides as moves: the start counted from 1, times `POINTS`, plus the destination."""
    empty = empty_of(stones)
    mine = stones[colour]
    return [(start + 1) * POINTS + end for start in movable(mine, empty) for end in slides(empty, start)]


def placing(stones: Stones) -> list[int]:
    """Give the placements as moves: their points."""
    return list(listed(empty_of(stones)))
