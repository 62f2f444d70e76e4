"""The letters of the map's pieces on the screen: the first letters of their names in the language in use."""

from __future__ import annotations

import re

from tui.i18n.piece_letters import shown, spelt
from tui.i18n.translation import STATES, tr

_TYPED = re.compile(rf"\b([{''.join(STATES)}])I(\d?)\b", re.IGNORECASE)


def lettered(letter: str) -> str:
    """Give how a piece of the map is shown: its kind's letter, and its number where it has one.

    >>> lettered("F2"), lettered("E")
    ('I2', 'E')
    """
    return shown(letter, tr)


def spelled(text: str) -> str:
    """Give a text of the notation with its pieces as the reader's language calls them.

    >>> spelled("march cF1 NOV-TAR cB2 GAD-TIN")
    'march cI1 NOV-TAR cB2 GAD-TIN'
    """
    return spelt(text, tr)


def readings(text: str) -> tuple[str, ...]:
    """Give what a half-typed text can stand for in the notation: infantry is also called by its English letter.

    >>> readings("march ci1"), readings("march cF1")
    (('march ci1', 'march cF1'), ('march cF1',))
    """
    return tuple(dict.fromkeys((text, _TYPED.sub(r"\1F\2", text))))
