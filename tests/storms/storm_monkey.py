"""A monkey at keyboard and mouse, on every screen and at every size: nothing breaks, every screen is drawn."""

from __future__ import annotations

import argparse
import asyncio
import gc
import io
import os
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest
from textual.worker import WorkerFailed

from tests.storms.monkey.monkey_app import Company, MonkeyApp
from tests.storms.monkey.monkey_hands import Act, Resize, Wait, deliver, draw, fitting, leading_home, typed
from tests.storms.monkey.monkey_places import AT_LEAST, Place, bring_records, name_of, newcomer, places
from tests.storms.monkey.monkey_terminal import play
from tests.storms.monkey.monkey_time import again, jumping
from tests.storms.storm_proxy import MEMORY
from tui.i18n import translation
from tui.screens.frame.screen_layout import TooSmallScreen
from tui.screens.home.home_screen import HomeScreen

ROUND = 2000
"""Events of an evening: a home of its own, and every place once or more."""
LAST = 50
"""How many events are told of when something breaks."""
VISIT = (60, 500)
"""The least and the most events of one visit."""
SETTLE = 0.02
"""Virtual seconds after an event, in which everything that follows happens and is painted."""
PATIENCE = 8.0
"""Virtual seconds in which a place is come to."""
HOMEWARD = 150
"""Keys after which somebody who wants home is trapped."""
LOOK = 0.1
"""How often the screen is measured cell by cell."""
BURSTS = (1, 2, 4, 8, 16, 32, 64, 96)
"""How many things are done at once; each is as frequent."""
HURRIED = (64, 96, 128)
"""The same where time is short."""
TYPED = 1000
"""Keys that are typed at a real terminal, to see that it is left as it was."""
SLOW = 0.3
"""Seconds of processor time from which a step is told."""


class Broken(Exception):
    """Something that must not be: an exception in the app, a screen drawn wrong, a way that leads nowhere."""


@dataclass(slots=True)
class Toll:
    """What events cost: how many there were, where, the seconds of processor time of each, and what broke."""

    events: int = 0
    seconds: float = 0.0
    seen: Counter[str] = field(default_factory=Counter)
    slow: list[tuple[float, str, str]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def add(self, other: Toll) -> None:
        """Add what others cost."""
        self.events += other.events
        self.seconds += other.seconds
        self.seen += other.seen
        self.slow = sorted(self.slow + other.slow, reverse=True)[:10]
        self.broken += other.broken


class Monkey:
    """One evening of somebody who presses anything."""

    def __init__(self, seed: int, count: int, *, trace: bool = False, hurried: bool = False) -> None:
        """Prepare `count` events out of `seed`; `hurried` does much at once and sees few places."""
        self.rng = Random(seed)
        self.count = count
        self.trace = trace
        self.bursts: tuple[int, ...]
        self.bursts, self.visit = (HURRIED, (200, 260)) if hurried else (BURSTS, VISIT)
        self.toll = Toll()
        self.last: deque[str] = deque(maxlen=LAST)
        self.failures: list[str] = []
        self.app = MonkeyApp(newcomer())

    async def spend(self) -> None:
        """Spend the evening; raise whatever breaks."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        plan = self._plan()
        while self.toll.events < self.count:
            self.app = MonkeyApp(newcomer())
            async with self.app.run_test(headless=False, size=(100, 30), notifications=True, tooltips=True):
                company = Company(self.app, self.rng)
                await company.peer.start()
                try:
                    await self._sit(company, plan)
                finally:
                    await company.close()
                    if self.app._rooms is not None:
                        await self.app._rooms.close()
            self._check()

    def _plan(self) -> Iterator[Place]:
        """Give all places in some order, again and again."""
        while True:
            deck = places()
            self.rng.shuffle(deck)
            yield from deck

    async def _sit(self, company: Company, plan: Iterator[Place]) -> None:
        """Visit one place after the other until the app is left."""
        await asyncio.sleep(SETTLE)
        bring_records()
        await company.open()
        while self.toll.events < self.count and self._open:
            place = next(plan)
            await self._arrive(place)
            stays = self.rng.randint(*self.visit)
            while stays > 0 and self.toll.events < self.count and self._open:
                stays -= await self._step()
                if self.rng.random() < 0.05:
                    await company.act()
                if isinstance(self.app.screen, HomeScreen) and self.rng.random() < 0.4:
                    break
            await self._go_home()

    @property
    def _open(self) -> bool:
        return self.app._running and not self.app._exit

    async def _step(self) -> int:
        """Do some things at once, as a line that is slow for a moment brings them; give how many."""
        acts = [act for _ in range(self.rng.choice(self.bursts)) for act in draw(self.app, self.rng)]
        await self._do(*acts)
        return len(acts)

    async def _do(self, *acts: Act) -> None:
        """Do some things, let everything follow, look at the screen."""
        name, began = name_of(self.app.screen), time.process_time()
        for act in acts:
            self._tell(f"{name:<22} {act}")
            deliver(self.app, act)
        await asyncio.sleep(SETTLE + sum(act.seconds for act in acts if isinstance(act, Wait)))
        self._check()
        self.toll.events += len(acts)
        if self._open:
            self._look(acts)
            self.toll.seen[name_of(self.app.screen)] += len(acts)
        spent = time.process_time() - began
        self.toll.seconds += spent
        if spent > SLOW:
            self.toll.slow.append((spent, name, ", ".join(map(str, acts))[:200]))

    def _tell(self, text: str) -> None:
        """Note what is done, for whoever looks for what broke."""
        self.last.append(f"{self.toll.events:>6} {text}")
        if self.trace:
            print(self.last[-1], file=sys.__stdout__, flush=True)

    def _check(self) -> None:
        """Raise what the app has broken with."""
        if (fault := self.app._exception) is not None:
            raise fault from fault.error if isinstance(fault, WorkerFailed) else None
        if self.failures:
            raise Broken(self.failures.pop())

    def _look(self, acts: Sequence[Act]) -> None:
        """Measure the screen now and then: as many rows as there are, each as wide as the terminal."""
        if self.rng.random() > LOOK and not any(isinstance(act, Resize) for act in acts):
            return
        width, height = self.app.size
        compositor = self.app.screen._compositor
        strips = compositor.render_strips()
        if len(strips) != height or {strip.cell_length for strip in strips} != {width}:
            told = sorted({strip.cell_length for strip in strips})
            raise Broken(f"{name_of(self.app.screen)}: {len(strips)} rows of {told} at {width}x{height}")

    async def _arrive(self, place: Place) -> None:
        """Go to a place, in a terminal that is large enough to see it."""
        if isinstance(self.app.screen, TooSmallScreen):
            await self._do(fitting(self.rng))
        self._tell(f"-> {place.name}")
        place.go(self.app, self.rng)
        end = asyncio.get_running_loop().time() + PATIENCE
        keys = list(place.keys)
        while (came := name_of(self.app.screen)) != place.name:
            if asyncio.get_running_loop().time() > end:
                raise Broken(f"there is no way to {place.name}, but to {came}")
            if keys and came.startswith(place.bases):
                await asyncio.sleep(0.5)
                await self._do(typed(keys.pop(0)))
            await asyncio.sleep(SETTLE)
            self._check()
        self.toll.seen[came] += 1

    async def _go_home(self) -> None:
        """Leave by keys alone, as somebody does who wants home."""
        for at in range(HOMEWARD):
            if not self._open or isinstance(self.app.screen, HomeScreen):
                return
            screen = self.app.screen
            await self._do(fitting(self.rng) if isinstance(screen, TooSmallScreen) else leading_home(self.rng, at))
        raise Broken(f"there is no way home from {name_of(self.app.screen)}")

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Keep what a task has failed with that nobody waits for."""
        del loop
        fault = context.get("exception")
        told = "".join(traceback.format_exception(fault)) if fault else ""
        who = context.get("task") or context.get("future") or context.get("handle") or ""
        self.failures.append(f"{context.get('message')} {who} {told}")


def spend(seed: int, count: int, *, trace: bool = False, hurried: bool = False) -> Toll:
    """Spend one evening in a folder of its own; what breaks is told in the toll, with the last events."""
    before = translation.language()
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("PARLEY_HOME", stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY)))
        patch.setenv("TERM", "xterm-256color")
        patch.setattr(sys, "__stderr__", io.StringIO())
        stack.enter_context(again(seed))
        stack.callback(translation.use, before)
        monkey = Monkey(seed, count, trace=trace, hurried=hurried)
        try:
            jumping(monkey.spend())
        except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
            story = "\n".join((*monkey.last, traceback.format_exc()))
            size = monkey.app.size
            monkey.toll.broken.append(f"seed {seed}, event {monkey.toll.events}, {size.width}x{size.height}\n{story}")
    return monkey.toll


def evenings(seeds: Sequence[tuple[int, int]], trace: bool = False) -> Toll:  # noqa: FBT001, FBT002 - over to a process
    """Spend the evenings of these seeds, with so many events each, one after the other."""
    whole = Toll()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    for seed, count in seeds:
        toll = spend(seed, count, trace=trace)
        whole.add(toll)
        rate = toll.events / max(toll.seconds, 1e-9)
        print(f"seed {seed}: {toll.events} events, {rate:.0f} a second of processor time", flush=True)
        for story in toll.broken:
            print(f"BROKEN {story}", flush=True)
    return whole


def shares(count: int, seed: int, processes: int) -> list[list[tuple[int, int]]]:
    """Share events out to processes, as seeds with the events of each evening."""
    rounds = [(seed + at, min(ROUND, count - at * ROUND)) for at in range(-(-count // ROUND))]
    return [rounds[at::processes] for at in range(min(processes, len(rounds)))]


def told(whole: Toll, wall: float) -> bool:
    """Print what was seen and what broke; tell whether every screen was seen and nothing broke."""
    missed = sorted(AT_LEAST - set(whole.seen))
    for name, count in sorted(whole.seen.items()):
        print(f"  {name:<22} {count:>8}")
    for seconds, name, act in whole.slow:
        print(f"  slow: {seconds * 1000:.0f} ms at {name}: {act}")
    rate = whole.events / max(whole.seconds, 1e-9)
    print(f"{whole.events} events in {wall:.0f} s, {rate:.0f} a second of processor time (goal 300)")
    print(f"{len(whole.broken)} broken (goal 0), screens never seen: {', '.join(missed) or 'none'}")
    return not whole.broken and not missed


def main(words: Sequence[str]) -> int:
    """Let it in and print what it saw; give 1 if something broke or a screen was never seen."""
    parser = argparse.ArgumentParser(prog="run.py storm monkey", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=500_000, help="events in all")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening; each next one has the next")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--trace", action="store_true", help="print every event")
    asked = parser.parse_args(words)
    os.environ["PYTHONHASHSEED"] = "0"  # in the processes to come sets have one order
    began, parts = time.monotonic(), shares(asked.count, asked.seed, asked.processes)
    whole = Toll()
    for ended in (b"\x11", b""):
        whole.broken += [f"terminal, seed {asked.seed}: {wrong}" for wrong in play(asked.seed, TYPED, ended=ended)]
    with ProcessPoolExecutor(len(parts), mp_context=get_context("spawn")) as pool:
        for toll in pool.map(evenings, parts, [asked.trace] * len(parts)):
            whole.add(toll)
    return 0 if told(whole, time.monotonic() - began) else 1
