"""`parley watch`: look on at a table until its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from net.invite import Invitation
from tui.headless.report import Report
from tui.headless.visit import follow, linger, run_errand, visiting

if TYPE_CHECKING:
    from net.handle import TableHandle
    from net.peer import Peer


@dataclass(frozen=True, slots=True)
class Wish:
    """Which table, and who looks on."""

    invitation: str
    profile: str = "default"


async def take_up(peer: Peer, invitation: Invitation, report: Report) -> TableHandle:
    """Come to a table; where the journal has begun with it, say where it is taken up again. Raises `Fault`."""
    known = any(kept.tid == invitation.tid for kept in peer.tables())
    handle = await peer.join(invitation)
    if known and handle.view.match is not None:
        report.resume(handle.view)
    return handle


def run(wish: Wish) -> int:
    """Look on; give the exit status."""
    report = Report()

    async def errand() -> None:
        invitation = Invitation.parse(wish.invitation)
        async with visiting(invitation, wish.profile) as peer:
            await follow(await take_up(peer, invitation, report), report)
            await linger()

    return run_errand(errand, report)
