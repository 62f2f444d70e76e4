"""A person's account at a broker that knows each of its users: their pid, and a password of their own."""

from __future__ import annotations

from net.identity.identity import Identity
from net.transport.transport import OWN_USER, ROOM_USER
from net.wire.invitation import Invitation


def account(identity: Identity, invitation: Invitation) -> tuple[str, str]:
    """Return the name and the password of a person at a broker with a user for each person.

    The password is derived from the person's secret key and the room's key. It is the same on each of their machines,
    reveals neither key, and differs between rooms.
    """
    return identity.pid, identity.secret("broker", invitation.room_key).hex()


def credentials(invitation: Invitation, identity: Identity | None) -> tuple[str, str]:
    """Return what to tell the broker of an invitation: the account of `identity`, or the room's user and password."""
    if invitation.user == OWN_USER and identity is not None:
        return account(identity, invitation)
    return invitation.user or ROOM_USER, invitation.broker_password
