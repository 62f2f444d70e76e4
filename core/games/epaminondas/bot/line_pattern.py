"""What may stand on a line, and all that follows from it: moves of both sides, captures, crossings, worth.

A `LineMove` is a move in the search's form: its changes on every line that it touches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.games.epaminondas.rules.action import Action

if TYPE_CHECKING:
    from core.games.epaminondas.bot.search_table import SearchTable


@dataclass(frozen=True, slots=True, eq=False)
class LineMove:
    """A legal move of one `line`.

    `changes` are pairs of a line's number and what is added to the number of its content. `key` is the change of the
    position's key. `worth` is the change in the worth of White's pieces and of the rows they stand on. `crosses` says
    that the move brings its leading piece onto the far row. `order` is how early it is tried if nothing else is known.
    """

    action: Action
    line: int
    changes: tuple[tuple[int, int], ...]
    key: int
    worth: int
    captured: int
    crosses: bool
    order: int
    stamp: int
    """The change of the position's key after it, if the symmetry rule looks at the last move; else 0."""


KEPT = 2048
"""How many contents of a line are remembered."""

Shifts = tuple[LineMove, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """The content of one line, and what is known of it for each seat.

    `code` is the content as a number in base 3. `sharp` are the moves that capture or cross. `worth` is White's less
    Black's.
    """

    code: int
    content: bytes
    moves: tuple[Shifts, Shifts]
    sharp: tuple[Shifts, Shifts]
    pieces: tuple[int, int]
    worth: int


class Patterns(dict[int, Pattern]):
    """The contents of one line by their codes, each analysed once and remembered."""

    __slots__ = ("ground", "line")

    def __init__(self, ground: SearchTable, line: int) -> None:
        """Begin with no content known for the line of that number."""
        super().__init__()
        self.ground = ground
        self.line = line

    def __missing__(self, code: int) -> Pattern:
        """Analyse one content."""
        if len(self) >= KEPT:
            self.clear()
        found = self[code] = self.ground.pattern(self.line, code)
        return found


def code_of(content: bytes) -> int:
    """Give the number of a content: its first square counts once, the next three times, and so on.

    >>> code_of(bytes([1, 2]))
    7
    """
    code = 0
    for each in reversed(content):
        code = 3 * code + each
    return code


def content_of(code: int, length: int) -> bytes:
    r"""Give the content that a number stands for.

    >>> content_of(7, 3)
    b'\x01\x02\x00'
    """
    content = bytearray(length)
    for at in range(length):
        code, content[at] = divmod(code, 3)
    return bytes(content)
