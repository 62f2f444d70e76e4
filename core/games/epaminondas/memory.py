"""What a search remembers: positions it has scored, and moves that have turned out well."""

from __future__ import annotations

from dataclasses import dataclass

from core.games.epaminondas.shift import Shift
from core.games.epaminondas.tally import PROVED

KEPT = 200_000
"""How many positions are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """What a search of some depth has said of a position: its score is at least `low` and at most `high`.

    Scores of proved wins and losses count from the position, not from the root.
    """

    depth: int
    low: int
    high: int
    shift: Shift | None


class Heat(dict[Shift, int]):
    """How early to try each move: by what it does, and the more the oftener it has refuted something."""

    __slots__ = ()

    def __missing__(self, shift: Shift) -> int:
        """Begin with the move's own order."""
        found = self[shift] = shift.order
        return found


class Memory:
    """Scored positions by their marks; all are forgotten when there are too many."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        """Begin knowing nothing."""
        self.entries: dict[int, Entry] = {}

    def note(self, mark: int, depth: int, bounds: tuple[int, int], ply: int, shift: Shift | None) -> None:
        """Remember between which bounds the score lies of a position `ply` moves below the root."""
        if len(self.entries) >= KEPT:
            self.entries.clear()
        low, high = (_from_root(bound, ply) for bound in bounds)
        self.entries[mark] = Entry(depth, low, high, shift)


def _from_root(score: int, ply: int) -> int:
    """Count a proved win or loss from the position instead of from the root."""
    if score >= PROVED:
        return score + ply
    return score - ply if score <= -PROVED else score


def below(score: int, ply: int) -> int:
    """Count a remembered win or loss from the root again."""
    if score >= PROVED:
        return score - ply
    return score + ply if score <= -PROVED else score
