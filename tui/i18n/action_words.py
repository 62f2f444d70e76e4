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

NAMES = {
    "pay": ("forced march", "marche forcee"),
    "treason": ("treason by a general", "trahison d'un general"),
    "sedition": ("popular sedition", "sedition populaire"),
    "keep": ("keep the cards", "garder les cartes"),
}
"""The words that are shown with a name of several words, each with that name (`tui.words.combat_words`)."""

_MEANS = {typed: word for table in (WORDS, NAMES) for word, others in table.items() for typed in others}
_NAME = "|".join(name.replace(" ", r"\s+") for names in NAMES.values() for name in names)
_FIRST = re.compile(rf"(?:{_NAME})(?!\w)|[^\W\d_]+")
_APOSTROPHES = str.maketrans("’ʼ", "''")


def worded(text: str) -> str:
    """Give an action that begins with a word of any language in the words of the notation, what follows where it was.

    A name of several words counts as well; that of a forced march means the march itself before a piece.

    >>> worded("cartes 15+7"), worded("Prendre sédition"), worded("cards 15+7")
    ('cards  15+7', 'take    sedition', 'cards 15+7')
    >>> worded("Forced march 2+1"), worded("forced march rE ARR-AQU")
    ('pay          2+1', 'march        rE ARR-AQU')
    """
    start = len(text) - len(text.lstrip())
    found = _FIRST.match(_folded(text), start)
    if found is None:
        return text
    word, rest = text[start : found.end()], text[found.end() :]
    meant = _meant(word) or word
    if meant == "take" or word.casefold() == "take":
        gap = len(rest) - len(rest.lstrip())
        rest = rest[:gap] + (_meant(rest) or rest[gap:])
    if meant == "pay" and len(word.split()) > 1 and rest.lstrip()[:1].isalpha():
        meant = "march"
    return text[:start] + meant.ljust(len(word)) + rest


def _folded(text: str) -> str:
    """Give a text without case, accents and curved apostrophes, every sign where it was."""
    folded = (bare(sign).translate(_APOSTROPHES) for sign in text)
    return "".join(plain if len(plain) == 1 else sign for plain, sign in zip(folded, text, strict=True))


def _meant(typed: str) -> str:
    """Give the word of the notation that a word or a name means; nothing for any other."""
    return _MEANS.get(" ".join(bare(typed).translate(_APOSTROPHES).split()), "")
