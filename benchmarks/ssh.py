"""How many visitors the door of `parley ssh` carries, beside the goals: `python benchmarks/ssh.py [--visitors N]`.

A door is opened in a process of its own with a room of its own, and visitors come to it with an SSH library's client,
from this process. Each gives a name and stands in the lobby. Memory is the proportional share (PSS) of the door and of
all that it has started but the broker, so pages that processes share count once. A key is pressed by one visitor after
the other, and the time is measured until the first of what it paints is here.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figure import Figure, arguments, kept, told
from tests.system.support.ssh_door import Door, SshVisitor, fresh_address, opened

VISITORS = 50
MEMORY_MIB, KEY_MS = 3072.0, 50.0
"""The goals for fifty visitors: MiB of memory together, and milliseconds from a key to the paint, in 19 of 20 cases."""
KEYS = 200
IDLE_SECONDS = 10
TYPISTS = 10
HALF_OPEN = 1000
FLOOD = "\x1b[A" * 2000
MIB = 1024

Most = partial(Figure, more_is_better=False)
"""A figure whose goal is the most that it may be."""


def pss(pid: int) -> int:
    """Give the proportional share of a process in KiB; 0 for one that has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def family(pid: int) -> Iterator[int]:
    """Give a process and all that it has started, but for the broker."""
    if "broker" in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace"):
        return
    yield pid
    for thread in Path(f"/proc/{pid}/task").iterdir():
        for child in (thread / "children").read_text(encoding="ascii").split():
            with suppress(OSError):
                yield from family(int(child))


def processor(door: Door) -> float:
    """Give the seconds of processor time that the door has had with everybody in it."""
    spent = 0.0
    for pid in family(door.process.pid):
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def memory(door: Door) -> float:
    """Give the MiB of the door with everybody in it."""
    return sum(map(pss, family(door.process.pid))) / MIB


async def enter(stack: AsyncExitStack, door: Door, number: int) -> tuple[SshVisitor, float]:
    """Let a visitor come to the lobby; give them, with the seconds until their first picture was whole."""
    began = time.perf_counter()
    visitor = await stack.enter_async_context(SshVisitor(door))
    await visitor.shows("Your name")
    waited = time.perf_counter() - began
    visitor.press(f"Visitor {number}\r")
    await visitor.shows("No table yet")
    return visitor, waited


async def drained(visitor: SshVisitor) -> None:
    """Read what a visitor is shown until there is nothing more for a moment."""
    with suppress(TimeoutError):
        while True:
            await asyncio.wait_for(visitor.process.stdout.read(65_536), 0.05)


async def typed(visitor: SshVisitor, keys: int) -> list[float]:
    """Type into the line of talk; give the seconds until each letter is painted."""
    found = []
    for number in range(keys):
        await drained(visitor)
        began = time.perf_counter()
        visitor.press("\x7f" if number % 2 else "a")
        await asyncio.wait_for(visitor.process.stdout.read(65_536), 30)
        found.append(time.perf_counter() - began)
    return found


def p95(waits: list[float]) -> float:
    """Give what nineteen of twenty waits do not pass, in milliseconds."""
    return statistics.quantiles(waits, n=20)[-1] * 1000


async def flood(visitor: SshVisitor) -> None:
    """Press keys without end, and read nothing."""
    while True:
        visitor.press(FLOOD)
        with suppress(TimeoutError):
            await asyncio.wait_for(visitor.process.stdin.drain(), 0.05)
        await asyncio.sleep(0)


async def measured(door: Door, count: int) -> list[Figure]:
    """Bring the visitors in, and measure; print each figure as soon as it is known."""
    figures: list[Figure] = []

    def note(*found: Figure) -> None:
        figures.extend(told(found))

    async with AsyncExitStack() as stack:
        alone, most = memory(door), MEMORY_MIB * count / VISITORS
        came = [await enter(stack, door, number) for number in range(count)]
        for visitor, _ in came:
            await drained(visitor)
        began = processor(door)
        await asyncio.sleep(IDLE_SECONDS)
        idle, together = (processor(door) - began) / IDLE_SECONDS / count * 100, memory(door)
        note(
            Most("the door alone", alone, "MiB"),
            Most(f"the door with {count} visitors", together, "MiB", most),
            Most("one visitor more", (together - alone) / count, "MiB"),
            Most("one visitor who does nothing, of one core", idle, "%"),
            Most("connection to first picture, median", statistics.median(waited for _, waited in came) * 1000, "ms"),
        )
        *others, intruder = [visitor for visitor, _ in came]
        typists = others[:TYPISTS]
        for visitor in typists:
            visitor.press("t")
        waits = await in_turn(typists)
        note(Most("key to paint, p95, one typing", p95(waits), "ms", KEY_MS))
        note(Most("key to paint, median, one typing", statistics.median(waits) * 1000, "ms"))
        several = await asyncio.gather(*(typed(visitor, KEYS // TYPISTS) for visitor in typists))
        waits = [wait for found in several for wait in found]
        note(Most(f"key to paint, p95, {len(typists)} typing at once", p95(waits), "ms"))
        flooding = asyncio.create_task(flood(intruder))
        note(Most("key to paint, p95, while one floods", p95(await in_turn(typists)), "ms", KEY_MS))
        flooding.cancel()
        half = [await half_open(door) for _ in range(HALF_OPEN)]
        note(Most(f"key to paint, p95, beside {HALF_OPEN} half-open", p95(await in_turn(typists)), "ms", KEY_MS))
        for writer in half:
            writer.close()
        note(Most(f"the door with {count} visitors, one of whom floods", memory(door), "MiB", most))
    return figures


async def in_turn(typists: list[SshVisitor]) -> list[float]:
    """Let one visitor type after the other; give the seconds until each letter is painted."""
    return [wait for visitor in typists for wait in await typed(visitor, KEYS // len(typists))]


async def half_open(door: Door) -> asyncio.StreamWriter:
    """Open a connection that says nothing, from an address of its own."""
    address = fresh_address()
    _, writer = await asyncio.open_connection("127.0.0.1", door.port, local_addr=(address, 0) if address else None)
    return writer


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=VISITORS, metavar="N", help="how many come")
    given = arguments(parser)
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder), "--people", str(given.visitors)) as door:
        kept(asyncio.run(measured(door, given.visitors)), given.json)


if __name__ == "__main__":
    main()
