"""Texts as logs keep them, read at a glance: one piece that goes, cards put down or paid, a card drawn.

All else is read word by word (`core.games.mediterranee.notation`), to the same end.
"""

from __future__ import annotations

from core.game import Spot
from core.games.mediterranee import action as words
from core.games.mediterranee.action import UNSEEN, Action, Word
from core.games.mediterranee.faces import EVERY
from core.games.mediterranee.option import Rules
from core.games.mediterranee.piece import INDEX

_FACES = {str(face): face for face in EVERY}
_CARDS = {Word.CARDS.value: words.cards, Word.PAY.value: words.pay}
_GOING = {Word.MOVE.value: Word.MOVE, Word.MARCH.value: Word.MARCH}
_DRAW = Word.DRAW.value
_CARDED, _NAMED = 2, 3
"""How many words there are: of cards, and of what goes or is drawn."""


def read_canonical(rules: Rules, text: str) -> Action | None:
    """Read a canonical text of the kinds that logs are full of; None for every other text."""
    parts = text.split(" ")
    if len(parts) == _CARDED:
        return _canonical_cards(parts[0], parts[1])
    if len(parts) != _NAMED:
        return None
    return _drawn(rules, parts[1], parts[2]) if parts[0] == _DRAW else _canonical_leg(rules, *parts)


def _canonical_cards(word: str, text: str) -> Action | None:
    faces = [_FACES.get(face, -1) for face in text.split("+")]
    return _CARDS[word](faces) if word in _CARDS and -1 not in faces else None


def _drawn(rules: Rules, name: str, text: str) -> Action | None:
    face = _FACES.get(text)
    return words.drawn(name, face) if name in rules.names and (face is not None or text == UNSEEN) else None


def _canonical_leg(rules: Rules, word: str, piece: str, leg: str) -> Action | None:
    index, (start, _, end) = rules.chart.index, leg.partition("-")
    known = word in _GOING and piece in INDEX and start in index and end in index
    return Action(_GOING[word], (Spot(start), Spot(end)), (piece,)) if known else None
