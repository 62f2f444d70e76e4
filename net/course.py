"""The course of a game: the match so far and, for each ply, the place that an event had to name to stand there."""

from __future__ import annotations

from core.digest import digest
from core.game import Seat, Talk
from core.match import Match
from core.scene import Standing


class Course:
    """The match with its places.

    The place at ply N is (N, gprev), gprev being the first 16 bytes of the id of the event at N-1, or `origin` at ply
    0. `ply` counts events of the line; while each brings one line of the log, it is the match's ply too.
    """

    def __init__(self, match: Match, origin: bytes) -> None:
        """Stand at ply 0 of a new match."""
        self.match = match
        self.places: list[bytes] = []
        self.actives: list[tuple[Seat, ...]] = []
        self.talks: list[Talk] = []
        self.state = b""
        self._live: tuple[Seat, ...] | None = None
        self._stand(match, origin)

    @property
    def ply(self) -> int:
        """How many events the line has."""
        return len(self.places) - 1

    @property
    def gprev(self) -> bytes:
        """What the event at this ply has to name: 16 bytes."""
        return self.places[-1]

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; none after the end."""
        return self.actives[-1]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.outcome is not None

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that still play in the game's own sense: those that a vote asks."""
        if self._live is None:
            panels = self.match.state.scene().seats
            self._live = tuple(Seat(panel.seat) for panel in panels if panel.standing is Standing.ACTIVE)
        return self._live

    def passed(self, ply: int, gprev: bytes) -> bool:
        """Tell whether (ply, gprev) is a place of this line, the present one included."""
        return 0 <= ply <= self.ply and self.places[ply] == gprev

    def talk_at(self, ply: int) -> Talk:
        """Tell who may talk at a ply; open where the line has not come yet."""
        return self.talks[ply] if 0 <= ply <= self.ply else Talk.OPEN

    def advance(self, match: Match, event: bytes) -> None:
        """Go on to the match after the event of that id (32 bytes)."""
        self._stand(match, event[:16])

    def _stand(self, match: Match, gprev: bytes) -> None:
        self.match = match
        self.places.append(gprev)
        self.actives.append(tuple(match.state.active))
        self.talks.append(match.state.talk)
        self.state = state_digest(match)
        self._live = None


def state_digest(match: Match) -> bytes:
    """Give the digest (16 bytes) of the public state, as game events carry it."""
    return digest(match.state.view(None).encode())
