"""The look at the room behind a door: whoever opens the door reads at once if its broker lets nobody in."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from core.fault import sentence
from tui.i18n.translation import tell, tr

if TYPE_CHECKING:
    from net.wire.invitation import Invitation

UNREACHED = sentence("{why} The door is open all the same: it leads there as soon as the room can be reached.")


@asynccontextmanager
async def looking_at(room: Invitation) -> AsyncIterator[None]:
    """Look meanwhile whether a room can be reached, and say so on the standard error if it cannot."""
    look = asyncio.create_task(tell_unreached(room))
    try:
        yield
    finally:
        look.cancel()
        await asyncio.gather(look, return_exceptions=True)


async def tell_unreached(room: Invitation) -> None:
    """Say on the standard error why the broker of a room lets nobody in now, if that is so."""
    from net.transport.mqtt_transport import connector
    from net.transport.transport import NO_ACCOUNT, Offline

    transport = connector(room)(None)
    try:
        await transport.connect()
    except Offline as fault:
        if fault.template != NO_ACCOUNT:  # else the broker is there, and knows each visitor by their own key
            sys.stderr.write(tr(UNREACHED, why=tell(fault)) + "\n")
            sys.stderr.flush()
    finally:
        await transport.close()
