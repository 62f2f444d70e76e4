"""The broker to which a running table is to move is tried first, or everybody who follows would wait there forever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.table.action.host_action import leading
from net.wire.invitation import Invitation

if TYPE_CHECKING:
    from net.peer.table_handle import TableHandle


async def knock(handle: TableHandle, text: str) -> None:
    """Raise `Fault` if the broker of an invitation does not answer, or does not let this profile in."""
    from net.transport.mqtt_transport import connector

    there = leading(Invitation.parse(handle.invitation), text)
    broker = connector(there, handle.identity)(None)
    try:
        await broker.connect()
    finally:
        await broker.close()
