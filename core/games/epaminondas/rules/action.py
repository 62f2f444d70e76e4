"""What a player decides: a move of one line of pieces, or a declaration; its text is the canonical notation (§7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from core.game import Spot


class Word(StrEnum):
    """What may be declared apart from the moves (§5)."""

    RESIGN = "resign"
    DRAW = "draw"


DIRECTIONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "N": (1, 0),
        "NE": (1, 1),
        "E": (0, 1),
        "SE": (-1, 1),
        "S": (-1, 0),
        "SW": (-1, -1),
        "W": (0, -1),
        "NW": (1, -1),
    }
)
"""The eight directions, as White sees them: steps in rows and columns (§1)."""

OPPOSITE: Mapping[str, str] = MappingProxyType(
    dict(zip(DIRECTIONS, [*DIRECTIONS][4:] + [*DIRECTIONS][:4], strict=True))
)
"""The reverse of every direction."""


@dataclass(frozen=True, slots=True)
class Action:
    """A move, or a declaration, which has only its `word`.

    A move is described by its leading piece (`row` and `column`, from 1), how many pieces move (`count`), the
    `direction`, the `distance` and how many pieces are `captured`.
    """

    row: int
    column: int
    count: int
    direction: str
    distance: int
    captured: int = 0
    word: str = ""

    def __str__(self) -> str:
        """Give the canonical text.

        >>> str(Action(4, 7, 4, "N", 3, 3))
        '4.7.4N3x3'
        """
        if self.word:
            return self.word
        taken = f"x{self.captured}" if self.captured else ""
        return f"{self.row}.{self.column}.{self.count}{self.direction}{self.distance}{taken}"

    @property
    def path(self) -> tuple[Spot, ...]:
        """The rear piece's square and the landing square of the leading one; together they determine the move (§3).

        >>> Action(2, 7, 2, "N", 1).path
        ('1.7', '3.7')
        """
        if self.word:
            return ()
        return _path(self.row, self.column, self.count, self.direction, self.distance)


def spot(row: int, column: int) -> Spot:
    """Give the name of a square, row first."""
    return Spot(f"{row}.{column}")


def declare(word: Word) -> Action:
    """Build a declaration."""
    return Action(0, 0, 0, "", 0, 0, word.value)


@lru_cache(maxsize=8192)
def _path(row: int, column: int, count: int, direction: str, distance: int) -> tuple[Spot, ...]:
    up, right = DIRECTIONS[direction]
    behind = count - 1
    rear = spot(row - behind * up, column - behind * right)
    return rear, spot(row + distance * up, column + distance * right)
