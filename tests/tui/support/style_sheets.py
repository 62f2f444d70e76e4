"""Style sheets that many apps of one process have in common: each is read once, for each choice of colours.

A start of an app reads all its sheets twice, a sixth of what a test with an app takes; a rule is never changed once it
is read, so the next app may have the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

Reader = Callable[..., list[RuleSet]]


def remembering(read: Reader) -> Reader:
    """Give a reader of sheets that remembers what it has read under the same variables."""
    shelves: dict[frozenset[tuple[str, str]], dict[Any, list[RuleSet]]] = {}

    def shelf(sheet: Any) -> dict[Any, list[RuleSet]]:  # noqa: ANN401 - a sheet, and what is pinned to it
        pinned, found = getattr(sheet, "_pinned", (None, None))
        if found is None or pinned is not sheet._variables:
            found = shelves.setdefault(frozenset(sheet._variables.items()), {})
            sheet._pinned = (sheet._variables, found)
        return found

    def recall(sheet: Stylesheet, css: str, read_from: tuple[str, str], *how: object, **named: object) -> list[RuleSet]:
        known, key = shelf(sheet), (css, read_from, how, *named.items())
        if key not in known:
            known[key] = read(sheet, css, read_from, *how, **named)
        return known[key]

    return recall
