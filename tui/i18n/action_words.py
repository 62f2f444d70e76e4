"""The words with which actions on the map begin, in every language that may be typed: each stands for a notation's."""

from __future__ import annotations

import re

from tui.i18n.translation import bare

WORDS = {
    "take": ("prendre", "prends"),
    "place": ("placer", "poser"),
    "pass": ("passer", "passe"),
    "move": ("deplacer", "bouger"),
    "pay": ("payer", "paye"),
    "march": ("marche", "marcher"),
    "treason": ("trahison",),
    "sedition": ("sedition",),
    "fight": ("combat", "combattre"),
    "cards": ("cartes", "carte", "card"),
    "spy": ("espion",),
    "keep": ("garder", "garde"),
}
"""The words of the notation, each with what else may be typed for it, without accents."""

_MEANS = {typed: word for word, others in WORDS.items() for typed in others}
_FIRST = re.compile(r"[^\W\d_]+")


def worded(text: str) -> str:
    """Give an action that begins with a word of any language in the words of the notation, what follows where it was.

    >>> worded("cartes 15+7"), worded("Prendre sédition"), worded("cards 15+7")
    ('cards  15+7', 'take    sedition', 'cards 15+7')
    """
    found = _FIRST.match(text.lstrip())
    if found is None:
        return text
    start = len(text) - len(text.lstrip())
    word, rest = found[0], text[start + found.end() :]
    meant = _MEANS.get(bare(word), word)
    if meant == "take" or word.casefold() == "take":
        gap = len(rest) - len(rest.lstrip())
        rest = rest[:gap] + _MEANS.get(bare(rest.strip()), rest[gap:])
    return text[:start] + meant.ljust(len(word)) + rest
