"""The history of a match: the match so far and, for each ply, the place that an event has to name to stand there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from core.chance import HasPlayingSeats, HasQuietSeats
from core.digest import digest
from core.game import DEALER, Seat, State, Talk
from core.match.match import Match
from core.scene import Standing
from net.table.line.negotiation import NegotiationPhases, NegotiationTerm

Position = State[Any]
"""A state of any game."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A takeback: the seat that asked for it, how many lines the log kept, and the place in the present log.

    `turn` is how many decisions were kept, as people count them. `offer` is the id of what was asked, `agreed` are the
    other seats whose consent was needed, in seat order; `rewind` says that positions had diverged.
    """

    seat: Seat
    to: int
    at: int
    turn: int
    offer: bytes = b""
    agreed: tuple[Seat, ...] = ()
    rewind: bool = False


class MatchHistory:
    """The match with its places.

    The place at ply N is (N, gprev). `gprev` is the first 16 bytes of the id of what stands at N-1, or `origin` at ply
    0. `ply` counts what was decided. The lines of chance are only in the match's log, so that its ply runs ahead:
    `logged[N]` tells how many lines the log had when ply N was reached, before chance. After a takeback the log is
    shorter, the line longer: what was said at a ply whose lines were cut stands where the log was cut.

    `starts` are the lengths of the log at which its decisions stand, one for each ply. Before `shut`, something was
    shown that nobody can forget. `cuts` are the takebacks, `rewound` is the ply after the last one. `paused` tells
    whether the last step was a pause or left one standing, `watched` whether spectators are admitted.
    """

    def __init__(
        self, match: Match, origin: bytes, *, watched: bool = True, negotiation: NegotiationTerm | None = None
    ) -> None:
        """Stand at ply 0 of a new match; `negotiation` is the table's term."""
        self._phases = NegotiationPhases(negotiation)
        self.match = match
        self.places: list[bytes] = []
        self.actives: list[tuple[Seat, ...]] = []
        self.talks: list[Talk] = []
        self.free = allowed_speakers(match)
        self.logged: list[int] = []
        self.starts: list[int] = []
        self.shut = 0
        self.cuts: list[Cut] = []
        self.paused = False
        self.watched = watched
        self.rewound = 0
        self.states: list[bytes] = []
        self._live: tuple[Seat, ...] | None = None
        self._go(match, origin)

    @property
    def state(self) -> bytes:
        """The digest (16 bytes) of the public state when this ply was reached; `states` has those of all plies."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        """The number of steps the line has taken."""
        return len(self.places) - 1

    @property
    def gprev(self) -> bytes:
        """What an event at this ply has to name: 16 bytes."""
        return self.places[-1]

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; `(DEALER,)` while chance does, none after the end."""
        return self.actives[-1]

    @property
    def mover(self) -> Seat | None:
        """The one seat that goes on from here; None in a sealed phase, while chance is owed and at the end."""
        return self.active[0] if len(self.active) == 1 and not self.chancy else None

    @property
    def chancy(self) -> bool:
        """Whether chance is owed."""
        return self.active == (DEALER,)

    @property
    def sealed(self) -> bool:
        """Whether several seats decide at once, each in secret."""
        return len(self.active) > 1 and self.match.state.sealed

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.outcome is not None

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that still play in the game's own sense: those that a vote asks."""
        if self._live is None:
            self._live = living(self.match.state)
        return self._live

    @property
    def negotiation_ms(self) -> int:
        """The length of the negotiation phase that comes before the decision at this place; 0 without one."""
        return 0 if self.mover is None else self._phases.due_ms(self.match)

    def decide(self) -> int:
        """Note that the seat to move decides here; return the length of the negotiation phase that this ends, or 0."""
        return self._phases.decide(self.match, len(self.live))

    def passed(self, ply: int, gprev: bytes) -> bool:
        """Tell whether (ply, gprev) is a place of this line, the present one included."""
        return 0 <= ply <= self.ply and self.places[ply] == gprev

    def talk_at(self, ply: int, seats: Collection[Seat] = ()) -> Talk:
        """Tell how far the holder of some seats may talk at a ply; open for a ply still to come."""
        if not 0 <= ply <= self.ply or (seats and self.free.issuperset(seats)):
            return Talk.OPEN
        return self.talks[ply]

    def logged_at(self, ply: int) -> int:
        """Return the place in the log of what is said at a ply; the last one for a ply still to come."""
        return self.logged[min(max(ply, 0), self.ply)]

    def advance(self, match: Match, event: bytes, *, shut: bool = False) -> None:
        """Go on to `match` by the event of that id; with `shut`, neither it nor what came before can be taken back."""
        self.starts.append(self.match.ply)
        self.shut = match.ply if shut else self.shut
        self._go(match, event)

    def cut(self, match: Match, event: bytes, cut: Cut) -> None:
        """Go back to an earlier match, by the takeback `cut` that the event of that id took."""
        self.starts = [at for at in self.starts if at < match.ply]
        self._phases.cut(match.ply)
        self.logged = [min(at, match.ply) for at in self.logged]
        self.cuts = [replace(one, at=min(one.at, match.ply)) for one in self.cuts]
        self.cuts.append(cut)
        self._go(match, event)
        self.rewound = self.ply

    def stay(self, event: bytes, *, paused: bool = False, watched: bool | None = None) -> None:
        """Go on by the event of that id, which changes nothing of the match.

        It pauses, hands a seat over, or admits spectators or not; `paused` says whether the game is paused afterwards.
        """
        self._go(self.match, event)
        self.paused = paused
        self.watched = self.watched if watched is None else watched

    def deal(self, match: Match) -> None:
        """Take in what chance has brought at this place."""
        self.shut = match.ply
        self._stand(match)

    def _go(self, match: Match, event: bytes) -> None:
        self.paused = False
        self.places.append(event[:16])
        self.actives.append(())
        self.talks.append(Talk.OPEN)
        self.logged.append(match.ply)
        self.states.append(state_digest(match))
        self._stand(match)

    def _stand(self, match: Match) -> None:
        self.match = match
        self._phases.stand(match)
        self.actives[-1] = tuple(match.state.active)
        self.talks[-1] = match.state.talk
        self._live = None


def state_digest(match: Match) -> bytes:
    """Return the digest (16 bytes) of the public state, as game events carry it."""
    return digest(match.state.view(None).encode())


def allowed_speakers(match: Match) -> frozenset[Seat]:
    """Return the seats whose talk the rules never close in a match, even if they close that of others."""
    seats = map(Seat, range(len(match.names)))
    return frozenset(seat for seat in seats if isinstance(match.state, HasQuietSeats) and not match.state.hushes(seat))


@lru_cache(64)
def _is_manned(state: type[object]) -> bool:
    """Tell whether states of a type say who plays; cached, because checking a protocol at every step is slow."""
    return issubclass(state, HasPlayingSeats)


def living(state: Position) -> tuple[Seat, ...]:
    """Return the seats that still play in a state; if the state does not say so, its scene is examined, slowly."""
    if _is_manned(type(state)):
        return cast("HasPlayingSeats", state).manned()
    return tuple(Seat(panel.seat) for panel in state.scene().seats if panel.standing is Standing.ACTIVE)
