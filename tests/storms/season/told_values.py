"""What `parley club ... --json` tells, read: people, the tournament, its rounds. Pure."""

from __future__ import annotations

from typing import Any

from tests.storms.program import Event

UNOPENED: dict[str, Any] = {"stage": "entry", "entered": [], "awaited": [], "attempt": 0}
"""A tournament of which nothing is known yet."""


def people_of(shown: Event, where: str) -> set[str]:
    """Give the keys that `show` lists under a word."""
    found = shown.get(where, [])
    assert isinstance(found, list)
    return {str(one["key"]) for one in found}


def is_in(key: str, shown: Event) -> bool:
    """Tell whether `show` lists somebody as a member."""
    return key in people_of(shown, "members")


def asks_or_is_in(key: str, shown: Event) -> bool:
    """Tell whether somebody is a member or has asked to be one."""
    return key in people_of(shown, "members") | people_of(shown, "candidates")


def cup_of(shown: Event) -> dict[str, Any]:
    """Give the first tournament that `show` tells of."""
    found = shown.get("tournaments")
    return found[0] if isinstance(found, list) and found else UNOPENED


def rounds_of(told: Event) -> list[dict[str, Any]]:
    """Give the rounds that `standings` tells."""
    found = told.get("rounds", [])
    assert isinstance(found, list)
    return found
