"""The entries of a position in the form of `State.to_json`, read one by one; a fault says which entry is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.fault import BadPosition, sentence

UNKNOWN_KEY = sentence("A position has no entry {key}; it has {allowed}.")
NOT_A = sentence("The entry {key} must be {kind}.")
TABLE, LIST = sentence("a table"), sentence("a list")
COUNT = sentence("a whole number from 0")
"""What an entry must be."""

MOST = 10**6
"""No number in a position reaches this."""


def check_keys(given: Iterable[str], known: Sequence[str]) -> None:
    """Raise `BadPosition` for an entry that the game does not know."""
    for key in given:
        if key not in known:
            raise BadPosition(UNKNOWN_KEY, key=key, allowed=", ".join(known))


def mapping(given: Mapping[Any, object], key: str) -> Mapping[object, object]:
    """Give a table; an empty one if there is none."""
    found = given.get(key, {})
    if not isinstance(found, Mapping):
        raise BadPosition(NOT_A, key=key, kind=TABLE)
    return found


def listed(given: Mapping[Any, object], key: str) -> Sequence[object]:
    """Give a list; an empty one if there is none."""
    found = given.get(key, ())
    if not isinstance(found, list | tuple):
        raise BadPosition(NOT_A, key=key, kind=LIST)
    return found


def count(value: object, key: str) -> int:
    """Give a whole number, 0 or more."""
    if type(value) is not int or not 0 <= value < MOST:
        raise BadPosition(NOT_A, key=key, kind=COUNT)
    return value


def asked_options(given: Mapping[str, object]) -> dict[str, str]:
    """Give the options of a position, for `core.option.settle`."""
    return {str(name): str(value) for name, value in mapping(given, "options").items()}
