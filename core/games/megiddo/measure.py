"""How far each of the five levels thinks about Megiddo, and how it chooses among what it has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """One level.

    `games` random games in the tree; where at most `empty` points are left, at first an exact search of up to
    `positions` positions. Moves are chosen at random by how good they are, one that is `heat` worse e times as
    seldom, none that is more than `slip` worse: by urgencies where no game is played, else by chances. Without heat
    the best is chosen.
    """

    games: int = 0
    empty: int = 0
    positions: int = 0
    heat: float = 0.0
    slip: float = 0.0


LEVELS = {
    1: Measure(heat=1e9, slip=1e9),
    2: Measure(heat=0.7, slip=2.0),
    3: Measure(games=1_500, empty=10, positions=4_000, heat=0.01, slip=0.03),
    4: Measure(games=13_000, empty=12, positions=20_000),
    5: Measure(games=45_000, empty=15, positions=120_000),
}
"""The levels by their number, 1 to 5."""
