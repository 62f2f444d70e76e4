"""What a player decides: a stone to place or to slide, or a declaration; its text is the bare notation (R42)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.game import Spot


class Word(StrEnum):
    """What may be declared apart from the moves (R34, R35).

    `forfeit` is what the others play for a seat of a team that they wait for no longer: its colour resigns (R35).
    """

    RESIGN = "resign"
    FORFEIT = "forfeit"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Action:
    """A placement has one spot, a slide the stone's spot and its destination; a declaration has its `word`.

    In a match a resignation also names the `game` that is given up, from 1 (0: the running game).
    """

    path: tuple[Spot, ...]
    word: str = ""
    game: int = 0

    def __str__(self) -> str:
        """Give the canonical text.

        >>> str(Action((Spot("A2"), Spot("A5"))))
        'A2-A5'
        """
        if self.game:
            return f"{self.word} {self.game}"
        return self.word or "-".join(self.path)


def declare(word: Word, game: int = 0) -> Action:
    """Build a declaration."""
    return Action((), word.value, game)
