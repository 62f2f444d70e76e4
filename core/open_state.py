"""What the states of several games have in common: equality by encoding, and a game in which nothing is hidden."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from core.game import Action, Plain, Seat

A = TypeVar("A", bound=Action)


class EncodedState:
    """A state that equals another of its class if and only if both encode alike: play continues in the same way."""

    __slots__ = ()

    def encode(self) -> tuple[Plain, ...]:
        """Give everything that play depends on (`core.game.State.encode`)."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Tell whether play continues in the same way from both."""
        return isinstance(other, type(self)) and self.encode() == other.encode()

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self.encode())


class OpenState(EncodedState, Generic[A]):
    """A state of a game without secrets, in which one decision follows another."""

    __slots__ = ()

    @property
    def sealed(self) -> bool:
        """No decisions are simultaneous."""
        return False

    def view(self, viewer: Seat | None) -> Self:
        """Give the state itself: nothing is hidden."""
        del viewer
        return self

    def mask(self, seat: Seat, action: A, viewer: Seat | None) -> A:
        """Give the action itself: nothing is hidden."""
        del seat, viewer
        return action

    def display(self, seat: Seat, action: A) -> str:
        """Give the canonical text of an action. A game with an annotated form gives that instead."""
        del seat
        return str(action)
