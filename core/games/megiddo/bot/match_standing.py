"""How a match stands before one of its games, and that game as if it were the match's first."""

from __future__ import annotations

from dataclasses import replace

from core.games.megiddo.bot.search_ground import OutcomeValue
from core.games.megiddo.rules.state import State


def chances(state: State) -> tuple[float, ...]:
    """Give each colour's chance in the match by the points of the games before the running one alone."""
    return OutcomeValue(state.rules, state.points).share


def afresh(state: State) -> State:
    """Give the same position with the points that a match begins with: none, but for a handicap.

    The game keeps its number, which a resignation names.
    """
    return replace(state, points=state.rules.ahead)
