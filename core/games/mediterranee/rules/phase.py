"""What a position waits for, and its open combats (§5, §6, §14)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from core.game import WHY


class Phase(StrEnum):
    """What the seat in turn has to decide, once chance has brought what it owes.

    `special`: which special card it takes (R7). `place`: where its next piece goes (R8). `act`: special card,
    displacement, payment or pass (§6). `march`: the march that it has paid for (R14). `order`: which combat comes
    first. `combat`: which cards the fighters put down.
    """

    SPECIAL = "special"
    PLACE = "place"
    ACT = "act"
    MARCH = "march"
    ORDER = "order"
    COMBAT = "combat"


class Reason(StrEnum):
    """Why a game is over (§8)."""

    CAPITALS = "capitals"
    ANNIHILATION = "annihilation"
    STALEMATE = "stalemate"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"


TEAM = (("team", "yes"),)
"""The detail of an outcome that two partners share: they win together and do not tie."""

LEFT = "left"
"""Why a side has lost that has not resigned, in an outcome's detail and in a position."""
DESERTION = ((WHY, LEFT),)
"""The detail of an outcome where the last of a side has left, or was waited for no longer, and did not resign."""


class Clash(NamedTuple):
    """An open combat: the city, the attacker, the defender, and where the attacker came from."""

    city: int
    attacker: int
    defender: int
    start: int


TREASON, SEDITION = 1, 2
"""The special cards, as bits in what a seat has."""

SPECIALS = {"treason": TREASON, "sedition": SEDITION}
"""The special cards by name."""

BOTH = TREASON | SEDITION
"""What a player of two states has (R7)."""
