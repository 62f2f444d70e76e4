"""`parley account`: what the operator of a broker with a user for each person has to know of this one."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from core.fault import Fault, sentence
from net.transport.transport import OWN_USER
from tui.flags import Profile
from tui.settings import USUAL, home

SHARED = sentence("This invitation lets everybody in by the room's password; one for each person says user=pid.")

Given = Annotated[str, typer.Argument(metavar="INVITATION", help="parley://... as `open` or a screen gives it.")]


def account(invitation: Given, *, profile: Profile = USUAL) -> int:
    """Print the user name and the password that a broker with user=pid has to let in, for its operator."""
    from net.storage.profile import Profile as Who
    from net.transport.broker_account import account as login
    from net.wire.invitation import Invitation

    at = Invitation.parse(invitation)
    if at.user != OWN_USER:
        raise Fault(SHARED)
    with Who.open(home(), profile) as who:
        user, password = login(who.identity, at)
    sys.stdout.write(f"{user}:{password}\n")
    return 0
