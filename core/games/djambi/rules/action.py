"""What a player decides: a move of one piece, or a declaration; its text is the canonical notation (§12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.game import Spot


class Word(StrEnum):
    """What may be declared apart from the moves (§9, §11.4)."""

    ABANDON = "abandon"
    RETURN = "return"
    DRAW = "draw"


GO = "-"
"""Before the destination of a quiet move."""

KILL = "x"
"""Before the cell of a victim whose place is taken."""

SWAP = ":"
"""Before the cell of a provoked piece or a corpse whose place is taken."""

PUT = ">"
"""Before the cell where a corpse or a provoked piece is put."""

SHOT = "!"
"""Before the cell of a reporter's victim."""

EXIT = "/"
"""Before the sign that begins the extra move."""


@dataclass(frozen=True, slots=True)
class Action:
    """A move, or a declaration.

    A move has the letter of its `piece`, a `path` and `signs`. The `path` are the cells to point at: the piece's own,
    its destination, then those of the corpse, the provoked piece or the victim, the exit's destination and so on. The
    `signs` stand before each cell of the path but the first. A declaration has its `word` and its `colour` (none for a
    draw).
    """

    piece: str
    path: tuple[Spot, ...]
    signs: tuple[str, ...]
    word: str = ""
    colour: str = ""

    def __str__(self) -> str:
        """Give the canonical text.

        >>> str(Action("M", (Spot("c3"), Spot("c5"), Spot("f6")), ("x", ">")))
        'Mc3xc5>f6'
        """
        if self.word:
            return f"{self.word} {self.colour}" if self.colour else self.word
        if not self.path:
            return self.piece
        rest = "".join(sign + spot for sign, spot in zip(self.signs, self.path[1:], strict=False))
        return f"{self.piece}{self.path[0]}{rest}"


def declare(word: Word, colour: str = "") -> Action:
    """Build a declaration."""
    return Action("", (), (), word.value, colour)
