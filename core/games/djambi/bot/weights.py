"""The weights of a position in Djambi: strengths, and the probabilities that a hunted chief falls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from core.bots.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class DjambiWeights(Weights):
    """What a position is worth: all but the last six are strengths, which matter only relative to one another."""

    game: ClassVar[str] = "djambi"
    parts: ClassVar[frozenset[str]] = frozenset({"vassal", "now", "crowd", "soon", "several", "later"})

    alive: float
    """Still being in the lists."""
    assassin: float
    """Each assassin; so for the four that follow."""
    reporter: float
    provocateur: float
    necromobile: float
    militant: float
    assassin_centred: float
    """What an assassin gains from standing on power rather than at the edge, and a part of it between; so for all."""
    reporter_centred: float
    provocateur_centred: float
    necromobile_centred: float
    militant_centred: float
    vassal: float
    """The part of a piece's strength that counts for a commander of another colour."""
    king: float
    """Being in power with one rival left, and each further turn that the king has in a round."""
    room_0: float
    """A chief without a free cell beside it."""
    room_1: float
    """A chief with one free cell beside it."""
    room_2: float
    """A chief with two free cells beside it."""
    displaced: float
    """Each rival that could displace the chief."""
    now: float
    """The probability that a chief falls to a hunter whose turn it is."""
    crowd: float
    """The part of that probability that is left for each chief if the hunters have several to choose from."""
    soon: float
    """The probability that a chief falls to a hunter that moves before it."""
    several: float
    """What is added to that if there are several hunters."""
    later: float
    """The probability that a chief falls to each hunter that moves only after it; three count at most."""

    @property
    def pieces(self) -> tuple[float, ...]:
        """The strength of a piece by kind; the chief's is `alive`."""
        return (0.0, self.assassin, self.reporter, self.provocateur, self.necromobile, self.militant)

    @property
    def centred(self) -> tuple[float, ...]:
        """What a piece gains on power, by kind."""
        return (
            0.0,
            self.assassin_centred,
            self.reporter_centred,
            self.provocateur_centred,
            self.necromobile_centred,
            self.militant_centred,
        )
