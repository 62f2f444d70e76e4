"""What a player decides: a step of one pawn, or that he resigns; and the texts of both."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.cursor import Cursor
from core.fault import sentence
from core.game import Spot

NO_CELL = sentence("A cell was expected at column {column}, as in a1-a2.")
NO_DASH = sentence("A dash was expected at column {column}, as in a1-a2.")

RESIGN = "resign"
CELL = re.compile(r"[A-Ea-e][1-3]")
BLANKS = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Action:
    """A step has the cell a pawn leaves and the one it goes to; a declaration has its `word` alone."""

    path: tuple[Spot, ...]
    word: str = ""

    def __str__(self) -> str:
        """Give the canonical text.

        >>> str(Action((Spot("a1"), Spot("a2"))))
        'a1-a2'
        """
        return self.word or "-".join(self.path)


def parse(text: str) -> Action:
    """Read a step or a declaration; it need not be legal. Raises `BadNotation` with the column."""
    if text.strip().lower() == RESIGN:
        return Action((), RESIGN)
    cursor = Cursor(text)
    start = _cell(cursor)
    if not cursor.accept("-", "x"):
        cursor.fail(NO_DASH)
    end = _cell(cursor)
    cursor.finish()
    return Action((start, end))


def _cell(cursor: Cursor) -> Spot:
    cursor.take(BLANKS)
    found = cursor.take(CELL)
    if not found:
        cursor.fail(NO_CELL)
    cursor.take(BLANKS)
    return Spot(found.lower())
