"""Chance in the rules: what the dealer has to bring about next, and who brings it.

While `State.active` is `(DEALER,)`, the state says in `chance` what is owed. A dealer in one process (`Dealer`) knows
the order of the talon. At a table of several keys nobody knows it, and the table proves each outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from core.fault import Fault
from core.game import Action, Seat, State, Talk


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A new talon is owed.

    `packs` are its packets, each with its faces in ascending order: one packet, or two under a match rule. `epoch`
    counts the talons of the match from 1.
    """

    epoch: int
    packs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot is owed: a number from 0 to `sides` - 1, drawn for the talon `epoch`."""

    epoch: int
    sides: int


class Draw(NamedTuple):
    """A card is owed to `seat`: the one at place `slot` (from 0, top first) of packet `pack` of the talon `epoch`."""

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

        `outcome` is the lot for `Lot`, the face for `Draw` (None if it may not be known here), and None for `Shuffle`.
        """
        ...

    def coming(self, count: int) -> tuple[Draw, ...]:
        """Give the next draws of the present talon, the owed one first, assuming that nobody leaves the game."""
        ...

    def unproved(self, seat: Seat, action: A) -> tuple[int, ...]:
        """Give the faces, ascending, that an action plays from the seat's hidden cards.

        A face that is held both openly and hidden counts as the open one.
        """
        ...


@runtime_checkable
class HasTalonClosing(State[A], Protocol[A]):
    """A state of a game that goes on when nobody can be dealt a card any more."""

    def shut(self) -> A | None:
        """Give the dealer's action that closes the talon for the rest of the match, or None if it is not legal.

        It is legal when a draw is owed and some seat no longer plays: that player's masks may be lost, and the cards
        with them.
        """
        ...


@runtime_checkable
class HasDefaults(State[A], Protocol[A]):
    """A state of a game that plays a default for a seat that does not decide in a sealed phase."""

    def default(self, seat: Seat) -> A | None:
        """Give a legal action of an active seat that reveals nothing of its hand; None if the seat must decide."""
        ...


@runtime_checkable
class HasPartners(Protocol):
    """A state of a game whose seats may play together."""

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the seats that win together with a seat, including itself."""
        ...


@runtime_checkable
class HasPartnerAdvice(Protocol):
    """A state of a game whose partners may be free to talk, and yet not to advise each other."""

    @property
    def advice(self) -> bool:
        """Whether partners may advise each other in talk; the answer never changes during a match."""
        ...


@runtime_checkable
class HasSharedPieces(Protocol):
    """A state of a game in which partners play the same pieces."""

    def holders(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the seats that play the pieces of a seat, including itself."""
        ...


@runtime_checkable
class HasJointResignation(Protocol):
    """A state of a game in which the seats of a side resign together or not at all."""

    @property
    def resigning(self) -> tuple[int, ...]:
        """The seats that have said so, while a partner has not."""
        ...

    def unresigned(self, seat: Seat) -> tuple[Seat, ...]:
        """Give the partners of a seat that still play and have not said so."""
        ...


@runtime_checkable
class HasForfeit(State[A], Protocol[A]):
    """A state of a game in which a seat that the others wait for no longer loses for its whole side."""

    def forfeit(self, seat: Seat) -> A | None:
        """Give the action that the others play for a seat; None where a declaration of the seat says it."""
        ...


@runtime_checkable
class HasPlayingSeats(Protocol):
    """A state that tells which seats still play without drawing a scene.

    It is asked at every step in games with cards.
    """

    def manned(self) -> tuple[Seat, ...]:
        """Give the seats whose panels in the scene are `ACTIVE`, in the order of the panels."""
        ...


@runtime_checkable
class HasRounds(Protocol):
    """A state of a game in which a turn is several decisions, so that people count rounds."""

    @property
    def in_turn(self) -> Seat | None:
        """The seat whose turn it is, also while others decide in it; None while pieces are placed."""
        ...


@runtime_checkable
class HasGames(State[A], Protocol[A]):
    """A state of a match that may be several games, whose declarations end the running one."""

    def game_end(self, seat: Seat, action: A) -> State[A]:
        """Give the last position of the running game, with its outcome, after an action that ends it."""
        ...

    @property
    def game_number(self) -> int:
        """The number of the running game, from 1; 0 if the match is one game."""
        ...

    @property
    def target(self) -> int:
        """The points that win the match; 0 if it is one game."""
        ...


@runtime_checkable
class HasWords(Protocol):
    """A state of a game with words that begin an action: to pass, a forced march, a special card."""

    def unsaid(self, seat: Seat, word: str) -> Fault | None:
        """Say why a seat cannot begin an action with a word now, and when it could; None if it can."""
        ...


@runtime_checkable
class HasQuietSeats(Protocol):
    """A state of a game whose rules, if they close talk (`State.talk`), close it for some seats only."""

    def hushes(self, seat: Seat) -> bool:
        """Tell whether a seat is held to etiquette while talk is closed; the answer never changes during a match."""
        ...


def talk_of(state: State[Any], seat: Seat) -> Talk:
    """Tell how far a seat may talk in a state."""
    free = state.talk is not Talk.OPEN and isinstance(state, HasQuietSeats) and not state.hushes(seat)
    return Talk.OPEN if free else state.talk


class Dealer(Protocol):
    """Chance in one process: the script or the seed of a match."""

    def deal(self, state: State[Any]) -> Action:
        """Give what chance brings in a state whose `active` is `(DEALER,)`.

        Equal states of one match get the same outcome.
        """
        ...
