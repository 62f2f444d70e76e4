"""The three boards, the pieces as small numbers, and where the armies stand at the start (§2, §3).

Cells are named by straight lines (R1); diagonal steps between two occupied cells are allowed (R4).

A cell holds a number: 0 is an empty cell, 1 a corpse. A living piece is `(colour + 1) * 8 + kind`, so that `code >> 3`
is its colour + 1 and `code & 7` its kind. Colours are numbered like the seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from core.geometry.hex import hexagon
from core.geometry.lattice import Lattice
from core.geometry.square import square

EMPTY = 0
CORPSE = 1

CHIEF = 0
ASSASSIN = 1
REPORTER = 2
PROVOCATEUR = 3
NECROMOBILE = 4
MILITANT = 5

LETTERS = "CARPNM"
"""The letter of each kind, the same in French and English (§1)."""

CODES = 64
"""The size of a table indexed by code."""


def code(colour: int, kind: int) -> int:
    """Give the number of a living piece.

    >>> code(0, MILITANT)
    13
    """
    return (colour + 1) << 3 | kind


def letter(piece: int) -> str:
    """Give the letter of a living piece's kind.

    >>> letter(13)
    'M'
    """
    return LETTERS[piece & 7]


ORDINARY = 0
FORTRESS = 1
POWER = 2

BLOCK = (
    (0, 0, CHIEF),
    (1, 0, REPORTER),
    (0, 1, ASSASSIN),
    (1, 1, PROVOCATEUR),
    (2, 0, MILITANT),
    (0, 2, MILITANT),
    (2, 1, MILITANT),
    (1, 2, MILITANT),
    (2, 2, NECROMOBILE),
)
"""An army at the start: steps towards the reporter, steps towards the assassin, kind (§3)."""

Camps = Mapping[str, tuple[str, str, str]]
"""Colour, in turn order (R2): the cells of its chief, its reporter and its assassin."""

THREE: Camps = MappingProxyType({"red": ("i9", "i8", "h9"), "green": ("a5", "b6", "a4"), "yellow": ("e1", "d1", "f2")})
FOUR: Camps = MappingProxyType(
    {
        "red": ("a1", "a2", "b1"),
        "blue": ("i1", "i2", "h1"),
        "yellow": ("i9", "i8", "h9"),
        "green": ("a9", "a8", "b9"),
    }
)
SIX: Camps = MappingProxyType(
    {
        "red": ("m7", "m8", "l6"),
        "pink": ("m13", "m12", "l13"),
        "blue": ("g13", "f12", "h13"),
        "green": ("a7", "b8", "a6"),
        "purple": ("a1", "b1", "a2"),
        "yellow": ("g1", "f1", "h2"),
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A lattice with its power cell and fortress; `zone` says what each cell is, `camps` where each colour starts.

    `square` distinguishes the square board from the hexagonal ones.
    """

    lattice: Lattice
    zone: bytes
    camps: Camps
    square: bool

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours in turn order: the seats' names."""
        return tuple(self.camps)

    @property
    def fortress(self) -> tuple[int, ...]:
        """The cells around power where only some pieces may stay; none on the smaller boards."""
        return tuple(cell for cell, zone in enumerate(self.zone) if zone == FORTRESS)

    def start(self) -> bytes:
        """Give the contents of the cells at the start: every army as a block in its corner (§3)."""
        cells = bytearray(len(self.lattice))
        for colour in range(len(self.camps)):
            for cell, kind in self.block(colour):
                cells[cell] = code(colour, kind)
        return bytes(cells)

    def block(self, colour: int) -> Iterator[tuple[int, int]]:
        """Give the cells and kinds of an army at the start, in the order of `BLOCK` (§3)."""
        vectors = self.lattice.coordinates
        camp = self.camps[self.colours[colour]]
        (x, y), (rx, ry), (ax, ay) = (vectors[self.lattice.index[name]] for name in camp)
        for r, a, kind in BLOCK:
            spot = (x + r * (rx - x) + a * (ax - x), y + r * (ry - y) + a * (ay - y))
            yield vectors.index(spot), kind


@cache
def board(players: int) -> Board:
    """Give the board for 3, 4, 5 or 6 players."""
    if players == len(FOUR):
        return _board(square(9), FOUR, fortress=False, checkered=True)
    if players == len(THREE):
        return _board(hexagon(5, corners=False), THREE, fortress=False, checkered=False)
    return _board(hexagon(7, corners=True), SIX, fortress=True, checkered=False)


def _board(lattice: Lattice, camps: Camps, *, fortress: bool, checkered: bool) -> Board:
    zone = bytearray(len(lattice))
    zone[lattice.centre] = POWER
    for cell in lattice.sides[lattice.centre] if fortress else ():
        zone[cell] = FORTRESS
    return Board(lattice, bytes(zone), camps, checkered)
