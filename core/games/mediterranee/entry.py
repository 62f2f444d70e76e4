"""One entry of a position after the other, each of the kind it must be; faults say which entry is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from core.fault import BadPosition, sentence
from core.games.mediterranee.faces import EVERY, Faces

NOT_A = sentence("The entry {key} must be {kind}.")
NO_NAME = sentence("There is no {text} in the entry {key}; there are {allowed}.")

WORDS = {
    "mapping": sentence("a table"),
    "list": sentence("a list"),
    "count": sentence("a whole number from 0"),
    "flag": sentence("true or false"),
    "faces": sentence("a list of cards, each 0 to 10 or 15"),
    "pair": sentence("a list of two"),
    "text": sentence("a text"),
}
MOST = 10**6
PAIR = 2
T = TypeVar("T")


def mapping(given: Mapping[str, object], key: str) -> Mapping[object, object]:
    """Give a table; an empty one where there is none."""
    found = given.get(key, {})
    if not isinstance(found, Mapping):
        raise BadPosition(NOT_A, key=key, kind=WORDS["mapping"])
    return found


def listed(given: Mapping[str, object], key: str) -> Sequence[object]:
    """Give a list; an empty one where there is none."""
    found = given.get(key, ())
    if not isinstance(found, list | tuple):
        raise BadPosition(NOT_A, key=key, kind=WORDS["list"])
    return found


def pair(given: Mapping[str, object], key: str, default: tuple[T, T]) -> tuple[object, object] | tuple[T, T]:
    """Give a list of two, or its default."""
    found = given.get(key, default)
    if not isinstance(found, list | tuple) or len(found) != PAIR:
        raise BadPosition(NOT_A, key=key, kind=WORDS["pair"])
    return found[0], found[1]


def count(value: object, key: str) -> int:
    """Give a whole number from 0."""
    if type(value) is not int or not 0 <= value < MOST:
        raise BadPosition(NOT_A, key=key, kind=WORDS["count"])
    return value


def flag(given: Mapping[str, object], key: str) -> bool:
    """Give true or false; false where nothing is said."""
    found = given.get(key, False)
    if type(found) is not bool:
        raise BadPosition(NOT_A, key=key, kind=WORDS["flag"])
    return found


def faces(value: object, key: str) -> Faces:
    """Give cards, ascending."""
    if not isinstance(value, list | tuple):
        raise BadPosition(NOT_A, key=key, kind=WORDS["faces"])
    return tuple(sorted(face(each, key) for each in value))


def face(value: object, key: str) -> int:
    """Give one card."""
    if type(value) is not int or value not in EVERY:
        raise BadPosition(NOT_A, key=key, kind=WORDS["faces"])
    return value


def hidden(value: object, key: str) -> tuple[int | None, ...]:
    """Give cards of which some are not known: those known, ascending, then a None for each of the others."""
    if not isinstance(value, list | tuple):
        raise BadPosition(NOT_A, key=key, kind=WORDS["faces"])
    known = faces([each for each in value if each is not None], key)
    return (*known, *[None] * (len(value) - len(known)))


def word(value: object, key: str) -> str:
    """Give a text."""
    if not isinstance(value, str):
        raise BadPosition(NOT_A, key=key, kind=WORDS["text"])
    return value


def named(value: object, key: str, names: Sequence[str]) -> int:
    """Give the place of a name among those allowed; the place itself, as a number, may stand for a seat's name."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    if type(value) is int and 0 <= value < len(names):
        return value
    raise BadPosition(NO_NAME, text=value, key=key, allowed=", ".join(names))
