"""The people whom a table is for that is opened for a pairing of a club's tournament, found by the table's salt."""

from __future__ import annotations

from collections.abc import Mapping

from net.club.club_event import BESIDE
from net.club.club_log import ClubLog
from net.club.table_result import paired_places, salts_of
from net.identity.identity import Identity, pid_of
from net.storage.journal import Journal


def paired_people(identity: Identity, journal: Journal, salt: bytes, terms: Mapping[str, str]) -> dict[str, str]:
    """Give the names, by pid, of those who are paired at a table with this salt and these terms.

    Nobody if no club of the journal has a pairing for it. Raises what the journal raises.
    """
    clubs = journal.clubs() if terms.get("bots") == "no" else ()
    if any(salt in salts_of(cid, (BESIDE,)) for cid, _ in clubs):
        return {}
    for cid, _ in clubs:  # only now: a club must be computed before its rounds are known
        state = ClubLog(identity, journal, cid).state
        found = salts_of(cid, paired_places(state)).get(salt)
        if found is not None:
            return {pid_of(key): state.membership.name(key) for key in state.paired_at(found[0])}
    return {}
