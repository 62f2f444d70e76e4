"""A club where an invitation was taken for a table's: both lie at the topics of an id, under a key of the room.

Only the beginning of a club shows that: its hash is the id, so nobody can pass a table off as a club.
"""

from __future__ import annotations

from core.fault import Fault, sentence
from net.club.club_event import Found, cleaned, data_as, is_founding
from net.wire.codec import BadMessage
from net.wire.event import Signed

CLUB = sentence(
    "This is the invitation of the club {name}, not of a table. It belongs in Clubs, or after `club join`; in a shell, "
    "after `parley club join`."
)


class ClubAtTable(Fault):
    """A club lies where the invitation leads, and no table; the field `name` is its name."""


def club_at_table(name: str) -> ClubAtTable:
    """Give the fault that names the club."""
    return ClubAtTable(CLUB, name=name)


def club_begun_by(signed: Signed) -> str:
    """Give the name of the club that an event begins; empty if it begins none."""
    if not is_founding(signed):
        return ""
    try:
        return cleaned(data_as(signed.event, Found).name)
    except BadMessage:
        return ""
