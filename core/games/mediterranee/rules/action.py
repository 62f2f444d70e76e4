"""What is decided: placements, moves, cards, special cards, declarations and outcomes of chance (§9, §13).

The path of an action is what the player points at, in order: a city by its name, a card by `card:10`, and the words
`pass`, `treason`, `sedition`, `pay`, `spy`, `keep` if they are the choice. A move of two pieces has four cities.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from core.game import Spot

CARD = "card:"
"""How the spot of a card begins; its face follows."""

SHUT = "shut"
"""Stands in place of the number of cards when the talon gives no more."""

UNSEEN = "?"
"""Stands in place of a face that is not known."""


class Word(StrEnum):
    """The first word of a text. `TALON`, `PACKS` and `DRAW` with a seat are chance's; `DRAW` alone is a declaration."""

    TAKE = "take"
    PLACE = "place"
    SKIP = "pass"
    MOVE = "move"
    PAY = "pay"
    MARCH = "march"
    TREASON = "treason"
    SEDITION = "sedition"
    FIGHT = "fight"
    CARDS = "cards"
    SPY = "spy"
    KEEP = "keep"
    TALON = "talon"
    PACKS = "packs"
    DRAW = "draw"
    RESIGN = "resign"
    ABANDON = "abandon"
    RETURN = "return"


SAID = (Word.DRAW, Word.RESIGN, Word.ABANDON, Word.RETURN)
"""The declarations."""
_JOURNEYS = frozenset({Word.MOVE, Word.MARCH, Word.TREASON})
_PLAYED = frozenset({Word.CARDS, Word.PAY})
_ALONE = frozenset({Word.SKIP, Word.SPY, Word.KEEP})
_LEG = 2
"""How many cities describe the displacement of one piece."""


class Action(NamedTuple):
    """One decision, or one line of chance.

    `path` has the spots to point at. `told` has what the text names beside them: the pieces of a move or placement, the
    number of cards of a talon (or that it is shut), the seat that gets a card, the seat that leaves or returns.
    """

    word: Word
    path: tuple[Spot, ...] = ()
    told: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Give the canonical text.

        >>> str(Action(Word.MOVE, (Spot("ARR"), Spot("ANC")), ("rE",)))
        'move rE ARR-ANC'
        >>> str(pay((1, 2)))
        'pay 2+1'
        """
        word, path = self.word, self.path
        if word in _JOURNEYS:
            if len(path) == _LEG and len(self.told) == 1 and word is not Word.TREASON:
                return f"{word} {self.told[0]} {path[0]}-{path[1]}"
            cities = path[1:] if word is Word.TREASON else path
            legs = [f"{name} {one}-{end}" for name, one, end in zip(self.told, cities[::2], cities[1::2], strict=False)]
            return " ".join((word, *legs))
        if word in _PLAYED:
            return f"{word} {'+'.join([spot.removeprefix(CARD) for spot in path if spot.startswith(CARD)])}"
        if word in _ALONE:
            return word.value
        if word is Word.TALON:
            return " ".join((word, *self.told))
        rest = path[1:] if word is Word.SEDITION else path
        return " ".join((word, *self.told, *[spot.removeprefix(CARD) for spot in rest]))

    @property
    def faces(self) -> tuple[int, ...]:
        """The named faces, ascending, without those that are not known."""
        return _faces(self.path)

    @property
    def declares(self) -> bool:
        """Whether it may be said out of turn."""
        return self.word in SAID and not self.path


@lru_cache(1024)
def _faces(path: tuple[Spot, ...]) -> tuple[int, ...]:
    named = [spot.removeprefix(CARD) for spot in path if spot.startswith(CARD)]
    return tuple(sorted([int(face) for face in named if face != UNSEEN]))


@lru_cache(64)
def card(face: int | None) -> Spot:
    """Give the spot of a card.

    >>> card(10), card(None)
    ('card:10', 'card:?')
    """
    return Spot(f"{CARD}{UNSEEN if face is None else face}")


def spots(faces: Iterable[int]) -> tuple[Spot, ...]:
    """Give the spots of cards in the order of the notation, the highest first."""
    return tuple([card(face) for face in sorted(faces, reverse=True)])


def cards(faces: Iterable[int]) -> Action:
    """Give the action that puts cards down in a combat."""
    return Action(Word.CARDS, spots(faces))


def pay(faces: Iterable[int]) -> Action:
    """Give the action that pays for a forced march."""
    return Action(Word.PAY, (Spot(Word.PAY.value), *spots(faces)))


def lone(word: Word, told: str = "") -> Action:
    """Give an action with one spot, a word: `pass`, `spy`, `keep`, or `take` with the card's name."""
    return Action(word, (Spot(told or word.value),))


def declare(word: Word, seat: str = "") -> Action:
    """Give a declaration; a seat that leaves or returns is named."""
    return Action(word, (), (seat,) if seat else ())


def talon(count: int) -> Action:
    """Give the action of chance that shuffles a new talon."""
    return Action(Word.TALON, (Spot(Word.TALON.value),), (str(count),))


def shut() -> Action:
    """Give the action of chance that closes the talon: nobody draws any more."""
    return Action(Word.TALON, (Spot(Word.TALON.value),), (SHUT,))


def packs(lot: int) -> Action:
    """Give the action of chance that assigns the packets."""
    return Action(Word.PACKS, (Spot(str(lot)),))


@lru_cache(128)
def drawn(seat: str, face: int | None) -> Action:
    """Give the action of chance that deals a card, with its face if known: `draw r 7`, `draw rk ?`."""
    return Action(Word.DRAW, (card(face),), (seat,))
