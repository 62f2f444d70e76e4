"""The clubs of a profile in one room: which tables there are rated for which of them, and which of them lie there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.fault import sentence
from net.club.club_event import BESIDE, cleaned
from net.club.table_result import paired_places, salts_of
from net.identity.identity import pid_of
from tui.i18n.translation import tr
from tui.words.rated_mark import UNRATED, RatedMark

if TYPE_CHECKING:
    from net.club.club_state import ClubState
    from net.view.room_view import CardView

RATED = sentence("rated for {club}")
PAIRED = sentence("rated for {club}, round {number} of {name}")
HERE = sentence("Your club {names} is followed in this room.")
SEVERAL = sentence("Your clubs {names} are followed in this room.")


@dataclass(frozen=True, slots=True)
class RoomClubs:
    """What is known of clubs in a room: `here` are those that lie there, by their ids with names.

    `marks` say of a table, by the salt of its beginning (hexadecimal), what it is rated for. That is what its host
    says of it; whoever sits down checks it against the beginning itself.
    """

    here: Mapping[bytes, str] = field(default_factory=dict)
    marks: Mapping[str, RatedMark] = field(default_factory=dict)

    def mark(self, card: CardView) -> str:
        """Say for which club, round and people a table is rated; empty if it is for no club of this profile.

        Of a game that others play, say what it still counts for.
        """
        return self.marks.get(card.salt, UNRATED).words_of(card)

    @property
    def words(self) -> str:
        """Say which clubs are followed in the room; empty if none is."""
        names = ", ".join(self.here.values())
        return tr(HERE if len(self.here) == 1 else SEVERAL, names=names) if self.here else ""


def marks_of(state: ClubState) -> dict[str, RatedMark]:
    """Say of each table that can be rated for a club, by its salt (hexadecimal), for which round and whom that is."""
    told: dict[str, RatedMark] = {}
    members = frozenset(pid_of(key) for key in state.membership.ever)
    for salt, (place, _) in salts_of(state.cid, (BESIDE, *paired_places(state))).items():
        tournament, number, _ = place
        it = state.tournaments.get(tournament)
        words = tr(PAIRED, club=state.name, name=cleaned(it.data.name), number=number + 1) if it is not None else ""
        meant = {pid_of(key): state.membership.name(key) for key in state.paired_at(place)}
        told[salt.hex()] = RatedMark(words or tr(RATED, club=state.name), meant, state.name, members)
    return told
