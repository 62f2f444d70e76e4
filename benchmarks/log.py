"""A table's log: what its messages weigh, how fast it is checked and folded, how soon one is back in a long game.

    python benchmarks/log.py [--rounds 7] [--json FILE]

Times are of the processor, beside their goals; all peers of a table share this process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.game import Seat  # noqa: E402 the path comes first
from net import envelope, topics  # noqa: E402
from net.codec import BadMessage  # noqa: E402
from net.event import Kind, Signed  # noqa: E402
from net.feed import Accepted, Feed  # noqa: E402
from net.handle import TableHandle  # noqa: E402
from net.invite import Invitation  # noqa: E402
from net.kinds import Move, read  # noqa: E402
from net.memory import MemoryBroker  # noqa: E402
from net.peer import Peer  # noqa: E402
from net.profile import Profile  # noqa: E402
from net.table import Table  # noqa: E402
from net.view import Phase, SlotStage, TableView  # noqa: E402

EVENTS = 500
PLIES = 300
SHARES = 3
GOALS = {"4 seats": 320, "6 seats": 350, "3 shares": 450, "fold_ms": 150, "rejoin_ms": 1000}
Wire = tuple[str, bytes]


class Tapped(MemoryBroker):
    """A broker that keeps every event of the log as it was on the wire."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__(local=False)
        self.wires: list[Wire] = []

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Keep an event, hand everything on."""
        bare = topics.bare("parley", topic) or ""
        at = topics.parse(bare)
        if at is not None and at.place is topics.Place.EVENT:
            self.wires.append((bare, payload))
        super().publish(topic, payload, retain=retain)


@dataclass
class Evening:
    """People at one table, and what passed."""

    stack: AsyncExitStack
    broker: Tapped = field(default_factory=Tapped)
    room: Invitation = field(default_factory=lambda: Invitation("memory", "benchmark", bytes(16)))
    handles: list[TableHandle] = field(default_factory=list)

    async def enter(self) -> Peer:
        """Let somebody in, with an empty disk."""
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        profile = self.stack.enter_context(Profile.open(folder, "one"))
        peer = Peer(profile, self.room, self.broker.connect, nick="one")
        await peer.start()
        self.stack.push_async_callback(peer.stop)
        return peer

    async def begin(self, game: str, options: dict[str, str], people: int) -> None:
        """Seat so many at a table."""
        peers = [await self.enter() for _ in range(people)]
        self.handles = [await peers[0].open_table(game, options, {}, "Benchmark")]
        self.handles += [await peer.join(Invitation.parse(self.handles[0].invitation)) for peer in peers[1:]]
        for seat, handle in enumerate(self.handles):
            await handle.sit(Seat(seat))
        for handle in self.handles:
            await handle.until(lambda view: view.phase is Phase.PLAYING)

    async def play(self, plies: int) -> None:
        """Play so many lines of the log, quietly where that is possible, with a word now and then."""
        await asyncio.gather(*(self._play(number, handle, plies) for number, handle in enumerate(self.handles)))

    async def _play(self, number: int, handle: TableHandle, plies: int) -> None:
        rng = Random(number)
        while True:
            view = await handle.until(lambda view: _done(view, plies) or _mover(view) is not None)
            seat = _mover(view)
            if _done(view, plies) or seat is None or view.match is None:
                return
            legal = [str(action) for action in view.match.state.legal(seat)]
            await handle.play(seat, rng.choice([text for text in legal if "x" not in text] or legal))
            if rng.random() < 0.2:
                await handle.say("I did not see that coming.", seat=seat)

    @property
    def tid(self) -> bytes:
        """The table's id."""
        return self.handles[0].tid

    @property
    def key(self) -> bytes:
        """The table's key."""
        return envelope.table_key(Invitation.parse(self.handles[0].invitation).table_key, self.tid)

    def opened(self) -> list[tuple[Wire, Signed]]:
        """Open every event that passed."""
        found = []
        for topic, wire in self.broker.wires:
            try:
                found.append(((topic, wire), envelope.open_event(self.key, topic, wire, self.tid)))
            except BadMessage:
                continue
        return found


def _done(view: TableView, plies: int) -> bool:
    return view.phase is Phase.OVER or (view.match is not None and view.match.ply >= plies)


def _mover(view: TableView) -> Seat | None:
    active = view.match.state.active if view.match else ()
    decided = {slot.seat for slot in view.slots if slot.stage is not SlotStage.OWES}
    return next((seat for seat in active if seat in view.mine and seat not in decided), None)


def weigh(events: Sequence[tuple[Wire, Signed]], shares: int = 0) -> list[int]:
    """Give the bytes on the wire of the moves that carry so many shares of cards."""
    weights = []
    for (_, wire), signed in events:
        data = read(signed.event) if signed.event.kind == Kind.MOVE else None
        if isinstance(data, Move) and len(data.shares or ()) == shares:
            weights.append(len(wire))
    return weights


def fold(wires: Sequence[Wire], tid: bytes, key: bytes) -> float:
    """Open, check and fold a log; give the milliseconds."""
    began = time.process_time()
    feed, table = Feed(tid), Table(tid, bytes(32), bytes(32))
    for topic, wire in wires:
        for arrival in feed.receive(envelope.open_event(key, topic, wire, tid)):
            if isinstance(arrival, Accepted):
                table.receive(arrival.signed)
    assert table.view().match is not None
    return (time.process_time() - began) * 1000


async def measure(rounds: int) -> dict[str, list[float]]:
    """Play the games and measure."""
    found: dict[str, list[float]] = {}
    for seats in (4, 6):
        async with AsyncExitStack() as stack:
            evening = Evening(stack)
            await evening.begin("djambi", {"players": str(seats)}, seats)
            await evening.play(PLIES if seats == 4 else 60)
            events = evening.opened()
            found[f"{seats} seats"] = [float(weight) for weight in weigh(events)]
            if seats == 4:
                found["rejoin_ms"] = [await rejoin(evening) for _ in range(rounds)]
                await evening.play(PLIES + EVENTS // 3)
                wires = [wire for wire, _ in evening.opened()][:EVENTS]
                assert len(wires) == EVENTS
                found["fold_ms"] = [fold(wires, evening.tid, evening.key) for _ in range(rounds)]
    async with AsyncExitStack() as stack:
        evening = Evening(stack)
        await evening.begin("mediterranee", {}, 4)
        await evening.play(200)
        events = evening.opened()
        for shares in range(8):
            if weights := weigh(events, shares):
                found[f"{shares} shares"] = [float(weight) for weight in weights]
    return found


async def rejoin(evening: Evening) -> float:
    """Let somebody with an empty disk come to the table; give the milliseconds until all is there and he may speak.

    The memory of the process is the broker: the history arrives at once.
    """
    peer, first = await evening.enter(), evening.handles[0]
    began = time.perf_counter()
    handle = await peer.join(Invitation.parse(first.invitation))
    await handle.until(lambda view: view.match == first.view.match)
    await handle.caught_up()
    taken = (time.perf_counter() - began) * 1000
    await handle.close()
    return taken


def main() -> None:
    """Measure, print, and write the figures as JSON where asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures = asyncio.run(measure(asked.rounds))
    for name, values in figures.items():
        median, worst = statistics.median(values), max(values)
        held = median if name.endswith("_ms") else worst
        beside = f"  (goal {GOALS[name]}: {'met' if held <= GOALS[name] else 'missed'})" if name in GOALS else ""
        print(f"{name:12} median {median:8.1f}  worst {worst:8.1f}  of {len(values)}{beside}")
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
