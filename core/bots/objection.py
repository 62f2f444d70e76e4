"""Objections: why a persona says no to a proposal. Faces put them into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.diplomacy.pact import Fate, Pact
from core.game import Seat

EXPLAIN = "explain"
"""The verb of the act that says why a proposal was refused."""


class Objection(StrEnum):
    """The closed set of reasons to refuse.

    `deaf`: it agrees to nothing. `no-gain`: it would give something and get nothing. `betrayed`: whoever asks has
    broken a promise. `remembered`: they broke one in an earlier game. `distrust`: it does not know them well enough.
    `struck`: they have taken too many of its pieces. `fight`: both are fighting each other now. `pact`: it has a truce
    with the target. `sworn`: it has promised to attack whoever asks. `partner`: the target is its partner.
    `unsure`: it does not know whether it could keep the promise.
    """

    DEAF = "deaf"
    NO_GAIN = "no-gain"
    BETRAYED = "betrayed"
    REMEMBERED = "remembered"
    DISTRUST = "distrust"
    STRUCK = "struck"
    FIGHT = "fight"
    PACT = "pact"
    SWORN = "sworn"
    PARTNER = "partner"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason to refuse, and what it is about in the words of an act."""

    objection: Objection
    about: tuple[str, ...] = ()

    def act(self, whom: str) -> tuple[str, ...]:
        """Give the act that explains the refusal to the seat of that name."""
        return (EXPLAIN, str(self.objection), whom, *self.about)


def breach_of(pacts: tuple[Pact, ...], seat: Seat) -> Pact | None:
    """Give the last promise that a seat has broken, to whomever; None if it has broken none."""
    found = [pact for pact in pacts if pact.fate is Fate.BROKEN and seat in pact.by]
    return max(found, key=lambda pact: pact.turn, default=None)
