"""What the end of a game is worth to each colour: the match or a chance of it, for searchers (§7; R28-R31).

In a match a game's points count, not only who won it: six points lost are better than twenty.
"""

from __future__ import annotations

from math import exp, sqrt

from core.games.megiddo.board import LINES
from core.games.megiddo.option import Rules
from core.games.megiddo.score import NOBODY, Reason, Result, champion, judge, level

Worth = tuple[float, ...]
"""One number a colour: 1 for the match won, 0 for it lost, a share of 1 where it is open or drawn."""

GAIN = 10.0
"""How many points the leader of a match may be thought to add in a game."""

SPREAD = 12.0
"""How far one game drives two colours apart: the standard deviation of the difference of their points."""

STEEP = 1.7
"""What makes a logistic curve nearly a normal one."""

MASKS = tuple(line.mask for line in LINES)


class Prize:
    """The worth of every end of one game in a match that stands at `points`; it remembers what it has told."""

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
        """Tell whether a worth that a search has proved is an end of the match and no guess at its further course."""
        return chance in {0.0, 1.0} or self.rules.single

    def _after(self, result: Result) -> Worth:
        totals = tuple([sum(pair) for pair in zip(self.points, result.points, strict=True)])
        winner = champion(self.rules, result, totals)
        return chances(totals, self.rules.target) if winner == NOBODY else self._sole[winner]


def chances(totals: tuple[int, ...], target: int) -> Worth:
    """Guess each colour's chance of a match that goes on from these totals; they add up to 1.

    >>> [round(chance, 2) for chance in chances((20, 6), 36)]
    [0.77, 0.23]
    """
    best = max(totals)
    games = 1.0 + max(target - best, 1) / GAIN
    weights = [exp(STEEP * (total - best) / (SPREAD * sqrt(games))) for total in totals]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)
