"""The pseudo-locale `xx`: every sentence a third longer and in accents, so that a layout shows what it has no room for.

It is no language for people: `PARLEY_LANG=xx` speaks it, no list offers it.
"""

from __future__ import annotations

import re
from gettext import NullTranslations

NAME = "xx"
LONGER = 0.35
"""By how much of its length a sentence grows."""

_ACCENTS = str.maketrans("aceinouyACEINOUY", "àçéîñöûýÀÇÉÎÑÖÛÝ")
_FIELDS = re.compile(r"(\{[^{}]*\}|`[^`]*`)")


def pseudo(text: str) -> str:
    """Give a sentence in accents and longer; fields and `code` stay as they are.

    >>> pseudo("Turn {n}"), pseudo("Settings")
    ('Tûrñ {n}~~', 'Séttîñgs~~~')
    """
    if not text:
        return text
    parts = _FIELDS.split(text)
    told = "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))
    plain = sum(len(part) for part in parts[::2])
    return told + "~" * max(1, round(plain * LONGER))


class Pseudo(NullTranslations):
    """A catalogue that has every sentence."""

    def gettext(self, message: str) -> str:
        """Tell a sentence."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Tell one sentence or the other, as English counts."""
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Tell a word."""
        del context
        return pseudo(message)
