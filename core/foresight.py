"""Foresight: a position as if it were another seat's turn. A face shows by it what one might do next."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from core.game import Seat, State


@runtime_checkable
class Foreseen(Protocol):
    """A state that tells how it would stand were it the turn of a seat."""

    def as_if(self, seat: Seat) -> State[Any] | None:
        """Give the position with nothing moved and `seat` to move, itself where it is its turn.

        None where that says nothing of its next turn: it has none, or something else is decided first.
        """
        ...


def as_if(state: State[Any], seat: Seat) -> State[Any] | None:
    """Give the position as if it were the turn of `seat`; None where the game cannot tell, and after the end."""
    if state.outcome is not None or not isinstance(state, Foreseen):
        return None
    return state.as_if(seat)
