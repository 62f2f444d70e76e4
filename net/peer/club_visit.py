"""One visit of a club at a broker: take what is kept there, leave there what it lacks, go again.

It is a short life of a follower (`net.peer.club_follower`), which does the same and stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.fault import sentence
from net.club.club_log import ClubLog
from net.identity.identity import Identity
from net.peer.club_follower import ClubFollower
from net.peer.club_session import ClubVisit, Entropy
from net.transport.clock import Clock
from net.transport.transport import Connector, Offline
from net.wire.invitation import Invitation

__all__ = ["ClubVisit", "visit_club"]

ANSWER_SECONDS = 60.0
"""How long everything that the broker keeps may take to arrive."""
LEAVING_SECONDS = 600.0
"""How long the broker may take to accept what it lacked."""

SILENT = sentence("The broker at {host}:{port} did not give back in {seconds:.0f} seconds what it keeps of the club.")


async def visit_club(
    log: ClubLog,
    identity: Identity,
    at: Invitation,
    connect: Connector,
    *,
    entropy: Entropy,
    duties: Callable[[], object] = lambda: None,
    clock: Clock | None = None,
) -> ClubVisit:
    """Visit the broker of an invitation with a club; raise `Offline`, or what the journal raises.

    `duties` signs what is due once everything is known, before it is published. `entropy` gives nonces.
    """
    follower = ClubFollower(log, identity, at, connect, clock=clock, entropy=entropy, duties=duties, hurried=True)
    await follower.start()
    try:
        await _within(ANSWER_SECONDS, follower, lambda: follower.caught_up)
        await _within(LEAVING_SECONDS, follower, lambda: follower.level)
    finally:
        await follower.stop()
    return follower.visit


async def _within(seconds: float, follower: ClubFollower, holds: Callable[[], bool]) -> None:
    at = follower.at
    try:
        async with asyncio.timeout(seconds):
            await follower.until(holds)
    except TimeoutError:
        raise Offline(SILENT, host=at.host, port=at.port, seconds=seconds) from None
