"""The weights of a position in Méditerranée, in points of cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.bots.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class MediterraneeWeights(Weights):
    """What a position is worth to a side beside its hands."""

    game: ClassVar[str] = "mediterranee"

    elephants: float
    """A piece of that kind; so for the three that follow."""
    cavalry: float
    foot: float
    boat: float
    step: float
    """What a piece loses for each step between it and the nearest enemy capital."""
    pull: float
    """Each step nearer to the second capital, once the first is taken."""
    capital: float
    """An occupied enemy capital."""
    both: float
    """Both of them, in addition."""
    special: float
    """An unplayed special card."""
    tempo_0: float
    """How much the best stroke counts for the seat that plays next; then for those after it."""
    tempo_1: float
    tempo_2: float
    tempo_3: float
    guard: float
    """A guarded capital of one's own while the enemies have all their pieces."""
    lead: float
    """What it would be worth to have all the pieces; so a lead counts for more when fewer pieces are left."""

    @property
    def pieces(self) -> dict[str, float]:
        """The worth of a piece by the letter of its kind."""
        return {"E": self.elephants, "C": self.cavalry, "F": self.foot, "B": self.boat}

    @property
    def tempo(self) -> tuple[float, ...]:
        """How much the best stroke counts for the seat that plays next, the one after it, and so on."""
        return (self.tempo_0, self.tempo_1, self.tempo_2, self.tempo_3)
