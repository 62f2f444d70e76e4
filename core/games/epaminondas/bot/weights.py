"""The weights of a position in Epaminondas, in hundredths of a piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.bots.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class EpaminondasWeights(Weights):
    """What a position is worth beside its pieces; each is 100.

    The worth of a square and of a line is rounded towards zero: the search counts in whole hundredths.
    """

    game: ClassVar[str] = "epaminondas"

    advance: float
    """How much more a piece is worth just before the far row than at home; it grows with the square of the distance."""
    crossed: float
    """How much more it is worth on the far row."""
    room: float
    """A move to choose from."""
    pair: float
    """Each piece beyond the first of a phalanx."""
    threat: float
    """Each piece of the greatest threatened capture on a line."""
    race_1: float
    """A line of pieces that can reach the far row with one move; so for more moves."""
    race_2: float
    race_3: float
    race_4: float
    race_5: float
    """With five moves or more."""
    cover: float
    """A home-row square that a line of two or more pieces on that row can reach: an invader there may be taken."""
    tempo: float
    """The right to move."""

    @property
    def race(self) -> tuple[float, ...]:
        """A line of pieces that can reach the far row, by how many moves it needs."""
        return (0.0, self.race_1, self.race_2, self.race_3, self.race_4, self.race_5)
