"""Orders: what whoever runs `parley open` tells it on standard input, a line each: `move INVITATION`.

A table is moved only where somebody answers, or all who go after it would wait there for ever.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from core.fault import Fault, sentence
from net.wire.invitation import Invitation
from tui.pasted import together
from tui.text.console import Descriptor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from net.identity.identity import Identity
    from net.peer.peer import Peer
    from net.peer.table_handle import TableHandle
    from tui.headless.report import Report
    from tui.text.console import Source

MOVE = "move"
NO_ORDER = sentence("There is no word {word} here; `move INVITATION` moves the running table to that room.")
SHOWN = 40
"""Characters of a word that is not known which are told again."""


def listening() -> Source | None:
    """Begin to read standard input in the running loop; None where it is closed.

    Who reads in the background of a shell is stopped, unless he does without: then nothing more is read.
    """
    if sys.stdin is None:
        return None
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    return Descriptor(sys.stdin.fileno(), sys.stdin.encoding)


@asynccontextmanager
async def heeding(source: Source | None, peer: Peer, handle: TableHandle, report: Report) -> AsyncIterator[None]:
    """Do what is told at a table until this ends; what cannot be done is told as `refused`, and all stays."""
    task = asyncio.create_task(_heed(source, peer, handle, report)) if source is not None else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            for ended in await asyncio.gather(task, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended


async def _heed(source: Source, peer: Peer, handle: TableHandle, report: Report) -> None:
    while (line := await source.line()) is not None:
        try:
            await _obey(line, handle, peer.profile.identity)
        except Fault as fault:
            report.say("refused", error=str(fault))


async def _obey(line: str, handle: TableHandle, who: Identity) -> None:
    word, _, rest = line.strip().partition(" ")
    if word == MOVE:
        place = together(rest)
        await _knock(Invitation.parse(place), who)
        await handle.move_to(place)
    elif word:
        raise Fault(NO_ORDER, word=ascii(word[:SHOWN]))


async def _knock(there: Invitation, who: Identity) -> None:
    """Raise `Fault` where the broker of an invitation does not answer, or does not let us in."""
    from net.transport import mqtt_transport

    broker = mqtt_transport.connector(there, who)(None)
    try:
        await broker.connect()
    finally:
        await broker.close()
