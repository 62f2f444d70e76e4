"""The clubs of a profile in one room: which tables there are rated for which of them, and which of them lie there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.fault import sentence
from net.club.club_event import BESIDE, cleaned
from net.club.table_result import paired_places, salts_of
from tui.i18n.translation import tr

if TYPE_CHECKING:
    from net.club.club_state import ClubState
    from net.view.room_view import CardView

RATED = sentence("rated for {club}")
PAIRED = sentence("rated for {club}, round {number} of {name}")
TABLE = sentence("This table is {rated}.")
HERE = sentence("Your club {names} is followed in this room.")
SEVERAL = sentence("Your clubs {names} are followed in this room.")


@dataclass(frozen=True, slots=True)
class RoomClubs:
    """What is known of clubs in a room: `here` are those that lie there, by their ids with names.

    `marks` say of a table, by the salt of its beginning (hexadecimal), what it is rated for. That is what its host
    says of it; whoever sits down checks it against the beginning itself.
    """

    here: Mapping[bytes, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)

    def mark(self, card: CardView) -> str:
        """Say for which club and round a table is rated; empty for one that is rated for no club of this profile."""
        return self.marks.get(card.salt, "")

    @property
    def words(self) -> str:
        """Say which clubs are followed in the room; empty if none is."""
        names = ", ".join(self.here.values())
        return tr(HERE if len(self.here) == 1 else SEVERAL, names=names) if self.here else ""


def marks_of(state: ClubState) -> dict[str, str]:
    """Say of each table that can be rated for a club, by its salt (hexadecimal), for which round that is."""
    told: dict[str, str] = {}
    for salt, (place, _) in salts_of(state.cid, (BESIDE, *paired_places(state))).items():
        tournament, number, _ = place
        it = state.tournaments.get(tournament)
        words = tr(PAIRED, club=state.name, name=cleaned(it.data.name), number=number + 1) if it is not None else ""
        told[salt.hex()] = words or tr(RATED, club=state.name)
    return told
