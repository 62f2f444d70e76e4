"""The rematch of a rated table: rated for the same club again, beside its tournaments.

At one place of a tournament one game counts. So the rematch of such a game is for the ladder alone, and bears the name
of the club.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from net.club.club_event import BESIDE, cleaned
from net.club.club_log import ClubLog
from net.club.table_result import free_salts, paired_places, salts_of
from net.identity.identity import Identity
from net.storage.journal import Journal
from net.wire.event_data import Genesis


@dataclass(frozen=True, slots=True)
class RatedRematch:
    """What the rematch of a rated table is opened with; `salt` binds it to the club."""

    salt: bytes
    title: str


def rated_rematch(identity: Identity, journal: Journal, old: Genesis, title: str) -> RatedRematch | None:
    """Find what the rematch of a table with this beginning and title is opened with.

    None if it was rated for no club of the journal. Raises what the journal raises.
    """
    if dict(old.terms).get("bots") != "no":  # no club need be computed to know that it is not rated
        return None
    for cid, name in _clubs_rating(identity, journal, old.salt, title):
        fresh = next(free_salts(journal, cid, BESIDE), b"")
        return RatedRematch(fresh, name) if fresh else None
    return None


def _clubs_rating(identity: Identity, journal: Journal, salt: bytes, title: str) -> Iterator[tuple[bytes, str]]:
    """Give the club for which a table was rated, with the title of its rematch."""
    clubs = journal.clubs()
    for cid, _ in clubs:
        if salt in salts_of(cid, (BESIDE,)):
            yield cid, title
    for cid, _ in clubs:  # only now: a club must be computed before its rounds are known
        state = ClubLog(identity, journal, cid).state
        if salt in salts_of(cid, paired_places(state)):
            yield cid, cleaned(state.name)
