"""A bot at the engine's desk: what it would play, and what else it has looked at."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from core import bots
from core.bots.bot import LOOKS, Budget, Thought
from core.game import Seat
from core.match.match import Match

if TYPE_CHECKING:
    from core.bots.stance import Stance

LOOKS_LIMIT = 1_000
MS_LIMIT = 86_400_000
SEED_LIMIT = 1 << 63


def think(
    match: Match, seat: Seat, level: str, numbers: dict[str, int], rng: Random, *, stance: Stance | None = None
) -> Thought:
    """Let a level think for a seat, within what `numbers` allows of milliseconds, positions and looks to tell of."""
    budget = Budget(numbers.get("nodes"), looks=max(numbers.get("looks", 0), LOOKS), stance=stance)
    if "ms" in numbers:
        limit = time.monotonic() + numbers["ms"] / 1000
        budget = replace(budget, stop=lambda: time.monotonic() >= limit)
    return bots.find(level).think(match, seat, rng, budget)


def seen(thought: Thought, looks: int) -> dict[str, object]:
    """Write the first looks of a thought, whether it is proved and what it took."""
    return {
        "looks": [
            {"move": str(look.action), "chance": round(look.chance, 4), "line": list(look.line)}
            for look in thought.looks[:looks]
        ],
        "proved": thought.proved,
        "nodes": thought.nodes,
    }
