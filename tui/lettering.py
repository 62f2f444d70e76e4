"""Lettering: pieces of the map by the first letters of their names in the language in use; on the screen alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from core.fault import sentence
from tui.speech import STATES, tr

PIECES: Mapping[str, str] = {
    "E": sentence("elephant"),
    "C": sentence("cavalry"),
    "F": sentence("infantry"),
    "B": sentence("boat"),
}
"""What a piece's first letter stands for."""

_TYPED = re.compile(rf"\b([{''.join(STATES)}])I(\d?)\b", re.IGNORECASE)
_NAMED = re.compile(rf"\b([{''.join(STATES)}])([EC]|[FB]\d)\b")
"""A piece in a text of the notation: its state, its kind, and its number where there are several."""


def lettered(letter: str) -> str:
    """Give how a piece of the map is shown: its kind's letter, and its number where it has one.

    >>> lettered("F2"), lettered("E")
    ('I2', 'E')
    """
    if letter[:1] not in PIECES:
        return letter
    sign = unicodedata.normalize("NFD", tr(PIECES[letter[0]]))[:1].upper()
    return (sign if sign.isascii() and sign.isalpha() else letter[0]) + letter[1:]


def spelled(text: str) -> str:
    """Give a text of the notation with its pieces as the reader's language calls them.

    >>> spelled("march cF1 NOV-TAR cB2 GAD-TIN")
    'march cI1 NOV-TAR cB2 GAD-TIN'
    """
    return _NAMED.sub(lambda piece: piece[1] + lettered(piece[2]), text)


def readings(text: str) -> tuple[str, ...]:
    """Give what a half-typed text can stand for in the notation: infantry is also called by its English letter.

    >>> readings("march ci1"), readings("march cF1")
    (('march ci1', 'march cF1'), ('march cF1',))
    """
    return tuple(dict.fromkeys((text, _TYPED.sub(r"\1F\2", text))))
