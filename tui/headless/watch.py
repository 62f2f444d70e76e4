"""`parley watch`: look on at a table until its end, as its witness where it names one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.wire.invitation import Invitation
from tui.headless.report import Report
from tui.headless.visit import follow, run_errand, stay

if TYPE_CHECKING:
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle


OTHER_WITNESS = sentence("The witness of this table is {named}; you are {me}.")
NO_WITNESS = sentence("This table has no witness; its host opens one with --option flag=witness:{me}.")


@dataclass(frozen=True, slots=True)
class Wish:
    """Which table, and who looks on."""

    invitation: str
    profile: str = "default"
    witness: bool = False


async def take_up(peer: Peer, invitation: Invitation, report: Report) -> TableHandle:
    """Come to a table; where the journal has begun with it, say where it is taken up again. Raises `Fault`."""
    known = any(kept.tid == invitation.tid for kept in peer.tables())
    handle = await peer.join(invitation)
    if known and handle.view.match is not None:
        report.resume(handle.view)
    return handle


def check_witness(peer: Peer, handle: TableHandle) -> None:
    """Raise `Fault` where somebody else is the witness of a table, or nobody; the witness's program signs by itself."""
    named = handle.table.annals.claims.witness
    if named != peer.pid:
        raise Fault(OTHER_WITNESS, named=named, me=peer.pid) if named else Fault(NO_WITNESS, me=peer.pid)


def run(wish: Wish) -> int:
    """Look on, at another broker where the table moves there; give the exit status."""
    report = Report()

    async def spend(peer: Peer, at: Invitation) -> str:
        handle = await take_up(peer, at, report)
        if wish.witness:
            check_witness(peer, handle)
            report.say("witness", pid=peer.pid)
        return await follow(handle, report)

    async def errand() -> None:
        await stay(Invitation.parse(wish.invitation), wish.profile, spend)

    return run_errand(errand, report)
