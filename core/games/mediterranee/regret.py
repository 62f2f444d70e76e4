"""Regret matching plus: two players who learn from what they did not play, until neither could do better.

The mean of what a learner has mixed tends to the equilibrium of a game in which one wins what the other loses. Later
rounds count more, for they are nearer to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul


class Mixer:
    """A learner among a number of choices."""

    __slots__ = ("_regrets", "_rounds", "_sum", "mix")

    def __init__(self, count: int) -> None:
        """Begin with all choices alike; `mix` is the chance of each in the next round."""
        self._regrets = [0.0] * count
        self._sum = [0.0] * count
        self._rounds = 0
        self.mix = [1.0 / count] * count

    def learn(self, payoffs: Sequence[float]) -> None:
        """Take in what each choice would have brought in this round."""
        mix = self.mix
        self._rounds += 1
        weight = self._rounds
        self._sum = [old + weight * chance for old, chance in zip(self._sum, mix, strict=True)]
        got = sum(map(mul, payoffs, mix))
        regrets = [max(0.0, old + payoff - got) for old, payoff in zip(self._regrets, payoffs, strict=True)]
        self._regrets = regrets
        whole = sum(regrets)
        self.mix = [regret / whole for regret in regrets] if whole > 0.0 else [1.0 / len(regrets)] * len(regrets)

    def mean(self) -> list[float]:
        """Give the chance of each choice over all rounds."""
        whole = sum(self._sum)
        return [chance / whole for chance in self._sum] if whole > 0.0 else list(self.mix)


def equilibrium(matrix: Sequence[Sequence[float]], rounds: int) -> tuple[list[float], list[float], float]:
    """Solve a matrix game: `matrix[i][j]` is what the first wins and the second loses.

    Gives the mix of the first, that of the second, and what the first wins by them; the more rounds the nearer.

    >>> first, second, value = equilibrium(((1.0, -1.0), (-1.0, 1.0)), 200)
    >>> [round(chance, 2) for chance in (*first, *second, value)]
    [0.5, 0.5, 0.5, 0.5, 0.0]
    """
    columns = list(zip(*matrix, strict=True))
    one, other = Mixer(len(matrix)), Mixer(len(columns))
    for _ in range(rounds):
        one.learn([sum(map(mul, row, other.mix)) for row in matrix])
        other.learn([-sum(map(mul, column, one.mix)) for column in columns])
    first, second = one.mean(), other.mean()
    value = sum(chance * sum(map(mul, row, second)) for chance, row in zip(first, matrix, strict=True))
    return first, second, value
