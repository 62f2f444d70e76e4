"""Reputations: how somebody has kept their word in earlier games, in numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.diplomacy.pact import Fate, Pact


@dataclass(frozen=True, slots=True)
class Reputation:
    """How many promises somebody has kept, and how many they have broken."""

    kept: int = 0
    broken: int = 0


def reputations(pacts: Iterable[Pact], count: int) -> tuple[Reputation, ...]:
    """Give what each of `count` seats has earned in one game."""
    kept, broken = [0] * count, [0] * count
    for pact in pacts:
        if pact.fate is Fate.KEPT:
            for seat in pact.bound:
                kept[seat] += 1
        elif pact.fate is Fate.BROKEN:
            for seat in pact.by:
                broken[seat] += 1
    return tuple(map(Reputation, kept, broken))
