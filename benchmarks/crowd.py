"""A crowd in one room: what each hears and says there while all come, and once they are there.

    python benchmarks/net.py crowd [--people 500] [--seconds 300] [--json FILE]

Nobody plays. Whoever is there says so, every 15 s in a small room, ever more slowly in a crowd: every 150 s among 500.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.bar import Bar
from benchmarks.driver import Orders, more_files
from benchmarks.figure import Figure, told
from benchmarks.plateau import MEBIBYTE, Mark
from benchmarks.stand import KINDS, Stand, edition, stand
from benchmarks.tally import Tally
from benchmarks.team import Team, team


@dataclass(frozen=True, slots=True)
class Stay:
    """What passed between two marks in a room of so many people."""

    people: int
    tally: Tally
    first: Mark
    last: Mark

    def figures(self, when: str) -> list[Figure]:
        """Give what it comes to a client and a second."""
        tally, lasted = self.tally, max(0.001, self.last.time - self.first.time)
        each = max(1, self.people) * lasted
        broker = self.last.broker.cpu - self.first.broker.cpu
        drivers = self.last.drivers.cpu - self.first.drivers.cpu
        return [
            Figure(f"{when}: seconds", lasted, "s"),
            Figure(f"{when}: messages in, a client", tally.heard / each, "/s"),
            Figure(f"{when}: messages out, a client", tally.sent / each, "/s"),
            Figure(f"{when}: bytes in, a client", tally.heard_bytes / each, "B/s"),
            Figure(f"{when}: bytes out, a client", tally.sent_bytes / each, "B/s"),
            Figure(f"{when}: broker, share of a core", 100 * broker / lasted, "%"),
            Figure(f"{when}: a client, share of a core", 100 * drivers / each, "%"),
            Figure(f"{when}: broker, memory", self.last.broker.rss / MEBIBYTE, "MiB"),
        ]


def shares(people: int, drivers: int) -> list[int]:
    """Divide people among drivers.

    >>> shares(500, 3)
    [167, 167, 166]
    """
    return [len(range(number, people, drivers)) for number in range(drivers)]


async def watched(people: int, seconds: int, at: Stand, crew: Team) -> list[Figure]:
    """Let all come, look on for a while, and let them go."""
    bar = Bar()

    def mark() -> Mark:
        return Mark(time.monotonic(), crew.burden, at.burden)

    await at.admit([(one[0], one[1]) for accounts in await crew.until("accounts") for one in accounts])
    began = mark()
    crew.say("go")
    coming = asyncio.create_task(crew.until("ready"))
    while not coming.done():
        bar.show("people come", crew.count("there") / people, f"{crew.count('there')} of {people}")
        await asyncio.wait((coming,), timeout=0.5)
    coming.result()
    await asyncio.sleep(2)  # the last tally of each driver has to be here
    arrived, tally = mark(), crew.tally
    figures = Stay(people, tally, began, arrived).figures("while all come")
    for second in range(seconds):
        await asyncio.sleep(1)
        bar.show("looking on", (second + 1) / seconds)
    figures += Stay(people, crew.tally.since(tally), arrived, mark()).figures("afterwards")
    crew.say("end")
    heard = await crew.until("heard")
    await crew.until("over")
    bar.end()
    left = await at.retained()
    return [
        *figures,
        Figure("people whom each hears", min(heard), "", people),
        Figure("retained topics left", len(left), "", 0, more_is_better=False),
    ]


async def measured(broker: str, people: int, seconds: int, drivers: int) -> dict[str, Any]:
    """Let a crowd come to a broker of its own; give all there is to say of it, as JSON has it."""
    program = edition(broker)
    print(f"{program}, {people} people", flush=True)
    async with AsyncExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="parley-crowd-"))
        at = await stack.enter_async_context(stand(broker))
        nodes = tuple(map(str, at.nodes))
        orders = [
            Orders(home, nodes, number=number, people=some) for number, some in enumerate(shares(people, drivers))
        ]
        crew = await stack.enter_async_context(team(orders))
        figures = await watched(people, seconds, at, crew)
    return {
        "plan": {"broker": broker, "people": people, "seconds": seconds},
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "edition": program,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "figures": [{**asdict(one), "met": one.met} for one in told(figures)],
    }


def main(words: Sequence[str]) -> None:
    """Measure, print, and write the figures as JSON where asked to."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="net.py crowd", description=__doc__, formatter_class=form)
    parser.add_argument("--broker", choices=KINDS, default="mosquitto")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=300, help="after all have come")
    parser.add_argument("--drivers", type=int, default=2, help="processes that carry the peers")
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args(words)
    more_files()
    found = asyncio.run(measured(given.broker, given.people, given.seconds, given.drivers))
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
