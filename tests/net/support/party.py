"""People at a table for tests of the runtime: virtual time, brokers that lose, peers with profiles of their own."""

from __future__ import annotations

import asyncio
import heapq
import selectors
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from core.game import Seat
from core.games import find
from net.peer.peer import Peer, UnknownTable
from net.peer.table_handle import TableHandle
from net.storage.profile import Profile
from net.transport.memory_broker import MemoryBroker, MemoryTransport
from net.transport.transport import Connector, Message
from net.view.table_view import Phase, SlotStage, TableView
from net.wire.invitation import Invitation
from tests.net.support.loop_clock import LoopClock

T = TypeVar("T")
ROOM = Invitation("127.0.0.1", "parlour", bytes(range(16)), port=1883)
DEADLINE = 600.0
"""Virtual seconds after which a test has hung."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time jumps to the next timer instead of waiting for it."""

    def __init__(self) -> None:
        """Begin at 0 s."""
        super().__init__(selectors.SelectSelector())
        self._now = 0.0

    def time(self) -> float:
        """Give the virtual seconds."""
        return self._now

    def _run_once(self) -> None:
        timers: list[Any] = self._scheduled  # type: ignore[attr-defined]
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
        if not self._ready and timers:  # type: ignore[attr-defined]
            self._now = max(self._now, timers[0]._when)
        super()._run_once()  # type: ignore[misc]


def virtually(work: Coroutine[Any, Any, T], seconds: float = DEADLINE) -> T:
    """Run a coroutine in virtual time; fail when it takes more than `seconds` of it."""

    async def timed() -> T:
        async with asyncio.timeout(seconds):
            return await work

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(timed())


class LossyBroker(MemoryBroker):
    """A broker between people far apart: messages are late, some twice, some never."""

    def __init__(self, rng: Random, *, loss: float, twice: float, delay: float) -> None:
        """Lose and double with these probabilities, delay by `delay` seconds in the mean."""
        super().__init__(local=False)
        self.rng, self.loss, self.twice, self.delay = rng, loss, twice, delay
        self.lost = 0

    def deliver(self, link: MemoryTransport, message: Message) -> None:
        """Lose, double and delay one message for one connection."""
        if self.rng.random() < self.loss:
            self.lost += 1
            return
        for _ in range(2 if self.rng.random() < self.twice else 1):
            late = self.rng.expovariate(1 / self.delay)
            asyncio.get_running_loop().call_later(late, link.put, message)

    def heal(self) -> None:
        """Lose nothing any more."""
        self.loss = self.twice = 0.0


class Party:
    """Some people in one room, each with a profile under `root`, all from one seed."""

    def __init__(self, root: Path, connector: Connector, *, seed: int = 1, room: Invitation = ROOM) -> None:
        """Prepare; nobody is there yet."""
        self.root, self.connector, self.room = root, connector, room
        self.rng = Random(seed)
        self.peers: dict[str, Peer] = {}

    async def enter(self, name: str, *, patient: bool = False) -> Peer:
        """Let somebody in."""
        profile = Profile.open(self.root, name)
        rng = Random(self.rng.randrange(1 << 30))
        peer = Peer(profile, self.room, self.connector, LoopClock(), rng, nick=name, entropy=rng.randbytes)
        self.peers[name] = peer
        await peer.start(patient=patient)
        return peer

    async def leave(self, name: str) -> None:
        """Let somebody go in order."""
        peer = self.peers.pop(name)
        await peer.stop()
        peer.profile.close()

    async def crash(self, name: str) -> None:
        """Let somebody vanish: nothing is said, nothing cleared; the journal stays as it is."""
        peer = self.peers.pop(name)
        peer._link._open = False
        await peer.stop()
        peer.profile.close()

    async def close(self) -> None:
        """Let everybody go; nothing may have failed."""
        failures = [failure for peer in self.peers.values() for failure in peer.failures]
        for name in tuple(self.peers):
            await self.leave(name)
        for failure in failures:
            raise failure


@asynccontextmanager
async def party(root: Path, connector: Connector, *, seed: int = 1, room: Invitation = ROOM) -> AsyncIterator[Party]:
    """Give a party that is closed at the end."""
    found = Party(root, connector, seed=seed, room=room)
    try:
        yield found
    finally:
        await found.close()


async def seated(
    found: Party, names: Sequence[str], game: str = "toy", options: dict[str, str] | None = None
) -> dict[str, TableHandle]:
    """Let the first open a table and all sit down at it; give everybody's handle once play has begun."""
    host, *others = names
    numbered = any(option.name == "players" for option in find(game).options)
    given = ({"players": str(len(names))} if numbered else {}) | (options or {})
    handles = {host: await found.peers[host].open_table(game, given, {}, "A test")}
    invitation = Invitation.parse(handles[host].invitation)
    for name in others:
        handles[name] = await arrive(found.peers[name], invitation)
    for number, name in enumerate(names):
        await handles[name].sit(Seat(number))
    for handle in handles.values():
        await handle.until(lambda view: view.phase is Phase.PLAYING)
    return handles


async def arrive(peer: Peer, invitation: Invitation) -> TableHandle:
    """Join, again if what was sent was lost."""
    for _ in range(9):
        with suppress(UnknownTable):
            return await peer.join(invitation)
    return await peer.join(invitation)


def mover(view: TableView) -> Seat | None:
    """Give the seat of ours that is to move; not one whose sealed decision is made."""
    active = view.match.state.active if view.match else ()
    decided = {slot.seat for slot in view.slots if slot.stage is not SlotStage.OWES}
    return next((seat for seat in active if seat in view.mine and seat not in decided), None)


async def play(handle: TableHandle, rng: Random, *, stop: int | None = None, talk: bool = True) -> TableView:
    """Play our seats at random, with talk, until the game is over or `stop` decisions are taken."""
    while True:
        view = await handle.until(lambda view: view.phase is Phase.OVER or mover(view) is not None or _at(view, stop))
        seat = mover(view)
        if view.match is None or seat is None or view.phase is Phase.OVER or _at(view, stop):
            return view
        if talk and rng.random() < 0.5:
            await handle.say(f"ply {view.match.ply}", seat=seat)
        legal = list(view.match.state.legal(seat))
        await handle.play(seat, str(rng.choice(legal)))


def _at(view: TableView, stop: int | None) -> bool:
    return stop is not None and view.match is not None and view.match.ply >= stop


async def agreed(handles: Sequence[TableHandle]) -> tuple[str, str]:
    """Wait until all are over with the same digests and give them."""
    for handle in handles:
        await handle.until(lambda view: view.phase is Phase.OVER)
    return await settled(handles)


async def settled(handles: Sequence[TableHandle]) -> tuple[str, str]:
    """Wait until all have the same digests and give them; nobody plays any more."""

    def marks() -> set[tuple[str, str]]:
        views = [handle.view for handle in handles]
        return {(view.match.digest() if view.match else "", view.talk_digest) for view in views}

    while len(found := marks()) > 1:
        waiting = [asyncio.ensure_future(handle.changed(handle.version)) for handle in handles]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
    return found.pop()
