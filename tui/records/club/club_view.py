"""A club as a face shows it: computed to the end, so that showing it computes nothing more."""

from __future__ import annotations

from dataclasses import dataclass

from net.club.club_log import ClubLog
from net.club.club_state import ClubState
from net.club.ladder import games_of
from tui.words.club_waits import waits


@dataclass(frozen=True, slots=True)
class ClubView:
    """A club as the profile with the key `me` sees it, and what waits for it there, in sentences.

    `admitted` are those for whom `me` has signed that they are let in, `votes` those against whom its vote stands.
    """

    state: ClubState
    me: bytes
    waits: tuple[str, ...] = ()
    admitted: frozenset[bytes] = frozenset()
    votes: frozenset[bytes] = frozenset()

    @property
    def cid(self) -> str:
        """The id of the club, hexadecimal."""
        return self.state.cid.hex()

    @property
    def is_member(self) -> bool:
        """Whether the profile is a member."""
        return self.me in self.state.membership.members


def view_of(club: ClubLog, me: bytes, *, ladders: bool = True) -> ClubView:
    """Compute all that a face shows of a club: every round and standing, and unless they are not wanted the ladders."""
    state = club.state
    for id_ in state.tournaments:
        state.play(id_)
    for game in games_of(state.book.standing) if ladders else ():
        state.ladder(game)
    return ClubView(state, me, waits(state, me, club.admitted), club.admitted, club.votes)
