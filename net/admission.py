"""Admission: who may be at a table once the game has begun, and who hears what is said beside it.

Whoever has the table's key can read the table: nothing here keeps a stranger's program from that. What is kept here is
what honest programs do when the players go on without spectators.
"""

from __future__ import annotations

from core.fault import Fault
from net.annals import Annals
from net.identity import pid_of

HEARD = "yes"
"""The value of the term `spectators` by which the seated read what is said beside the table; by `quiet` they do not."""


class ShutOut(Fault):
    """The table is played without spectators, and this profile holds no seat there."""


def members(annals: Annals) -> frozenset[bytes]:
    """Give the public keys of those who hold a seat, held one or are asked to take one over, and of the host."""
    host = {annals.host} if annals.genesis is not None else set()
    return frozenset(host | annals.seated | annals.roster.known | annals.invited)


def is_shut_out(annals: Annals, key: bytes) -> bool:
    """Tell whether the owner of a public key has no business at the table: no member, nor its witness."""
    line = annals.line
    if line is None or line.course.watched or key in members(annals):
        return False
    return pid_of(key) != annals.claims.witness


def is_beside(annals: Annals, key: bytes) -> bool:
    """Tell whether the owner of a public key looks on: what he says is said beside the table."""
    return annals.line is not None and annals.line.course.watched and key not in annals.seated


def hears_asides(annals: Annals, key: bytes) -> bool:
    """Tell whether what is said beside the table is for the owner of a public key; for the seated by the terms."""
    if annals.line is None or not annals.line.course.watched:
        return False
    return key not in annals.seated or annals.terms["spectators"] == HEARD
