"""Peers in processes of their own that can be killed, stopped and started again, and what each of them ever told."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PARLEY = (sys.executable, "-P", "-m", "tui")
"""What starts the program."""
PATIENCE_SECONDS = 90.0
"""Seconds without a word from anybody after which an evening has failed."""

Event = dict[str, object]


class Stuck(Exception):
    """Nothing happens any more, or a program has ended that should not have."""


@dataclass(slots=True)
class Told:
    """One event of one program: when it was read, and in which life of the program."""

    at: float
    life: int
    event: Event

    @property
    def name(self) -> object:
        """Its word."""
        return self.event["event"]


@dataclass(slots=True)
class Program:
    """One headless peer through all its lives."""

    name: str
    words: tuple[str, ...]
    folder: Path
    ring: Callable[[], None]
    told: list[Told] = field(default_factory=list)
    life: int = 0
    began: float = 0.0
    stopped: bool = False
    paused: set[int] = field(default_factory=set)
    limits: Callable[[], None] | None = None
    environment: dict[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = PARLEY
    """What starts it; its words follow."""
    errors: Path | None = None
    """The file that gets what it writes to its standard error; None to drop that."""
    _process: Process | None = None
    _reader: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it, for the first time or again."""
        home = {"HOME": str(self.folder), "PARLEY_HOME": str(self.folder), "PARLEY_LANG": "en", "PYTHONPATH": str(ROOT)}
        command = (*self.command, *self.words)
        self.life, self.began = self.life + 1, time.monotonic()
        environment, limits = os.environ | home | self.environment, self.limits
        with ExitStack() as stack:
            errors = DEVNULL if self.errors is None else stack.enter_context(self.errors.open("ab"))
            self._process = await asyncio.create_subprocess_exec(
                *command, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=errors, preexec_fn=limits
            )
        self._reader = asyncio.create_task(self._read(self._process, self.life))

    async def kill(self) -> None:
        """End it without warning, and read what it had said."""
        if self._process is not None and self._reader is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await asyncio.wait({self._reader})  # it may have been cancelled by a test that waited in vain
            await self._process.wait()
            self.stopped = False

    async def end(self) -> int:
        """Wait for the end that it comes to by itself; give its status."""
        assert self._process is not None
        assert self._reader is not None
        await asyncio.shield(self._reader)
        return await self._process.wait()

    def pause(self) -> None:
        """Stop it as a lid that is closed does; `paused` has the lives in which that happened."""
        self.send(signal.SIGSTOP)
        self.paused.add(self.life)
        self.stopped = True

    def go_on(self) -> None:
        """Let it go on."""
        if self.stopped:
            self.send(signal.SIGCONT)
        self.stopped = False

    @property
    def running(self) -> bool:
        """Whether its process is there, as far as is known."""
        return self._reader is not None and not self._reader.done()

    def all(self, name: str, life: int = 0) -> list[Told]:
        """Give its events of that word, of one life or of all of them."""
        return [told for told in self.told if told.name == name and life in {0, told.life}]

    @property
    def gone(self) -> bool:
        """Whether it has ended by itself without the game being over."""
        return self._reader is not None and self._reader.done() and not self.all("over")

    def send(self, number: signal.Signals) -> None:
        """Send it a signal; one that has ended gets none."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _read(self, process: Process, life: int) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            if line.endswith(b"\n"):
                self.told.append(Told(time.monotonic(), life, json.loads(line)))
                self.ring()
        self.ring()


class Cast:
    """All programs of one evening, in one folder."""

    def __init__(self, folder: Path) -> None:
        """Begin with nobody there."""
        self.folder = folder
        self.programs: list[Program] = []
        self._turned = asyncio.Event()

    async def start(self, name: str, *words: str) -> Program:
        """Start a program under a profile of that name."""
        program = self.add(name, *words)
        await program.start()
        return program

    def add(self, name: str, *words: str) -> Program:
        """Give a program under a profile of that name which is not started yet."""
        program = Program(name, (*words, "--profile", name), self.folder, self._turned.set)
        self.programs.append(program)
        return program

    async def until(self, holds: Callable[[], bool], *, alive: bool = True, patience: float = PATIENCE_SECONDS) -> None:
        """Wait until something holds; raise `Stuck` when one that should live has ended.

        `Stuck` is raised too when nobody says anything for as many seconds as `patience` has.
        """
        while not holds():
            self._turned.clear()
            gone = [program for program in self.programs if program.gone]
            if gone and alive:
                raise Stuck(f"{gone[0].name} has ended: {gone[0].told[-1:]}")
            try:
                async with asyncio.timeout(patience):
                    await self._turned.wait()
            except TimeoutError:
                last = {program.name: program.told[-1:] for program in self.programs}
                raise Stuck(f"nothing happens any more: {last}") from None

    def wake(self) -> None:
        """Let whoever waits look again."""
        self._turned.set()

    async def close(self) -> None:
        """End everybody who is still there."""
        for program in self.programs:
            program.go_on()
        await asyncio.gather(*(program.kill() for program in self.programs))
