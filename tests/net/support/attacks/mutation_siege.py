"""A victim at a table in the middle of a game, and what thousands of bad messages do to it: nothing."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from net.peer.peer import Peer
from net.peer.table_handle import TableHandle
from net.transport.memory_broker import MemoryBroker
from net.transport.transport import Message
from tests.net.support.attacks.mutated_messages import Mutants
from tests.net.support.event_signer import who
from tests.net.support.party import ROOM, Party, mover, party, seated, virtually

NAMES = ("ann", "bob", "cid")
VICTIM, SEATED = "ann", "cid"
LATE_MS = 10.0
"""Longer than a message may take."""
BREATH = 200
"""Messages after which the virtual clock goes on a little, and the others answer."""


class Listening(MemoryBroker):
    """A broker that remembers what passed."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        super().__init__(local=False)
        self.heard: list[Message] = []

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Remember a message and hand it on."""
        self.heard.append(Message(topic, payload))
        super().publish(topic, payload, retain=retain)


@dataclass(slots=True)
class Toll:
    """What messages cost: how many, how many were taken up, the slowest by processor time, why others were refused.

    `slow` tells of the slowest what it was; `late` counts those over `LATE_MS`. `longest_ms` is the slowest by the
    clock on the wall, `collected_ms` the longest collection of garbage, which counts with the message it fell upon.
    """

    messages: int = 0
    taken: int = 0
    slowest_ms: float = 0.0
    slowest: Message | None = None
    slow: str = ""
    late: int = 0
    longest_ms: float = 0.0
    collected_ms: float = 0.0
    seconds: float = 0.0
    flaws: Counter[str] = field(default_factory=Counter)
    raised: list[str] = field(default_factory=list)

    def add(self, other: Toll) -> None:
        """Count another toll in."""
        self.messages += other.messages
        self.taken += other.taken
        self.seconds += other.seconds
        self.late += other.late
        self.longest_ms = max(self.longest_ms, other.longest_ms)
        self.collected_ms = max(self.collected_ms, other.collected_ms)
        self.flaws.update(other.flaws)
        self.raised += other.raised
        if other.slowest_ms > self.slowest_ms:
            self.slowest_ms, self.slowest, self.slow = other.slowest_ms, other.slowest, other.slow


class Collections:
    """How long the collector of garbage has taken, in milliseconds of the processor: the last time and the longest."""

    def __init__(self) -> None:
        """Begin with none."""
        self.spent = self.longest = self._began = 0.0

    def __call__(self, phase: str, _: dict[str, int]) -> None:
        """Note that a collection begins or ends."""
        if phase == "start":
            self._began = time.thread_time()
        else:
            taken = (time.thread_time() - self._began) * 1000
            self.spent += taken
            self.longest = max(self.longest, taken)


def besiege(root: Path, seed: int, count: int) -> Toll:
    """Let three begin a game with hidden cards, then throw `count` mutants at one of them."""
    return virtually(_besiege(root, seed, count), 3600)


async def _besiege(root: Path, seed: int, count: int) -> Toll:
    broker, rng = Listening(), Random(seed)
    async with party(root, broker.connect, seed=seed) as here:
        for name in NAMES:
            await here.enter(name)
            await here.peers[name].chat("good evening")
        handles = await seated(here, NAMES, "duel", {"turns": "9"})
        await asyncio.gather(*(_play(handle, Random(f"{seed}{name}")) for name, handle in handles.items()))
        await asyncio.sleep(30)
        toll = await _throw(here, handles[VICTIM], broker.heard, rng, count)
        here.peers[VICTIM].failures.clear()
        return toll


async def _play(handle: TableHandle, rng: Random) -> None:
    """Play until the sixth decision or so."""
    while True:
        view = await handle.until(lambda view: mover(view) is not None or _far(view.match.ply if view.match else 0))
        seat = mover(view)
        if seat is None or view.match is None or _far(view.match.ply):
            return
        await handle.say(f"ply {view.match.ply}", seat=seat)
        await handle.play(seat, str(rng.choice(list(view.match.state.legal(seat)))))


def _far(ply: int) -> bool:
    return ply >= 8


async def _throw(here: Party, handle: TableHandle, heard: list[Message], rng: Random, count: int) -> Toll:
    victim, desk = here.peers[VICTIM], handle._desk
    crooks = [who("eve"), who("eve"), here.peers[SEATED].profile.identity]
    samples = [message for message in heard if message.payload]
    mutants = Mutants(samples, (desk.key, ROOM.lobby_key), crooks, desk.feed, rng)
    stream, collections = iter(mutants), Collections()
    toll, before, known = (
        Toll(count),
        Counter(victim.flaws + desk.flaws),
        sum(seq for seq, _ in desk.feed.heads().values()),
    )
    gc.callbacks.append(collections)
    for number in range(count):
        _one(victim, next(stream), mutants, toll, collections)
        if number % BREATH == 0:
            await asyncio.sleep(1)
    gc.callbacks.remove(collections)
    toll.collected_ms = collections.longest
    toll.flaws = victim.flaws + desk.flaws - before
    toll.taken = sum(seq for seq, _ in desk.feed.heads().values()) - known
    toll.raised += [repr(failure) for failure in victim.failures]
    return toll


def _one(victim: Peer, message: Message, mutants: Mutants, toll: Toll, collections: Collections) -> None:
    collections.spent = 0.0
    wall, began = time.perf_counter(), time.thread_time()
    try:
        victim.arrived((message,))
    except Exception as error:  # noqa: BLE001 whatever is raised is what is looked for
        toll.raised.append(f"{error!r} by {message.topic} {message.payload.hex()[:200]}")
    taken = (time.thread_time() - began) * 1000
    toll.longest_ms = max(toll.longest_ms, (time.perf_counter() - wall) * 1000)
    toll.seconds += taken / 1000
    toll.late += taken > LATE_MS
    if taken > toll.slowest_ms:
        toll.slowest_ms, toll.slowest = taken, message
        read = mutants.kind(message)
        toll.slow = f"slowest {taken:.1f} ms, {mutants.made} {read}, {collections.spent:.1f} ms of it a collection"
