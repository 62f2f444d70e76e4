"""Moving a running table to another broker: its host says where it goes on, and everybody brings his chain along.

The word is a `bye` with an invitation to this same table elsewhere. It stays where the table was, for whoever comes
late; the last one of the host stands. Nothing of the table depends on its broker, so that nothing else changes.
"""

from __future__ import annotations

from core.fault import Fault, sentence
from net.annals import Annals
from net.invite import Invitation

NOT_HOST = sentence("Only the host moves the table to another broker.")
NOT_RUNNING = sentence("Only a table where the game is going on is moved: open another one there.")
SAME_PLACE = sentence("The table is there already.")


def leading(here: Invitation, text: str) -> Invitation:
    """Give the way to the table of `here` at the room of another invitation; raise `BadInvitation`, `Fault`."""
    there = Invitation.parse(text).at_table(here.tid or b"", here.table_key)
    if there == here:
        raise Fault(SAME_PLACE)
    return there


def allow(annals: Annals, me: bytes) -> None:
    """Raise `Fault` where the key `me` may not move the table now."""
    if me != annals.host:
        raise Fault(NOT_HOST)
    if annals.line is None or annals.line.course.over:
        raise Fault(NOT_RUNNING)
