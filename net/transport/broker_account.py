"""The account of a person at a broker that knows each of its users: his pid, and a password of his own."""

from __future__ import annotations

from net.identity.identity import Identity
from net.transport.transport import OWN_USER, ROOM_USER
from net.wire.invitation import Invitation


def account(identity: Identity, invitation: Invitation) -> tuple[str, str]:
    """Give the name and the password by which a broker with a user for each person knows somebody.

    The password follows from his secret key and the room's: it is the same on each of his machines, tells nothing of
    either, and is another one in another room.
    """
    return identity.pid, identity.secret("broker", invitation.room_key).hex()


def credentials(invitation: Invitation, identity: Identity | None) -> tuple[str, str]:
    """Give what the broker of an invitation is told: the account of `identity` or, as it says, the room's password."""
    if invitation.user == OWN_USER and identity is not None:
        return account(identity, invitation)
    return invitation.user or ROOM_USER, invitation.broker_password
