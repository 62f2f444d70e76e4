"""The notation of the map in the language in use: its pieces by the first letters of their names, its towns named."""

from __future__ import annotations

import re

from tui.i18n.action_words import worded
from tui.i18n.piece_letters import shown, spelt
from tui.i18n.translation import STATES, town_name, tr

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


_TOWNS = re.compile(r"\b[A-Z]{3}(?:-[A-Z]{3})*\b")
"""What may be towns in a text of the notation: codes, and the way from one to another."""


def located(text: str) -> str:
    """Give a text of the notation as `spelled` does, and behind it the names of the towns whose codes stand in it.

    `march rB1 NEA-CAR (Naples – Carthage)`: so it can be typed, and found on a map that writes names.
    """
    told = town_names(text)
    return f"{spelled(text)} ({told})" if told else spelled(text)


def town_names(text: str) -> str:
    """Give the names of the towns whose codes stand in a text of the notation; nothing where there are none."""
    ways = (codes.split("-") for codes in _TOWNS.findall(text))
    return ", ".join(" – ".join(map(town_name, way)) for way in ways if town_name(way[0]) != way[0])


def readings(text: str) -> tuple[str, ...]:
    """Give what a half-typed text can stand for in the notation, which has English words and letters.

    >>> readings("march ci1"), readings("march cF1")
    (('march ci1', 'march cF1'), ('march cF1',))
    """
    return tuple(dict.fromkeys((text, _TYPED.sub(r"\1F\2", worded(text)))))
