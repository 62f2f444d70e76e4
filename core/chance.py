"""Chance as the rules owe it: what the dealer has to bring about next, and who brings it.

While `State.active` is `(DEALER,)` the state says in `chance` what is owed. A dealer of one process (`Dealer`) knows
the order of the talon; at a table of several keys nobody does, and the table proves each outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from core.game import Action, Seat, State, Talk


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A new talon is owed: `packs` are its packets, each its faces in ascending order; one, or two under a match rule.

    `epoch` counts the talons of the match from 1.
    """

    epoch: int
    packs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot is owed: a number from 0 to `sides` - 1, drawn for the talon `epoch`."""

    epoch: int
    sides: int


class Draw(NamedTuple):
    """`seat` is owed a card: the one at place `slot` (from 0, top first) of packet `pack` of the talon `epoch`."""

    seat: Seat
    epoch: int
    pack: int
    slot: int


Chance = Shuffle | Lot | Draw
"""One thing the dealer owes."""

A = TypeVar("A", bound=Action)


@runtime_checkable
class HasChance(State[A], Protocol[A]):
    """A state of a game with chance and hidden faces."""

    @property
    def chance(self) -> Chance | None:
        """What the dealer owes while `active` is `(DEALER,)`, else None."""
        ...

    def dealt(self, outcome: int | None) -> A:
        """Give the dealer's action for what is owed.

        `outcome` is the lot for `Lot`, the face for `Draw` (None: not to be known here), and None for `Shuffle`.
        """
        ...

    def coming(self, count: int) -> tuple[Draw, ...]:
        """Give the next draws, the owed one first, as far as the present talon goes and if nobody leaves the game."""
        ...

    def unproved(self, seat: Seat, action: A) -> tuple[int, ...]:
        """Give the faces, ascending, that an action plays from among the seat's hidden cards.

        A face held both openly and hidden counts as the open one.
        """
        ...


@runtime_checkable
class HasTalonClosing(State[A], Protocol[A]):
    """A state of a game that goes on where nobody can be dealt a card any more."""

    def shut(self) -> A | None:
        """Give the dealer's action that closes the talon for the rest of the match; None where it is not legal.

        It is legal where a draw is owed and somebody plays no more: his masks may be lost, and the cards with them.
        """
        ...


@runtime_checkable
class HasDefaults(State[A], Protocol[A]):
    """A state of a game that plays something for a seat which does not decide in a sealed phase."""

    def default(self, seat: Seat) -> A | None:
        """Give a legal action of an active seat that tells nothing of its hand; None where the seat must decide."""
        ...


@runtime_checkable
class HasPartners(Protocol):
    """A state of a game whose seats may play together."""

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the seats that win with a seat, itself too."""
        ...


@runtime_checkable
class HasPlayingSeats(Protocol):
    """A state that tells without a drawing which seats still play; asked at every step where cards are dealt."""

    def manned(self) -> tuple[Seat, ...]:
        """Give the seats whose panels in the scene stand `ACTIVE`, in the order of the panels."""
        ...


@runtime_checkable
class HasQuietSeats(Protocol):
    """A state of a game whose rules close the talk of some seats alone, where they close any (`State.talk`)."""

    def hushes(self, seat: Seat) -> bool:
        """Tell whether a seat is held to etiquette while talk is closed; the same in a whole match."""
        ...


def talk_of(state: State[Any], seat: Seat) -> Talk:
    """Tell how far a seat may talk while a state stands."""
    free = state.talk is not Talk.OPEN and isinstance(state, HasQuietSeats) and not state.hushes(seat)
    return Talk.OPEN if free else state.talk


class Dealer(Protocol):
    """One process's chance: the script or the seed of a match."""

    def deal(self, state: State[Any]) -> Action:
        """Give what chance brings in a state whose `active` is `(DEALER,)`: the same in equal states of one match."""
        ...
