"""Points: what each seat has in a match of several games; they change when one of its games ends. Pure."""

from __future__ import annotations

from typing import Any

from core.game import State


def points(state: State[Any]) -> tuple[int | None, ...]:
    """Give the points of each seat, None in a game that counts none."""
    return tuple(panel.score for panel in state.scene().seats)
