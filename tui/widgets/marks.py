"""Marks: what stands out on a board besides its pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on the board, by spot; `staged` is decided but not played, `jumps` are labels to press."""

    cursor: str | None = None
    selected: str | None = None
    staged: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    reach: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    jumps: Mapping[str, str] = field(default_factory=dict)

    def changed(self, other: Marks) -> frozenset[str]:
        """Give the spots that look different under `other`."""
        spots = (self.staged ^ other.staged) | (self.targets ^ other.targets)
        spots |= (self.reach ^ other.reach) | (self.last ^ other.last)
        spots |= {spot for spot, _ in self.jumps.items() ^ other.jumps.items()}
        for mine, his in ((self.cursor, other.cursor), (self.selected, other.selected)):
            if mine != his:
                spots |= {spot for spot in (mine, his) if spot is not None}
        return frozenset(spots)
