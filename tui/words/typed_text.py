"""Texts of actions compared with what somebody types: cut, ordered, and shortened to what they have in common. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Spot

BETWEEN = " -"
"""What stands behind a whole word or spot of a text."""


def plain(text: str) -> str:
    """Give a text without blanks and case, for comparing."""
    return "".join(text.split()).lower()


def unmarked(word: str, targets: tuple[Spot, ...]) -> str:
    """Remove the mark of a capture from a word that begins with it: `xc5` if no spot begins with x."""
    return word[1:] if word.startswith("x") and not any(spot.startswith("x") for spot in targets) else word


def cut_after(text: str, prefix: tuple[Spot, ...]) -> str:
    """Cut `text` after the spots of `prefix`, which it names in that order."""
    at = 0
    for spot in prefix:
        found = text.find(spot, at)
        if found < 0:
            return "-".join(prefix)
        at = found + len(spot)
    return text[:at]


def by_use(text: str) -> tuple[bool, int, str]:
    """Give the place of a text among others: first those that name a place of the board, then by length.

    >>> sorted(["pay 4", "pass", "move rE ARR-ANC"], key=by_use)
    ['move rE ARR-ANC', 'pass', 'pay 4']
    """
    return not any(map(str.isupper, text)), len(text), text


def beginnings(texts: Sequence[str], typed: str) -> list[str]:
    """Give the texts, only up to the piece where they begin differently: each once instead of each way it has.

    >>> beginnings(["move rE ARR-ANC", "move rE ARR-GEN rC ROM-NEA", "move rC ROM-NEA", "pass", "pay 4"], "")
    ['move rE ', 'move rC ', 'pass', 'pay ']
    >>> beginnings(["move rE ARR-ANC", "move rE ARR-GEN"], "mo")
    ['move rE ARR-ANC', 'move rE ARR-GEN']
    """
    heads = list(dict.fromkeys(_head(text) for text in texts))
    longer = all(plain(head).startswith(plain(typed)) and len(head) > len(typed) for head in heads)
    return heads if len(heads) > 1 and longer else list(texts)


def _head(text: str) -> str:
    """Give a text up to its second word where it goes on behind that, else up to its first."""
    words = text.split(" ")
    return text if len(words) == 1 else " ".join((*words[: min(2, len(words) - 1)], ""))


def is_named(typed: str, text: str) -> bool:
    """Tell whether plain typed text stands in a text behind its first word, or is the place it leads to.

    >>> is_named("kb1", "move kB1 MYT-EPH"), is_named("eph", "move kB1 MYT-EPH"), is_named("mov", "move kB1 MYT-EPH")
    (True, True, False)
    """
    return plain(text.partition(" ")[2]).startswith(typed) or f"-{typed}" in text.lower()
