"""A load on a broker: N tables of four real peers, a move a second at each, and what that costs.

    python benchmarks/net.py load [--broker mosquitto] [--tables 250] [--seconds 600] [--json FILE] [--svg FILE]
    python benchmarks/net.py load --broker amqtt --search      # the most tables with p99 and moves as they should be

Each table plays Djambi at random, game after game, in a room of its own; ended games are cleared from the broker. A
move's time runs from the decision until the last of the four peers has checked, journalled and played it. Journals do
not wait for the disk (`--full`: they do).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.bar import Bar
from benchmarks.ceiling import hunt
from benchmarks.driver import Orders, more_files
from benchmarks.figure import Figure, told
from benchmarks.plateau import GOAL_MS, MEBIBYTE, SPEED, Mark, Plateau, Second
from benchmarks.plot import drawn
from benchmarks.stand import KINDS, Stand, edition, stand
from benchmarks.team import Team, team

MENTIONED = 20
"""Topics left over that are named."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is put on which broker, and for how long: seconds of warming up, then of the plateau."""

    broker: str = "mosquitto"
    tables: int = 250
    seconds: int = 600
    warm: int = 240
    drivers: int = 2
    pace: float = 1.0
    shared: int = 1
    full: bool = False

    def orders(self, folder: str, at: Stand) -> list[Orders]:
        """Give each driver its share of the tables."""
        nodes = tuple(map(str, at.nodes))
        shares = [len(range(number, self.tables, self.drivers)) for number in range(self.drivers)]
        whole = Orders(folder, nodes, pace=self.pace, shared=self.shared, full=self.full)
        return [replace(whole, tables=share, number=number) for number, share in enumerate(shares) if share]


class Load:
    """One load, from the first person in to the last table cleared."""

    def __init__(self, plan: Plan, at: Stand, drivers: Team, bar: Bar) -> None:
        """Take hold of a broker and of drivers that have been hired."""
        self._plan, self._stand, self._team, self._bar = plan, at, drivers, bar
        self.left: tuple[str, ...] = ()

    async def run(self) -> tuple[Plateau, list[Figure]]:
        """Let people in, warm up, measure, and see them out."""
        plan, crew = self._plan, self._team
        await self._stand.admit([(one[0], one[1]) for accounts in await crew.until("accounts") for one in accounts])
        crew.say("go")
        await self._until(lambda: crew.count("there") >= plan.tables, "people come")
        await crew.until("ready")
        await self._last("warming up", plan.warm)
        plateau = await self._measure()
        crew.say("end")
        await self._until(lambda: all("over" in hand.told for hand in crew.hands), "tables are cleared")
        left = self.left = await self._stand.retained()
        self._bar.end()
        return plateau, [
            *plateau.figures(),
            Figure("games begun", crew.count("tables"), ""),
            Figure("moves lost", crew.count("lost"), "", 0, more_is_better=False),
            Figure("mishaps", len(crew.trouble), "", 0, more_is_better=False),
            Figure("retained topics left", len(left), "", 0, more_is_better=False),
        ]

    async def _measure(self) -> Plateau:
        crew, plan = self._team, self._plan
        crew.seen()
        tally, first = crew.tally, self._mark()
        plateau = Plateau(plan.tables / plan.pace, first, first)
        for at in range(plan.seconds):
            await asyncio.sleep(max(0.0, first.time + at + 1 - time.monotonic()))
            second = plateau.add(*crew.seen(), self._mark())
            self._bar.show("measuring", (at + 1) / plan.seconds, self._words(second))
        plateau.tally = crew.tally.since(tally)
        return plateau

    def _mark(self) -> Mark:
        return Mark(time.monotonic(), self._team.burden, self._stand.burden)

    def _words(self, second: Second) -> str:
        memory, lost = (second.drivers_rss + second.broker_rss) / MEBIBYTE, self._team.count("lost")
        return f"{second.moves} moves/s  p50 {second.p50:.0f}  p99 {second.p99:.0f} ms  lost {lost}  {memory:.0f} MiB"

    async def _last(self, what: str, seconds: int) -> None:
        for at in range(seconds):
            await asyncio.sleep(1)
            self._bar.show(what, (at + 1) / seconds, f"{self._team.count('tables')} games begun")

    async def _until(self, holds: Callable[[], bool], what: str) -> None:
        """Look now and then whether something holds, as long as the drivers are there."""
        while not holds():
            self._bar.show(what, self._team.count("there") / self._plan.tables, f"{self._team.count('there')} tables")
            if any(hand.process.returncode is not None and "over" not in hand.told for hand in self._team.hands):
                await self._team.until("over")
            await asyncio.sleep(0.5)


async def measured(plan: Plan, folder: Path | None) -> dict[str, Any]:
    """Put a load on a broker of its own; give all there is to say of it, as JSON has it."""
    program = edition(plan.broker)
    print(f"{program}, {plan.tables} tables", flush=True)
    async with AsyncExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="parley-load-", dir=folder))
        at = await stack.enter_async_context(stand(plan.broker))
        crew = await stack.enter_async_context(team(plan.orders(home, at)))
        work = Load(plan, at, crew, Bar())
        plateau, figures = await work.run()
        return {
            "plan": asdict(plan),
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "edition": program,
            "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            "figures": [{**asdict(one), "met": one.met} for one in told(figures)],
            "trouble": crew.trouble,
            "left": work.left[:MENTIONED],
            "seconds": [asdict(one) for one in plateau.seconds],
        }


async def searched(plan: Plan, folder: Path | None, most: int) -> dict[str, Any]:
    """Find the most tables with nothing lost and the goals of speed met; give every load that was tried."""
    tried: list[dict[str, Any]] = []

    async def holds(tables: int) -> bool:
        print(flush=True)
        tried.append(await measured(replace(plan, tables=tables), folder))
        wanted = {"moves a second", SPEED, "moves lost"}
        return all(one["met"] for one in tried[-1]["figures"] if one["name"] in wanted)

    found = await hunt(holds, plan.tables, most)
    print(f"\n{plan.broker}: {found} tables with p99 of {GOAL_MS:.0f} ms at most", flush=True)
    return {"broker": plan.broker, "tables": found, "tried": tried}


def main(words: Sequence[str]) -> None:
    """Measure, print, and write the figures as JSON and as a drawing where asked to."""
    given = _arguments(words)
    plan = Plan(
        given.broker, given.tables, given.seconds, given.warm, given.drivers, given.pace, given.shared, full=given.full
    )
    more_files()
    work = searched(plan, given.folder, given.most) if given.search else measured(plan, given.folder)
    found = asyncio.run(work)
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if given.svg and not given.search:
        given.svg.write_text(drawn(found), encoding="utf-8")


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="net.py load", description=__doc__, formatter_class=form)
    usual = Plan()
    parser.add_argument("--broker", choices=KINDS, default=usual.broker)
    parser.add_argument("--tables", type=int, default=usual.tables, help="with --search, where it begins")
    parser.add_argument("--seconds", type=int, default=usual.seconds, help="of the plateau")
    parser.add_argument("--warm", type=int, default=usual.warm, help="seconds before it, with everybody there")
    parser.add_argument("--drivers", type=int, default=usual.drivers, help="processes that carry the peers")
    parser.add_argument("--pace", type=float, default=usual.pace, help="seconds between two moves at a table")
    parser.add_argument("--shared", type=int, default=usual.shared, help="tables in a room")
    parser.add_argument("--full", action="store_true", help="journals wait for the disk (synchronous=FULL)")
    parser.add_argument("--folder", type=Path, help="where journals are written, if not among temporary files")
    parser.add_argument("--search", action="store_true", help="find the most tables that this broker carries here")
    parser.add_argument("--most", type=int, default=4000, help="with --search, no more tables than these")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="a drawing of the plateau")
    return parser.parse_args(words)
