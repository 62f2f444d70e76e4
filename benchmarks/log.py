"""A table's log: what its messages weigh, how fast it is checked and folded, how soon one is back in a long game.

    python benchmarks/log.py [--rounds 7] [--game djambi] [--json FILE]

Whole seeded games of each kind with each number of seats, beside the goals. Times are of the processor; all peers of a
table share this process.
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
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.fault import Fault  # noqa: E402 the path comes first
from core.game import Seat  # noqa: E402
from net.identity.identity import Identity  # noqa: E402
from net.log.chain import Accepted  # noqa: E402
from net.log.feed import Feed  # noqa: E402
from net.peer.peer import Peer  # noqa: E402
from net.peer.table_handle import TableHandle  # noqa: E402
from net.storage.profile import Profile  # noqa: E402
from net.table.table import Table  # noqa: E402
from net.transport.connection import SLICE  # noqa: E402
from net.transport.memory_broker import MemoryBroker  # noqa: E402
from net.view.table_view import Phase, SlotStage, TableView  # noqa: E402
from net.wire import envelope, mqtt_topic  # noqa: E402
from net.wire.codec import BadMessage  # noqa: E402
from net.wire.event import Draft, Kind, Signed  # noqa: E402
from net.wire.event_data import Move, Reveal, read  # noqa: E402
from net.wire.invitation import Invitation  # noqa: E402

EVENTS = 500
PLIES = 300
SHORT = 120
"""Lines of a game that is only weighed."""
FEW_SEATS = 4
SHARES = 3
GOALS = {"bytes": 320, "bytes of many seats": 350, "bytes with shares": 450, "fold ms": 150, "rejoin ms": 1000}
TABLES = (
    ("djambi", 4),
    ("djambi", 3),
    ("djambi", 5),
    ("djambi", 6),
    ("epaminondas", 2),
    ("mediterranee", 4),
    ("mediterranee", 3),
    ("mediterranee", 2),
    ("megiddo", 4),
    ("megiddo", 2),
    ("megiddo", 3),
    ("megiddo", 6),
)
"""Games with their seats; the first of each game is played long, folded and come back to."""
GAMES_OF_TWO = {"epaminondas": 2}
"""Games without an option for the number of players."""
Wire = tuple[str, bytes]


class Tapped(MemoryBroker):
    """A broker that keeps every event of the log as it was on the wire."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__(local=False)
        self.wires: dict[str, bytes] = {}

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Keep an event, hand everything on."""
        bare = mqtt_topic.bare("parley", topic) or ""
        at = mqtt_topic.parse(bare)
        if at is not None and at.place is mqtt_topic.Place.EVENT:
            self.wires.setdefault(bare, payload)
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
                with suppress(Fault):  # where the rules close talk
                    await handle.say("I did not see that coming.", seat=seat)

    async def fill(self, events: int) -> None:
        """Play on, and talk once the game is over, until so many events have passed."""
        match = self.handles[0].view.match
        while len(self.broker.wires) < events:
            if self.handles[0].view.phase is not Phase.OVER and match is not None:
                await self.play(match.ply + (events - len(self.broker.wires)))
                match = self.handles[0].view.match
            for handle in self.handles:
                await handle.say("That was a fine game.")
            await asyncio.sleep(0.01)  # let it be published

    @property
    def tid(self) -> bytes:
        """The table's id."""
        return self.handles[0].tid

    @property
    def key(self) -> bytes:
        """The table's key."""
        return envelope.table_key(Invitation.parse(self.handles[0].invitation).log_key, self.tid)

    def opened(self) -> list[tuple[Wire, Signed]]:
        """Open every event that passed."""
        found = []
        for topic, wire in self.broker.wires.items():
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


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured of one kind of table: values, the goal if there is one, and what the largest was."""

    name: str
    values: list[float]
    goal: float | None = None
    worst: str = ""

    def __str__(self) -> str:
        """Give its line: median and worst beside the goal, which bytes hold always and times in the median."""
        median, worst = statistics.median(self.values), max(self.values)
        line = f"{self.name:34} median {median:6.1f}  worst {worst:6.1f}  of {len(self.values):3}"
        if self.goal is not None:
            over = sum(value > self.goal for value in self.values)
            missed = median > self.goal if self.name.endswith("ms") else over
            line += f"  goal {self.goal:g}: {f'missed, {over} over' if missed else 'met'}"
        return line + (f"  largest: {self.worst}" if self.worst else "")


def weigh(name: str, seats: int, events: Sequence[tuple[Wire, Signed]]) -> list[Figure]:
    """Weigh the moves on the wire, by the shares of cards that they carry."""
    weights: dict[int, list[tuple[int, str]]] = {}
    for (_, wire), signed in events:
        data = read(signed.event) if signed.event.kind in {Kind.MOVE, Kind.REVEAL} else None
        if isinstance(data, Move | Reveal) and signed.event.seat is not None:
            weights.setdefault(len(data.shares or ()), []).append((len(wire), data.text))
    found = []
    for shares, weighed in sorted(weights.items()):
        goal = None if shares > SHARES else GOALS["bytes with shares"]
        if not shares:
            goal = GOALS["bytes" if seats <= FEW_SEATS else "bytes of many seats"]
        with_shares = f", {shares} shares" if shares else ""
        found.append(Figure(f"{name}{with_shares}, bytes", [float(size) for size, _ in weighed], goal, max(weighed)[1]))
    return found


def fold(wires: Sequence[Wire], tid: bytes, key: bytes, *, told: bool = True) -> float:
    """Open and check a log, as many messages at a time as a peer does, and fold it where it is `told`; give the ms."""
    began = time.process_time()
    feed, table = Feed(tid), Table(tid, bytes(32), bytes(32))
    for first in range(0, len(wires), SLICE):
        opened = [envelope.open_event(key, topic, wire, tid) for topic, wire in wires[first : first + SLICE]]
        arrivals = [arrival for signed in opened for arrival in feed.receive(signed)]
        for arrival in arrivals:
            if told and isinstance(arrival, Accepted):
                table.receive(arrival.signed)
    taken = (time.process_time() - began) * 1000
    assert not told or table.view().match is not None
    return taken


async def measure(game: str, seats: int, rounds: int) -> list[Figure]:
    """Play one game and measure; with `rounds` the long one."""
    name = f"{game} {seats}"
    async with AsyncExitStack() as stack:
        evening = Evening(stack)
        await evening.begin(game, {"players": str(seats)} if seats != GAMES_OF_TWO.get(game) else {}, seats)
        await evening.play(PLIES if rounds else SHORT)
        found = weigh(name, seats, evening.opened())
        if rounds:
            match = evening.handles[0].view.match
            came = [await rejoin(evening) for _ in range(rounds)]
            long = f"{name}, {match.ply if match else 0} plies, rejoin"
            found.append(Figure(f"{long} ms", [wall for wall, _ in came], GOALS["rejoin ms"]))
            found.append(Figure(f"{long} CPU", [busy for _, busy in came]))
            await evening.fill(EVENTS)
            wires = [wire for wire, _ in evening.opened()][:EVENTS]
            log = wires, evening.tid, evening.key
            taken = [(fold(*log), fold(*log, told=False)) for _ in range(rounds)]
            found.append(Figure(f"{name}, {len(wires)} events, fold ms", [one for one, _ in taken], GOALS["fold ms"]))
            found.append(Figure(f"{name}, of it opening ms", [one for _, one in taken]))
    return found


async def rejoin(evening: Evening) -> tuple[float, float]:
    """Let somebody with an empty disk come to the table; give the milliseconds until all is there and he may speak.

    First those on the wall, then those of the processor, which all at the table share. The memory of the process is the
    broker: the history arrives at once.
    """
    peer, first = await evening.enter(), evening.handles[0]
    began, working = time.perf_counter(), time.process_time()
    handle = await peer.join(Invitation.parse(first.invitation))
    await handle.until(lambda view: view.match is not None and handle.table.line_heads() == first.table.line_heads())
    await handle.caught_up()
    taken = (time.perf_counter() - began) * 1000, (time.process_time() - working) * 1000
    await handle.close()
    return taken


def checking() -> Figure:
    """Check one event again and again: what this machine does in the time of one signature tells how busy it is."""
    author, tid = Identity(bytes(range(32))), bytes(16)
    signed = Feed(tid).draft(author, Draft(Kind.TALK, ("So be it.", None)), 1)
    taken = []
    for _ in range(500):
        began = time.process_time_ns()
        envelope.check(signed.body, signed.sig, tid)
        taken.append((time.process_time_ns() - began) / 1000)
    return Figure("one event checked, us", taken)


def main() -> None:
    """Measure, print, and write the figures as JSON where asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--game", action="append")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures, seen = [checking()], set[str]()
    print(figures[0])
    for game, seats in TABLES:
        if asked.game and game not in asked.game:
            continue
        for figure in asyncio.run(measure(game, seats, 0 if game in seen else asked.rounds)):
            figures.append(figure)
            print(figure, flush=True)
        seen.add(game)
    if asked.json:
        values = {figure.name: figure.values for figure in figures}
        asked.json.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
