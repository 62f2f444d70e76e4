"""What the worth of a position in Djambi is made of, as numbers with names, before any weight is applied.

A seat's strength is the sum of its features, each times its factor (`factors`). A `Sketch` keeps what the chances
depend on: it gives them for any weights as `win_chance.chances` does, without looking at the board again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul

from core.game import Seat
from core.games.djambi.bot.chief_danger import hunters, known_reporters, reporters
from core.games.djambi.bot.weights import DjambiWeights
from core.games.djambi.bot.win_chance import ROOMS, Fall, centrality, falls, hunt, shares
from core.games.djambi.rules.board import CHIEF, CORPSE
from core.games.djambi.rules.state import State

KINDS = ("assassin", "reporter", "provocateur", "necromobile", "militant")
"""The pieces in the order of their numbers, from 1."""

STANDING = ("alive", "displaced", "king", "room_0", "room_1", "room_2")
"""In the lists (1 or 0), rivals that could displace the chief, turns of a king, free cells beside the chief."""

PARTED = len(STANDING)
"""Where the features of the pieces begin."""

FEATURES = (
    *STANDING,
    *(f"{kind}{middle}{owner}" for owner in ("", "_vassal") for middle in ("", "_centred") for kind in KINDS),
)
"""The features: how a seat stands, its pieces, how central they are together, and the same of its vassals' pieces."""


@lru_cache(maxsize=64)
def factors(weights: DjambiWeights) -> tuple[float, ...]:
    """Give what each feature counts."""
    own = (*weights.pieces[1:], *weights.centred[1:])
    values = weights.values()
    return (*[values[name] for name in STANDING], *own, *[weights.vassal * each for each in own])


def features(state: State, seat: Seat) -> tuple[float, ...]:
    """Give the features of a seat in a position; all are 0 for a seat out of the lists without pieces."""
    field = state.field
    found = dict.fromkeys(FEATURES, 0.0)
    if seat in field.active:
        found["alive"] = 1.0
        _, displacing, room = hunters(field, seat, field.chief(seat))
        found["displaced"] = float(displacing)
        if seat == field.king:
            found["king"] = len(field.active) - 1.0
        elif room < ROOMS:
            found[f"room_{room}"] = 1.0
    middle = centrality(field.rules.board)
    for cell, code in enumerate(field.cells):
        if code > CORPSE and code & 7 != CHIEF and field.command[(code >> 3) - 1] == seat:
            owner = "" if (code >> 3) - 1 == seat else "_vassal"
            kind = KINDS[(code & 7) - 1]
            found[f"{kind}{owner}"] += 1.0
            found[f"{kind}_centred{owner}"] += middle[cell]
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Sketch:
    """The features of each seat, and which chiefs are hunted."""

    standing: tuple[tuple[float, ...], ...]
    pieces: tuple[tuple[float, ...], ...]
    hunted: tuple[Fall, ...]

    @classmethod
    def of(cls, state: State) -> Sketch | None:
        """Sketch a position; None once the match is over."""
        if state.outcome is not None:
            return None
        field = state.field
        known, threats = known_reporters(field), []
        for colour in field.active:
            chief = field.chief(colour)
            hunting = hunters(field, colour, chief)[0] + reporters(field, colour, chief, known)
            if hunting:
                threats.append((colour, hunting))
        rows = [features(state, Seat(seat)) for seat in range(len(field.status))]
        standing, pieces = (tuple(row[:PARTED] for row in rows), tuple(row[PARTED:] for row in rows))
        return cls(standing, pieces, tuple(falls(state, threats)))

    def chances(self, weights: DjambiWeights, steepness: float = 1.0) -> tuple[float, ...]:
        """Give the chance of each seat by those weights; they sum to 1.

        With more or less `steepness` than 1, a lead in strength counts for more or less than in the search.
        """
        by = factors(weights)
        worth = [_sum(row, by[PARTED:]) for row in self.pieces]
        strength = [
            max(1.0, _sum(row, by) + each) if row[0] else 0.0 for row, each in zip(self.standing, worth, strict=True)
        ]
        hunt(weights, worth, strength, list(self.hunted))
        return shares(strength if steepness == 1.0 else [each**steepness for each in strength])


def _sum(row: Sequence[float], by: Sequence[float]) -> float:
    found: float = sum(map(mul, row, by))
    return found
