"""Two at a table of whom one makes the last move and leaves, while a broker loses what they say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from core.game import Seat
from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.view.table_view import Phase, TableView
from tests.net.support.party import Party, seated


class Lossy(MemoryBroker):
    """A broker that loses what some people say."""

    def __init__(self) -> None:
        """Lose nothing yet."""
        super().__init__(local=False)
        self.lost: set[str] = set()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Pass on what is not lost."""
        if not any(pid in topic for pid in self.lost):
            super().publish(topic, payload, retain=retain)


async def before_the_end(here: Party) -> dict[str, TableHandle]:
    """Let two play until one move is left; it is bob's."""
    for name in ("ann", "bob"):
        await here.enter(name)
    handles = await seated(here, ("ann", "bob"))
    for at, name in enumerate(("ann", "bob", "ann")):
        await handles[name].play(Seat(at % 2), "3")
        await handles["bob"].until(plies(at + 1))
        await handles["ann"].until(plies(at + 1))
    return handles


def plies(count: int) -> Callable[[TableView], bool]:
    """Tell of a view whether the log has so many lines."""
    return lambda view: view.match is not None and view.match.ply == count


async def win_and_go(here: Party, broker: Lossy, handles: dict[str, TableHandle]) -> None:
    """Let bob win and leave at once; nobody hears of it."""
    broker.lost.add(here.peers["bob"].pid)
    await handles["bob"].play(Seat(1), "3")
    view = handles["bob"].view
    assert view.unsettled
    assert view.outcome is not None
    assert view.outcome.winners == (1,)
    await here.leave("bob")
    broker.lost.clear()


async def give_up_waiting(handle: TableHandle) -> None:
    """Wait no longer for whoever is away, until the game is over."""
    await handle.until(lambda view: any(wait.ripe for wait in view.waits))
    await handle.claim(Seat(1))
    await handle.until(lambda view: view.phase is Phase.OVER)


async def settled_at(here: Party, name: str, tid: bytes) -> None:
    """Wait until the journal of somebody has a table as over and settled."""
    peer, rung = here.peers[name], asyncio.Event()
    end = peer.watch(rung.set)
    while (row := peer.journal.table(tid)) is None or row.unsettled:
        await rung.wait()
        rung.clear()
    end()


async def followed_no_more(peer: Peer) -> None:
    """Wait until somebody's program follows no table in the background."""
    rung = asyncio.Event()
    end = peer.watch(rung.set)
    while peer.followed:
        await rung.wait()
        rung.clear()
    end()
