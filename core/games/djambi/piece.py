"""Pieces as small numbers: what a cell of a position holds.

0 is an empty cell, 1 a corpse; a living piece is `(colour + 1) * 8 + kind`, so that `code >> 3` is its colour + 1 and
`code & 7` its kind. Colours are numbered like the seats.
"""

from __future__ import annotations

EMPTY = 0
CORPSE = 1

CHIEF = 0
ASSASSIN = 1
REPORTER = 2
PROVOCATEUR = 3
NECROMOBILE = 4
MILITANT = 5

LETTERS = "CARPNM"
"""The letter of each kind, alike in French and English (§1)."""

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
