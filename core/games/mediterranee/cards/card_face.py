"""Faces of cards and multisets of faces (§4). Only values matter, so a face is a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

Faces = tuple[int, ...]
"""A multiset of faces, in ascending order."""

ZERO = 0
"""What a Jack or a Queen is worth; such a card always returns to its player (R20)."""

KING = 15
"""What a King is worth; once played or paid, it leaves the game."""

EVERY: Faces = (*range(11), KING)
"""Every face."""

EVEN: Faces = (0, 0, 2, 4, 6, 8, 10, KING)
"""The first hand of a player of one state."""

FULL: Faces = (0, 0, *range(1, 11), KING, KING)
"""The first hand of a player of two states (R6)."""

ODD: Faces = (1, 3, 5, 7, 9)
"""What a state with a player of its own adds to the first talon."""

SUIT: Faces = tuple(range(1, 11))
"""What a pair of states adds to the first talon (R6)."""


def opening(states: Iterable[int], more: Sequence[Faces] = ()) -> tuple[tuple[Faces, ...], Faces]:
    """Give the first hands and the first talon (§4); `states` is the number of states of each seat.

    `more` are the cards of the talon that each seat holds from the beginning, by a handicap.

    >>> hands, talon = opening((1, 1, 1, 1))
    >>> hands[0], len(talon), sum(talon)
    ((0, 0, 2, 4, 6, 8, 10, 15), 20, 100)
    """
    played = tuple(states)
    hands = tuple(EVEN if number == 1 else FULL for number in played)
    talon = [face for number in played for face in (ODD if number == 1 else SUIT)]
    if more:
        hands = tuple(joined(hand, given) for hand, given in zip(hands, more, strict=True))
        talon = list(without(tuple(talon), joined(*more)))
    return hands, tuple(sorted(talon))


def contains(whole: Iterable[int], part: Iterable[int]) -> bool:
    """Tell whether one multiset contains another."""
    return not lacking(whole, part)


def lacking(whole: Iterable[int], part: Iterable[int]) -> Faces:
    """Give the faces of a multiset `part` that `whole` lacks.

    >>> lacking((0, 0, 7), (7, 7, 9))
    (7, 9)
    """
    left = list(whole)
    found = []
    for face in part:
        if face in left:
            left.remove(face)
        else:
            found.append(face)
    return tuple(sorted(found))


def without(whole: Faces, part: Iterable[int]) -> Faces:
    """Give `whole` without `part`; raise `ValueError` if it lacks a face.

    >>> without((1, 3, 3, 5), (3,))
    (1, 3, 5)
    """
    left = list(whole)
    for face in part:
        left.remove(face)
    return tuple(left)


def joined(*parts: Iterable[int]) -> Faces:
    """Join several multisets into one."""
    return tuple(sorted(chain.from_iterable(parts)))


def written(faces: Iterable[int]) -> str:
    """Write faces as in the notation, the highest first.

    >>> written((4, 10))
    '10+4'
    """
    return "+".join(map(str, sorted(faces, reverse=True)))
