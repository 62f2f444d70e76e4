"""The net: from a decision to everybody's view of it, over each broker, and how many events a second are checked.

    python benchmarks/net.py [--plies 60] [--json FILE]
    python benchmarks/net.py load --help         # many tables over a broker: how fast, and what a move costs
    python benchmarks/net.py crowd --help        # many people in one room

Four peers with journals on disk (synchronous=FULL) share this process; real brokers run in processes of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import crowd, load  # noqa: E402 the path comes first
from core.game import Seat  # noqa: E402
from net.broker import broker_process  # noqa: E402
from net.broker.broker_process import start_broker  # noqa: E402
from net.identity.identity import Identity  # noqa: E402
from net.log.feed import Feed  # noqa: E402
from net.peer.peer import Peer  # noqa: E402
from net.peer.table_handle import TableHandle  # noqa: E402
from net.storage.journal import Journal  # noqa: E402
from net.storage.profile import Profile  # noqa: E402
from net.transport.memory_broker import MemoryBroker  # noqa: E402
from net.transport.mqtt_transport import connector  # noqa: E402
from net.transport.transport import ROOM_USER, Connector  # noqa: E402
from net.view.table_view import Phase, TableView  # noqa: E402
from net.wire import envelope, mqtt_topic  # noqa: E402
from net.wire.event import Draft, Kind  # noqa: E402
from net.wire.invitation import Invitation  # noqa: E402

NAMES = ("ann", "bob", "cid", "dan")
EVENTS = 1000
BATCH = 50
Figures = dict[str, float]


async def table(stack: AsyncExitStack, folder: Path, room: Invitation, connect: Connector) -> list[TableHandle]:
    """Seat four peers at a table of Djambi; give everybody's handle once play has begun."""
    peers = []
    for name in NAMES:
        profile = stack.enter_context(Profile.open(folder, name))
        peer = Peer(profile, room, connect, nick=name)
        await peer.start()
        stack.push_async_callback(peer.stop)
        peers.append(peer)
    handles = [await peers[0].open_table("djambi", {"players": "4"}, {}, "Benchmark")]
    handles += [await peer.join(Invitation.parse(handles[0].invitation)) for peer in peers[1:]]
    for seat, handle in enumerate(handles):
        await handle.sit(Seat(seat))
    for handle in handles:
        await handle.until(lambda view: view.phase is Phase.PLAYING)
    return handles


def at_ply(ply: int) -> Callable[[TableView], bool]:
    """Make the test whether a view has come to a ply."""
    return lambda view: view.match is not None and view.match.ply >= ply


async def moves(handles: list[TableHandle], plies: int) -> list[float]:
    """Play at random; give the milliseconds from each decision to the last of the four views that shows it."""
    rng, taken = Random(3), []
    for ply in range(plies):
        match = handles[0].view.match
        if match is None or match.state.outcome is not None:
            break
        (seat,) = match.state.active
        text = str(rng.choice(list(match.state.legal(seat))))
        mine = next(handle for handle in handles if seat in handle.view.mine)
        began = time.perf_counter()
        await mine.play(seat, text)
        await asyncio.gather(*(handle.until(at_ply(ply + 1)) for handle in handles))
        taken.append((time.perf_counter() - began) * 1000)
    return taken


async def over(kind: str, plies: int) -> Figures:
    """Measure one kind of broker."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        room = Invitation("127.0.0.1", "benchmark", bytes(16))
        connect: Connector = MemoryBroker().connect
        if kind != "memory":
            broker = await start_broker(kind, user=ROOM_USER, password=room.broker_password)
            stack.push_async_callback(broker.stop)
            room = replace(room, port=broker.port)
            connect = connector(room)
        taken = await moves(await table(stack, folder, room, connect), plies)
    cuts = statistics.quantiles(taken, n=100)
    return {"median_ms": statistics.median(taken), "p99_ms": cuts[98], "worst_ms": max(taken), "moves": len(taken)}


def checked() -> Figures:
    """Measure opening, decoding, checking and chaining of single events, and journalling them in batches."""
    author, tid = Identity(bytes(range(32))), bytes(16)
    key = envelope.table_key(bytes(16), tid)
    writer, wires = Feed(tid), []
    for number in range(EVENTS):
        draft = Draft(Kind.MOVE, ("B3-C4", 1500, None), 0, number, bytes(16), bytes(16))
        signed = writer.draft(author, draft, 1_800_000_000_000 + number)
        writer.receive(signed)
        topic = mqtt_topic.event(tid, author.pid, number)
        wires.append((topic, envelope.seal(key, topic, signed, number.to_bytes(24))))
    reader, began = Feed(tid), time.perf_counter()
    events = [envelope.open_event(key, topic, wire, tid) for topic, wire in wires]
    for signed in events:
        reader.receive(signed)
    opened = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.db") as journal:
        began = time.perf_counter()
        for start in range(0, EVENTS, BATCH):
            journal.add_all(tid, events[start : start + BATCH])
        written = time.perf_counter() - began
    return {"checked_per_s": EVENTS / opened, "journalled_per_s": EVENTS / written, "wire_bytes": len(wires[-1][1])}


def main() -> None:
    """Measure, print, and write the figures as JSON where asked to; or what the first word says."""
    further = {"load": load.main, "crowd": crowd.main}.get("".join(sys.argv[1:2]))
    if further is not None:
        further(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures: dict[str, Figures] = {}
    for kind in ("memory", "amqtt", "mosquitto"):
        if kind == "mosquitto" and not broker_process.available():
            continue
        figures[kind] = asyncio.run(over(kind, asked.plies))
    figures["events"] = checked()
    for name, found in figures.items():
        print(f"{name:10}", "  ".join(f"{what} {value:,.2f}" for what, value in found.items()))
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
