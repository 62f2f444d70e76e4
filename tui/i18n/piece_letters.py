"""The letters of the map's pieces, independent of language: from the name of a kind follows how a piece is written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from core.fault import sentence

PIECES: Mapping[str, str] = {
    "E": sentence("elephant"),
    "C": sentence("cavalry"),
    "F": sentence("infantry"),
    "B": sentence("boat"),
}
"""The kinds of pieces by their first letter."""

_NAMED = re.compile(r"\b([rkac])([EC]|[FB]\d)\b")
"""A piece in a text of the notation: its state, its kind, and its number where there are several."""


def shown(letter: str, named: Callable[[str], str]) -> str:
    """Give the display of a piece of the map: the letter of its kind as `named`, and its number if it has one."""
    if letter[:1] not in PIECES:
        return letter
    sign = unicodedata.normalize("NFD", named(PIECES[letter[0]]))[:1].upper()
    return (sign if sign.isascii() and sign.isalpha() else letter[0]) + letter[1:]


def spelt(text: str, named: Callable[[str], str]) -> str:
    """Give a text of the notation with the letters of its pieces as their kinds are `named`."""
    return _NAMED.sub(lambda piece: piece[1] + shown(piece[2], named), text)
